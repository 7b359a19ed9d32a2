"""The strengths under which results are most likely, and how sure they are.

The model is Luce's: at a table the chance of a seat to win is its bot's strength over the sum of
all seats' strengths; with two seats that is Bradley and Terry's. A shared win counts in equal parts
for those who share it, a draw in equal parts for everybody.

Every bot also has one won and one lost game against a stranger of average strength, so that a bot
that never lost keeps a finite rating. The covariance is of the robust ("sandwich") kind, summed
over blocks: games with the same luck are not independent and are not taken to be.
"""

from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from taupes.arena.ratings import GameResult

Floats = NDArray[np.float64]

STEPS: Final = 100
CLOSE: Final = 1e-10
"""A step so short that the summit is reached."""


def fit(results: Iterable[GameResult], bots: int) -> tuple[list[float], list[list[float]]]:
    """Logarithms of strengths around a mean of 0, and their covariance."""
    # In one order, whichever game was over first: sums of fractions depend on it.
    ordered = sorted(results, key=lambda result: (result.block, result.bots, result.shares))
    kinds: dict[tuple[int, ...], int] = {}
    numbers = [kinds.setdefault(tuple(sorted(one.bots)), len(kinds)) for one in ordered]
    place = np.array(numbers, np.int64)
    seats = [[kind.count(bot) for bot in range(bots)] for kind in kinds]
    tables = np.array(seats, np.float64).reshape(len(kinds), bots)
    games = np.bincount(place, minlength=len(kinds))
    won = np.zeros((len(ordered), bots))
    for game, result in enumerate(ordered):
        for bot, share in zip(result.bots, result.shares, strict=True):
            won[game, bot] += share
    strengths = _climb(won.sum(0), tables, games)
    chances = _chances(strengths, tables)
    bread = np.linalg.inv(_curvature(strengths, chances, games))
    surprises = _by_block(won - chances[place], [result.block for result in ordered])
    centre = np.eye(bots) - 1 / bots  # the level of all together means nothing
    spread = centre @ bread @ _scatter(strengths, surprises) @ bread @ centre
    return (centre @ strengths).tolist(), spread.tolist()


def _climb(won: Floats, tables: Floats, games: NDArray[np.int64]) -> Floats:
    """Newton's method; the likelihood has one summit."""
    strengths = np.zeros(len(won))
    for _ in range(STEPS):
        chances = _chances(strengths, tables)
        # With the two games against the stranger.
        slope = won + 1 - 2 * _logistic(strengths) - games @ chances
        step = np.linalg.solve(_curvature(strengths, chances, games), slope)
        longest = np.abs(step).max(initial=0.0)
        strengths = strengths + step / max(1.0, longest)
        if longest < CLOSE:
            break
    return strengths


def _chances(strengths: Floats, tables: Floats) -> Floats:
    """The chance to win of each bot at each table, all its seats together."""
    top = np.where(tables > 0, strengths, -np.inf).max(1, initial=-np.inf, keepdims=True)
    weights = tables * np.exp(np.minimum(strengths - top, 0.0))
    shares: Floats = weights / weights.sum(1, keepdims=True)
    return shares


def _curvature(strengths: Floats, chances: Floats, games: NDArray[np.int64]) -> Floats:
    """Minus the second derivatives of the log likelihood."""
    chance = _logistic(strengths)
    alone = np.diag(2 * chance * (1 - chance) + games @ chances)
    return alone - (chances.T * games) @ chances


def _by_block(surprises: Floats, blocks: list[int]) -> Floats:
    """What each block won beyond what was to be expected; -1 is a block of its own."""
    names = [block if block >= 0 else -1 - game for game, block in enumerate(blocks)]
    unique, place = np.unique(np.array(names, np.int64), return_inverse=True)
    sums = np.zeros((len(unique), surprises.shape[1]))
    np.add.at(sums, place, surprises)
    return sums


def _scatter(strengths: Floats, surprises: Floats) -> Floats:
    """How much the blocks scatter around what the strengths lead to expect."""
    blocks, chance = len(surprises), _logistic(strengths)
    correction = blocks / (blocks - 1) if blocks > 1 else 1.0
    return correction * surprises.T @ surprises + np.diag(chance**2 + (1 - chance) ** 2)


def _logistic(x: Floats) -> Floats:
    odds = np.exp(-np.abs(x))  # never too large
    chance: Floats = np.where(x >= 0, 1, odds) / (1 + odds)
    return chance
