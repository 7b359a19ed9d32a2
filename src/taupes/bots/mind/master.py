"""The strongest player: it searches with all it has, and knows the last board by heart."""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Final

from taupes.bots.endgame import Endgame, NotSolvable, Ranked, is_last_board
from taupes.bots.mind.thinker import ROOM, Thinker
from taupes.bots.player import Budget, Thought, choices
from taupes.rules import Draw, State

LARGEST: Final = 60_000_000
"""The largest table it builds while people wait: a few seconds."""
SECONDS: Final = 1.0


def _threads() -> int:
    return min(4, os.cpu_count() or 1)


@cache
def _library() -> ThreadPoolExecutor:
    """Where tables are built while the game goes on."""
    return ThreadPoolExecutor(1, thread_name_prefix="endgame")


@dataclass(frozen=True, slots=True)
class Master:
    """Thinks for a second with all cores; on the last board it looks the answer up.

    A table that is not ready in time is built beside the game, and the search answers meanwhile.
    With a budget of simulations it waits for the table: the same seed gives the same game.
    """

    searcher: Thinker = field(default_factory=lambda: Thinker(ROOM, SECONDS, _threads()))

    def think(self, state: State, budget: Budget, rng: Random) -> Thought:
        """Look the answer up, or search for it."""
        is_known = len(choices(state)) > 1 and is_last_board(state)
        if is_known and (ranked := _look_up(state, budget)):
            return _thought(state, ranked)
        return self.searcher.think(state, budget, rng)


def _look_up(state: State, budget: Budget) -> tuple[Ranked, ...]:
    """The choices on the last board, best first; empty when that cannot be known in time.

    With three or four players left there are no exact tables, and the search does better than the
    endgame's estimate (docs/decisions/0031).
    """
    try:
        endgame = Endgame.for_state(state, limit=LARGEST)
    except NotSolvable:
        return ()
    if budget.simulations is not None:
        return endgame.best(state)
    try:
        seconds = SECONDS if budget.seconds is None else budget.seconds
        return _library().submit(endgame.best, state).result(timeout=seconds)
    except TimeoutError:
        return ()


def _thought(state: State, ranked: tuple[Ranked, ...]) -> Thought:
    best = ranked[0]
    alternatives = tuple(
        (each.choice, each.values[state.turn])
        for each in ranked
        if not isinstance(each.choice, Draw)
    )
    return Thought(alternatives[0][0], best.values, (alternatives[0][0],), alternatives)
