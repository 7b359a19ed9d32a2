"""Work on the side: remembered until it is done, said when it fails, ended together."""

import asyncio
import traceback
from collections.abc import Coroutine
from typing import Any

from taupes.server.journal import log


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


def log_error(event: str, error: BaseException) -> None:
    """Say what went wrong and where, without what people typed."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else "?"
    log.error(event, error=type(error).__name__, where=where)
