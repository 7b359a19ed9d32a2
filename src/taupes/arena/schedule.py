"""Who meets whom on which seat: every bot equally often on every seat, with the same luck.

A *block* is one group of bots on one stack with one luck of the discs, played once in every
rotation of the seats. A *round* is a block for every group that can be formed, all on one stack.
From round to round the order around the table changes too, so that in time every bot follows every
other equally often; in six rounds every board lies in each of its orientations once.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations
from math import comb

from taupes.arena.settings import RunSettings


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to be played."""

    number: int
    """From 0; its place in the schedule."""
    block: int
    """Pairings of one block share their stack and the luck of their discs."""
    seats: tuple[int, ...]
    """By seat, which of the settings' bots sits there."""


def round_size(bots: int, players: int) -> int:
    """How many games make a round.

    >>> round_size(2, 2), round_size(3, 2), round_size(4, 4), round_size(6, 4)
    (2, 6, 4, 60)
    """
    return comb(bots, players) * players


def rounded(games: int, bots: int, players: int) -> int:
    """The least number of games, in whole rounds, that is not below this.

    >>> rounded(100, 3, 2), rounded(12, 3, 2)
    (102, 12)
    """
    size = round_size(bots, players)
    return -(-games // size) * size


def pairings(settings: RunSettings, games: int) -> Iterator[Pairing]:
    """The first so many games of the schedule; more games continue where fewer end."""
    for number, (block, seats) in enumerate(_seatings(len(settings.bots), settings.players)):
        if number == games:
            return
        yield Pairing(number, block, seats)


def _seatings(bots: int, players: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    circles = tuple(permutations(range(1, players)))
    groups = tuple(combinations(range(bots), players))
    block = 0
    while True:
        for circle in circles:
            for group in groups:
                order = (group[0], *(group[i] for i in circle))
                for turn in range(players):
                    yield block, order[turn:] + order[:turn]
                block += 1
