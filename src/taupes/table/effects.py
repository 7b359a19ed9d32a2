"""What each happening but an action in the game makes of a table.

Pure, as `evolve` is.
"""

from functools import singledispatch
from typing import TypeVar

from msgspec.structs import replace

from taupes.rules import DISCS, new_game
from taupes.table import timing
from taupes.table.entries import (
    Answered,
    Asked,
    BotSat,
    CameBack,
    ChatSet,
    Closed,
    Deleted,
    Ended,
    Entry,
    Erased,
    Mixed,
    Paused,
    Rematched,
    Resigned,
    Resumed,
    Revealed,
    Said,
    Sat,
    Secrets,
    Started,
    Stood,
    Undone,
    WentAway,
)
from taupes.table.fairness import mix_of
from taupes.table.growth import known_at_first, known_in_the_end
from taupes.table.history import History
from taupes.table.table import (
    CHAT_KEPT,
    Asking,
    Play,
    Seat,
    Table,
    game_of,
)
from taupes.table.undo import game_at
from taupes.table.view import ChatLine

T = TypeVar("T")

FACE_DOWN = (0,) * len(DISCS)

NO_SECRETS = Secrets()


class BadLog(ValueError):
    """A log that no server of ours can have written."""


@singledispatch
def effect(event: object, table: Table, entry: Entry) -> Table:
    """The table after something happened at it."""
    raise BadLog(f"table {table.id}: {type(event).__name__} cannot happen in entry {entry.number}")


@effect.register
def _(event: Sat, table: Table, entry: Entry) -> Table:
    person = (entry.secrets or NO_SECRETS).person
    old = table.seats[event.seat]
    return _reseated(table, event.seat, Seat(old.team, None, person, event.name, event.nonce))


@effect.register
def _(event: Mixed, table: Table, _entry: Entry) -> Table:
    return _reseated(table, event.seat, replace(table.seats[event.seat], nonce=event.nonce))


@effect.register
def _(event: Stood, table: Table, _entry: Entry) -> Table:
    return _reseated(table, event.seat, Seat(table.seats[event.seat].team))


@effect.register
def _(event: BotSat, table: Table, _entry: Entry) -> Table:
    old = table.seats[event.seat]
    seat = Seat(old.team, event.level, None, event.level, skill=event.skill or None)
    return _reseated(table, event.seat, seat)


@effect.register
def _(event: Started, table: Table, entry: Entry) -> Table:
    seats = len(table.seats)
    game = game_of(table.setup, event.orientations, event.first, seats)
    mix = mix_of(table.seed, [item.nonce for item in event.nonces])
    watch = timing.new_watch(table.setup.clock, seats, entry.at)
    rows, shuffles = (FACE_DOWN,) * seats, (1,) * seats
    known = known_at_first(table.seats)
    play = Play(new_game(game), mix, rows, shuffles, History(), "", watch, None, known)
    return replace(table, stage="playing", play=play, nonces=tuple(event.nonces))


@effect.register
def _(event: Asked, table: Table, _entry: Entry) -> Table:
    waits = frozenset(
        seat for seat in table.people if table.seats[seat].person != table.seats[event.seat].person
    )
    return replace(table, ask=Asking(event.seat, event.what, waits))


@effect.register
def _(event: Answered, table: Table, _entry: Entry) -> Table:
    if table.ask is None or not event.yes:
        return replace(table, ask=None)
    person = table.seats[event.seat].person
    waits = frozenset(s for s in table.ask.waits if table.seats[s].person != person)
    return replace(table, ask=replace(table.ask, waits=waits))


@effect.register
def _(event: Undone, table: Table, entry: Entry) -> Table:
    play, count = play_of(table), event.event_count
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


@effect.register
def _(_event: Paused, table: Table, entry: Entry) -> Table:
    play = play_of(table)
    watch = play.watch and timing.paused(play.watch, entry.at)
    return replace(table, stage="paused", play=replace(play, watch=watch), ask=None)


@effect.register
def _(_event: Resumed, table: Table, entry: Entry) -> Table:
    play = play_of(table)
    watch = play.watch and timing.resumed(play.watch, entry.at)
    return replace(table, stage="playing", play=replace(play, watch=watch))


@effect.register
def _(event: WentAway, table: Table, _entry: Entry) -> Table:
    play = play_of(table)
    if play.watch is not None and event.why == "time":
        watch = timing.run_out(play.watch, table.setup.clock, event.seat)
        table = replace(table, play=replace(play, watch=watch))
    return _reseated(table, event.seat, replace(table.seats[event.seat], away=True))


@effect.register
def _(event: CameBack, table: Table, _entry: Entry) -> Table:
    play = play_of(table)
    if play.watch is not None:
        watch = timing.returned(play.watch, table.setup.clock, event.seat)
        table = replace(table, play=replace(play, watch=watch))
    return _reseated(table, event.seat, replace(table.seats[event.seat], away=False))


@effect.register
def _(event: Resigned, table: Table, _entry: Entry) -> Table:
    seat = replace(table.seats[event.seat], resigned=True, away=False)
    ask = table.ask
    if ask is not None:
        ask = None if ask.seat == event.seat else replace(ask, waits=ask.waits - {event.seat})
    return replace(_reseated(table, event.seat, seat), ask=ask)


@effect.register
def _(event: Said, table: Table, entry: Entry) -> Table:
    said = with_item(table.said, event.seat, table.said[event.seat] + 1)
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


@effect.register
def _(event: ChatSet, table: Table, _entry: Entry) -> Table:
    return replace(table, setup=replace(table.setup, chat=event.chat))


@effect.register
def _(event: Ended, table: Table, _entry: Entry) -> Table:
    play = table.play and replace(table.play, skill=known_in_the_end(table, event.winners))
    return replace(table, stage="over", play=play, ask=None)


@effect.register
def _(_event: Closed, table: Table, _entry: Entry) -> Table:
    return replace(table, stage="closed", ask=None)


@effect.register
def _(_event: Revealed, table: Table, _entry: Entry) -> Table:
    return replace(table, is_sealed=False)


@effect.register
def _(event: Rematched, table: Table, _entry: Entry) -> Table:
    return replace(table, rematch=event.table, rematch_by=event.seat)


@effect.register
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


@effect.register
def _(_event: Erased, table: Table, _entry: Entry) -> Table:
    return replace(table, stage="closed", ask=None, is_erased=True)


def play_of(table: Table) -> Play:
    """The game at a table, where there must be one."""
    if table.play is None:
        raise BadLog(f"table {table.id}: no game has started")
    return table.play


def _reseated(table: Table, number: int, seat: Seat) -> Table:
    return replace(table, seats=(*table.seats[:number], seat, *table.seats[number + 1 :]))


def with_item(row: tuple[T, ...], i: int, value: T) -> tuple[T, ...]:
    """A row with another value at one place."""
    return (*row[:i], value, *row[i + 1 :])
