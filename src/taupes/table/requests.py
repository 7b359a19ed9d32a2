"""What people ask of each other around a game: to undo, to rest, to come back, to give up."""

from taupes.table import messages
from taupes.table.decision import Decision, game_refusal, time_refusal
from taupes.table.entries import (
    Answered,
    Asked,
    CameBack,
    Closed,
    Happening,
    Paused,
    Resigned,
    Resumed,
    Undone,
)
from taupes.table.refusals import Refusal
from taupes.table.table import Table
from taupes.table.undo import undo_target


def ask(table: Table, message: messages.Ask, person: str) -> Decision | Refusal:
    """A seat asks the others to undo its last action, or for a pause."""
    if no := game_refusal(table, message.seat, person):
        return no
    if table.stage != "playing" or table.play is None:
        return Refusal("paused")
    if table.ask is not None:
        return Refusal("something_asked")
    if message.what == "undo" and table.day is not None:
        return Refusal("counted")
    if message.what == "undo" and undo_target(table, message.seat) is None:
        return Refusal("nothing_to_undo")
    asked = Asked(message.seat, message.what)
    others = [s for s in table.people if table.seats[s].person != person]
    return Decision([asked, *([] if others else granted(table, message.seat, message.what))])


def granted(table: Table, seat: int, what: str) -> list[Happening]:
    """What happens when everybody agrees to what a seat has asked for."""
    if what == "pause":
        return [Paused()]
    target = undo_target(table, seat)
    return [] if target is None else [Undone(seat, len(target.events))]


def answer(table: Table, message: messages.Answer, person: str) -> Decision | Refusal:
    """A seat agrees to what was asked, or does not."""
    if no := game_refusal(table, message.seat, person):
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
    return Decision([answered, *granted(table, ask.seat, ask.what)])


def resume(table: Table, message: messages.Resume, person: str) -> Decision | Refusal:
    """A pause ends."""
    if no := game_refusal(table, message.seat, person):
        return no
    return Decision([Resumed(message.seat)]) if table.stage == "paused" else Refusal("not_paused")


def back(table: Table, message: messages.Back, person: str) -> Decision | Refusal:
    """A person takes their seat back from the stand-in."""
    if no := game_refusal(table, message.seat, person):
        return no
    if not table.seats[message.seat].away:
        return Refusal("not_away")
    return time_refusal(table, message.seat) or Decision([CameBack(message.seat)])


def resign(table: Table, message: messages.Resign, person: str) -> Decision | Refusal:
    """A person gives the game up."""
    if no := game_refusal(table, message.seat, person):
        return no
    events: list[Happening] = [Resigned(message.seat)]
    if table.people == [message.seat]:
        # Nobody is left to play on for: bots alone need no audience.
        events.append(Closed("resigned", table.shown_seed))
    elif table.stage == "paused":
        events.append(Resumed(message.seat))
    elif table.ask is not None and table.ask.waits == {message.seat}:
        events += granted(table, table.ask.seat, table.ask.what)
    return Decision(events)
