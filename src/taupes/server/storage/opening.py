"""Which storage an address means."""

from pathlib import Path

from taupes.server.storage.base import Storage


class BadDatabase(ValueError):
    """An address of a database that we do not understand."""


def open_storage(address: str) -> Storage:
    """The storage at an address: `sqlite:///PATH` or `postgresql://…`."""
    if address.startswith("sqlite:///"):
        from taupes.server.storage.sqlite import SqliteStorage  # noqa: PLC0415 - only if wanted

        return SqliteStorage(Path(address.removeprefix("sqlite:///")))
    if address.startswith(("postgresql://", "postgres://")):
        from taupes.server.storage.postgres import PostgresStorage  # noqa: PLC0415

        return PostgresStorage(address)
    kind = address.partition(":")[0]
    raise BadDatabase(f"database {kind!r}: expected sqlite:///PATH or postgresql://USER@HOST/NAME")
