"""The tables that a process has in memory: taken up from their logs, put back when not needed."""

import asyncio
import re
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

import msgspec

from taupes.server.hall.live import Live
from taupes.server.storage import Storage
from taupes.table.entries import Entry
from taupes.table.evolve import rebuild
from taupes.table.table import Table

T = TypeVar("T")

TABLE_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)

decode_entry: Final = msgspec.json.Decoder(Entry).decode


class Shelf:
    """All tables that this process has to do with at the moment."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.live: dict[str, Live] = {}
        self.attend: Callable[[Live], None] = lambda _: None
        """Called whenever a table was taken up, changed or lost a follower: who acts next?"""
        self._opening: dict[str, asyncio.Task[Live | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._readers = ThreadPoolExecutor(4, thread_name_prefix="taupes-reader")

    async def read(self, what: Callable[[], T]) -> T:
        """Run a read of the storage without holding up anybody."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, what)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run a coroutine on the side."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def open(self, table_id: str) -> Live | None:
        """A table, from memory or from its log; None if there is none."""
        live = self.live.get(table_id)
        if live is not None:
            return live
        if not TABLE_ID.fullmatch(table_id):
            return None
        task = self._opening.get(table_id)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._load(table_id))
            self._opening[table_id] = task
            task.add_done_callback(lambda _: self._opening.pop(table_id, None))
        return await asyncio.shield(task)

    async def _load(self, table_id: str) -> Live | None:
        table = await self.read(lambda: self._rebuild(table_id))
        if table is None:
            return None
        live = self.live.setdefault(table_id, Live(table))
        self.attend(live)
        return live

    def _rebuild(self, table_id: str) -> Table | None:
        bodies = self.storage.entries(table_id)
        return rebuild(table_id, map(decode_entry, bodies)) if bodies else None

    async def entries(self, table_id: str, since: int) -> list[Entry]:
        """A table's entries after a number, from its log."""
        bodies = await self.read(lambda: self.storage.entries(table_id, since))
        return [decode_entry(body) for body in bodies]

    def maybe_forget(self, live: Live) -> None:
        """Put a table out of memory when nobody needs it there; its log has everything."""
        if live.followers or live.busy or live.inbox:
            return
        if live.attendance is not None and not live.attendance.is_idle:
            return
        if live.attendance is not None:
            live.attendance.stop_timers()
        if self.live.get(live.table.id) is live:
            del self.live[live.table.id]

    async def erase(self, table_id: str) -> None:
        """Remove a table or a record for good, from memory too."""
        await self.read(lambda: self.storage.erase_table(table_id))
        live = self.live.pop(table_id, None)
        if live is not None and live.attendance is not None:
            live.attendance.stop_timers()

    async def let_go(self) -> None:
        """End what runs on the side."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._readers.shutdown(wait=False, cancel_futures=True)
