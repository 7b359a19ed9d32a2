"""Positions of two to four players by number, whatever discs are left: those of the blind table."""

from functools import lru_cache
from math import comb, prod
from typing import NamedTuple

import numpy as np

from taupes.bots.endgame.floor import Array, Floor
from taupes.bots.endgame.positions import (
    binomials_of,
    carried_ranks,
    kept_sets,
    ranked_sets,
    words_of,
)
from taupes.kernel.compiler import compiled


class BlindMaps(NamedTuple):
    """The numbering of positions by owner, for compiled code.

    A position is seen from the player to move: its set, then the others' in the order of play.
    The first set is carried to one of its images, the others along with it.
    """

    ends: Array
    ways: Array
    binomials: Array
    counts: Array
    """By place in the order of play: moles."""
    bases: Array
    """By place of the player to move: where its positions begin."""
    sets: Array
    """By number of moles: how many sets there are."""
    set_at: Array
    """By number of moles: where their data begin in the next three."""
    words: Array
    places: Array
    symmetries: Array
    carried_at: Array
    carried: Array
    """By number of moles, symmetry and rank: the rank of the image."""
    kept_at: Array
    kept: Array
    """By number of moles and place: the rank of the set kept."""


@compiled
def blind_index(maps: BlindMaps, ranks: Array, mover: int) -> int:
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
def decode_blind(maps: BlindMaps, mover: int, number: int, ranks: Array) -> int:
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


def blind_positions(floor: Floor, counts: tuple[int, ...]) -> int:
    """About how many positions a table has, without numbering them."""
    total = prod(comb(floor.size, count) for count in counts)
    return total * len(_rotations(counts)) // len(floor.symmetries)


def _rotations(counts: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The counts as they look to each player, each kind once."""
    turned = [counts[n:] + counts[:n] for n in range(len(counts))]
    return list(dict.fromkeys(turned))


@lru_cache(maxsize=8)
def blind_maps(floor: Floor, counts: tuple[int, ...]) -> tuple[BlindMaps, tuple[int, ...]]:
    """The numbering, and the positions of each kind of rotation."""
    kinds = sorted(set(counts))
    sets = {count: ranked_sets(floor.size, count) for count in kinds}
    images = {count: carried_ranks(floor, sets[count]) for count in kinds}
    kept = {count: kept_sets(images[count]) for count in kinds}
    set_at, _ = _joined({count: sets[count][:, 0] for count in kinds})
    carried_at, carried = _joined({count: images[count].reshape(-1) for count in kinds})
    kept_at, ranks = _joined({count: kept[count][2] for count in kinds})
    sizes: list[int] = []
    base: dict[tuple[int, ...], int] = {}
    for rotation in _rotations(counts):
        base[rotation] = sum(sizes)
        others = prod(len(sets[count]) for count in rotation[1:])
        sizes.append(len(kept[rotation[0]][2]) * others)
    ends, ways = floor.lines
    maps = BlindMaps(
        ends,
        ways,
        binomials_of(floor.size),
        np.array(counts, np.int64),
        np.array([base[counts[n:] + counts[:n]] for n in range(len(counts))], np.int64),
        np.array([len(sets.get(count, ())) for count in range(max(counts) + 1)], np.int64),
        set_at,
        np.concatenate([words_of(sets[count]) for count in kinds]),
        np.concatenate([kept[count][0] for count in kinds]),
        np.concatenate([kept[count][1] for count in kinds]),
        carried_at,
        carried,
        kept_at,
        ranks,
    )
    return maps, tuple(sizes)


def _joined(parts: dict[int, Array]) -> tuple[Array, Array]:
    """Arrays by number of moles as one, and where each begins."""
    starts = np.zeros(max(parts) + 1, np.int64)
    total = 0
    for count, part in parts.items():
        starts[count] = total
        total += len(part)
    return starts, np.concatenate(list(parts.values()))
