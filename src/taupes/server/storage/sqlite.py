"""One file for a family or a club: SQLite, in its write-ahead mode, with every group on disk."""

import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

from taupes.server.storage.base import Storage
from taupes.server.storage.rows import Append, StorageAway, facts_statements

_CACHE: Final = 16_384
"""Kilobytes of the file that the writer keeps at hand: the last page of every table in play."""

_COPY_AFTER: Final = 4_096
"""Entries after which the write-ahead log is copied into the file."""


class SqliteStorage(Storage):
    """Everything in one SQLite file, for one server process."""

    clustered = " WITHOUT ROWID"

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self._local = threading.local()
        self._all: list[sqlite3.Connection] = []
        self._lock = threading.Lock()
        self._writing: sqlite3.Connection | None = None
        """The writer's connection."""
        self._uncopied = 0
        """Entries in the log that the file does not have, about."""
        self._copying: threading.Thread | None = None

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

    def store_group(self, group: Sequence[Append]) -> Sequence[bool]:
        """Store entries in one transaction; for each, whether its number was free."""
        with self._transaction() as connection:
            if connection is not self._writing:
                # Nobody's move should wait until the log is copied: see `_copy_soon`.
                connection.execute("PRAGMA wal_autocheckpoint = 0")
                connection.execute(f"PRAGMA cache_size = -{_CACHE}")
                self._writing = connection
            stored = [True] * len(group)
            if _insert(connection, group) < len(group):
                # Some were taken: once more, one by one, to know which.
                connection.execute("ROLLBACK")
                connection.execute("BEGIN IMMEDIATE")
                stored = [_insert(connection, [item]) == 1 for item in group]
            for item, is_stored in zip(group, stored, strict=True):
                if is_stored and item.facts is not None:
                    for sql, values in facts_statements(item.table, item.facts):
                        connection.execute(sql, values)
        self._uncopied += len(group)
        if self._uncopied >= _COPY_AFTER:
            self._copy_soon(connection)
        return stored

    def _copy_soon(self, connection: sqlite3.Connection) -> None:
        """Have the log copied into the file beside our writing; then begin it anew.

        A thread copies most of it while entries are added. What was added meanwhile is little:
        the writer copies that itself, so that nothing is left and its next entry overwrites the
        log from the beginning.
        """
        if self._copying is None:
            self._copying = threading.Thread(target=self._copy, name="taupes-copier", daemon=True)
            self._copying.start()
        elif not self._copying.is_alive():
            self._copying = None
            self._uncopied = 0
            with suppress(sqlite3.OperationalError):
                connection.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def _copy(self) -> None:
        # A full disk is said where it matters, by the writer.
        with (
            suppress(sqlite3.OperationalError, OSError),
            closing(sqlite3.connect(self.path, isolation_level=None, timeout=5)) as connection,
        ):
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)")

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
        if self._copying is not None:
            self._copying.join()
            self._copying = None
        with self._lock:
            for connection in self._all:
                connection.close()
            self._all.clear()
        self._local = threading.local()


def _insert(connection: sqlite3.Connection, group: Sequence[Append]) -> int:
    """Insert the entries whose number is free; how many these are.

    Many rows in one statement: each statement is a fight with the event loop for the interpreter.
    The sizes are powers of two, so that a few prepared statements serve all groups.
    """
    count = at = 0
    while at < len(group):
        size = 1 << (len(group) - at).bit_length() - 1
        rows = group[at : at + size]
        values = [value for row in rows for value in (row.table, row.number, row.at, row.body)]
        count += connection.execute(_insertion(size), values).rowcount
        at += size
    return count


@cache
def _insertion(rows: int) -> str:
    # Not ON CONFLICT DO NOTHING, after which a row might still fail and SQLite therefore first
    # copies every page that the statement touches to a file of its own.
    marks = ", ".join(["(?, ?, ?, ?)"] * rows)
    return f"INSERT OR IGNORE INTO entries (table_id, number, at, body) VALUES {marks}"  # noqa: S608
