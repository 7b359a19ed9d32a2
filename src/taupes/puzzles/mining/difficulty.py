"""How hard a puzzle is: which levels find the answer, and how often.

A puzzle is rated as if it had played every level: whoever finds the answer has won. The levels'
ratings are those that the arena measured (bench/results.md), with 1500 in the middle.
"""

import math
from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Final

from taupes.bots import Budget, Choice, Player, make_bot
from taupes.rules import State

LEVELS: Final[Mapping[str, int]] = {
    "pup": 1051,
    "nibbler": 1251,
    "forager": 1432,
    "greedy": 1639,
    "burrower": 1753,
    "master": 1874,
}
THINKING: Final = Budget(simulations=600)
"""What the arena let the master think."""
TRIES: Final[Mapping[str, int]] = {level: 4 if level == "master" else 12 for level in LEVELS}
WEAKEST: Final = "pup"
MIDDLE: Final = 1500
SCALE: Final = 400 / math.log(10)


@cache
def _player(level: str) -> Player:
    return make_bot(level)


def finds(state: State, answer: Choice, level: str, rng: Random) -> float:
    """How often a level finds the answer, as a share of its tries."""
    tries = TRIES[level]
    player = _player(level) if level != "master" else make_bot(level)
    thoughts = (player.think(state, THINKING, rng) for _ in range(tries))
    return sum(thought.choice == answer for thought in thoughts) / tries


def rate(shares: Mapping[str, float]) -> int:
    """The rating of a puzzle that the levels find so often.

    One win and one loss against the middle are added, so that what nobody finds has a rating too.

    >>> rate(dict.fromkeys(LEVELS, 1.0)) < 900, rate(dict.fromkeys(LEVELS, 0.0)) > 2000
    (True, True)
    """
    played = [(LEVELS[level], TRIES[level], share) for level, share in shares.items()]
    played.append((MIDDLE, 2, 0.5))
    low, high = 0.0, 3000.0
    while high - low > 0.5:
        middle = (low + high) / 2
        surplus = sum(
            tries * (share - 1 / (1 + math.exp((middle - rating) / SCALE)))
            for rating, tries, share in played
        )
        low, high = (low, middle) if surplus > 0 else (middle, high)
    return round(low)
