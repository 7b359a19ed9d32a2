"""What people say to each other at a table, and who decides what may be said."""

from typing import Final

from taupes.table import messages
from taupes.table.decision import Decision, seat_refusal
from taupes.table.entries import ChatSet, Said
from taupes.table.refusals import Refusal
from taupes.table.table import Table
from taupes.table.text import PHRASES, clean_text

MOST_SAID: Final = 300
"""Lines from one seat of a table: nobody is silenced because somebody else talks a lot."""


def say(table: Table, message: messages.Say, person: str) -> Decision | Refusal:
    """A line of chat."""
    if no := seat_refusal(table, message.seat, person):
        return no
    if table.setup.chat == "off":
        return Refusal("chat_off")
    if table.said[message.seat] >= MOST_SAID:
        return Refusal("chat_full", str(MOST_SAID))
    if message.phrase is not None:
        if message.phrase not in PHRASES:
            return Refusal("no_such_phrase", clean_text(message.phrase, 40))
        return Decision([Said(message.seat, phrase=message.phrase)])
    if table.setup.chat == "phrases":
        return Refusal("phrases_only")
    text = clean_text(message.text or "", 200)
    return Decision([Said(message.seat, text=text)]) if text else Refusal("bad_text", "text")


def set_chat(table: Table, message: messages.SetChat, person: str) -> Decision | Refusal:
    """The owner changes what may be said."""
    if person != table.owner:
        return Refusal("not_the_owner")
    return Decision([ChatSet(message.chat)])
