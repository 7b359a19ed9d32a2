"""PostgreSQL: the same tables for any number of server processes, who hear of each other's entries.

Whoever stores an entry says so on a channel in the same transaction: nobody hears of an entry
that is not there, and nobody has to own a table.
"""

import asyncio
import threading
import uuid
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, nullcontext, suppress
from functools import partial
from typing import Any, Final

import msgspec
import psycopg
from psycopg import sql as _sql

from taupes.server.storage import migrations
from taupes.server.storage.base import ANSWER, Listener, Statement, Storage
from taupes.server.storage.postgres.notices import (
    CHANNEL,
    format_notes,
    numbered,
    parse_notice,
)
from taupes.server.storage.postgres.patience import Patience
from taupes.server.storage.postgres.statements import (
    APPLICATION,
    MIGRATION_LOCK,
    PEOPLE_LOCK,
    SHARE_LOCK,
    STORE,
)
from taupes.server.storage.rows import (
    UNFINISHED,
    Append,
    AppendResult,
    StorageAway,
    arrivals,
    facts_statements,
    makers,
)

_RETRY: Final = 0.2
"""Seconds between attempts to listen again."""

_READY: Final = 5.0
"""Seconds to begin listening before the server opens all the same."""

_OPTIONS: Final[dict[str, Any]] = {
    "autocommit": True,
    "connect_timeout": 5,
    "application_name": APPLICATION,
    # A line that was cut without a word is noticed within half a minute, by who only listens too.
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}

_AWAY: Final = (psycopg.OperationalError, psycopg.InterfaceError, OSError)
"""What is raised when the database cannot be reached."""

_encode: Final = msgspec.json.Encoder().encode


class PostgresStorage(Storage):
    """Everything in a PostgreSQL database, shared by several server processes."""

    is_shared = True

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.origin = uuid.uuid4().hex[:12]
        """Who we are on the channel."""
        self._local = threading.local()
        self._all: set[psycopg.Connection[Any]] = set()
        self._lock = threading.Lock()
        self._is_closed = False
        self._writing: psycopg.AsyncConnection[Any] | None = None
        """The event loop's own connection."""
        self._patience = Patience(ANSWER)
        self._beside: list[asyncio.Task[None]] = []
        """What goes on beside reading and writing."""

    async def start(self) -> None:
        """Bring the database up to date, begin to write, and never wait for long."""
        self._is_closed = False
        await super().start()
        self._beside.append(asyncio.get_running_loop().create_task(self._patience.run()))

    def _connection(self) -> psycopg.Connection[Any]:
        """The thread's own connection, made anew if it broke."""
        connection: psycopg.Connection[Any] | None = getattr(self._local, "connection", None)
        if connection is None or connection.closed:
            fresh = psycopg.connect(self.address, **_OPTIONS)
            with self._lock:
                if connection is not None:
                    self._all.discard(connection)
                if not self._is_closed:
                    self._all.add(fresh)
            if self._is_closed:
                # A thread that was still at work as everything was closed.
                fresh.close()
                raise psycopg.OperationalError("the storage is closed")
            self._local.connection = connection = fresh
        return connection

    @contextmanager
    def _transaction(self) -> Iterator[psycopg.Connection[Any]]:
        try:
            connection = self._connection()
            with self._patience.on(connection), connection.transaction():
                yield connection
        except _AWAY as error:
            self._drop()
            raise StorageAway(str(error)) from error

    def _drop(self) -> None:
        """Forget a connection that may be broken."""
        connection: psycopg.Connection[Any] | None = getattr(self._local, "connection", None)
        if connection is not None:
            connection.close()

    @asynccontextmanager
    async def _own(self) -> AsyncIterator[psycopg.AsyncConnection[Any]]:
        """The event loop's own connection, made anew if it broke."""
        try:
            if self._writing is None or self._writing.closed:
                self._writing = await psycopg.AsyncConnection.connect(self.address, **_OPTIONS)
            with self._patience.on(self._writing):
                yield self._writing
        except _AWAY as error:
            if self._writing is not None:
                await self._writing.close()
            raise StorageAway(str(error)) from error

    async def store(self, group: Sequence[Append]) -> Sequence[AppendResult]:
        """Store entries in one transaction; for each, how that went."""
        # Of two with the same number the first is the one that counts.
        firsts = {(item.table, item.number): item for item in reversed(group)}
        # In the same order everywhere: processes that want the same numbers wait for each other.
        items = [firsts[key] for key in sorted(firsts)]
        is_more = any(item.facts is not None for item in group)
        async with (
            self._own() as connection,
            # One statement is a transaction by itself.
            connection.transaction() if is_more else nullcontext(),
        ):
            deleted = await self._deleted(connection, arrivals(items))
            refused = {
                item: AppendResult.DELETED
                for item in items
                if deleted.intersection(arrivals([item]))
            }
            refused |= await self._full(connection, [item for item in items if item not in refused])
            rows = numbered([item for item in items if item not in refused])
            cursor = await connection.execute(STORE, (_encode(rows).decode(), CHANNEL, self.origin))
            stored = {firsts[key] for key in await cursor.fetchall()}
            for item in items:
                if item.facts is not None and item in stored:
                    for sql, values in facts_statements(item.table, item.facts):
                        await connection.execute(_translated(sql), values)
        return [_result(item, stored, refused) for item in group]

    async def _deleted(
        self, connection: psycopg.AsyncConnection[Any], people: Sequence[str]
    ) -> set[str]:
        """Those of some people who were deleted; nobody else is until the transaction ends."""
        if not people:
            return set()
        for sql, values in self.people_lock():
            await connection.execute(_translated(sql), values)
        query = "SELECT person FROM deletions WHERE person = ANY(%s)"
        cursor = await connection.execute(query, (list(people),))
        return {person for (person,) in await cursor.fetchall()}

    async def _full(
        self, connection: psycopg.AsyncConnection[Any], items: Sequence[Append]
    ) -> dict[Append, AppendResult]:
        """Those that would make more tables than their owners may have."""
        found: dict[Append, AppendResult] = {}
        # In the same order everywhere: nobody waits for somebody who waits for them.
        for owner in makers(items):
            for sql, values in self.share_lock(owner):
                await connection.execute(_translated(sql), values)
            made = 0
            for item in items:
                if item.most is None or item.facts is None or item.facts.owner != owner:
                    continue
                cursor = await connection.execute(_translated(UNFINISHED), (owner, item.table))
                ((count,),) = await cursor.fetchall()
                if count + made >= item.most:
                    found[item] = AppendResult.FULL
                else:
                    made += 1
        return found

    def share_lock(self, person: str) -> list[Statement]:
        """What lets nobody else count what a person has until a transaction has ended."""
        return [("SELECT pg_advisory_xact_lock(?, hashtext(?))", (SHARE_LOCK, person))]

    def people_lock(self, *, is_exclusive: bool = False) -> list[Statement]:
        """What keeps the deletion of people and what is stored for them apart, in a transaction."""
        kind = "" if is_exclusive else "_shared"
        return [(f"SELECT pg_advisory_xact_lock{kind}(?)", (PEOPLE_LOCK,))]

    def run(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """One statement in a transaction of its own; the rows it gives."""
        with self._transaction() as connection:
            return _rows(connection, sql, *values)

    def measure(self) -> tuple[int, int | None]:
        """Bytes that the database takes; of its disk nothing is known here."""
        return int(self.run("SELECT pg_database_size(current_database())")[0][0]), None

    def run_all(self, statements: Iterable[tuple[str, tuple[Any, ...]]]) -> None:
        """Several statements in one transaction."""
        with self._transaction() as connection:
            for sql, values in statements:
                connection.execute(_translated(sql), values)

    def migrate(self) -> None:
        """Bring the database to the newest version, one process at a time."""
        with self._transaction() as connection:
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATION_LOCK,))
            migrations.migrate(partial(_rows, connection), migrations.POSTGRES)

    async def listen(self, listener: Listener) -> None:
        """Tell a listener what other processes store."""
        ready = asyncio.Event()
        listening = self._listen(listener, ready)
        self._beside.append(asyncio.get_running_loop().create_task(listening))
        with suppress(TimeoutError):
            async with asyncio.timeout(_READY):
                await ready.wait()

    async def _listen(self, listener: Listener, ready: asyncio.Event) -> None:
        listening = _sql.SQL("LISTEN {}").format(_sql.Identifier(CHANNEL))
        while True:
            with suppress(psycopg.Error, OSError):
                connection = await psycopg.AsyncConnection.connect(self.address, **_OPTIONS)
                async with connection:
                    await connection.execute(listening)
                    # We may have heard nothing for a while, even before the first time.
                    listener.missed()
                    ready.set()
                    async for notice in connection.notifies():
                        self._hear(notice.payload, listener)
            await asyncio.sleep(_RETRY)

    def _hear(self, payload: str, listener: Listener) -> None:
        if payload.startswith(self.origin):
            return
        notice = parse_notice(payload)
        # Not here: whatever goes wrong there must not end the listening.
        soon = asyncio.get_running_loop().call_soon
        if notice.news:
            soon(listener.announced, notice.news)
        for note in notice.notes:
            soon(listener.noted, notice.origin, note)

    def send_notes(self, notes: Sequence[str]) -> None:
        """Say something to all other processes."""
        payloads = format_notes(self.origin, notes)
        self.run_all(("SELECT pg_notify(?, ?)", (CHANNEL, payload)) for payload in payloads)

    async def close(self) -> None:
        """Let go of the database."""
        for task in self._beside:
            task.cancel()
        await asyncio.gather(*self._beside, return_exceptions=True)
        if self._writing is not None:
            await self._writing.close()
        with self._lock:
            self._is_closed = True
            for connection in self._all:
                connection.close()
            self._all.clear()


def _rows(connection: psycopg.Connection[Any], sql: str, *values: Any) -> list[tuple[Any, ...]]:
    cursor = connection.execute(_translated(sql), values)
    return cursor.fetchall() if cursor.description else []


def _result(
    item: Append, stored: set[Append], refused: Mapping[Append, AppendResult]
) -> AppendResult:
    if item in refused:
        return refused[item]
    return AppendResult.STORED if item in stored else AppendResult.TAKEN


def _translated(sql: str) -> Any:
    """A statement with this engine's placeholders."""
    return sql.replace("?", "%s")
