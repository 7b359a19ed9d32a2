"""One file for a family or a club: SQLite."""

from taupes.server.storage.sqlite.storage import SqliteStorage

__all__ = ["SqliteStorage"]
