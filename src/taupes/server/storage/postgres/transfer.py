"""A PostgreSQL database, row by row."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final

import psycopg
from psycopg import sql as _sql

from taupes.server.storage import migrations
from taupes.server.storage.postgres.statements import APPLICATION, MIGRATION_LOCK
from taupes.server.storage.rows import BadDatabase
from taupes.server.storage.transfer import Transfer, failing_in_words, fitting

_AT_ONCE: Final = 100
"""Rows that are fetched together."""

_UNFIT: Final = (
    OverflowError,
    psycopg.DataError,
    psycopg.IntegrityError,
    psycopg.ProgrammingError,
)
"""What is raised for a value that is not of its column."""

_AWAY: Final = (psycopg.Error,)


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
        with fitting(_UNFIT), self._connection.cursor().copy(copying) as copy:
            for row in rows:
                copy.write_row(row)


def reading(address: str) -> AbstractContextManager[Transfer]:
    """Read a database as it is at one moment."""
    return _connected(address, is_reading=True)


def filling(address: str) -> AbstractContextManager[Transfer]:
    """Fill a database that no server is using."""
    return _connected(address, is_reading=False)


@contextmanager
def _connected(address: str, *, is_reading: bool) -> Iterator[Transfer]:
    with (
        failing_in_words(_AWAY),
        psycopg.connect(
            address, connect_timeout=5, application_name=f"{APPLICATION} backup"
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
        raise BadDatabase("server.storage.servers_connected", count=count)
