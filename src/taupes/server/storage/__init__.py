"""Where logs and records are kept: an SQLite file, or PostgreSQL for more."""

from taupes.server.storage.base import (
    Append,
    Facts,
    Listener,
    Outcome,
    RecordRow,
    Storage,
    StorageAway,
    TableRow,
)
from taupes.server.storage.opening import BadDatabase, open_storage

__all__ = [
    "Append",
    "BadDatabase",
    "Facts",
    "Listener",
    "Outcome",
    "RecordRow",
    "Storage",
    "StorageAway",
    "TableRow",
    "open_storage",
]
