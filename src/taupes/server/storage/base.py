"""What a storage does. The SQL is the same for both engines; an engine knows how to run it.

Entries are written in groups: everything that is waiting goes into one transaction, which is on
disk before anybody is told. Everything else runs in threads and never waits for it.
"""

import asyncio
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final, Protocol, TypeVar

from taupes.server.storage.rows import (
    UNFINISHED,
    Append,
    AppendResult,
    StorageAway,
    TableRow,
    upload_statements,
)
from taupes.server.storage.writer import Writer
from taupes.table.facts import RecordRow

T = TypeVar("T")

News = tuple[str, int, bytes | None]
"""A table, the number of an entry that another process stored there, its body if at hand."""

READERS: Final = 4
"""Threads in which everything but the entries is read and written."""

FOREVER: Final = 1 << 62
"""More than there will ever be."""

ANSWER: Final = 8.0
"""Seconds in which the database answers, or counts as away."""

LEAVING: Final = 2.0
"""Seconds for what threads are reading as the storage stops."""

NOTES: Final = "?!~"
"""First letters of what processes say to each other beside the numbers of entries."""

_TABLE_ROW: Final = "id, created, stage, summary, is_public = 1"
Due = tuple[int, str]
"""When a table should be looked at, and its id: its place among all that are due."""

FIRST: Final[Due] = (-1, "")
"""Before all of them."""

Statement = tuple[str, tuple[Any, ...]]
"""SQL and its values."""


class Listener(Protocol):
    """Who is told what other processes have stored."""

    def announced(self, news: Sequence[News]) -> None:
        """Another process has stored entries."""

    def missed(self) -> None:
        """Something may have been missed: look at everything again."""

    def noted(self, origin: str, note: str) -> None:
        """Another process says something to all."""


class Storage(ABC):
    """Logs, lists and records."""

    is_shared = False
    """Whether other processes may use it at the same time."""

    def __init__(self) -> None:
        self._writer: Writer | None = None
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="taupes-reader")

    async def start(self) -> None:
        """Bring the database up to date and begin to write."""
        self.migrate()
        self._writer = Writer(self.store)

    async def stop(self) -> None:
        """Write what is waiting, then let go."""
        if self._writer is not None:
            await self._writer.stop()
            self._writer = None
        self._readers.shutdown(wait=False, cancel_futures=True)
        # A connection must not be closed under a thread that is reading from it.
        with suppress(TimeoutError):
            async with asyncio.timeout(LEAVING):
                await asyncio.to_thread(self._readers.shutdown)
        await self.close()

    async def read(self, what: Callable[[], T]) -> T:
        """Let a thread read or write something, without holding up anybody.

        StorageAway if that takes too long, be it that all threads are waiting for the database.
        """
        try:
            async with asyncio.timeout(ANSWER):
                return await asyncio.get_running_loop().run_in_executor(self._readers, what)
        except TimeoutError as error:
            raise StorageAway(f"no answer within {ANSWER:g} seconds") from error

    def append(self, item: Append) -> None:
        """Store an entry soon; its `done` is called when it is on disk, or is not."""
        if self._writer is None:
            item.done(AppendResult.FAILED)
        else:
            self._writer.put(item)

    @property
    def groups(self) -> int:
        """Transactions of appends so far."""
        return 0 if self._writer is None else self._writer.groups

    @abstractmethod
    async def store(self, group: Sequence[Append]) -> Sequence[AppendResult]:
        """Store entries in one transaction; for each, how that went."""

    @abstractmethod
    def run(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """One statement in a transaction of its own; the rows it gives."""

    @abstractmethod
    def run_all(self, statements: Iterable[tuple[str, tuple[Any, ...]]]) -> None:
        """Several statements in one transaction."""

    @abstractmethod
    def migrate(self) -> None:
        """Bring the database to the newest version."""

    @abstractmethod
    async def close(self) -> None:
        """Let go of the database."""

    async def listen(self, listener: Listener) -> None:  # noqa: B027 - alone one hears nothing
        """Tell a listener what other processes store."""

    def send_notes(self, notes: Sequence[str]) -> None:  # noqa: B027 - alone one tells nobody
        """Say something to all other processes: notes that begin with one of `NOTES`."""

    @abstractmethod
    def measure(self) -> tuple[int, int | None]:
        """Bytes that the database takes, and that are free on its disk, if that can be known."""

    def people_lock(self, *, is_exclusive: bool = False) -> list[Statement]:
        """What keeps the deletion of people and what is stored for them apart, in a transaction."""
        return []

    def share_lock(self, person: str) -> list[Statement]:
        """What lets nobody else count what a person has until a transaction has ended."""
        return []

    # Facts about the server itself

    def lasting(self, name: str, value: str) -> str:
        """What was first kept under a name, by whichever process: this, if nothing was."""
        self.run(
            "INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING", name, value
        )
        return str(self.run("SELECT value FROM facts WHERE name = ?", name)[0][0])

    def secret(self) -> bytes:
        """The server's secret, made by whoever comes first."""
        return bytes.fromhex(self.lasting("secret", secrets.token_hex(32)))

    def check(self) -> None:
        """Whether something can be stored now; StorageAway if not."""
        # A new value each time: writing the same again might not touch the disk.
        self.run(
            "INSERT INTO facts (name, value) VALUES ('checked', ?)"
            " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            secrets.token_hex(8),
        )

    # Tables

    def entries(self, table: str, since: int = 0, limit: int = FOREVER) -> list[bytes]:
        """The bodies of a table's entries after a number, and not more than so many."""
        rows = self.run(
            "SELECT body FROM entries WHERE table_id = ? AND number > ? ORDER BY number LIMIT ?",
            table,
            since,
            limit,
        )
        return [bytes(body) for (body,) in rows]

    def lobby(self, stage: str | None, before: int, limit: int) -> list[TableRow]:
        """Public tables, newest first."""
        stages = (stage,) if stage else ("open", "playing", "paused")
        marks = ", ".join("?" * len(stages))
        rows = self.run(
            f"SELECT {_TABLE_ROW} FROM tables WHERE is_public = 1 AND created < ?"  # noqa: S608
            f" AND stage IN ({marks}) ORDER BY created DESC LIMIT ?",
            before,
            *stages,
            limit,
        )
        return [TableRow(*row) for row in rows]

    def tables_of(self, person: str, limit: int) -> list[TableRow]:
        """The tables where a person sits or that they made: unfinished ones first, newest first."""
        rows = self.run(
            f"SELECT {_TABLE_ROW} FROM tables WHERE owner = ?"  # noqa: S608
            " OR id IN (SELECT table_id FROM seats WHERE person = ? AND has_left = 0)"
            " ORDER BY stage IN ('over', 'closed'), created DESC LIMIT ?",
            person,
            person,
            limit,
        )
        return [TableRow(*row) for row in rows]

    def table(self, table: str) -> TableRow | None:
        """What lists say about one table."""
        rows = self.run(f"SELECT {_TABLE_ROW} FROM tables WHERE id = ?", table)  # noqa: S608
        return TableRow(*rows[0]) if rows else None

    def unfinished(self, owner: str) -> int:
        """How many tables a person has made that are not over."""
        return int(self.run(UNFINISHED, owner, "")[0][0])

    def due(
        self, now: int, limit: int, *, has_people: bool = True, after: Due = FIRST
    ) -> list[Due]:
        """Tables that somebody should have looked at by now, with people or with bots alone.

        The longest due first, and of those only the ones after a place in that order.
        """
        which = "EXISTS" if has_people else "NOT EXISTS"
        rows = self.run(
            f"SELECT due, id FROM tables t WHERE due <= ? AND {which}"  # noqa: S608 - our own words
            " (SELECT 1 FROM seats s WHERE s.table_id = t.id) AND (due, id) > (?, ?)"
            " ORDER BY due, id LIMIT ?",
            now,
            *after,
            limit,
        )
        return [(row[0], row[1]) for row in rows]

    def forgotten(self, open_before: int, idle_before: int, limit: int = 200) -> list[str]:
        """Tables that never started, or that nobody has touched for long."""
        rows = self.run(
            "SELECT id FROM tables t WHERE (stage = 'open' AND created < ?)"
            " OR (stage IN ('playing', 'paused') AND created < ? AND NOT EXISTS"
            " (SELECT 1 FROM entries e WHERE e.table_id = t.id AND e.at >= ?)) LIMIT ?",
            open_before,
            idle_before,
            idle_before,
            limit,
        )
        return [row[0] for row in rows]

    # Records

    def add_record(self, row: RecordRow, most: int) -> bool:
        """Keep an uploaded record, unless its owner has so many, or was deleted; whether it is."""
        locks = (*self.people_lock(), *self.share_lock(row.uploader or ""))
        self.run_all([*locks, *upload_statements(row, most)])
        return self.record(row.id) is not None

    def record(self, record: str) -> str | None:
        """A record's text."""
        rows = self.run("SELECT body FROM records WHERE id = ?", record)
        return rows[0][0] if rows else None

    def has_record(self, record: str) -> bool:
        """Whether there is such a record."""
        return bool(self.run("SELECT 1 FROM records WHERE id = ?", record))

    def record_people(self, record: str) -> list[str]:
        """Whose record it is."""
        rows = self.run("SELECT person FROM record_people WHERE record_id = ?", record)
        return [row[0] for row in rows]

    def records_of(
        self, person: str, before: int, limit: int, only: str | None = None
    ) -> list[tuple[str, int, str, str | None]]:
        """A person's records, newest first, or one of them alone.

        Each with id, time and summary, and with that of the table where it was played.
        """
        which = "" if only is None else " AND r.id = ?"
        rows = self.run(
            "SELECT r.id, r.created, r.summary, t.summary FROM records r"  # noqa: S608
            " JOIN record_people p ON p.record_id = r.id LEFT JOIN tables t ON t.id = r.id"
            f" WHERE p.person = ? AND r.created < ?{which}"
            " ORDER BY r.created DESC LIMIT ?",
            person,
            before,
            *(() if only is None else (only,)),
            limit,
        )
        return [(row[0], row[1], row[2], row[3]) for row in rows]
