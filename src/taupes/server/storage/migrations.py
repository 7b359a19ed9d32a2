"""The tables of the database, as steps from version to version; both engines take the same ones.

`{blob}` and `{clustered}` are an engine's words. A step that has been released is never changed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from taupes.server.storage.rows import BadDatabase

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (
        (
            "CREATE TABLE tables (id TEXT PRIMARY KEY, created BIGINT NOT NULL,"
            " stage TEXT NOT NULL, is_public INTEGER NOT NULL, owner TEXT NOT NULL,"
            " summary TEXT NOT NULL, due BIGINT)"
        ),
        "CREATE INDEX tables_lobby ON tables (created) WHERE is_public = 1",
        "CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL",
        "CREATE INDEX tables_owner ON tables (owner, stage)",
        (
            "CREATE TABLE entries (table_id TEXT NOT NULL, number INTEGER NOT NULL,"
            " at BIGINT NOT NULL, body {blob} NOT NULL, PRIMARY KEY (table_id, number))"
        ),
        (
            "CREATE TABLE seats (person TEXT NOT NULL, table_id TEXT NOT NULL,"
            " PRIMARY KEY (person, table_id)){clustered}"
        ),
        "CREATE INDEX seats_table ON seats (table_id)",
        (
            "CREATE TABLE records (id TEXT PRIMARY KEY, created BIGINT NOT NULL, uploader TEXT,"
            " summary TEXT NOT NULL, body TEXT NOT NULL)"
        ),
        (
            "CREATE TABLE record_people (person TEXT NOT NULL, record_id TEXT NOT NULL,"
            " PRIMARY KEY (person, record_id)){clustered}"
        ),
        "CREATE INDEX record_people_record ON record_people (record_id)",
    ),
    ("CREATE INDEX tables_stage ON tables (stage, created)",),
    (
        "ALTER TABLE seats ADD COLUMN has_left INTEGER NOT NULL DEFAULT 0",
        (
            "CREATE TABLE deletions (person TEXT PRIMARY KEY, at BIGINT NOT NULL,"
            " is_done INTEGER NOT NULL)"
        ),
        "CREATE INDEX deletions_unfinished ON deletions (at) WHERE is_done = 0",
        "CREATE INDEX records_uploader ON records (uploader) WHERE uploader IS NOT NULL",
    ),
    (
        (
            "CREATE TABLE handovers (person TEXT PRIMARY KEY, mark TEXT NOT NULL UNIQUE,"
            " until BIGINT NOT NULL)"
        ),
        "CREATE INDEX handovers_until ON handovers (until)",
        "ALTER TABLE seats ADD COLUMN is_muted INTEGER NOT NULL DEFAULT 0",
        (
            "CREATE TABLE subscriptions (id TEXT PRIMARY KEY, person TEXT NOT NULL,"
            " endpoint TEXT NOT NULL, key TEXT NOT NULL, auth TEXT NOT NULL,"
            " language TEXT NOT NULL, at BIGINT NOT NULL)"
        ),
        "CREATE INDEX subscriptions_person ON subscriptions (person, at)",
        (
            "CREATE TABLE quiet_hours (person TEXT PRIMARY KEY, zone TEXT NOT NULL,"
            " begins INTEGER NOT NULL, ends INTEGER NOT NULL)"
        ),
        (
            "CREATE TABLE calls (table_id TEXT PRIMARY KEY, person TEXT NOT NULL,"
            " since BIGINT NOT NULL, due BIGINT NOT NULL, tries INTEGER NOT NULL)"
        ),
        "CREATE INDEX calls_due ON calls (due)",
    ),
    (
        (
            "CREATE TABLE day_results (table_id TEXT PRIMARY KEY, day TEXT NOT NULL,"
            " person TEXT NOT NULL, name TEXT, at BIGINT NOT NULL, won INTEGER NOT NULL,"
            " turns INTEGER NOT NULL, holes INTEGER NOT NULL, course TEXT NOT NULL, lost INTEGER)"
        ),
        "CREATE INDEX day_results_board ON day_results (day, won, turns, holes)",
        "CREATE INDEX day_results_person ON day_results (person)",
        "CREATE INDEX day_results_unweighed ON day_results (at) WHERE lost IS NULL",
    ),
)
"""Step `n` leads from version `n` to version `n + 1`."""

FACTS: Final = "CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL)"
"""What the server knows about itself; older than all versions."""

TABLES: Final = (
    *("facts", "tables", "entries", "seats", "records", "record_people", "deletions"),
    *("handovers", "subscriptions", "quiet_hours", "calls", "day_results"),
)
"""All tables of the newest version."""

Execute = Callable[[str], list[tuple[Any, ...]]]
"""Runs a statement within a transaction; the rows it gives."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """What an engine says in words of its own."""

    blob: str
    """The type of bytes."""
    clustered: str
    """After a table that is kept in the order of its key."""
    version: str
    """Asks for the version; no row for a database that is new."""
    set_version: str
    """Sets it to `{version}`."""


SQLITE: Final = Dialect(
    "BLOB", " WITHOUT ROWID", "PRAGMA user_version", "PRAGMA user_version = {version}"
)
POSTGRES: Final = Dialect(
    "BYTEA",
    "",
    "SELECT value FROM facts WHERE name = 'version'",
    "INSERT INTO facts (name, value) VALUES ('version', '{version}')"
    " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
)


def migrate(execute: Execute, dialect: Dialect, to: int | None = None) -> None:
    """Bring a database to the newest version, or to an earlier one that it has not reached yet.

    BadDatabase if it is of a version that this program does not know.
    """
    execute(FACTS)
    version = version_of(execute, dialect)
    for number, step in enumerate(MIGRATIONS[version:to], start=version + 1):
        for statement in step:
            execute(statement.format(blob=dialect.blob, clustered=dialect.clustered))
        execute(dialect.set_version.format(version=number))


def version_of(execute: Execute, dialect: Dialect) -> int:
    """The version of a database; BadDatabase if a newer program has made it."""
    rows = execute(dialect.version)
    version = int(rows[0][0]) if rows else 0
    if not 0 <= version <= len(MIGRATIONS):
        raise BadDatabase("server.storage.newer", version=version, known=len(MIGRATIONS))
    return version
