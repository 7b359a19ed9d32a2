"""The figures of the study, worked out from its rows."""

import math
from collections.abc import Mapping, Sequence
from itertools import count, takewhile
from typing import Any, Final

import numpy as np
from games import ANY, BOARDS, Batch, Row, preset_groups, spokesman
from stacks import (
    Halves,
    Measured,
    Orientations,
    Sample,
    alike,
    chi_square_tail,
    differences,
    measure_choice,
    one_board_turned,
)

from taupes.arena.ratings import NORMAL_95, wilson
from taupes.rules import DEFAULT_PRESET, MOLES, format_orientations, load_boards, preset_rules

Rows = Mapping[str, Row]
Figures = dict[str, Any]

PLACES: Final = 4
"""Digits kept of a share."""


def different_stacks() -> list[Orientations]:
    """One of each kind of stack that two players can have under the default rules."""
    return sorted(set(alike(load_boards(BOARDS), preset_rules(DEFAULT_PRESET, 2)).values()))


def seat_figures(rows: Rows) -> list[Figures]:
    """What each seat wins, by number of players and preset."""
    return [
        {"players": players, "presets": list(presets)}
        | seat_row(_results(rows, players, spokesman(presets), ANY))
        for players in MOLES
        for presets in preset_groups(players)
    ]


def _results(rows: Rows, players: int, preset: str, orientations: str) -> list[list[float]]:
    return [
        parts
        for row in _batches(rows, "master", players, preset, orientations)
        for parts in row["results"]
    ]


def _batches(rows: Rows, bots: str, players: int, preset: str, orientations: str) -> list[Row]:
    keys = (Batch(bots, players, preset, orientations, number).key for number in count())
    return [rows[key] for key in takewhile(rows.__contains__, keys)]


def seat_row(results: Sequence[Sequence[float]]) -> Figures:
    """The mean part of the win by seat, with intervals, and whether all seats are alike."""
    samples = [sample_of(column) for column in zip(*results, strict=True)]
    return {
        "games": len(results),
        "wins": [round(sample.mean, PLACES) for sample in samples],
        "intervals": [interval(sample) for sample in samples],
        "chance": round(chance_of_even(results), PLACES),
    }


def sample_of(results: Sequence[float]) -> Sample:
    """Some results added up."""
    return Sample(len(results), sum(results), sum(result**2 for result in results))


def interval(sample: Sample) -> list[float]:
    """Wilson's interval, for as many won and lost games as would scatter as much as these.

    Games whose last board is solved count with a chance: they scatter less than won and lost ones.
    """
    games = float(sample.games)
    if sample.scatter > 0:
        games = max(games, sample.mean * (1 - sample.mean) / sample.error**2)
    return [round(limit, PLACES) for limit in wilson(sample.mean, games)]


def chance_of_even(results: Sequence[Sequence[float]]) -> float:
    """How likely so uneven results are when all seats are alike: Hotelling's, for many games."""
    parts = np.array(results)[:, :-1]  # what the last seat wins follows from the others
    ahead = parts.mean(axis=0) - 1 / len(results[0])
    spread = np.atleast_2d(np.cov(parts, rowvar=False)) / len(parts)
    if np.linalg.matrix_rank(spread) < len(ahead):
        return 1.0  # too few games to tell
    return chi_square_tail(float(ahead @ np.linalg.solve(spread, ahead)), len(ahead))


def stack_halves(rows: Rows) -> dict[Orientations, Halves]:
    """The quick games on every stack, its even and its odd batches."""
    halves: dict[Orientations, Halves] = {}
    for stack in different_stacks():
        batches = _batches(rows, "quick", 2, DEFAULT_PRESET, format_orientations(stack))
        samples = [Sample(**row) for row in batches]
        even, odd = samples[::2], samples[1::2]
        halves[stack] = (sum(even[1:], even[0]), sum(odd[1:], odd[0]))
    return halves


def layout_figures(halves: Mapping[Orientations, Halves]) -> Figures:
    """Whether stacks differ, and by how much."""
    samples = {stack: even + odd for stack, (even, odd) in halves.items()}
    found = differences(list(samples.values()))
    return {
        "stacks": {
            format_orientations(stack): [round(each.mean, PLACES), round(each.error, PLACES + 2)]
            for stack, each in samples.items()
        },
        "games": sum(sample.games for sample in samples.values()),
        "chi_square": round(found.chi_square, 1),
        "freedom": found.freedom,
        "chance": float(f"{found.chance:.2g}"),
        "spread": round(found.spread, PLACES),
        "noise": round(found.noise, PLACES),
    }


def choice_figures(halves: Mapping[Orientations, Halves]) -> list[Figures]:
    """What the first player wins when somebody may choose the stack or turn a board."""
    kinds = alike(load_boards(BOARDS), preset_rules(DEFAULT_PRESET, 2))
    turned = [[kinds[other] for other in one_board_turned(stack)] for stack in halves]
    whole = [list(halves)]
    found = {
        "as it falls": _mean_of([even + odd for even, odd in halves.values()]),
        "second turns one board": measure_choice(halves, turned, lambda first: -first),
        "second chooses the stack": measure_choice(halves, whole, lambda first: -first),
        "first turns one board": measure_choice(halves, turned, lambda first: first),
        "first chooses the stack": measure_choice(halves, whole, lambda first: first),
        "the most even stack": measure_choice(halves, whole, lambda first: -abs(first - 0.5)),
    }
    return [{"choice": name} | _measured(each) for name, each in found.items()]


def _mean_of(samples: Sequence[Sample]) -> Measured:
    """The mean of all stacks, each as likely as any other."""
    error = math.sqrt(sum(sample.error**2 for sample in samples)) / len(samples)
    return Measured(sum(sample.mean for sample in samples) / len(samples), NORMAL_95 * error)


def _measured(found: Measured) -> Figures:
    limits = [found.mean - found.reach, found.mean + found.reach]
    return {
        "first": round(found.mean, PLACES),
        "interval": [round(limit, PLACES) for limit in limits],
    }


def extremes(halves: Mapping[Orientations, Halves]) -> dict[str, str]:
    """The stack on which the first player did best by all quick games, and the second's."""
    ranked = sorted(
        halves, key=lambda stack: (sum(halves[stack][1:], halves[stack][0]).mean, stack)
    )
    return {"first": format_orientations(ranked[-1]), "second": format_orientations(ranked[0])}


def check_figures(rows: Rows, stacks: Mapping[str, str]) -> list[Figures]:
    """What the master makes of the two stacks that quick games found the most uneven."""
    return [
        {"for": seat, "stack": f"{BOARDS}-{stack}"}
        | seat_row(_results(rows, 2, DEFAULT_PRESET, stack))
        for seat, stack in stacks.items()
    ]
