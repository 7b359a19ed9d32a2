"""What may happen at a table: a message or the passing of time in, happenings or a refusal out.

Pure: no clock, no chance, no network. The time comes in, chance follows from the table's seed.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import UNSET, UnsetType

from taupes.bots.skill import Skill
from taupes.rules import DISCS, Draw, IllegalAction, Why, apply, events_of, explain, refusal
from taupes.table import chat, messages, requests, seating
from taupes.table.actions import PlayerAction, TurnAction, rules_action, wire_event
from taupes.table.day import end_of
from taupes.table.decision import Decision, time_refusal
from taupes.table.entries import (
    Acted,
    CameBack,
    Closed,
    Driver,
    Ended,
    Happening,
    Rematched,
    Revealed,
    WentAway,
)
from taupes.table.fairness import row_of
from taupes.table.messages import TableMessage
from taupes.table.refusals import Refusal
from taupes.table.table import Play, Table

MOST_ASIDE: Final = 5_000
"""Entries of a table beside those of its game: a log that never ends would fill the disk."""

MOST_PLAYED: Final = 10_000
"""Events of one game, many times what people need: where no stand-off ends it, this does."""

_ALWAYS: Final = (
    messages.Act,
    messages.Back,
    messages.Close,
    messages.Rematch,
    messages.Resign,
    messages.Resume,
    messages.Start,
)
"""What goes on at a table where too much has happened: the game, and ways to end."""


def decide(table: Table, message: TableMessage, person: str) -> Decision | Refusal:
    """What a person's message leads to."""
    seat = getattr(message, "seat", None)
    if seat is not None and seat >= len(table.seats):
        return Refusal("no_such_seat")
    if table.number >= MOST_ASIDE and not isinstance(message, _ALWAYS):
        played = len(table.play.events) if table.play else 0
        if table.number - played >= MOST_ASIDE:
            return Refusal("table_full")
    return _RULES[type(message)](table, message, person)


def decide_action(
    table: Table,
    seat: int,
    action: PlayerAction,
    by: Driver,
    at: int | None = None,
    skill: Skill | UnsetType = UNSET,
) -> Decision | Refusal:
    """What an action in the game leads to, whoever chose it."""
    play = table.play
    if play is None or table.has_ended:
        return Refusal("not_playing")
    if table.stage == "paused":
        return Refusal("paused")
    if at is not None and at != len(play.events):
        return Refusal("stale")
    disc, slot = 0, None
    if type(action) is TurnAction:
        slot = action.slot
        if play.rows[seat][slot]:
            return _face_up_refusal(play, seat)
        disc = row_of(play.mix, seat, play.shuffles[seat])[slot]
    happened = rules_action(action, disc)
    try:
        after = apply(play.state, happened, seat)
    except IllegalAction as error:
        return Refusal("against_the_rules", why=error.why)
    events = [wire_event(who, what, slot) for who, what in events_of(play.state, happened, after)]
    result: list[Happening] = [Acted(seat, by, events, skill)]
    if after.outcome is not None:
        end = after.outcome
        points = None if end.points is None else list(end.points)
        result.append(Ended(table.shown_seed, list(end.winners), end.reason, points))
    elif len(play.events) + len(events) >= MOST_PLAYED:
        result.append(Closed("endless", table.shown_seed))
    return Decision(result, after)


def decide_driven(
    table: Table,
    seat: int,
    driver: Driver,
    action: PlayerAction,
    by: Driver,
    at: int,
    skill: Skill | UnsetType = UNSET,
) -> Decision | Refusal:
    """What a bot's or a stand-in's action leads to, which took a while to think of."""
    if table.driver(seat) != driver:
        # The person has come back meanwhile.
        return Refusal("stale")
    return decide_action(table, seat, action, by, at, skill)


def _face_up_refusal(play: Play, seat: int) -> Refusal:
    """Why a disc that is face up cannot be turned: because of the moment, or because it is."""
    left = play.state.discs[seat] or DISCS
    why = refusal(play.state, Draw(left[0]), seat)
    return Refusal("slot_face_up") if why is None else Refusal("against_the_rules", why=why)


def decide_time(table: Table, now: int) -> Decision | Refusal:
    """What the passing of time leads to."""
    deadline, seat = table.deadline, table.awaited
    if deadline is None or seat is None or now < deadline:
        return Refusal("not_playing")
    return Decision([WentAway(seat, "time")])


def decide_gone(table: Table, seat: int) -> Decision | Refusal:
    """What happens when the person to act has lost their connection for too long."""
    if table.setup.away_after is None or table.awaited != seat or table.driver(seat) != "person":
        return Refusal("not_playing")
    return Decision([WentAway(seat, "gone")])


def decide_idle(table: Table) -> Decision | Refusal:
    """What happens to a table that everybody has forgotten."""
    if table.has_ended:
        return Refusal("not_playing")
    return Decision([Closed("idle", table.shown_seed)])


def decide_reveal(table: Table, now: int) -> Decision | Refusal:
    """What the end of a day leads to at a table where its stack was played."""
    if table.day is None or not table.is_sealed:
        return Decision([])
    if not table.has_ended or now < end_of(table.day):
        return Refusal("not_over")
    return Decision([Revealed(table.seed)])


def _act(table: Table, message: messages.Act, person: str) -> Decision | Refusal:
    seat = table.seats[message.seat]
    if seat.person != person:
        return Refusal("not_your_seat")
    if seat.resigned:
        return Refusal("has_resigned")
    if seat.away and (no := time_refusal(table, message.seat)):
        return no
    verdict = decide_action(table, message.seat, message.action, "person", message.at)
    if seat.away and isinstance(verdict, Decision):
        return Decision([CameBack(message.seat), *verdict.happenings], verdict.foreseen)
    return verdict


def _rematch(table: Table, message: messages.Rematch, person: str) -> Decision | Refusal:
    """Whether there may be one; `message.table` is the new table's id, which the hall has made."""
    if not table.has_ended:
        return Refusal("not_over")
    if table.day is not None:
        return Refusal("counted")
    if not table.seats_of(person) and person != table.owner:
        return Refusal("not_your_seat")
    if table.rematch == message.table:
        return Decision([])
    return Decision([Rematched(message.table, next(iter(table.seats_of(person)), None))])


def _close(table: Table, _: messages.Close, person: str) -> Decision | Refusal:
    if person != table.owner:
        return Refusal("not_the_owner")
    if table.has_ended:
        return Refusal("not_playing")
    if table.stage != "open" and any(table.seats[s].person != person for s in table.people):
        return Refusal("still_playing")
    return Decision([Closed("owner", table.shown_seed)])


_RULES: Final[Mapping[type, Callable[[Table, Any, str], Decision | Refusal]]] = {
    messages.Sit: seating.sit,
    messages.Mix: seating.mix,
    messages.Stand: seating.stand,
    messages.SeatBot: seating.seat_bot,
    messages.Start: seating.start,
    messages.Act: _act,
    messages.Ask: requests.ask,
    messages.Answer: requests.answer,
    messages.Resume: requests.resume,
    messages.Back: requests.back,
    messages.Resign: requests.resign,
    messages.Rematch: _rematch,
    messages.Say: chat.say,
    messages.SetChat: chat.set_chat,
    messages.Close: _close,
}


def whys(table: Table, action: PlayerAction) -> tuple[bool, tuple[Why, ...]]:
    """Whether an action is legal now, and the reasons; never what lies in a slot."""
    play = table.play
    if play is None:
        return False, ()
    left = play.state.discs[play.state.turn] or DISCS
    happened = rules_action(action, left[0])
    return refusal(play.state, happened) is None, explain(play.state, happened)
