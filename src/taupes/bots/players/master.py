"""The strongest player: it searches with all it has, and knows the last board by heart."""

import os
import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache, lru_cache
from random import Random
from threading import BoundedSemaphore
from typing import Any, Final, TypeVar

from taupes.bots.endgame import HAS_TABLES, Endgame, NotSolvable, Ranked, is_last_board
from taupes.bots.evaluation.knowledge import LARGEST, is_read_at_once, well_read
from taupes.bots.evaluation.mind import Mind
from taupes.bots.player import Budget, Thought, choices
from taupes.bots.search.memory import SearchMemory
from taupes.bots.search.rivals import Rivals
from taupes.bots.search.searcher import ROOM, Searcher
from taupes.rules import Action, Draw, Game, State

SECONDS: Final = 1.0
PLACES: Final = 4
"""Tables and books that are being built, or wait for it."""

T = TypeVar("T")


def _threads() -> int:
    return 1 if sys.platform == "emscripten" else min(4, os.cpu_count() or 1)


class NoPlace(Exception):
    """Too much waits to be built already."""


class Builder:
    """A thread in which tables and books are built while games go on, so many one after another.

    What need not be built never waits for it: boards that strangers have made keep nobody from
    what is known about others.
    """

    def __init__(self) -> None:
        self._building = ThreadPoolExecutor(1, thread_name_prefix="endgame")
        self._reading = ThreadPoolExecutor(1, thread_name_prefix="reading")
        self._places = BoundedSemaphore(PLACES)

    def ask(self, work: Callable[..., T], about: Any, *, is_built: bool) -> Future[T]:
        """Have something worked out; NoPlace if it would have to be built, and too much is."""
        if is_built:
            return self._reading.submit(work, about)
        if not self._places.acquire(blocking=False):
            raise NoPlace
        future = self._building.submit(work, about)
        future.add_done_callback(lambda _: self._places.release())
        return future


_builder: Final = cache(Builder)


@dataclass(frozen=True, slots=True)
class Master:
    """Thinks for a second with all cores; what the last board is worth it looks up.

    Tables and books that are not ready in time are built beside the game, and the search answers
    without them meanwhile, or always where there can be none (`HAS_TABLES`). With a budget of
    simulations it waits for them: the same seed gives the same game.
    """

    searcher: Searcher = field(default_factory=lambda: Searcher(ROOM, SECONDS, _threads()))
    memory: SearchMemory = field(default_factory=SearchMemory, compare=False)
    rivals: Rivals = field(default_factory=Rivals, compare=False)

    def watch(self, before: State, action: Action, after: State) -> None:
        """See how somebody plays."""
        self.rivals.watch(before, action, after)

    def think(self, state: State, budget: Budget, rng: Random) -> Thought:
        """Look the answer up, or search for it."""
        is_known = len(choices(state)) > 1 and is_last_board(state)
        if is_known and (ranked := _look_up(state, budget)):
            return _thought(state, ranked)
        mind, habits = _mind(state.game, budget), self.rivals.habits(state)
        return self.searcher.think(state, budget, rng, mind, self.memory, habits)


@lru_cache(maxsize=16)
def _reading(game: Game) -> Future[Mind]:
    """The book of a game's last board, being read."""
    return _builder().ask(well_read, game, is_built=is_read_at_once(game))


def _mind(game: Game, budget: Budget) -> Mind | None:
    """What is known about a game by now, if more than what ships with the package."""
    if not HAS_TABLES:
        return None
    if budget.simulations is not None:
        return well_read(game)
    try:
        reading = _reading(game)
    except NoPlace:
        return None
    return reading.result() if reading.done() else None


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
        is_built = endgame.is_ready(state)
        return _builder().ask(endgame.best, state, is_built=is_built).result(timeout=seconds)
    except (TimeoutError, NoPlace):
        return ()


def _thought(state: State, ranked: tuple[Ranked, ...]) -> Thought:
    best = ranked[0]
    alternatives = tuple(
        (each.choice, each.values[state.turn])
        for each in ranked
        if not isinstance(each.choice, Draw)
    )
    return Thought(alternatives[0][0], best.values, (alternatives[0][0],), alternatives)
