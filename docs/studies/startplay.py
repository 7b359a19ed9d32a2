"""Games that begin in another way, by players who search a little or look one choice ahead."""

from functools import cache
from typing import Any

import numba
import numpy as np
from quickplay import EASE, look, pick
from starts import Start

from taupes.bots.evaluation.certainty import know
from taupes.bots.evaluation.knowledge import make_desk, well_read
from taupes.bots.evaluation.network import judge
from taupes.bots.search.memory import make_tree
from taupes.bots.search.nodes import ACTION, COUNT, FIRST, NODE_WORDS, VISITS
from taupes.bots.search.searcher import EXPLORE
from taupes.bots.search.tree import PATH, copy_row, descend
from taupes.kernel import Engine, seed
from taupes.kernel.actions import list_actions
from taupes.kernel.arrays import words
from taupes.kernel.choices import choose, list_choices
from taupes.kernel.compiler import count_bits
from taupes.kernel.layout import (
    CHANCE,
    DRAW,
    LEVEL_HOLES,
    OCCUPIED,
    PHASE,
    PLACE_PHASE,
    ROW_WORDS,
    SEAT,
    SEATS,
    TURN_DISC,
)
from taupes.kernel.moves import level_block
from taupes.kernel.play import apply, begin
from taupes.rules import Game

njit = numba.njit(nogil=True, error_model="numpy")


@njit
def _place_all(t: Any, s: Any, mind: Any, desk: Any, worths: Any, order: Any, swaps: int) -> float:
    """Place all moles, each where it looks best, and give what the first turn's seat is worth.

    Where the second may swap, the first makes the sides as equal as it can, the second as unequal.
    """
    for n in range(len(order)):
        s[SEAT] = order[n]
        count = list_actions(t, s, desk.choices)
        for i in range(count):
            copy_row(s, desk.after)
            apply(t, desk.after, desk.choices[i])
            if desk.after[PHASE] == PLACE_PHASE:
                desk.after[SEAT] = order[n + 1]
            judge(t, desk.after, mind, desk)
            worths[i] = desk.v[order[n]]
            if swaps:
                gap = abs(desk.v[0] - 0.5)
                worths[i] = gap if order[n] else -gap
        apply(t, s, pick(s, desk, count, worths, EASE))
    judge(t, s, mind, desk)
    return float(desk.v[0])


@njit
def _search(t: Any, s: Any, mind: Any, desk: Any, tree: Any, times: int) -> int:
    """The choice that a search of so many decisions has looked at most."""
    tree.counts[0], tree.counts[1] = 1, 0
    for word in range(NODE_WORDS):
        tree.nodes[word] = 0
    s[CHANCE] = descend(t, s, mind, tree, desk, s[CHANCE], times, EXPLORE)
    first, best = tree.nodes[FIRST], -1.0
    choice = 0
    for child in range(first, first + tree.nodes[COUNT]):
        worth = tree.nodes[child * NODE_WORDS + VISITS] + tree.values[child * 4 + s[SEAT]]
        if worth > best:
            best, choice = worth, tree.nodes[child * NODE_WORDS + ACTION]
    return int(choice)


@njit
def _bar(t: Any, s: Any, desk: Any, count: int) -> int:
    """Strike the choices that enter a hole, unless there are no others, and count the rest."""
    holes, kept = t[level_block(t, s) + LEVEL_HOLES], 0
    for i in range(count):
        copy_row(s, desk.after)
        apply(t, desk.after, desk.choices[i])
        if count_bits(desk.after[OCCUPIED] & holes) == 0:
            desk.choices[kept] = desk.choices[i]
            kept += 1
    return kept if kept else count


@njit
def _play(
    t: Any, s: Any, mind: Any, desk: Any, tree: Any, worths: Any, start: Any, result: Any
) -> None:
    """Play a game to where its result is known: its end, or the book of the last board."""
    rng = s[CHANCE]
    begin(t, s)
    s[CHANCE] = rng
    times, disc, is_barred, swaps = start[0], start[1], start[2], start[3]
    ahead = _place_all(t, s, mind, desk, worths, start[4:], swaps)
    if disc:
        apply(t, s, DRAW + disc)
        count = list_actions(t, s, desk.choices)
    else:
        count = list_choices(t, s, desk.choices)
    if is_barred:
        count = _bar(t, s, desk, count)
    while True:
        if count == 1:
            choice = desk.choices[0]
        elif times and not is_barred:
            choice = _search(t, s, mind, desk, tree, times)
        else:
            choice = look(t, s, mind, desk, count, worths)
        is_barred = 0
        if choice != TURN_DISC:
            copy_row(s, desk.after)
            apply(t, desk.after, choice)
            if know(t, desk.after, mind, desk.known):
                break
        count = choose(t, s, choice, desk.choices)
    for seat in range(t[SEATS]):
        result[seat] = desk.known[seat]
    if swaps and ahead > 0.5:
        result[0], result[1] = desk.known[1], desk.known[0]


@njit
def _play_many(
    t: Any, s: Any, mind: Any, desk: Any, tree: Any, worths: Any, start: Any, out: Any
) -> None:
    for game in range(len(out)):
        _play(t, s, mind, desk, tree, worths, start, out[game])


@cache
def _made_ready(game: Game) -> tuple[Any, ...]:
    """All that a game needs to be played, but luck."""
    engine = Engine(game)
    desk = make_desk(engine, PATH)
    worths = np.zeros(len(desk.choices), np.float32)
    return engine.tables, words(ROW_WORDS), well_read(game), desk, worths


@cache
def _tree(times: int) -> Any:
    return make_tree(40 * times + 2000)


def play_start(game: Game, start: Start, number: int, count: int, times: int) -> np.ndarray:
    """Each seat's part of so many games; the same number gives the same games.

    `times` is how many decisions a search looks at; with 0 the players look one choice ahead. All
    place by looking one choice ahead.
    """
    tables, row, mind, desk, worths = _made_ready(game)
    row[CHANCE] = seed(number)
    how = (times, start.disc, start.is_barred, start.swaps, *start.order)
    out = np.zeros((count, game.seats))
    _play_many(tables, row, mind, desk, _tree(times), worths, np.array(how, np.int64), out)
    return out
