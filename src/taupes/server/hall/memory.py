"""The tables that a process has in memory: taken up from their logs, put back when not needed."""

import asyncio
import re
from typing import Final

import msgspec

from taupes.server.clock import CLOCK
from taupes.server.hall.live import Live
from taupes.server.storage import FOREVER, Storage
from taupes.table.entries import Entry, is_erasure
from taupes.table.evolve import rebuild
from taupes.table.table import Table

TABLE_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)

decode_entry: Final = msgspec.json.Decoder(Entry).decode


class Memory:
    """All tables that this process has to do with at the moment."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.live: dict[str, Live] = {}
        self._opening: dict[str, asyncio.Task[Live | None]] = {}
        self._heard: dict[str, int] = {}
        """Of tables that are being opened, the latest entry that another process has announced."""

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
            task.add_done_callback(lambda _: self._opened(table_id))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(self._unwanted)
            raise

    def keep(self, live: Live) -> Live:
        """Have a table in memory; if it is there already, that one counts."""
        return self.live.setdefault(live.table.id, live)

    async def _load(self, table_id: str) -> Live | None:
        table = await self.storage.read(lambda: self._rebuild(table_id))
        if table is None:
            return None
        CLOCK.hear(table.touched)
        live = self.keep(Live(table))
        live.announced = max(live.announced, self._heard.get(table_id, 0))
        return live

    def _opened(self, table_id: str) -> None:
        self._opening.pop(table_id, None)
        self._heard.pop(table_id, None)

    def _unwanted(self, task: asyncio.Task[Live | None]) -> None:
        """Put a table out of memory again whose reader did not wait for it, unless others did."""
        if not task.cancelled() and task.exception() is None and (live := task.result()):
            self.maybe_forget(live)

    def hear(self, table_id: str, number: int) -> None:
        """Another process has stored an entry of a table that is not in memory, or not yet."""
        if table_id in self._opening:
            self._heard[table_id] = max(number, self._heard.get(table_id, 0))

    def _rebuild(self, table_id: str) -> Table | None:
        entries = [decode_entry(body) for body in self.storage.entries(table_id)]
        if not entries or is_erasure(entries[-1]):
            return None
        return rebuild(table_id, entries)

    async def entries(self, table_id: str, since: int, limit: int = FOREVER) -> list[Entry]:
        """A table's entries after a number, from its log, and not more than so many."""

        def read() -> list[Entry]:
            return [decode_entry(body) for body in self.storage.entries(table_id, since, limit)]

        return await self.storage.read(read)

    def maybe_forget(self, live: Live) -> None:
        """Put a table out of memory when nobody needs it there; its log has everything."""
        if live.followers or live.busy or live.inbox or not live.timers.is_idle:
            return
        live.timers.stop()
        if self.live.get(live.table.id) is live:
            del self.live[live.table.id]

    def let_go(self, live: Live) -> None:
        """Put a table out of memory that is erased: nobody follows it any more."""
        live.followers.clear()
        live.timers.stop()
        if self.live.get(live.table.id) is live:
            del self.live[live.table.id]
