"""Where logs and records are kept: an SQLite file, or PostgreSQL for more."""

from taupes.server.storage.archive import BadBackup
from taupes.server.storage.base import FIRST, FOREVER, Listener, News, Storage
from taupes.server.storage.opening import open_storage
from taupes.server.storage.rows import (
    Append,
    AppendResult,
    BadDatabase,
    StorageAway,
    TableRow,
)

__all__ = [
    "FIRST",
    "FOREVER",
    "Append",
    "AppendResult",
    "BadBackup",
    "BadDatabase",
    "Listener",
    "News",
    "Storage",
    "StorageAway",
    "TableRow",
    "open_storage",
]
