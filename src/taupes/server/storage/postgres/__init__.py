"""The same tables for any number of server processes: PostgreSQL."""

from taupes.server.storage.postgres.storage import PostgresStorage

__all__ = ["PostgresStorage"]
