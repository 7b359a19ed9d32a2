"""What an entry of the log makes of a table.

Pure: the same table and entry always give the same table, and the one before is as it was. So an
entry may be evolved before it is stored, and whoever stores it drops the result if that fails.
"""

from collections.abc import Iterable
from functools import singledispatch
from typing import TypeVar

from msgspec.structs import replace

from taupes.rules import DISCS, State, apply, new_game
from taupes.table import timing
from taupes.table.actions import rules_event
from taupes.table.entries import (
    Acted,
    Answered,
    Asked,
    BotSat,
    CameBack,
    ChatSet,
    Closed,
    Created,
    Deleted,
    Ended,
    Entry,
    Erased,
    Happening,
    Mixed,
    Paused,
    Rematched,
    Resigned,
    Resumed,
    Said,
    Sat,
    Secrets,
    Started,
    Stood,
    Undone,
    WentAway,
    is_erasure,
)
from taupes.table.fairness import mix_of
from taupes.table.history import History
from taupes.table.table import (
    CHAT_KEPT,
    Asking,
    Play,
    Seat,
    Table,
    game_of,
)
from taupes.table.undo import game_at, with_decision
from taupes.table.view import ChatLine

T = TypeVar("T")

FACE_DOWN = (0,) * len(DISCS)

NO_SECRETS = Secrets()


class BadLog(ValueError):
    """A log that no server of ours can have written."""


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
            Seat(plan.team, plan.level, person, plan.name)
            for plan, person in zip(first.seats, people, strict=True)
        ),
        said=(0,) * len(first.seats),
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
            table = _after(event, table, entry)
    applied, secrets = table.applied, entry.secrets
    if secrets is not None and secrets.person and secrets.message:
        applied = applied.plus(secrets.person, secrets.message, entry.number)
    return replace(table, number=entry.number, touched=entry.at, applied=applied)


def _acted(table: Table, event: Acted, entry: Entry, foreseen: State | None) -> Table:
    play = before = _play(table)
    first = event.events[0]
    after = foreseen or apply(play.state, rules_event(first)[1], event.seat)  # type: ignore[arg-type]
    seat, rows, shuffles = event.seat, play.rows, play.shuffles
    is_disc = first.type == "draw"
    if is_disc:
        row, slot = rows[seat], first.slot or 0
        rows = _with(rows, seat, (*row[:slot], first.disc or 0, *row[slot + 1 :]))
    if 0 not in rows[seat] and after.discs[seat] == DISCS:
        rows = _with(rows, seat, FACE_DOWN)
        shuffles = _with(shuffles, seat, shuffles[seat] + 1)
    watch = play.watch
    if watch is not None and (after.turn != play.state.turn or after.outcome):
        charged = event.by == "person"
        watch = timing.after_turn(watch, table.setup.clock, seat, entry.at, charged=charged)
    back = None if is_disc else (seat, play)
    play = Play(
        after,
        play.mix,
        rows,
        shuffles,
        play.events.plus(event.events),
        play.drivers + event.by[0] * len(event.events),
        watch,
        back,
    )
    if event.by == "person" and table.is_solo:
        return replace(table, play=play, ask=None, earlier=with_decision(table.earlier, before))
    return replace(table, play=play, ask=None)


@singledispatch
def _after(event: object, table: Table, entry: Entry) -> Table:
    raise BadLog(f"table {table.id}: {type(event).__name__} cannot happen in entry {entry.number}")


@_after.register
def _(event: Sat, table: Table, entry: Entry) -> Table:
    person = (entry.secrets or NO_SECRETS).person
    old = table.seats[event.seat]
    return _reseated(table, event.seat, Seat(old.team, None, person, event.name, event.nonce))


@_after.register
def _(event: Mixed, table: Table, _entry: Entry) -> Table:
    return _reseated(table, event.seat, replace(table.seats[event.seat], nonce=event.nonce))


@_after.register
def _(event: Stood, table: Table, _entry: Entry) -> Table:
    return _reseated(table, event.seat, Seat(table.seats[event.seat].team))


@_after.register
def _(event: BotSat, table: Table, _entry: Entry) -> Table:
    old = table.seats[event.seat]
    return _reseated(table, event.seat, Seat(old.team, event.level, None, event.level))


@_after.register
def _(event: Started, table: Table, entry: Entry) -> Table:
    seats = len(table.seats)
    game = game_of(table.setup, event.orientations, event.first, seats)
    mix = mix_of(table.seed, [item.nonce for item in event.nonces])
    watch = timing.new_watch(table.setup.clock, seats, entry.at)
    rows, shuffles = (FACE_DOWN,) * seats, (1,) * seats
    play = Play(new_game(game), mix, rows, shuffles, History(), "", watch)
    return replace(table, stage="playing", play=play, nonces=tuple(event.nonces))


@_after.register
def _(event: Asked, table: Table, _entry: Entry) -> Table:
    waits = frozenset(
        seat for seat in table.people if table.seats[seat].person != table.seats[event.seat].person
    )
    return replace(table, ask=Asking(event.seat, event.what, waits))


@_after.register
def _(event: Answered, table: Table, _entry: Entry) -> Table:
    if table.ask is None or not event.yes:
        return replace(table, ask=None)
    person = table.seats[event.seat].person
    waits = frozenset(s for s in table.ask.waits if table.seats[s].person != person)
    return replace(table, ask=replace(table.ask, waits=waits))


@_after.register
def _(event: Undone, table: Table, entry: Entry) -> Table:
    play, count = _play(table), event.event_count
    before = game_at(table, count)
    if before is None:
        raise BadLog(f"table {table.id}: nothing leads back to event {count}")
    if play.watch is not None:
        # Time that has passed is not given back; a turn that had ended begins again now.
        is_same = before.watch is not None and before.watch.since == play.watch.since
        watch = play.watch if is_same else timing.Watch(play.watch.left, entry.at)
        before = replace(before, watch=watch)
    seat = table.seats[event.seat]
    table = _reseated(table, event.seat, replace(seat, undos=seat.undos + 1))
    earlier = tuple(play for play in table.earlier if len(play.events) < count)
    return replace(table, play=before, ask=None, earlier=earlier)


@_after.register
def _(_event: Paused, table: Table, entry: Entry) -> Table:
    play = _play(table)
    watch = play.watch and timing.paused(play.watch, entry.at)
    return replace(table, stage="paused", play=replace(play, watch=watch), ask=None)


@_after.register
def _(_event: Resumed, table: Table, entry: Entry) -> Table:
    play = _play(table)
    watch = play.watch and timing.resumed(play.watch, entry.at)
    return replace(table, stage="playing", play=replace(play, watch=watch))


@_after.register
def _(event: WentAway, table: Table, _entry: Entry) -> Table:
    play = _play(table)
    if play.watch is not None and event.why == "time":
        watch = timing.run_out(play.watch, table.setup.clock, event.seat)
        table = replace(table, play=replace(play, watch=watch))
    return _reseated(table, event.seat, replace(table.seats[event.seat], away=True))


@_after.register
def _(event: CameBack, table: Table, _entry: Entry) -> Table:
    play = _play(table)
    if play.watch is not None:
        watch = timing.returned(play.watch, table.setup.clock, event.seat)
        table = replace(table, play=replace(play, watch=watch))
    return _reseated(table, event.seat, replace(table.seats[event.seat], away=False))


@_after.register
def _(event: Resigned, table: Table, _entry: Entry) -> Table:
    seat = replace(table.seats[event.seat], resigned=True, away=False)
    ask = table.ask
    if ask is not None:
        ask = None if ask.seat == event.seat else replace(ask, waits=ask.waits - {event.seat})
    return replace(_reseated(table, event.seat, seat), ask=ask)


@_after.register
def _(event: Said, table: Table, entry: Entry) -> Table:
    said = _with(table.said, event.seat, table.said[event.seat] + 1)
    if event.text is None and event.phrase is None:
        return replace(table, said=said)
    line = ChatLine(entry.number, entry.at, event.seat, event.text, event.phrase)
    speaker = (entry.secrets or NO_SECRETS).person
    return replace(
        table,
        chat=(*table.chat[-CHAT_KEPT + 1 :], line),
        speakers=(*table.speakers[-CHAT_KEPT + 1 :], speaker),
        said=said,
    )


@_after.register
def _(event: ChatSet, table: Table, _entry: Entry) -> Table:
    return replace(table, setup=replace(table.setup, chat=event.chat))


@_after.register
def _(_event: Ended, table: Table, _entry: Entry) -> Table:
    return replace(table, stage="over", ask=None)


@_after.register
def _(_event: Closed, table: Table, _entry: Entry) -> Table:
    return replace(table, stage="closed", ask=None)


@_after.register
def _(event: Rematched, table: Table, _entry: Entry) -> Table:
    return replace(table, rematch=event.table)


@_after.register
def _(event: Deleted, table: Table, entry: Entry) -> Table:
    person, ask = (entry.secrets or NO_SECRETS).person, table.ask
    if ask is not None:
        waits = ask.waits.difference(event.seats)
        ask = None if ask.seat in event.seats else replace(ask, waits=waits)
    kept = [i for i, line in enumerate(table.chat) if line.number not in event.lines]
    table = replace(
        table,
        ask=ask,
        chat=tuple(table.chat[i] for i in kept),
        speakers=tuple(table.speakers[i] for i in kept),
    )
    for number in event.seats:
        seat = replace(table.seats[number], person=None, name=None, away=False, is_deleted=True)
        table = _reseated(table, number, seat)
    return _disowned(table) if person is not None and person == table.owner else table


def _disowned(table: Table) -> Table:
    """A table whose owner was deleted: the next one at it owns it, without what that one typed."""
    return replace(
        table,
        owner=next((seat.person for seat in table.seats if seat.person), ""),
        setup=replace(table.setup, title=""),
        seats=tuple(
            seat if seat.level is None else replace(seat, name=seat.level) for seat in table.seats
        ),
    )


@_after.register
def _(_event: Erased, table: Table, _entry: Entry) -> Table:
    return replace(table, stage="closed", ask=None, is_erased=True)


def _play(table: Table) -> Play:
    if table.play is None:
        raise BadLog(f"table {table.id}: no game has started")
    return table.play


def _reseated(table: Table, number: int, seat: Seat) -> Table:
    return replace(table, seats=(*table.seats[:number], seat, *table.seats[number + 1 :]))


def _with(row: tuple[T, ...], i: int, value: T) -> tuple[T, ...]:
    return (*row[:i], value, *row[i + 1 :])
