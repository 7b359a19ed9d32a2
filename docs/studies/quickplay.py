"""Thousands of games of players who judge the position after each choice, compiled."""

from functools import cache
from typing import Any, Final

import numpy as np
from stacks import Sample

from taupes.bots.evaluation.knowledge import make_desk, well_read
from taupes.bots.evaluation.network import judge
from taupes.bots.search.tree import copy_row
from taupes.kernel import Engine, below, compiled, seed, stir
from taupes.kernel.choices import choose, list_choices
from taupes.kernel.layout import CHANCE, PHASE, PLACE_PHASE, SEAT, TURN_DISC
from taupes.kernel.play import apply, begin
from taupes.rules import Game

EASE: Final = 0.002
"""Placements that give away no more of the chance to win than this are as good as the best: no
disc comes before they are all made, and one opening would have to speak for a whole stack."""


@compiled
def pick(s: Any, desk: Any, count: int, worths: Any, ease: float) -> int:
    """One of the choices that are worth no less than the best but for so much, by chance."""
    best, equals = -1.0, 0
    for i in range(count):
        best = max(best, worths[i])
    for i in range(count):
        equals += worths[i] >= best - ease
    s[CHANCE] = stir(s[CHANCE])
    place = below(s[CHANCE], equals)
    for i in range(count):
        place -= worths[i] >= best - ease
        if place < 0:
            return int(desk.choices[i])
    return int(desk.choices[0])


@compiled
def look(t: Any, s: Any, mind: Any, desk: Any, count: int, worths: Any) -> int:
    """The choice after which the player to act stands best; whoever is all home passes."""
    for i in range(count):
        worths[i] = -1.0
        if desk.choices[i] != TURN_DISC:
            copy_row(s, desk.after)
            apply(t, desk.after, desk.choices[i])
            judge(t, desk.after, mind, desk)
            worths[i] = desk.v[s[SEAT]]
    return pick(s, desk, count, worths, EASE if s[PHASE] == PLACE_PHASE else 0.0)


@compiled
def _play(t: Any, mind: Any, desk: Any, worths: Any) -> float:
    """Play a game to where its result is known, and give the first player's part of it.

    That is its end, or where two players begin on the last board and the book knows the chances.
    """
    s = desk.row
    rng = s[CHANCE]
    begin(t, s)
    s[CHANCE] = rng
    count = list_choices(t, s, desk.choices)
    while True:
        choice = look(t, s, mind, desk, count, worths)
        copy_row(s, desk.after)
        apply(t, desk.after, choice)
        if judge(t, desk.after, mind, desk):
            return float(desk.v[0])
        count = choose(t, s, choice, desk.choices)


@compiled
def _play_many(t: Any, mind: Any, desk: Any, worths: Any, rng: int, results: Any) -> None:
    desk.row[CHANCE] = rng
    for game in range(len(results)):
        results[game] = _play(t, mind, desk, worths)


@cache
def _made_ready(game: Game) -> tuple[Any, ...]:
    """All that a game needs to be played, but luck."""
    engine = Engine(game)
    desk = make_desk(engine, 1)
    return engine.tables, well_read(game), desk, np.zeros(len(desk.choices), np.float32)


def play_quickly(game: Game, number: int, count: int) -> Sample:
    """The first player's results in so many games; the same number gives the same games."""
    if game.rules.special_cells:
        raise ValueError("quick play knows no extra discs: give rules without special cells")
    results = np.zeros(count)
    tables, mind, desk, worths = _made_ready(game)
    _play_many(tables, mind, desk, worths, seed(number), results)
    return Sample(count, float(results.sum()), float((results**2).sum()))
