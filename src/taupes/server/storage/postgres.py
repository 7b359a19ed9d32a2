"""PostgreSQL: the same tables for any number of server processes, who hear of each other's entries.

Whoever stores an entry says so on a channel in the same transaction: nobody hears of an entry
that is not there, and nobody has to own a table.
"""

import threading
import uuid
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import psycopg
from psycopg import sql as _sql

from taupes.server.storage.base import SHOUTS, Listener, News, Storage
from taupes.server.storage.rows import Append, StorageAway, facts_statements

CHANNEL: Final = "taupes"

_PAYLOAD: Final = 7_500
"""PostgreSQL takes up to 8000 bytes in one notice."""

_BODY: Final = 3_000
"""Longer entries are not sent along: they are rare, and whoever needs one reads it."""

_MIGRATION_LOCK: Final = 7_410_116
"""Several processes may start at once: one migrates, the others wait."""

_RETRY: Final = 0.2
"""Seconds between attempts to listen again."""


class PostgresStorage(Storage):
    """Everything in a PostgreSQL database, shared by several server processes."""

    blob = "BYTEA"
    is_shared = True

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.origin = uuid.uuid4().hex[:12]
        """Who we are on the channel."""
        self._local = threading.local()
        self._all: set[psycopg.Connection[Any]] = set()
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._listening: threading.Thread | None = None

    def _connect(self) -> psycopg.Connection[Any]:
        return psycopg.connect(
            self.address, autocommit=True, connect_timeout=5, application_name="taupes"
        )

    def _connection(self) -> psycopg.Connection[Any]:
        """The thread's own connection, made anew if it broke."""
        connection: psycopg.Connection[Any] | None = getattr(self._local, "connection", None)
        if connection is None or connection.closed:
            fresh = self._connect()
            with self._lock:
                if connection is not None:
                    self._all.discard(connection)
                self._all.add(fresh)
            self._local.connection = connection = fresh
        return connection

    @contextmanager
    def _transaction(self) -> Iterator[psycopg.Connection[Any]]:
        try:
            connection = self._connection()
            with connection.transaction():
                yield connection
        except (psycopg.OperationalError, psycopg.InterfaceError, OSError) as error:
            self._drop()
            raise StorageAway(str(error)) from error

    def _drop(self) -> None:
        """Forget a connection that may be broken."""
        connection: psycopg.Connection[Any] | None = getattr(self._local, "connection", None)
        if connection is not None:
            connection.close()

    def store_group(self, group: Sequence[Append]) -> Sequence[bool]:
        """Store entries in one transaction; for each, whether its number was free."""
        # Of two with the same number the first is the one that counts.
        firsts = {(item.table, item.number): item for item in reversed(group)}
        fresh = list(firsts.values())
        with self._transaction() as connection:
            rows = connection.execute(
                "INSERT INTO entries (table_id, number, at, body)"
                " SELECT * FROM unnest(%s::text[], %s::int[], %s::bigint[], %s::bytea[])"
                " ON CONFLICT DO NOTHING RETURNING table_id, number",
                (
                    [item.table for item in fresh],
                    [item.number for item in fresh],
                    [item.at for item in fresh],
                    [item.body for item in fresh],
                ),
            ).fetchall()
            numbers = set(rows)
            stored = [item for key, item in firsts.items() if key in numbers]
            with connection.pipeline():
                for item in stored:
                    if item.facts is not None:
                        for sql, values in facts_statements(item.table, item.facts):
                            connection.execute(_translated(sql), values)
                for payload in self._payloads(_line(item) for item in stored):
                    connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))
        fortunate = set(stored)
        return [item in fortunate for item in group]

    def _payloads(self, lines: Iterable[bytes]) -> Iterator[str]:
        """Notices that hold all these lines, as few as possible."""
        payload = origin = self.origin.encode()
        for line in lines:
            if len(payload) + len(line) >= _PAYLOAD:
                yield payload.decode()
                payload = origin
            payload += b"\n" + line
        if payload != origin:
            yield payload.decode()

    def run(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """One statement in a transaction of its own; the rows it gives."""
        with self._transaction() as connection:
            cursor = connection.execute(_translated(sql), values)
            return cursor.fetchall() if cursor.description else []

    def run_all(self, statements: Iterable[tuple[str, tuple[Any, ...]]]) -> None:
        """Several statements in one transaction."""
        with self._transaction() as connection:
            for sql, values in statements:
                connection.execute(_translated(sql), values)

    def migrate(self) -> None:
        """Bring the database to the newest version, one process at a time."""
        with self._transaction() as connection:
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (_MIGRATION_LOCK,))
            connection.execute(
                "CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL)"
            )
            row = connection.execute("SELECT value FROM facts WHERE name = 'version'").fetchone()
            for number, statements in self.migration_steps(int(row[0]) if row else 0):
                for sql in statements:
                    connection.execute(_translated(sql))
                connection.execute(
                    "INSERT INTO facts (name, value) VALUES ('version', %s)"
                    " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                    (str(number),),
                )

    def listen(self, listener: Listener) -> None:
        """Tell a listener what other processes store."""
        ready = threading.Event()
        self._listening = threading.Thread(
            target=self._listen, args=(listener, ready), name="taupes-listener", daemon=True
        )
        self._listening.start()
        ready.wait(5)

    def _listen(self, listener: Listener, ready: threading.Event) -> None:
        again = False
        while not self._closed.is_set():
            try:
                with self._connect() as connection:
                    connection.execute(_sql.SQL("LISTEN {}").format(_sql.Identifier(CHANNEL)))
                    ready.set()
                    if again:
                        listener.missed()
                    again = True
                    self._hear(connection, listener)
            except (psycopg.Error, OSError):
                again = True
                self._closed.wait(_RETRY)

    def _hear(self, connection: psycopg.Connection[Any], listener: Listener) -> None:
        while not self._closed.is_set():
            for notice in connection.notifies(timeout=0.5):
                origin, *lines = notice.payload.split("\n")
                if origin == self.origin:
                    continue
                news = [_news(line) for line in lines if line[0] not in SHOUTS]
                if news:
                    listener.heard(news)
                for line in lines:
                    if line[0] in SHOUTS:
                        listener.shouted(origin, line)

    def shout(self, words: Iterable[str]) -> None:
        """Say something to all other processes."""
        sql = "SELECT pg_notify(?, ?)"
        self.run_all(
            (sql, (CHANNEL, payload)) for payload in self._payloads(map(str.encode, words))
        )

    def close(self) -> None:
        """Let go of the database."""
        self._closed.set()
        if self._listening is not None:
            self._listening.join(timeout=5)
        with self._lock:
            for connection in self._all:
                connection.close()
            self._all.clear()


def _translated(sql: str) -> Any:
    """A statement with this engine's placeholders."""
    return sql.replace("?", "%s")


def _line(item: Append) -> bytes:
    """An entry on the channel. JSON has no line breaks, a table's id no colon."""
    body = item.body if len(item.body) <= _BODY else b""
    return f"{item.table}:{item.number}:".encode() + body


def _news(line: str) -> News:
    table, number, body = line.split(":", 2)
    return table, int(number), body.encode() or None
