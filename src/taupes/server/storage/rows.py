"""What is stored, as rows, and the statements that store it; both engines take the same ones."""

from collections.abc import Callable, Iterable
from enum import Enum, auto
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct

from taupes.table.facts import Call, DayRow, Facts, RecordRow
from taupes.words.saying import Mistake


class StorageAway(Exception):
    """The database cannot be reached, or cannot store: nothing was lost, try again later."""


class BadDatabase(Mistake):
    """A database that we do not understand, or must not touch: it says why and what would help."""


class AppendResult(Enum):
    """How an append ended."""

    STORED = auto()
    """On disk."""
    TAKEN = auto()
    """Somebody else has written an entry of this number: catch up and decide again."""
    DELETED = auto()
    """Somebody whom it brings to a table was deleted: not stored."""
    FULL = auto()
    """Its owner has as many unfinished tables as they may: not stored."""
    FAILED = auto()
    """Not stored, or it is not known whether it was: read before deciding again."""


class TableRow(Struct, frozen=True):
    """What lists say about a table."""

    id: str
    created: int
    stage: str
    summary: str
    is_public: bool


class Append(Struct, eq=False):
    """One entry to be stored."""

    table: str
    number: int
    at: int
    body: bytes
    """JSON, which is kept to the letter."""
    facts: Facts | None
    done: Callable[[AppendResult], None]
    most: int | None = None
    """Of an entry that makes a table: unfinished ones that its owner may have, this one included.

    It is counted in the transaction that stores it, so that it holds over all processes.
    """


UNLESS_DELETED: Final = "WHERE NOT EXISTS (SELECT 1 FROM deletions WHERE person = ?)"
"""After a selection that is inserted: nothing, if the person was deleted."""


MOST_RESULTS: Final = 10_000
"""Results of one day that are kept."""


UNFINISHED: Final = (
    "SELECT count(*) FROM tables WHERE owner = ? AND stage IN ('open', 'playing', 'paused')"
    " AND id <> ?"
)
"""How many tables a person has made that are not over, but for one of them."""


def makers(group: Iterable[Append]) -> list[str]:
    """The people whose tables are counted before entries are stored."""
    return sorted({item.facts.owner for item in group if item.facts and item.most is not None})


def arrivals(group: Iterable[Append]) -> list[str]:
    """The people whom entries bring to a table."""
    return sorted({who for item in group if item.facts for who in item.facts.newcomers})


def record_statements(row: RecordRow) -> list[tuple[str, tuple[Any, ...]]]:
    """The statements that keep a record."""
    return [
        (
            (
                "INSERT INTO records (id, created, uploader, summary, body) SELECT ?, ?, ?, ?, ?"
                f" {UNLESS_DELETED} ON CONFLICT (id) DO UPDATE SET summary = excluded.summary,"
                " body = excluded.body"
            ),
            (row.id, row.created, row.uploader, row.summary, row.body, row.uploader),
        ),
        ("DELETE FROM record_people WHERE record_id = ?", (row.id,)),
        *(
            (
                (
                    f"INSERT INTO record_people (person, record_id) SELECT ?, ? {UNLESS_DELETED}"
                    " ON CONFLICT DO NOTHING"
                ),
                (person, row.id, person),
            )
            for person in row.people
        ),
    ]


def upload_statements(row: RecordRow, most: int) -> list[tuple[str, tuple[Any, ...]]]:
    """The statements that keep an uploaded record, if its uploader has not so many already."""
    return [
        (
            (
                "INSERT INTO records (id, created, uploader, summary, body)"  # noqa: S608
                f" SELECT ?, ?, ?, ?, ? {UNLESS_DELETED}"
                " AND (SELECT count(*) FROM records WHERE uploader = ?) < ?"
            ),
            (
                row.id,
                row.created,
                row.uploader,
                row.summary,
                row.body,
                row.uploader,
                row.uploader,
                most,
            ),
        ),
        (
            (
                "INSERT INTO record_people (person, record_id)"
                " SELECT uploader, id FROM records WHERE id = ?"
            ),
            (row.id,),
        ),
    ]


def facts_statements(table: str, facts: Facts) -> list[tuple[str, tuple[Any, ...]]]:
    """The statements that keep what is known of a table."""
    call = [] if facts.call is UNSET else [call_statement(table, facts.call)]
    if facts.is_next_turn:
        # By far the most common: it need not touch what lists are sorted by.
        turn = "UPDATE tables SET summary = ?, due = ? WHERE id = ?"
        return [(turn, (facts.summary, facts.due, table)), *call]
    upsert = (
        (
            "INSERT INTO tables (id, created, stage, is_public, owner, summary, due)"
            " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET stage = excluded.stage,"
            " is_public = excluded.is_public, owner = excluded.owner, summary = excluded.summary,"
            " due = excluded.due"
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
    seats = [] if facts.people is None else seat_statements(table, facts.people)
    result = [] if facts.result is None else [result_statement(facts.result)]
    record = [] if facts.record is None else record_statements(facts.record)
    return [upsert, *seats, *call, *record, *result]


def result_statement(row: DayRow) -> tuple[str, tuple[Any, ...]]:
    """The statement that keeps how a game of a day has ended, while the day has room for more."""
    result = row.result
    course = msgspec.json.encode(result.course).decode()
    return (
        (
            "INSERT INTO day_results"  # noqa: S608 - our own words
            " (table_id, day, person, name, at, won, turns, holes, course)"
            f" SELECT ?, ?, ?, ?, ?, ?, ?, ?, ? {UNLESS_DELETED}"
            " AND (SELECT count(*) FROM day_results WHERE day = ?) < ? ON CONFLICT DO NOTHING"
        ),
        (
            *(row.table, row.day, row.person, row.name, row.at),
            *(int(result.won), result.turns, result.holes, course),
            *(row.person, row.day, MOST_RESULTS),
        ),
    )


def call_statement(table: str, call: Call | None) -> tuple[str, tuple[Any, ...]]:
    """The statement that keeps who is to be told of their turn at a table; nobody, perhaps."""
    if call is None:
        return "DELETE FROM calls WHERE table_id = ?", (table,)
    return (
        (
            "INSERT INTO calls (table_id, person, since, due, tries) VALUES (?, ?, ?, ?, 0)"
            " ON CONFLICT (table_id) DO UPDATE SET person = excluded.person,"
            " since = excluded.since, due = excluded.due, tries = 0"
        ),
        (table, call.person, call.since, call.since),
    )


def seat_statements(table: str, people: list[str]) -> list[tuple[str, tuple[Any, ...]]]:
    """The statements that keep who has a seat; who has left one has no right by it any more."""
    return [
        ("UPDATE seats SET has_left = 1 WHERE table_id = ?", (table,)),
        *(
            (
                (
                    "INSERT INTO seats (person, table_id, has_left) VALUES (?, ?, 0)"
                    " ON CONFLICT (person, table_id) DO UPDATE SET has_left = 0"
                ),
                (person, table),
            )
            for person in people
        ),
    ]
