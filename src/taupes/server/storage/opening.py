"""Which storage an address means."""

import sys
from pathlib import Path

from taupes.server.storage.base import Storage
from taupes.server.storage.rows import BadDatabase


def open_storage(address: str) -> Storage:
    """The storage at an address: `sqlite:///PATH` or `postgresql://…`."""
    if address.startswith("sqlite:///"):
        from taupes.server.storage.sqlite import SqliteStorage  # noqa: PLC0415 - only if wanted

        return SqliteStorage(Path(address.removeprefix("sqlite:///")))
    if address.startswith(("postgresql://", "postgres://")):
        if sys.platform == "win32":
            # psycopg cannot wait on the event loop that Windows needs for everything else.
            raise BadDatabase("server.storage.not_on_windows")
        from taupes.server.storage.postgres import PostgresStorage  # noqa: PLC0415

        return PostgresStorage(address)
    kind = address.partition(":")[0]
    raise BadDatabase("server.storage.unknown_kind", kind=f"{kind:.40}")
