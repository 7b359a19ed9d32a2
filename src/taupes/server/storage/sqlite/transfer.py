"""An SQLite file, row by row."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from taupes.server.storage import migrations
from taupes.server.storage.rows import BadDatabase
from taupes.server.storage.sqlite.file import beside, claimed, undamaged
from taupes.server.storage.transfer import Transfer, failing_in_words, fitting

_PATIENCE: Final = 30.0
"""Seconds to wait for whoever is writing to the same file."""

_UNFIT: Final = (
    OverflowError,
    sqlite3.IntegrityError,
    sqlite3.InterfaceError,
    sqlite3.ProgrammingError,
)
"""What is raised for a value that is not of its column."""

_AWAY: Final = (sqlite3.OperationalError,)


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
        with fitting(_UNFIT):
            self._connection.executemany(insertion, rows)


@contextmanager
def reading(path: Path) -> Iterator[Transfer]:
    """Read a file as it is at one moment."""
    if not path.is_file():
        raise BadDatabase("server.storage.no_file", file=path)
    with (
        failing_in_words(_AWAY),
        undamaged(path),
        # Only to read: a backup creates no database and changes nothing in one.
        closing(_connection(f"file:{quote(str(path))}?mode=ro")) as connection,
    ):
        connection.execute("BEGIN")
        yield _SqliteTransfer(connection)


@contextmanager
def filling(path: Path) -> Iterator[Transfer]:
    """Fill a file that no server is using."""
    is_new = not path.exists()
    claim = claimed(path)
    try:
        with (
            failing_in_words(_AWAY),
            undamaged(path),
            closing(_connection(f"file:{quote(str(path))}")) as connection,
        ):
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("BEGIN IMMEDIATE")
            yield _SqliteTransfer(connection)
            connection.execute("COMMIT")
    except BaseException:
        # An empty database would be taken for one whose games are gone.
        if is_new:
            for file in (path, beside(path, "wal"), beside(path, "shm")):
                file.unlink(missing_ok=True)
        raise
    finally:
        claim.release()


def _connection(uri: str) -> sqlite3.Connection:
    return sqlite3.connect(uri, uri=True, isolation_level=None, timeout=_PATIENCE)
