"""Where the moles of two players can stand, numbered without gaps that cost much.

A position is two sets of cells. The *first* is that of the player with more moles, or, if both
have the same number, of the player to move: of all its images under the floor's symmetries only
one is kept. The *second* is turned along with it. A number is the first set's place among those
kept, times the number of second sets, plus the second set's rank (the combinatorial number
system: the sum of C(cell, place), places counted from 1 in ascending order).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np

from taupes.bots.endgame.floor import Array, Floor
from taupes.bots.endgame.ranks import binomials_of, rank_of
from taupes.kernel.arrays import IntegerRows, WordBlocks, WordRows, Words
from taupes.kernel.compiler import compiled


class Maps(NamedTuple):
    """The numbering as arrays, for compiled code."""

    sizes: Words
    """Moles in the first set, in the second, second sets, whether both have as many moles."""
    ends: WordBlocks
    ways: WordBlocks
    special: int
    binomials: WordRows
    place_of: Words
    """By rank of a first set: its place among those kept."""
    symmetry_of: Words
    """By rank of a first set: the symmetry that carries it there."""
    first_ranks: Words
    """By place: the rank of the set kept."""
    first_cells: WordRows
    first_words: Words
    second_cells: WordRows
    second_words: Words
    carried: IntegerRows
    """By symmetry and rank of a second set: the rank of its image."""


@dataclass(frozen=True)
class Positions:
    """The numbering for one floor and two numbers of moles, the larger first."""

    floor: Floor
    more: int
    fewer: int
    maps: Maps
    count: int
    """How many numbers there are, some for sets that overlap and never occur."""

    @property
    def is_even(self) -> bool:
        """Whether both players have as many moles."""
        return self.more == self.fewer


def ranked_sets(cells: int, moles: int) -> Array:
    """All sets of so many cells, by rank.

    >>> ranked_sets(3, 2).tolist()
    [[0, 1], [0, 2], [1, 2]]
    """
    sets = np.array(list(combinations(range(cells), moles)), np.int64)
    return sets[np.lexsort(sets.T)]


def carried_ranks(floor: Floor, sets: Array) -> Array:
    """By symmetry and rank, the rank of a set's image."""
    binomials = np.asarray(binomials_of(floor.size))
    places = np.arange(1, sets.shape[1] + 1)
    images = [np.sort(symmetry[sets], axis=1) for symmetry in np.array(floor.symmetries, np.int64)]
    return np.array([binomials[image, places].sum(axis=1) for image in images], np.int32)


def kept_sets(carried: Array) -> tuple[Array, Array, Array]:
    """Of all images of a set the one with the least rank.

    By rank the place among those kept and the symmetry that leads there; by place the rank.
    """
    least = carried.min(axis=0)
    symmetry = carried.argmin(axis=0)
    ranks = np.flatnonzero(least == np.arange(len(least)))
    place = np.full(len(least), -1, np.int64)
    place[ranks] = np.arange(len(ranks))
    return place[least], symmetry.astype(np.int64), ranks


def words_of(sets: Array) -> Array:
    """Each set as a word."""
    return (np.int64(1) << sets).sum(axis=1)


@lru_cache(maxsize=8)
def positions_of(floor: Floor, more: int, fewer: int) -> Positions:
    """Number the positions of so many moles against so many."""
    first = ranked_sets(floor.size, more)
    second = first if more == fewer else ranked_sets(floor.size, fewer)
    carried_first = carried_ranks(floor, first)
    place, symmetry, ranks = kept_sets(carried_first)
    ends, ways = floor.lines
    maps = Maps(
        np.array([more, fewer, len(second), more == fewer], np.int64),
        ends,
        ways,
        floor.special_word,
        binomials_of(floor.size),
        place,
        symmetry,
        ranks,
        first[ranks],
        words_of(first[ranks]),
        second,
        words_of(second),
        carried_first if more == fewer else carried_ranks(floor, second),
    )
    return Positions(floor, more, fewer, maps, len(ranks) * len(second))


def special_slots(positions: Positions, side: int) -> tuple[Array, Array]:
    """The positions in which a side (0 first, 1 second) has a mole on a special cell.

    By number of a position its place among them, or -1; and their numbers.
    """
    maps = positions.maps
    first = (maps.first_words & maps.special) != 0
    second = (maps.second_words & maps.special) != 0
    wanted = first[:, None] if side == 0 else second[None, :]
    apart = (maps.first_words[:, None] & maps.second_words[None, :]) == 0
    numbers = np.flatnonzero((wanted & apart).ravel())
    slots = np.full(positions.count, -1, np.int32)
    slots[numbers] = np.arange(len(numbers))
    return slots, numbers


@compiled
def position_index(maps: Maps, first: int, second: int) -> int:
    """The number of a position, from the two sets as words of the floor.

    With as many moles on both sides, first is the player to move; else the one with more moles.
    """
    rank = rank_of(first, maps.binomials)
    carried = maps.carried[maps.symmetry_of[rank], rank_of(second, maps.binomials)]
    return int(maps.place_of[rank] * maps.sizes[2] + carried)


def numbered(positions: Positions) -> Iterator[tuple[int, int, int]]:
    """Every position that can occur: its number and the two sets as words."""
    maps = positions.maps
    for place, first in enumerate(maps.first_words.tolist()):
        for rank, second in enumerate(maps.second_words.tolist()):
            if not first & second:
                yield place * len(maps.second_words) + rank, first, second
