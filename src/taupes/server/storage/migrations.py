"""The tables of the database, as steps from version to version; both engines take the same ones.

`{blob}` is the engine's word for bytes. A step that has been released is never changed.
"""

from typing import Final

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
)
"""Step `n` leads from version `n` to version `n + 1`."""
