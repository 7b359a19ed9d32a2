"""One file for a family or a club: SQLite, in its write-ahead mode, with every group on disk."""

import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from taupes.server.storage.base import Append, Storage, StorageAway, facts_statements


class SqliteStorage(Storage):
    """Everything in one SQLite file, for one server process."""

    clustered = " WITHOUT ROWID"

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self._local = threading.local()
        self._all: list[sqlite3.Connection] = []
        self._lock = threading.Lock()

    def _connection(self) -> sqlite3.Connection:
        """The thread's own connection."""
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(
                self.path, isolation_level=None, timeout=5, check_same_thread=False
            )
            connection.execute("PRAGMA journal_mode = WAL")
            # FULL: a commit is on the disk itself before it returns, whatever happens to the power.
            connection.execute("PRAGMA synchronous = FULL")
            with self._lock:
                self._all.append(connection)
            self._local.connection = connection
        return connection

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        try:
            connection = self._connection()
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
        except (sqlite3.OperationalError, OSError) as error:
            raise StorageAway(str(error)) from error

    def store_group(self, group: Sequence[Append]) -> set[tuple[str, int]]:
        """Store entries in one transaction; those whose number was free."""
        stored = set()
        with self._transaction() as connection:
            for item in group:
                cursor = connection.execute(
                    "INSERT INTO entries (table_id, number, at, body) VALUES (?, ?, ?, ?)"
                    " ON CONFLICT DO NOTHING",
                    (item.table, item.number, item.at, item.body),
                )
                if cursor.rowcount != 1:
                    continue
                stored.add((item.table, item.number))
                if item.facts is not None:
                    for sql, values in facts_statements(item.table, item.facts):
                        connection.execute(sql, values)
        return stored

    def run(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """One statement in a transaction of its own; the rows it gives."""
        try:
            with closing(self._connection().execute(sql, values)) as cursor:
                return cursor.fetchall()
        except (sqlite3.OperationalError, OSError) as error:
            raise StorageAway(str(error)) from error

    def run_all(self, statements: Iterable[tuple[str, tuple[Any, ...]]]) -> None:
        """Several statements in one transaction."""
        with self._transaction() as connection:
            for sql, values in statements:
                connection.execute(sql, values)

    def migrate(self) -> None:
        """Bring the database to the newest version."""
        with self._transaction() as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            connection.execute(
                "CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL)"
            )
            for number, statements in self.migration_steps(version):
                for sql in statements:
                    connection.execute(sql)
                connection.execute(f"PRAGMA user_version = {number}")

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            for connection in self._all:
                connection.close()
            self._all.clear()
        self._local = threading.local()
