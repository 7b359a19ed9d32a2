"""A shelf in memory: what is stored stays when a keeper dies, and it fails when told to."""

import asyncio
from collections.abc import Callable
from typing import Literal

from taupes.browser.shelf import ShelfFull, Shelved

When = Literal["before", "after"]


class Goods:
    """What lies on a device, whoever comes and goes."""

    def __init__(self) -> None:
        self.logs: dict[str, list[bytes]] = {}
        self.lines: dict[str, bytes] = {}
        self.stages: dict[str, str] = {}
        self.brought: dict[str, tuple[int, bytes, bytes]] = {}


class MemoryShelf:
    """A shelf as one tab sees it."""

    def __init__(self, goods: Goods | None = None) -> None:
        self.goods = goods or Goods()
        self.calls = 0
        self.is_full = False
        self.fault: Exception | None = None
        """What every append fails with, after it has stored."""
        self.stop_at: tuple[int, When] | None = None
        """The call that never comes back, as if the tab was killed before or after its work."""
        self.stopped = asyncio.Event()
        self.on_stored: Callable[[str], None] | None = None
        """Who else is told that an entry of a table is stored, or that it is deleted."""

    async def _wait(self, when: When) -> None:
        self.calls += when == "before"
        await asyncio.sleep(0)
        if self.stop_at == (self.calls, when):
            self.stopped.set()
            await asyncio.Event().wait()

    async def entries(self, table: str) -> list[bytes]:
        await self._wait("before")
        return list(self.goods.logs.get(table, ()))

    async def append(
        self, table: str, number: int, body: bytes, summary: bytes | None, stage: str
    ) -> bool:
        await self._wait("before")
        if self.is_full:
            raise ShelfFull
        if number != len(self.goods.logs.get(table, ())) + 1:
            return False
        self.goods.logs.setdefault(table, []).append(body)
        self.goods.stages[table] = stage
        if summary is not None:
            self.goods.lines[table] = summary
        if self.on_stored is not None:
            self.on_stored(table)
        await self._wait("after")
        if self.fault is not None:
            raise self.fault
        return True

    async def tables(self) -> list[Shelved]:
        await self._wait("before")
        return [Shelved(table, 1, line) for table, line in self.goods.lines.items()]

    async def delete_table(self, table: str) -> None:
        await self._wait("before")
        self.goods.logs.pop(table, None)
        self.goods.lines.pop(table, None)
        self.goods.stages.pop(table, None)
        if self.on_stored is not None:
            self.on_stored(table)

    async def records(self) -> list[Shelved]:
        await self._wait("before")
        return [Shelved(one, at, line) for one, (at, line, _) in self.goods.brought.items()]

    async def record(self, record: str) -> bytes | None:
        await self._wait("before")
        found = self.goods.brought.get(record)
        return None if found is None else found[2]

    async def put_record(self, record: str, created: int, summary: bytes, body: bytes) -> None:
        await self._wait("before")
        if self.is_full:
            raise ShelfFull
        self.goods.brought[record] = (created, summary, body)
        await self._wait("after")

    async def delete_record(self, record: str) -> None:
        await self._wait("before")
        self.goods.brought.pop(record, None)
