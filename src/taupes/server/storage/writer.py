"""Who writes: one task, in groups. All that is waiting goes into one transaction.

A thread of its own would fight the event loop for the interpreter at every statement, which cost
more than all its work (docs/decisions/0046).
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from taupes.server.journal import log
from taupes.server.storage.rows import Append, AppendResult

GROUP: Final = 512
"""The most appends in one transaction."""

_PAUSE_AFTER_FAILURE: Final = 0.2
"""Seconds; nobody is served faster by asking a full disk again and again."""

Store = Callable[[Sequence[Append]], Awaitable[Sequence[AppendResult]]]
"""Stores a group, on disk when it returns; for each entry, how that went."""


class Writer:
    """Stores entries soon and in order, and says how that went."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[Append] = []
        self._more: asyncio.Future[None] | None = None
        """Set while there is nothing to write."""
        self._is_open = True
        self.groups = 0
        """Transactions so far."""
        self._task = asyncio.get_running_loop().create_task(self._run())

    def put(self, item: Append) -> None:
        """Take an entry."""
        self._waiting.append(item)
        self._wake()

    async def stop(self) -> None:
        """Write what is waiting, then end."""
        self._is_open = False
        self._wake()
        await self._task

    def _wake(self) -> None:
        # The task goes on when all that has arrived at the sockets by now was taken: one group.
        if self._more is not None:
            self._more.set_result(None)
            self._more = None

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while self._is_open or self._waiting:
            if not self._waiting:
                self._more = loop.create_future()
                await self._more
            await self._write()

    async def _write(self) -> None:
        """Store a group and say how that went; nothing of it is kept while we wait for the next."""
        group, self._waiting = self._waiting[:GROUP], self._waiting[GROUP:]
        for item, result in zip(group, await self._results(group), strict=True):
            try:
                item.done(result)
            except Exception as error:  # noqa: BLE001 - whatever it is, the writer must go on
                what = {"message": "an entry could not be shown", "exception": error}
                asyncio.get_running_loop().call_exception_handler(what)

    async def _results(self, group: Sequence[Append]) -> Sequence[AppendResult]:
        if not group:
            return []
        try:
            results = await self._store(group)
        except Exception as error:  # noqa: BLE001 - whatever it is, the writer must go on
            log.warning("not_stored", entries=len(group), reason=str(error))
            await asyncio.sleep(_PAUSE_AFTER_FAILURE)
            return [AppendResult.FAILED] * len(group)
        self.groups += 1
        return results
