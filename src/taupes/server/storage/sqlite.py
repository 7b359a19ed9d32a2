"""One file for a family or a club: SQLite, in its write-ahead mode, with every group on disk."""

import asyncio
import os
import shutil
import sqlite3
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

from taupes.server.journal import log
from taupes.server.storage import migrations
from taupes.server.storage.base import Storage
from taupes.server.storage.lock import FileLock
from taupes.server.storage.rows import (
    UNFINISHED,
    Append,
    AppendResult,
    BadDatabase,
    StorageAway,
    arrivals,
    facts_statements,
    makers,
)

_CACHE: Final = 16_384
"""Kilobytes of the file that the writer keeps at hand: the last page of every table in play."""

_PATIENCE: Final = 5.0
"""Seconds that a thread waits for others to finish their writing."""

_COPY_AFTER: Final = 16_384
"""Pages after which the write-ahead log is copied into the file. A log that need not grow is
written in half the time."""

_LITTLE: Final = 1_000
"""Pages of the log that are copied in a moment."""

_PAGES: Final = 3
"""Pages that a group takes in the log beside one for each entry, about."""

_SLOW: Final = 0.02
"""Seconds; a group that took longer has held up everybody for too long."""

_WARY: Final = 50
"""Groups after a slow one that a thread stores."""


class SqliteStorage(Storage):
    """Everything in one SQLite file, for one server process."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self._local = threading.local()
        self._all: list[sqlite3.Connection] = []
        self._lock = threading.Lock()
        self._writing: sqlite3.Connection | None = None
        """The event loop's own connection, which never waits for others."""
        self._wary = 0
        """Groups that a thread is still to store, for the disk was slow."""
        self._uncopied = 0
        """Pages in the log that the file does not have, about."""
        self._copying: threading.Thread | None = None
        self._claim: FileLock | None = None
        self._damage: str | None = None
        """What SQLite has found wrong with the file since we opened it."""

    async def start(self) -> None:
        """Take the file for ourselves, bring it up to date and begin to write."""
        self._claim = claimed(self.path)
        await super().start()

    def _connect(self, patience: float) -> sqlite3.Connection:
        """A new connection, which waits so many seconds for others to finish their writing."""
        make_private(self.path)
        connection = sqlite3.connect(
            self.path, isolation_level=None, timeout=patience, check_same_thread=False
        )
        with self._lock:
            self._all.append(connection)
        connection.execute("PRAGMA journal_mode = WAL")
        # FULL: a commit is on the disk itself before it returns, whatever happens to the power.
        connection.execute("PRAGMA synchronous = FULL")
        # What is deleted is overwritten: nobody finds a name in what is left of the page.
        connection.execute("PRAGMA secure_delete = ON")
        return connection

    def _connection(self) -> sqlite3.Connection:
        """The thread's own connection."""
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            self._local.connection = connection = self._connect(_PATIENCE)
        return connection

    async def store(self, group: Sequence[Append]) -> Sequence[AppendResult]:
        """Store entries in one transaction; for each, how that went.

        On the event loop itself, for a quick disk is done before a thread would have woken up. A
        thread has the patience for a slow disk, and for a file that somebody else is writing to.
        """
        stored = None if self._wary else self._store_at_once(group)
        if stored is None:
            self._wary = max(0, self._wary - 1)
            stored = await asyncio.to_thread(self._store_patiently, group)
        self._uncopied += len(group) + _PAGES
        if self._uncopied >= _COPY_AFTER:
            self._copy_soon()
        return stored

    def _store_at_once(self, group: Sequence[Append]) -> Sequence[AppendResult] | None:
        begun = time.monotonic()
        try:
            if self._writing is None:
                self._writing = self._connect(patience=0)
                # Nobody's move should wait until the log is copied: see `_copy_soon`.
                self._writing.execute("PRAGMA wal_autocheckpoint = 0")
                self._writing.execute(f"PRAGMA cache_size = -{_CACHE}")
            return self._store(self._writing, group)
        except (sqlite3.DatabaseError, OSError):
            return None
        finally:
            if time.monotonic() - begun > _SLOW:
                self._wary = _WARY

    def _store_patiently(self, group: Sequence[Append]) -> Sequence[AppendResult]:
        with self._away():
            return self._store(self._connection(), group)

    def _store(
        self, connection: sqlite3.Connection, group: Sequence[Append]
    ) -> Sequence[AppendResult]:
        with _transaction(connection):
            deleted = _deleted(connection, arrivals(group))
            if not deleted and not makers(group):
                if _insert(connection, group) == len(group):
                    for item in group:
                        _keep_facts(connection, item)
                    return [AppendResult.STORED] * len(group)
                # Some were taken: once more, one by one, to know which.
                connection.execute("ROLLBACK")
                connection.execute("BEGIN IMMEDIATE")
            return [_store_one(connection, item, deleted) for item in group]

    def _copy_soon(self) -> None:
        """Have the log copied into the file beside our writing; the next entry begins it anew."""
        if self._copying is None or not self._copying.is_alive():
            self._uncopied = 0
            self._copying = threading.Thread(target=self._copy, name="taupes-copier", daemon=True)
            self._copying.start()

    def _copy(self) -> None:
        # A full disk is said where it matters, by the writer.
        with (
            suppress(sqlite3.OperationalError, OSError),
            closing(sqlite3.connect(self.path, isolation_level=None, timeout=1)) as connection,
        ):
            connection.execute("PRAGMA synchronous = FULL")
            passive = connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
            _, pages, copied = passive.fetchone()
            # What was added meanwhile is little: nobody can write while that is copied. But if
            # somebody reads what is long past, a backup say, we would all wait for them.
            if pages - copied < _LITTLE:
                connection.execute("PRAGMA wal_checkpoint(FULL)")

    def run(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """One statement in a transaction of its own; the rows it gives."""
        with self._away(), closing(self._connection().execute(sql, values)) as cursor:
            return cursor.fetchall()

    def measure(self) -> tuple[int, int | None]:
        """Bytes that the database takes, and that are free on its disk."""
        rows = self.run(
            "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count(),"
            " pragma_freelist_count(), pragma_page_size()"
        )
        return int(rows[0][0]), shutil.disk_usage(self.path.parent).free

    def run_all(self, statements: Iterable[tuple[str, tuple[Any, ...]]]) -> None:
        """Several statements in one transaction."""
        with self._away(), _transaction(connection := self._connection()):
            for sql, values in statements:
                connection.execute(sql, values)

    def check(self) -> None:
        """Whether something can be stored now; never again once the file was found damaged."""
        if self._damage is not None:
            raise StorageAway(self._damage)
        super().check()

    @contextmanager
    def _away(self) -> Iterator[None]:
        """Whatever SQLite or the system have against it is said in our own words."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            if _is_damage(error):
                self._damage = str(error)
                log.error("database_damaged", reason=str(error))
            elif not isinstance(error, sqlite3.OperationalError):
                raise
            raise StorageAway(str(error)) from error
        except OSError as error:
            raise StorageAway(str(error)) from error

    def migrate(self) -> None:
        """Bring the database to the newest version."""
        with self._away(), undamaged(self.path):
            connection = self._connection()
            with _transaction(connection):
                migrations.migrate(
                    lambda sql: connection.execute(sql).fetchall(), migrations.SQLITE
                )
            # Gigabytes take seconds, and a page that is bad today would be found in mid-game.
            for (found,) in connection.execute("PRAGMA quick_check(1)"):
                if found != "ok":
                    raise sqlite3.DatabaseError(found)

    async def close(self) -> None:
        """Let go of the file."""
        if self._copying is not None:
            await asyncio.to_thread(self._copying.join)
            self._copying = None
        with self._lock:
            for connection in self._all:
                connection.close()
            self._all.clear()
        self._writing = None
        self._local = threading.local()
        if self._claim is not None:
            self._claim.release()


def claimed(path: Path) -> FileLock:
    """Keep other servers away from a file until it is released; BadDatabase if one is there."""
    make_private(path)
    lock = FileLock(beside(path, "lock"))
    holder = lock.take()
    if holder is not None:
        raise BadDatabase(
            f"{path}: another server ({holder}) is using this file: stop it first, or give each"
            " its own; several servers can share a PostgreSQL"
        )
    return lock


def make_private(path: Path) -> None:
    """See to it that nobody else on this machine reads a database: the server's secret is in it.

    SQLite gives the files beside it the same rights as it creates them. A folder that is there
    already is somebody's own business. A file that is there is never opened here: closing it would
    drop the locks that this process's connections hold on it, and the next to leave would throw
    away the log that we are still writing to.
    """
    path.parent.mkdir(0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    for file in (path, *(beside(path, end) for end in ("wal", "shm"))):
        # Whose file it is not cannot change it: they were given it by whoever can.
        with suppress(FileNotFoundError, PermissionError):
            if file.stat().st_mode & 0o077:
                file.chmod(0o600)


def beside(path: Path, end: str) -> Path:
    """A file that belongs to a database."""
    return path.with_name(f"{path.name}-{end}")


@contextmanager
def undamaged(path: Path) -> Iterator[None]:
    """What SQLite cannot make sense of is said as BadDatabase."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if not _is_damage(error):
            raise
        raise BadDatabase(
            f"{path}: not an SQLite file, or a damaged one ({error}): move it away and restore a"
            " backup with `taupes restore`"
        ) from error


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    """Whether SQLite cannot make sense of a file: what passes is an error of a kind of its own."""
    return type(error) is sqlite3.DatabaseError


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _deleted(connection: sqlite3.Connection, people: Sequence[str]) -> set[str]:
    """Those of some people who were deleted."""
    query = "SELECT 1 FROM deletions WHERE person = ?"
    return {person for person in people if connection.execute(query, (person,)).fetchone()}


def _store_one(connection: sqlite3.Connection, item: Append, deleted: set[str]) -> AppendResult:
    """Store an entry with what is known of its table by it, if nothing is against it."""
    if deleted.intersection(arrivals([item])):
        return AppendResult.DELETED
    for owner in makers([item]):
        if connection.execute(UNFINISHED, (owner, item.table)).fetchone()[0] >= item.most:
            return AppendResult.FULL
    if not _insert(connection, [item]):
        return AppendResult.TAKEN
    _keep_facts(connection, item)
    return AppendResult.STORED


def _keep_facts(connection: sqlite3.Connection, item: Append) -> None:
    if item.facts is not None:
        for sql, values in facts_statements(item.table, item.facts):
            connection.execute(sql, values)


def _insert(connection: sqlite3.Connection, group: Sequence[Append]) -> int:
    """Insert the entries whose number is free; how many these are.

    Many rows in one statement, for each has a price of its own. The sizes are powers of two, so
    that a few prepared statements serve all groups.
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
