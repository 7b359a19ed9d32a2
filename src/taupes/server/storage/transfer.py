"""Whole databases, row by row: what reading and filling one takes of each engine."""

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any, ClassVar, Final
from urllib.parse import quote

import psycopg
from psycopg import sql as _sql

from taupes.server.storage import migrations
from taupes.server.storage.archive import BadBackup
from taupes.server.storage.base import Storage
from taupes.server.storage.opening import open_storage
from taupes.server.storage.postgres import APPLICATION, MIGRATION_LOCK, PostgresStorage
from taupes.server.storage.rows import BadDatabase, StorageAway
from taupes.server.storage.sqlite import SqliteStorage, claimed, undamaged

_AT_ONCE: Final = 100
"""Rows that are fetched together."""

_PATIENCE: Final = 30.0
"""Seconds to wait for whoever is writing to the same file."""

_UNFIT: Final = (
    OverflowError,
    psycopg.DataError,
    psycopg.IntegrityError,
    psycopg.ProgrammingError,
    sqlite3.IntegrityError,
    sqlite3.InterfaceError,
    sqlite3.ProgrammingError,
)
"""What the engines raise for a value that is not of its column."""


class Transfer(ABC):
    """One transaction: all that is read belongs together, what is written is there or not."""

    dialect: ClassVar[migrations.Dialect]

    @abstractmethod
    def run(self, sql: str) -> list[tuple[Any, ...]]:
        """One statement; the rows it gives."""

    @abstractmethod
    def columns(self, table: str) -> list[str]:
        """The columns of a table; none if there is no such table."""

    @abstractmethod
    def read(self, sql: str) -> Iterator[tuple[Any, ...]]:
        """The rows of a query, never all of them in memory."""

    @abstractmethod
    def write(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        """Add rows to a table."""


def reading(address: str) -> AbstractContextManager[Transfer]:
    """Read a database as it is at one moment, whoever else uses it."""
    storage = open_storage(address)
    if isinstance(storage, SqliteStorage):
        return _reading_file(storage.path)
    return _postgres(storage, is_reading=True)


def filling(address: str) -> AbstractContextManager[Transfer]:
    """Fill a database that no server is using; nothing has changed if that fails."""
    storage = open_storage(address)
    if isinstance(storage, SqliteStorage):
        return _filling_file(storage)
    return _postgres(storage, is_reading=False)


class _SqliteTransfer(Transfer):
    dialect = migrations.SQLITE

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def run(self, sql: str) -> list[tuple[Any, ...]]:
        return self._connection.execute(sql).fetchall()

    def columns(self, table: str) -> list[str]:
        return [row[1] for row in self.run(f"PRAGMA table_info({table})")]

    def read(self, sql: str) -> Iterator[tuple[Any, ...]]:
        return self._connection.execute(sql)

    def write(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        marks = ", ".join("?" * len(columns))
        insertion = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608
        with _fitting():
            self._connection.executemany(insertion, rows)


@contextmanager
def _reading_file(path: Path) -> Iterator[Transfer]:
    if not path.is_file():
        raise BadDatabase(f"{path}: there is no such file; expected one that `taupes serve` made")
    with (
        _failing_in_words(),
        undamaged(path),
        # Only to read: a backup creates no database and changes nothing in one.
        closing(_connection(f"file:{quote(str(path))}?mode=ro")) as connection,
    ):
        connection.execute("BEGIN")
        yield _SqliteTransfer(connection)


@contextmanager
def _filling_file(storage: SqliteStorage) -> Iterator[Transfer]:
    claim = claimed(storage.path)
    try:
        with (
            _failing_in_words(),
            undamaged(storage.path),
            closing(_connection(f"file:{quote(str(storage.path))}")) as connection,
        ):
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("BEGIN IMMEDIATE")
            yield _SqliteTransfer(connection)
            connection.execute("COMMIT")
    finally:
        claim.release()


def _connection(uri: str) -> sqlite3.Connection:
    return sqlite3.connect(uri, uri=True, isolation_level=None, timeout=_PATIENCE)


class _PostgresTransfer(Transfer):
    dialect = migrations.POSTGRES

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection

    def run(self, sql: str) -> list[tuple[Any, ...]]:
        cursor = self._connection.execute(sql.encode())
        return cursor.fetchall() if cursor.description else []

    def columns(self, table: str) -> list[str]:
        found = self.run(
            f"SELECT attname FROM pg_attribute WHERE attrelid = to_regclass('{table}')"  # noqa: S608
            " AND attnum > 0 AND NOT attisdropped ORDER BY attnum"
        )
        return [name for (name,) in found]

    def read(self, sql: str) -> Iterator[tuple[Any, ...]]:
        with self._connection.cursor("backup") as cursor:
            cursor.itersize = _AT_ONCE
            yield from cursor.execute(sql.encode())

    def write(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        names = _sql.SQL(", ").join(map(_sql.Identifier, columns))
        copying = _sql.SQL("COPY {} ({}) FROM STDIN").format(_sql.Identifier(table), names)
        with _fitting(), self._connection.cursor().copy(copying) as copy:
            for row in rows:
                copy.write_row(row)


@contextmanager
def _postgres(storage: Storage, *, is_reading: bool) -> Iterator[Transfer]:
    assert isinstance(storage, PostgresStorage)  # noqa: S101 - there are two engines
    with (
        _failing_in_words(),
        psycopg.connect(
            storage.address, connect_timeout=5, application_name=f"{APPLICATION} backup"
        ) as connection,
    ):
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.read_only = is_reading
        with connection.transaction():
            transfer = _PostgresTransfer(connection)
            if not is_reading:
                # Servers that start now wait here; those that run would not notice.
                transfer.run(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
                _refuse_servers(transfer)
            yield transfer


def _refuse_servers(transfer: Transfer) -> None:
    ((count,),) = transfer.run(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"  # noqa: S608
        f" AND application_name = '{APPLICATION}'"
    )
    if count:
        raise BadDatabase(
            f"servers are using this database ({count} connections): stop all of them first"
        )


@contextmanager
def _fitting() -> Iterator[None]:
    """Rows that are not what the tables hold make a bad backup, not a bad database."""
    try:
        yield
    except _UNFIT as error:
        raise BadBackup(f"a row does not fit the database: {error}") from error


@contextmanager
def _failing_in_words() -> Iterator[None]:
    """What an engine has against it is said in our own words."""
    try:
        yield
    except (sqlite3.OperationalError, psycopg.Error) as error:
        raise StorageAway(str(error).strip()) from error
