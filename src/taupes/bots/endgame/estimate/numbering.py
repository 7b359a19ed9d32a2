"""Positions of two to four players by number, whatever discs are left: those of the blind table."""

from functools import lru_cache
from typing import NamedTuple

from taupes.bots.endgame.floor import Floor
from taupes.bots.endgame.ranks import binomials_of
from taupes.kernel.arrays import (
    Integers,
    SingleRows,
    WordBlocks,
    WordRows,
    Words,
    words,
    zeroes,
)
from taupes.kernel.compiler import compiled


class BlindMaps(NamedTuple):
    """The numbering of positions by owner, for compiled code.

    A position is seen from the player to move: its set, then the others' in the order of play.
    The first set is carried to one of its images, the others along with it.
    """

    ends: WordBlocks
    ways: WordBlocks
    binomials: WordRows
    counts: Words
    """By place in the order of play: moles."""
    bases: Words
    """By place of the player to move: where its positions begin."""
    sets: Words
    """By number of moles: how many sets there are."""
    set_at: Words
    """By number of moles: where their data begin in the next three."""
    words: Words
    places: Words
    symmetries: Words
    carried_at: Words
    carried: Integers
    """By number of moles, symmetry and rank: the rank of the image."""
    kept_at: Words
    kept: Words
    """By number of moles and place: the rank of the set kept."""


class Blind(NamedTuple):
    """The table: by position, the chances of the players from the one to move on."""

    maps: BlindMaps
    values: SingleRows


@lru_cache(maxsize=16)
def empty_blind(floor: Floor) -> Blind:
    """Stands where no table is wanted: compiled code needs one of the right kind."""
    nothing = words(1)
    maps = BlindMaps(
        *floor.lines,
        binomials_of(floor.size),
        *(nothing,) * 8,
        zeroes("i", 1),
        nothing,
        nothing,
    )
    return Blind(maps, zeroes("f", 1, 2))


@compiled
def blind_index(maps: BlindMaps, ranks: Words, mover: int) -> int:
    """The number of a position, by the rank of each player's set and the place of the mover."""
    players = maps.counts.shape[0]
    count = maps.counts[mover]
    at = maps.set_at[count] + ranks[mover]
    symmetry = maps.symmetries[at]
    index = maps.places[at]
    for n in range(1, players):
        place = (mover + n) % players
        count = maps.counts[place]
        sets = maps.sets[count]
        index = index * sets + maps.carried[maps.carried_at[count] + symmetry * sets + ranks[place]]
    return int(maps.bases[mover] + index)


@compiled
def decode_blind(maps: BlindMaps, mover: int, number: int, ranks: Words) -> int:
    """Write the rank of each player's set; the cells occupied, or -1 for sets that overlap."""
    players = maps.counts.shape[0]
    occupied = 0
    for n in range(players - 1, -1, -1):
        place = (mover + n) % players
        count = maps.counts[place]
        if n:
            ranks[place] = number % maps.sets[count]
            number //= maps.sets[count]
        else:
            ranks[place] = maps.kept[maps.kept_at[count] + number]
        word = maps.words[maps.set_at[count] + ranks[place]]
        if word & occupied:
            return -1
        occupied |= word
    return occupied
