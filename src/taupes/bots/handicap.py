"""Fair handicaps: how many moles make players of unlike strength equal (docs/handicaps.md).

All figures are measured (`bench/handicap.py`), in rating points as the arena counts them.
"""

from collections.abc import Mapping, Sequence
from typing import Final

STRENGTH: Final[Mapping[str, tuple[int, int, int]]] = {
    "pup": (-597, -512, -485),
    "nibbler": (-393, -277, -372),
    "forager": (-209, -190, -180),
    "greedy": (0, 0, 0),
    "burrower": (154, 100, 70),
    "master": (301, 105, 123),
}
"""By level, how far it is ahead of greedy with two, three and four players."""

AVERAGE: Final = "forager"
"""Whom people are taken for of whom nothing is known."""

WORTH: Final[Mapping[int, tuple[int, ...]]] = {
    2: (-251, -176, -130, -111, -84, -66, -41, -15, 0, 0),
    3: (-174, -63, -58, -30, -6, 0, 0),
    4: (-146, -98, -86, -35, -8, 0),
}
"""By number of players: what it is worth to have 1, 2, … moles where the others have the last of
these: the mean of what was measured among greedy bots and among burrowers."""


RELIANCE: Final[Mapping[str, float]] = {"burrower": 1.35, "master": 1.35}
"""By level, how many times as much a mole is worth to it against weaker players, if not as much:
who makes more of each mole misses it more."""


def reliance(level: str) -> float:
    """How many times as much a mole is worth to a level."""
    return RELIANCE.get(level, 1.0)


def strengths(level: str) -> dict[int, int]:
    """A level's rating points by the number of players; who grows is as strong as people are."""
    return dict(zip(WORTH, STRENGTH.get(level, STRENGTH[AVERAGE]), strict=True))


def fair_moles(levels: Sequence[str]) -> tuple[int, ...]:
    """By seat, the moles with which all are nearest to the weakest of them; nobody gets more.

    >>> fair_moles(["greedy", "greedy"])
    (10, 10)
    """
    players = len(levels)
    worth = WORTH[players]
    points = [strengths(level)[players] for level in levels]

    def moles(ahead: float) -> int:
        places = reversed(range(len(worth)))
        return 1 + min(places, key=lambda place: abs(worth[place] + ahead))

    pairs = zip(levels, points, strict=True)
    return tuple(moles((each - min(points)) / reliance(level)) for level, each in pairs)
