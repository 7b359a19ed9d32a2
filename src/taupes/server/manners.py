"""What people ask of each other around a game, and what they say. Pure, as `decide`."""

from taupes.server import messages
from taupes.server.happenings import (
    Answered,
    Asked,
    CameBack,
    ChatSet,
    Closed,
    Happening,
    Paused,
    Resigned,
    Resumed,
    Said,
    Undone,
)
from taupes.server.refusals import Refusal
from taupes.server.table import Play, Table
from taupes.server.text import PHRASES, clean_text
from taupes.server.verdict import Decision, Verdict, in_game, owned


def ask(table: Table, message: messages.Ask, person: str) -> Verdict:
    """A seat asks the others to undo its last action, or for a pause."""
    if no := in_game(table, message.seat, person):
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


def answer(table: Table, message: messages.Answer, person: str) -> Verdict:
    """A seat agrees to what was asked, or does not."""
    if no := in_game(table, message.seat, person):
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


def resume(table: Table, message: messages.Resume, person: str) -> Verdict:
    """A pause ends."""
    if no := in_game(table, message.seat, person):
        return no
    return Decision([Resumed(message.seat)]) if table.stage == "paused" else Refusal("not_paused")


def back(table: Table, message: messages.Back, person: str) -> Verdict:
    """A person takes their seat back from the stand-in."""
    if no := in_game(table, message.seat, person):
        return no
    if not table.seats[message.seat].away:
        return Refusal("not_away")
    return Decision([CameBack(message.seat)])


def resign(table: Table, message: messages.Resign, person: str) -> Verdict:
    """A person gives the game up."""
    if no := in_game(table, message.seat, person):
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


def say(table: Table, message: messages.Say, person: str) -> Verdict:
    """A line of chat."""
    if no := owned(table, message.seat, person):
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


def set_chat(table: Table, message: messages.SetChat, person: str) -> Verdict:
    """The owner changes what may be said."""
    if person != table.owner:
        return Refusal("not_the_owner")
    return Decision([ChatSet(message.chat)])
