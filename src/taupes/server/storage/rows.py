"""What is stored, as rows, and the statements that store it; both engines take the same ones."""

from collections.abc import Callable
from enum import Enum, auto
from typing import Any

from msgspec import Struct

from taupes.table.facts import Facts, RecordRow


class StorageAway(Exception):
    """The database cannot be reached, or cannot store: nothing was lost, try again later."""


class BadDatabase(ValueError):
    """A database that we do not understand, or must not touch: it says why and what would help."""


class AppendResult(Enum):
    """How an append ended."""

    STORED = auto()
    """On disk."""
    TAKEN = auto()
    """Somebody else has written an entry of this number: catch up and decide again."""
    FAILED = auto()
    """Not stored, or it is not known whether it was: read before deciding again."""


class TableRow(Struct, frozen=True):
    """What lists say about a table."""

    id: str
    created: int
    stage: str
    summary: str


class Append(Struct, eq=False):
    """One entry to be stored."""

    table: str
    number: int
    at: int
    body: bytes
    """JSON, which is kept to the letter."""
    facts: Facts | None
    done: Callable[[AppendResult], None]


def record_statements(row: RecordRow) -> list[tuple[str, tuple[Any, ...]]]:
    """The statements that keep a record."""
    return [
        (
            (
                "INSERT INTO records (id, created, uploader, summary, body) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT DO NOTHING"
            ),
            (row.id, row.created, row.uploader, row.summary, row.body),
        ),
        *(
            (
                (
                    "INSERT INTO record_people (person, record_id) VALUES (?, ?)"
                    " ON CONFLICT DO NOTHING"
                ),
                (person, row.id),
            )
            for person in row.people
        ),
    ]


def facts_statements(table: str, facts: Facts) -> list[tuple[str, tuple[Any, ...]]]:
    """The statements that keep what is known of a table."""
    upsert = (
        (
            "INSERT INTO tables (id, created, stage, is_public, owner, summary, due)"
            " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET stage = excluded.stage,"
            " is_public = excluded.is_public, summary = excluded.summary, due = excluded.due"
        ),
        (
            table,
            facts.created,
            facts.stage,
            int(facts.is_public),
            facts.owner,
            facts.summary,
            facts.due,
        ),
    )
    seats = [
        (
            "INSERT INTO seats (person, table_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
            (person, table),
        )
        for person in facts.people
    ]
    return [upsert, *seats, *(record_statements(facts.record) if facts.record else [])]
