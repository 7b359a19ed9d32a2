"""Bots at work: those who answer at once and those who search, each in processes of their own."""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgspec

from taupes.answers.driving import only_reply
from taupes.answers.thinking import Reply, Watched, question_of
from taupes.bots import level_of
from taupes.rules import MOLES, Game, State, load_stack, new_game, preset_rules
from taupes.server.settings import Settings
from taupes.server.workers.pipe import Orders
from taupes.server.workers.pool import Bounds, Crowded, GaveUp, WorkerPool
from taupes.server.workers.pools import WorkerPools
from taupes.server.workers.queue import Asker

__all__ = ["Asker", "BotPool", "Crowded", "NoThought"]

GRACE: Final = 10.0
"""Seconds beyond its time that a mind gets before it is stopped: a machine may be busy."""

FIRST: Final = 300.0
"""Seconds more for the first thought of a process: on a fresh machine all is compiled then."""

QUICK_MEMORY: Final = 150_000_000
DEEP_MEMORY: Final = 320_000_000
"""Bytes with which a process goes on to the next thought: what it has learned of boards is kept."""


class NoThought(Exception):
    """No bot could be asked, or it gave no answer in time."""


class BotPool(WorkerPools):
    """Everybody's bots. Whoever answers at once never waits behind one who searches."""

    def __init__(self, settings: Settings) -> None:
        limits, orders = settings.limits, Orders(niceness=settings.limits.niceness)
        bounds = Bounds(
            limits.thoughts_waiting,
            limits.thoughts_waiting,
            limits.thoughts_per_person,
            QUICK_MEMORY,
            first=FIRST,
        )
        self._quick = WorkerPool("quick bots", 1, bounds, orders)
        deep = msgspec.structs.replace(bounds, resident=DEEP_MEMORY)
        self._deep = WorkerPool("bots", settings.bots, deep, orders)
        super().__init__(self._quick, self._deep)

    async def warm(self, level: str = "master") -> None:
        """Let a bot think once for nothing, so that the first person does not wait for it."""
        game = Game(load_stack("classic-0000"), preset_rules("web", 2), seats=2, moles=MOLES[2])
        with suppress(NoThought, Crowded):
            await self.choose(new_game(game), level, "warm", 0.01, Asker(rank=2))

    async def choose(
        self,
        state: State,
        level: str,
        seed: str,
        seconds: float,
        asker: Asker,
        watched: Watched | None = None,
    ) -> Reply:
        """What a bot does, which is asked only if there is something to decide.

        Crowded if too much waits already, NoThought if no answer comes in time.
        """
        only = only_reply(state)
        if only is not None:
            return only
        if not level_of(level).plays(state.game.stack.radius):
            raise NoThought("it cannot play on such boards")

        def question() -> bytes:
            return msgspec.json.encode(question_of(state, level, seed, seconds, watched))

        return await self.think(question, level, seconds, asker)

    async def think(
        self, question: Callable[[], bytes], level: str, seconds: float, asker: Asker
    ) -> Reply:
        """A bot's answer to a question, which is made when a process has time for it."""
        pool = self._quick if level_of(level).is_quick else self._deep
        try:
            done = await pool.ask("thinking.think", question, seconds + GRACE, asker)
        except GaveUp as error:
            raise NoThought(str(error)) from error
        if done.refusal is not None:
            raise NoThought(done.refusal.code)
        return msgspec.json.decode(done.data, type=Reply)
