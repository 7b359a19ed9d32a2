"""What may happen at a table: a message or the passing of time in, happenings or a refusal out.

Pure: no clock, no chance, no network. The time comes in, chance follows from the table's seed.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct

from taupes.bots import LEVELS
from taupes.rules import DISCS, Draw, IllegalAction, State, Why, apply, events_of, refusal
from taupes.server import messages
from taupes.server.actions import PlayerAction, TurnAction, rules_action, wire_event
from taupes.server.fairness import (
    drawn_first,
    drawn_orientations,
    mix_nonces,
    mix_of,
    row_of,
)
from taupes.server.happenings import (
    Acted,
    Answered,
    Asked,
    BotSat,
    CameBack,
    ChatSet,
    Closed,
    Driver,
    Ended,
    Happening,
    Mixed,
    Paused,
    Rematched,
    Resigned,
    Resumed,
    Said,
    Sat,
    Started,
    Stood,
    Undone,
    WentAway,
)
from taupes.server.messages import TableMessage
from taupes.server.refusals import Refusal
from taupes.server.table import Play, Table, boards_of
from taupes.server.text import PHRASES, clean_text


class Decision(Struct, frozen=True):
    """What happens now."""

    events: list[Happening]
    foreseen: State | None = None
    """The position after it, when the game went on."""


Verdict = Decision | Refusal


def decide(table: Table, message: TableMessage, person: str) -> Verdict:
    """What a person's message leads to."""
    seat = getattr(message, "seat", None)
    if seat is not None and seat >= len(table.seats):
        return Refusal("no_such_seat")
    return _RULES[type(message)](table, message, person)


def decide_action(
    table: Table, seat: int, action: PlayerAction, by: Driver, at: int | None = None
) -> Verdict:
    """What an action in the game leads to, whoever chose it."""
    play = table.play
    if play is None or table.stage in ("over", "closed"):
        return Refusal("not_playing")
    if table.stage == "paused":
        return Refusal("paused")
    if at is not None and at != len(play.events):
        return Refusal("stale")
    disc, slot = 0, None
    if type(action) is TurnAction:
        slot = action.slot
        no = _slot_refusal(play, seat, slot)
        if no is not None:
            return no
        disc = row_of(play.mix, seat, play.shuffles[seat])[slot]
    happened = rules_action(action, disc)
    try:
        after = apply(play.state, happened, seat)
    except IllegalAction as error:
        return Refusal("against_the_rules", why=error.why)
    events = [wire_event(who, what, slot) for who, what in events_of(play.state, happened, after)]
    result: list[Happening] = [Acted(seat, by, events)]
    if after.outcome is not None:
        end = after.outcome
        points = None if end.points is None else list(end.points)
        result.append(Ended(table.seed, list(end.winners), end.reason, points))
    return Decision(result, after)


def _slot_refusal(play: Play, seat: int, slot: int) -> Refusal | None:
    """Why a disc cannot be turned, without a word on what lies in the slot."""
    left = play.state.discs[seat] or DISCS
    why = refusal(play.state, Draw(left[0]), seat)
    if why is not None:
        return Refusal("against_the_rules", why=why)
    return Refusal("slot_face_up") if play.rows[seat][slot] else None


def decide_time(table: Table, now: int) -> Verdict:
    """What the passing of time leads to."""
    deadline, seat = table.deadline, table.awaited
    if deadline is None or seat is None or now < deadline:
        return Refusal("not_playing")
    return Decision([WentAway(seat, "time")])


def decide_gone(table: Table, seat: int) -> Verdict:
    """What happens when the person to act has lost their connection for too long."""
    if table.setup.away_after is None or table.awaited != seat or table.driver(seat) != "person":
        return Refusal("not_playing")
    return Decision([WentAway(seat, "gone")])


def decide_idle(table: Table) -> Verdict:
    """What happens to a table that everybody has forgotten."""
    if table.stage in ("over", "closed"):
        return Refusal("not_playing")
    return Decision([Closed("idle", table.seed)])


def _owned(table: Table, seat: int, person: str) -> Refusal | None:
    if table.seats[seat].person != person:
        return Refusal("not_your_seat")
    return None


def _in_game(table: Table, seat: int, person: str) -> Refusal | None:
    if no := _owned(table, seat, person):
        return no
    if table.stage not in ("playing", "paused"):
        return Refusal("not_playing")
    return Refusal("has_resigned") if table.seats[seat].resigned else None


def _sit(table: Table, message: messages.Sit, person: str) -> Verdict:
    if table.stage != "open":
        return Refusal("table_not_open")
    seat = table.seats[message.seat]
    if not seat.is_free:
        return Refusal("seat_taken")
    name = clean_text(message.name, 40)
    if not name:
        return Refusal("bad_text", "name")
    return Decision([Sat(message.seat, name, message.nonce)])


def _mix(table: Table, message: messages.Mix, person: str) -> Verdict:
    if table.stage != "open":
        return Refusal("table_not_open")
    return _owned(table, message.seat, person) or Decision([Mixed(message.seat, message.nonce)])


def _stand(table: Table, message: messages.Stand, person: str) -> Verdict:
    if table.stage != "open":
        return Refusal("table_not_open")
    if person != table.owner and (no := _owned(table, message.seat, person)):
        return no
    if table.seats[message.seat].is_free:
        return Refusal("seat_not_free")
    return Decision([Stood(message.seat)])


def _seat_bot(table: Table, message: messages.SeatBot, person: str) -> Verdict:
    if person != table.owner:
        return Refusal("not_the_owner")
    if table.stage != "open":
        return Refusal("table_not_open")
    if table.seats[message.seat].person is not None:
        return Refusal("seat_taken")
    if message.level not in LEVELS:
        return Refusal("no_such_level", message.level)
    return Decision([BotSat(message.seat, message.level)])


def _start(table: Table, _: messages.Start, person: str) -> Verdict:
    if person != table.owner:
        return Refusal("not_the_owner")
    return decide_start(table)


def decide_start(table: Table) -> Verdict:
    """The beginning of the game: what was left to chance is drawn from seed and nonces."""
    if table.stage != "open":
        return Refusal("table_not_open")
    if any(seat.is_free for seat in table.seats):
        return Refusal("seats_open")
    setup = table.setup
    nonces = mix_nonces(table.seed, [seat.nonce for seat in table.seats])
    mix = mix_of(table.seed, [item.nonce for item in nonces])
    first = drawn_first(mix, len(table.seats)) if setup.first == "random" else setup.first
    if setup.orientations == "random":
        orientations = drawn_orientations(mix, len(boards_of(setup).boards))
    else:
        orientations = tuple(setup.orientations)
    return Decision([Started(first, list(orientations), list(nonces))])


def _act(table: Table, message: messages.Act, person: str) -> Verdict:
    seat = table.seats[message.seat]
    if seat.person != person:
        return Refusal("not_your_seat")
    if seat.resigned:
        return Refusal("has_resigned")
    verdict = decide_action(table, message.seat, message.action, "person", message.at)
    if seat.away and isinstance(verdict, Decision):
        return Decision([CameBack(message.seat), *verdict.events], verdict.foreseen)
    return verdict


def _ask(table: Table, message: messages.Ask, person: str) -> Verdict:
    if no := _in_game(table, message.seat, person):
        return no
    if table.stage != "playing" or table.play is None:
        return Refusal("paused")
    if table.ask is not None:
        return Refusal("something_asked")
    if message.what == "undo" and _undo_target(table.play, message.seat) is None:
        return Refusal("nothing_to_undo")
    asked = Asked(message.seat, message.what)
    others = [s for s in table.people if table.seats[s].person != person]
    return Decision([asked, *([] if others else _granted(table, message.seat, message.what))])


def _undo_target(play: Play, seat: int) -> int | None:
    """How many events the game had before a seat's last action, if no disc was turned since."""
    for who, before in reversed(play.back):
        if who == seat:
            return len(before.events)
    return None


def _granted(table: Table, seat: int, what: str) -> list[Happening]:
    if what == "pause":
        return [Paused()]
    target = _undo_target(table.play, seat) if table.play else None
    return [] if target is None else [Undone(seat, target)]


def _answer(table: Table, message: messages.Answer, person: str) -> Verdict:
    if no := _in_game(table, message.seat, person):
        return no
    ask = table.ask
    if ask is None:
        return Refusal("nothing_asked")
    is_asker = table.seats[ask.seat].person == person
    if is_asker and message.yes:
        return Refusal("already_answered")
    if not is_asker and message.seat not in ask.waits:
        return Refusal("already_answered")
    answered = Answered(message.seat, message.yes)
    waits = {s for s in ask.waits if table.seats[s].person != person}
    if not message.yes or waits:
        return Decision([answered])
    return Decision([answered, *_granted(table, ask.seat, ask.what)])


def _resume(table: Table, message: messages.Resume, person: str) -> Verdict:
    if no := _in_game(table, message.seat, person):
        return no
    return Decision([Resumed(message.seat)]) if table.stage == "paused" else Refusal("not_paused")


def _back(table: Table, message: messages.Back, person: str) -> Verdict:
    if no := _in_game(table, message.seat, person):
        return no
    if not table.seats[message.seat].away:
        return Refusal("not_away")
    return Decision([CameBack(message.seat)])


def _resign(table: Table, message: messages.Resign, person: str) -> Verdict:
    if no := _in_game(table, message.seat, person):
        return no
    events: list[Happening] = [Resigned(message.seat)]
    if table.people == [message.seat]:
        # Nobody is left to play on for: bots alone need no audience.
        events.append(Closed("resigned", table.seed))
    elif table.stage == "paused":
        events.append(Resumed(message.seat))
    elif table.ask is not None and table.ask.waits == {message.seat}:
        events += _granted(table, table.ask.seat, table.ask.what)
    return Decision(events)


def _rematch(table: Table, message: messages.Rematch, person: str) -> Verdict:
    """Whether there may be one; `message.table` is the new table's id, which the hall has made."""
    if table.stage not in ("over", "closed"):
        return Refusal("not_over")
    if not table.seats_of(person) and person != table.owner:
        return Refusal("not_your_seat")
    if table.rematch is not None:
        return Decision([])
    return Decision([Rematched(message.table)])


def _say(table: Table, message: messages.Say, person: str) -> Verdict:
    if no := _owned(table, message.seat, person):
        return no
    if table.setup.chat == "off":
        return Refusal("chat_off")
    if message.phrase is not None:
        if message.phrase not in PHRASES:
            return Refusal("no_such_phrase", clean_text(message.phrase, 40))
        return Decision([Said(message.seat, phrase=message.phrase)])
    if table.setup.chat == "phrases":
        return Refusal("phrases_only")
    text = clean_text(message.text or "", 200)
    return Decision([Said(message.seat, text=text)]) if text else Refusal("bad_text", "text")


def _set_chat(table: Table, message: messages.SetChat, person: str) -> Verdict:
    if person != table.owner:
        return Refusal("not_the_owner")
    return Decision([ChatSet(message.chat)])


def _close(table: Table, _: messages.Close, person: str) -> Verdict:
    if person != table.owner:
        return Refusal("not_the_owner")
    if table.stage in ("over", "closed"):
        return Refusal("not_playing")
    if table.stage != "open" and any(table.seats[s].person != person for s in table.people):
        return Refusal("still_playing")
    return Decision([Closed("owner", table.seed)])


_RULES: Final[Mapping[type, Callable[[Table, Any, str], Verdict]]] = {
    messages.Sit: _sit,
    messages.Mix: _mix,
    messages.Stand: _stand,
    messages.SeatBot: _seat_bot,
    messages.Start: _start,
    messages.Act: _act,
    messages.Ask: _ask,
    messages.Answer: _answer,
    messages.Resume: _resume,
    messages.Back: _back,
    messages.Resign: _resign,
    messages.Rematch: _rematch,
    messages.Say: _say,
    messages.SetChat: _set_chat,
    messages.Close: _close,
}


def whys(table: Table, action: PlayerAction) -> tuple[bool, tuple[Why, ...]]:
    """Whether an action is legal now, and the reasons; never what lies in a slot."""
    from taupes.rules import explain  # noqa: PLC0415 - only here, for people who ask

    play = table.play
    if play is None:
        return False, ()
    seat = play.state.turn
    disc = (play.state.discs[seat] or DISCS)[0] if isinstance(action, TurnAction) else 0
    happened = rules_action(action, disc)
    return refusal(play.state, happened) is None, explain(play.state, happened)
