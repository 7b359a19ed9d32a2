"""What lists and sweeps need to know of a table, and when it changes."""

from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct, UnsetType

from taupes.rules import Record, dump_record
from taupes.table.day import YOURS, DayResult, end_of, result_of
from taupes.table.projection import record_of, seat_views
from taupes.table.setup import DaysClock, Setup
from taupes.table.table import Table
from taupes.words.names import level_in

LEASE: Final = 15_000
"""Milliseconds after which another process looks after a table that waits for a bot."""


class RecordRow(Struct, frozen=True):
    """A record as it is kept."""

    id: str
    created: int
    summary: str
    body: str
    people: list[str] = []
    uploader: str | None = None


class Call(Struct, frozen=True):
    """Somebody's turn at a table over days, of which they are told wherever they are."""

    person: str
    since: int
    """When the turn came to them."""


class DayRow(Struct, frozen=True):
    """How somebody's game of a day has ended, in time to count."""

    table: str
    day: str
    person: str
    name: str | None
    at: int
    result: DayResult


class Facts(Struct, frozen=True, gc=False):
    """What lists and sweeps need to know of a table; stored with the entry that changes it."""

    created: int
    stage: str
    is_public: bool
    owner: str
    summary: str
    due: int | None
    people: list[str] | None
    """Who has a seat; null when that has not changed."""
    newcomers: list[str] = []
    """Who is here for the first time: nobody who was deleted meanwhile."""
    record: RecordRow | None = None
    result: DayRow | None = None
    call: Call | UnsetType | None = UNSET
    """Who is to be told that it is their turn; null: nobody any more; unset: as before."""
    is_next_turn: bool = False
    """Whether nothing else has changed than whose turn it is, and until when."""


def facts_of(before: Table | None, after: Table) -> Facts | None:
    """What is to be stored beside an entry; None when nothing of it has changed."""
    due = due_of(after)
    is_same = (
        before is not None
        and before.stage == after.stage
        and before.seats is after.seats
        and before.setup is after.setup
        and before.owner == after.owner
        and before.is_sealed == after.is_sealed
    )
    if before is not None and is_same:
        if after.awaited == before.awaited and due == due_of(before):
            return None
        people, record, result = None, None, None
        newcomers: list[str] = []
    else:
        holders = after.holders
        known = set() if before is None else before.holders
        arrived = holders - known if before is not None else holders | {after.owner}
        # At the end, and once more when a person was deleted after it, or its seed was shown.
        is_changed = before is not None and (
            before.stage != after.stage
            or before.seats is not after.seats
            or before.is_sealed != after.is_sealed
        )
        is_over = before is not None and before.stage != "over" == after.stage
        people = sorted(holders) if before is None or holders != known else None
        newcomers = sorted(arrived)
        record = record_row(after) if is_changed and after.stage == "over" else None
        result = day_row(after) if is_over else None
    return Facts(
        created=after.created,
        stage=after.stage,
        is_public=after.setup.public,
        owner=after.owner,
        summary=msgspec.json.encode(stored_summary(after)).decode(),
        due=due,
        people=people,
        newcomers=newcomers,
        record=record,
        result=result,
        call=_call(before, after),
        is_next_turn=is_same,
    )


def _call(before: Table | None, after: Table) -> Call | UnsetType | None:
    """Who is told of their turn now, if that is not who was told before."""
    if not isinstance(after.setup.clock, DaysClock):
        return UNSET
    person = waited_for(after)
    if before is not None and before.awaited == after.awaited and waited_for(before) == person:
        return UNSET
    return None if person is None else Call(person, after.touched)


def waited_for(table: Table) -> str | None:
    """The person whose turn it is, if other people wait for it."""
    seat = table.awaited
    if seat is None or table.driver(seat) != "person":
        return None
    person = table.seats[seat].person
    others = {table.seats[other].person for other in table.people} - {person}
    return person if others else None


def due_of(table: Table) -> int | None:
    """When a sweep should look at this table, if nobody has done so before."""
    seat, play = table.awaited, table.play
    if table.day is not None and table.is_sealed and table.has_ended:
        return None if table.is_erased else end_of(table.day)
    if seat is None or play is None:
        return None
    if table.driver(seat) != "person":
        return table.touched + LEASE
    if play.watch is not None:
        return play.watch.deadline(seat)
    away_after = table.setup.away_after
    return None if away_after is None else table.touched + away_after * 1000 + LEASE


def summary_of(table: Table) -> dict[str, Any]:
    """A table in a list, as everybody may see it: fields by name, ready to be encoded."""
    setup = table.setup
    return {
        "title": setup.title,
        "preset": setup.preset,
        "options": setup.options,
        "moles": setup.moles,
        "boards": boards_name(setup),
        "clock": setup.clock,
        "spectators": setup.spectators,
        "seats": seat_views(table),
        "turn": table.awaited,
        "since": table.touched,
    }


def stored_summary(table: Table) -> dict[str, Any]:
    """A table in a list, and who sits where: a list is told which seats are its reader's.

    Whoever reads it has to take `people` out: nobody is told who others are.
    """
    return {**summary_of(table), "people": [seat.person for seat in table.seats]}


def boards_name(setup: Setup) -> str:
    """The name of a table's board set."""
    return setup.boards if isinstance(setup.boards, str) else str(setup.boards.get("name", ""))


def record_row(table: Table) -> RecordRow | None:
    """The record of a finished game, kept under its table's id for its players."""
    record = record_of(table)
    if record is None:
        return None
    summary = record_summary(record)
    return RecordRow(table.id, table.touched, summary, dump_record(record), sorted(table.holders))


def day_row(table: Table) -> DayRow | None:
    """How a game of the day has ended, if it counts: it was over before the day was."""
    record, seat = record_of(table), table.seats[YOURS]
    if table.day is None or record is None or seat.person is None:
        return None
    if table.touched >= end_of(table.day):
        return None
    return DayRow(table.id, table.day, seat.person, seat.name, table.touched, result_of(record))


def record_summary(record: Record) -> str:
    """A record in a list."""
    end = record.outcome
    data = {
        "boards": record.game.stack.boards.name,
        "players": [
            {"name": team.name, "team": team.colour}
            | ({"bot": level} if (level := level_in(record, seat)) else {})
            for seat, team in enumerate(record.teams)
        ],
        "events": len(record.events),
        "result": None if end is None else {"winners": list(end.winners), "reason": end.reason},
    }
    return msgspec.json.encode(data).decode()
