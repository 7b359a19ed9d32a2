"""Whole databases, row by row: what reading and filling one takes of an engine."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, ClassVar

from taupes.server.storage import migrations
from taupes.server.storage.archive import BadBackup
from taupes.server.storage.opening import open_storage
from taupes.server.storage.rows import StorageAway
from taupes.server.storage.sqlite import SqliteStorage

Errors = tuple[type[Exception], ...]


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
        from taupes.server.storage.sqlite import transfer as sqlite  # noqa: PLC0415

        return sqlite.reading(storage.path)
    from taupes.server.storage.postgres import transfer as postgres  # noqa: PLC0415

    return postgres.reading(address)


def filling(address: str) -> AbstractContextManager[Transfer]:
    """Fill a database that no server is using; nothing has changed if that fails."""
    storage = open_storage(address)
    if isinstance(storage, SqliteStorage):
        from taupes.server.storage.sqlite import transfer as sqlite  # noqa: PLC0415

        return sqlite.filling(storage.path)
    from taupes.server.storage.postgres import transfer as postgres  # noqa: PLC0415

    return postgres.filling(address)


@contextmanager
def fitting(unfit: Errors) -> Iterator[None]:
    """Rows that are not what the tables hold make a bad backup, not a bad database."""
    try:
        yield
    except unfit as error:
        raise BadBackup("server.backup.unfit_row", error=error) from error


@contextmanager
def failing_in_words(away: Errors) -> Iterator[None]:
    """What an engine has against it is said in our own words."""
    try:
        yield
    except away as error:
        raise StorageAway(str(error).strip()) from error
