"""A person who is deleted: what becomes of a table of theirs, and of its log. Pure, as `decide`.

A table where other people remain goes on: the seat is called "deleted", and the log is written
anew without the name, the words and whose they were. One where nobody remains is erased. Either is
an entry of the log, so every process hears of it, and nothing of that person can come after it.
"""

from msgspec.structs import replace

from taupes.table.decision import Decision
from taupes.table.entries import (
    Closed,
    Created,
    Deleted,
    Entry,
    Erased,
    Happening,
    Resumed,
    Said,
    Sat,
    SeatPlan,
    Secrets,
    Stood,
)
from taupes.table.refusals import Refusal
from taupes.table.requests import granted
from taupes.table.table import Table


def decide_deletion(table: Table, person: str) -> Decision | Refusal:
    """What becomes of a table when a person is deleted; nothing, if they have no part in it."""
    seats, lines = table.seats_of(person), table.lines_of(person)
    is_owner = person == table.owner
    if is_owner or seats:
        is_unbegun = is_owner and table.stage == "open"
        if is_unbegun or not _has_others(table, person):
            closed = [] if table.has_ended else [Closed("owner", table.shown_seed)]
            return Decision([*closed, Erased()])
    elif not lines:
        return Decision([])
    if table.stage == "open":
        return Decision([*map(Stood, seats), Deleted([], lines)])
    return Decision([Deleted(seats, lines), *_consequences(table, seats)])


def _has_others(table: Table, person: str) -> bool:
    """Whether anybody else has a right to a table."""
    return any(who not in ("", None, person) for who in (table.owner, *table.holders))


def _consequences(table: Table, seats: list[int]) -> list[Happening]:
    """What follows at a game when people are no longer there to be waited for."""
    playing = {seat for seat in seats if not table.seats[seat].resigned}
    if table.has_ended or not playing:
        return []
    if not set(table.people) - playing:
        return [Closed("resigned", table.shown_seed)]
    if table.stage == "paused":
        return [Resumed(min(playing))]
    ask = table.ask
    if ask is not None and ask.seat not in playing and ask.waits <= playing:
        return granted(table, ask.seat, ask.what)
    return []


def without(entry: Entry, person: str, alias: str) -> Entry:
    """An entry without a person: no name, no word of theirs, and the alias for who they were.

    An alias and not nothing: the same seats stay together as the log is read again.
    """
    secrets = entry.secrets
    if secrets is None:
        return entry
    people = secrets.people or []
    if person not in (secrets.person, secrets.owner, *people):
        return entry
    is_sender, is_owner = secrets.person == person, secrets.owner == person
    happenings: list[Happening] = []
    for event in entry.happenings:
        if isinstance(event, Created):
            happenings.append(_unnamed(event, [who == person for who in people], is_owner))
        elif isinstance(event, Sat) and is_sender:
            happenings.append(replace(event, name=None))
        elif isinstance(event, Said) and is_sender:
            happenings.append(Said(event.seat))
        else:
            happenings.append(event)
    kept = Secrets(
        alias if is_sender else secrets.person,
        None if is_sender else secrets.message,
        secrets.seed,
        alias if is_owner else secrets.owner,
        [alias if who == person else who for who in people] or None,
    )
    return replace(entry, happenings=happenings, secrets=kept)


def _unnamed(created: Created, theirs: list[bool], is_owner: bool) -> Created:
    """A creation without what one person has typed: names of seats and bots, the title."""
    plans = [
        SeatPlan(plan.team, plan.level, plan.level)
        if plan.level is not None and is_owner
        else replace(plan, name=None)
        if is_their
        else plan
        for plan, is_their in zip(
            created.seats, theirs or [False] * len(created.seats), strict=True
        )
    ]
    setup = replace(created.setup, title="") if is_owner else created.setup
    return replace(created, setup=setup, seats=plans)
