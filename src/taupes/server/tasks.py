"""Work on the side: remembered until it is done, begun again when it fails, ended together."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final

from taupes.answers.job import place_of
from taupes.server.journal import log

_SHORTEST: Final = 0.5
_LONGEST: Final = 30.0
"""Seconds between a failure and the next attempt: doubled each time, up to the longest."""

_CALM: Final = 300.0
"""Seconds without a failure after which the pauses are short again."""


_LATE: Final = 120.0
"""Seconds for one round; if it takes longer, something is wrong."""


class Rounds:
    """What is done again and again, with pauses, and whether it still is."""

    def __init__(self, pause: float) -> None:
        self._pause = pause
        self._began: float | None = None
        """When the last round began, by the loop's clock."""

    async def run(self, *duties: tuple[int, Callable[[], Awaitable[None]]]) -> None:
        """Make rounds for ever: each duty in the first, and then every so many."""
        for count in itertools.count():
            self._began = asyncio.get_running_loop().time()
            for every, duty in duties:
                if count % every == 0:
                    await duty()
            await asyncio.sleep(self._pause)

    @property
    def is_well(self) -> bool:
        """Whether rounds are made, or the first is still to come."""
        now = asyncio.get_running_loop().time()
        return self._began is None or now - self._began < _LATE + self._pause


class Pauses:
    """Longer and longer pauses between attempts that fail one after the other."""

    def __init__(self) -> None:
        self._next = _SHORTEST
        self._last = 0.0

    async def wait(self) -> None:
        """Wait before the next attempt."""
        now = asyncio.get_running_loop().time()
        if now - self._last > _CALM:
            self._next = _SHORTEST
        seconds, self._next = self._next, min(2 * self._next, _LONGEST)
        self._last = now + seconds
        await asyncio.sleep(seconds)


class Tasks:
    """What runs beside the answers to messages."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()
        self.is_closed = False
        """Whether nothing new is begun."""

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run a coroutine on the side."""
        if self.is_closed:
            work.close()
            return
        task = asyncio.get_running_loop().create_task(work)
        # Asyncio itself remembers a task only loosely.
        self._running.add(task)
        task.add_done_callback(self._over)

    def keep(self, name: str, work: Callable[[], Coroutine[Any, Any, Any]]) -> None:
        """Run something to its end: if it fails, that is said, and it is begun again."""
        self.spawn(_keep(name, work))

    async def close(self) -> None:
        """End everything, and begin nothing more."""
        self.is_closed = True
        running = list(self._running)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    def _over(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            log_error("task_failed", error)


async def _keep(name: str, work: Callable[[], Coroutine[Any, Any, Any]]) -> None:
    pauses = Pauses()
    while True:
        try:
            await work()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is begun again
            log_error("begun_again", error, what=name)
            await pauses.wait()
        else:
            return


def log_error(event: str, error: BaseException, **facts: str) -> None:
    """Say what went wrong and where, without what people typed."""
    log.error(event, error=type(error).__name__, where=place_of(error), **facts)
