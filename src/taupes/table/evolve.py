"""What an entry of the log makes of a table.

Pure: the same table and entry always give the same table, and the one before is as it was. So an
entry may be evolved before it is stored, and whoever stores it drops the result if that fails.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from taupes.rules import DISCS, Phase, State, apply
from taupes.table import timing
from taupes.table.actions import rules_event
from taupes.table.effects import FACE_DOWN, BadLog, effect, play_of, with_item
from taupes.table.entries import (
    Acted,
    Created,
    Entry,
    Happening,
    is_erasure,
)
from taupes.table.growth import known_after
from taupes.table.table import (
    Play,
    Seat,
    Table,
)
from taupes.table.undo import with_decision


def rebuild(table_id: str, entries: Iterable[Entry]) -> Table:
    """A table from its whole log."""
    table: Table | None = None
    for entry in entries:
        table = new_table(table_id, entry) if table is None else evolve(table, entry)
    if table is None:
        raise BadLog(f"table {table_id}: the log is empty")
    return table


def new_table(table_id: str, entry: Entry) -> Table:
    """A table from its first entry."""
    first, secrets = entry.happenings[0], entry.secrets
    if not isinstance(first, Created) or secrets is None or secrets.seed is None:
        raise BadLog(f"table {table_id}: the log does not begin with its creation")
    people = secrets.people or [None] * len(first.seats)
    table = Table(
        id=table_id,
        number=entry.number,
        stage="open",
        created=entry.at,
        touched=entry.at,
        setup=first.setup,
        owner=secrets.owner or "",
        seed=secrets.seed,
        commitment=first.commitment,
        seats=tuple(
            Seat(plan.team, plan.level, person, plan.name, skill=plan.skill or None)
            for plan, person in zip(first.seats, people, strict=True)
        ),
        said=(0,) * len(first.seats),
        day=first.day,
        is_sealed=first.day is not None,
    )
    return _all(table, entry.happenings[1:], entry, None)


def evolve(table: Table, entry: Entry, foreseen: State | None = None) -> Table:
    """The table after one more entry.

    `foreseen` is the position it leads to, when whoever decided has worked that out already.
    """
    # Of an erased table only its last entry is kept.
    if entry.number != table.number + 1 and not is_erasure(entry):
        raise BadLog(f"table {table.id}: entry {entry.number} cannot follow {table.number}")
    return _all(table, entry.happenings, entry, foreseen)


def _all(
    table: Table, happenings: Iterable[Happening], entry: Entry, foreseen: State | None
) -> Table:
    for event in happenings:
        if type(event) is Acted:
            table = _acted(table, event, entry, foreseen)
        else:
            table = effect(event, table, entry)
    applied, secrets = table.applied, entry.secrets
    if secrets is not None and secrets.person and secrets.message:
        applied = applied.plus(secrets.person, secrets.message, entry.number)
    return replace(table, number=entry.number, touched=entry.at, applied=applied)


def _acted(table: Table, event: Acted, entry: Entry, foreseen: State | None) -> Table:
    play = before = play_of(table)
    first = event.events[0]
    after = foreseen or apply(play.state, rules_event(first)[1], event.seat)  # type: ignore[arg-type]
    seat, rows, shuffles = event.seat, play.rows, play.shuffles
    is_disc = first.type == "draw"
    if is_disc:
        row, slot = rows[seat], first.slot or 0
        rows = with_item(rows, seat, (*row[:slot], first.disc or 0, *row[slot + 1 :]))
    if 0 not in rows[seat] and after.discs[seat] == DISCS:
        rows = with_item(rows, seat, FACE_DOWN)
        shuffles = with_item(shuffles, seat, shuffles[seat] + 1)
    watch = play.watch
    # A placement is a turn of its own, also where the others have none left to place.
    is_over = play.state.phase is Phase.PLACE or after.turn != play.state.turn or after.outcome
    if watch is not None and is_over:
        charged = event.by == "person"
        watch = timing.after_turn(watch, table.setup.clock, seat, entry.at, charged=charged)
    back = None if is_disc else (seat, play)
    skill, shown = known_after(play, event)
    play = Play(
        after,
        play.mix,
        rows,
        shuffles,
        play.events.plus(event.events),
        play.drivers + event.by[0] * len(event.events),
        watch,
        back,
        skill,
        shown,
    )
    if event.by == "person" and table.is_solo:
        return replace(table, play=play, ask=None, earlier=with_decision(table.earlier, before))
    return replace(table, play=play, ask=None)
