"""What is said to those who follow a table, as JSON ready to be sent."""

from collections.abc import Callable
from typing import Final

import msgspec
from msgspec.structs import replace

from taupes.table import replies
from taupes.table.decide import whys
from taupes.table.entries import Entry
from taupes.table.messages import Explain, Join
from taupes.table.projection import has_new_hands, table_view, update_of
from taupes.table.refusals import Refusal, reason_of, words
from taupes.table.table import Table
from taupes.words.catalogue import catalogue
from taupes.words.names import Participant, called

encode: Final = msgspec.json.Encoder().encode


def refused_text(
    refusal: Refusal, language: str, message: str | None, table: Table | None = None
) -> bytes:
    """A refusal as it is sent."""
    radius, names = radius_and_names(table, language)
    why = None if refusal.why is None else reason_of(refusal.why, language, radius, names)
    sentence = words(refusal, language, radius, names)
    table_id = table.id if table else None
    return encode(replies.Refused(refusal.code, sentence, message, table_id, why))


def shown_text(table: Table, person: str, message: str | None, now: int) -> bytes:
    """The whole table as it is sent."""
    return encode(replies.Shown(now, table_view(table, person), message))


def marked_text(update: bytes, message: str) -> bytes:
    """An update for the connection whose message led to it."""
    return b'{"done":' + encode(message) + b"," + update[1:]


def update_texts(
    before: Table, after: Table, entries: list[Entry], now: int
) -> Callable[[str], bytes]:
    """What happened as it is sent, by who reads it.

    It is the same for all, and made into JSON once; only when seats change hands is it said to
    each which are theirs.
    """
    update = update_of(before, after, entries, now)
    if not has_new_hands(before, after):
        same = encode(update)
        return lambda _: same
    return lambda person: encode(
        replace(update, you=after.seats_of(person), owner=person == after.owner)
    )


def missed_text(
    table: Table, entries: list[Entry], person: str, message: Join, now: int
) -> bytes | None:
    """What happened since the entry that a reader saw last, from those that came after it.

    None if they do not lead to the table as it is: then it is better shown whole.
    """
    entries = [entry for entry in entries if entry.number <= table.number]
    if message.since == table.number:
        return encode(replies.Done(message.id, table.id, table.number))
    if not entries or entries[-1].number != table.number:
        return None
    update = update_of(None, table, entries, now)
    return encode(
        replace(
            update,
            you=table.seats_of(person),
            owner=person == table.owner,
            done=message.id or msgspec.UNSET,
        )
    )


def explained_text(table: Table, language: str, message: Explain) -> bytes:
    """Why something may or may not be done, as it is sent."""
    is_legal, reasons = whys(table, message.action)
    radius, names = radius_and_names(table, language)
    sentences = [reason_of(why, language, radius, names) for why in reasons]
    return encode(replies.Explained(table.id, is_legal, sentences, message.id))


def may_see(table: Table, person: str | None) -> bool:
    """Whether a person who knows the link may see a table."""
    is_shown = table.setup.spectators or table.stage == "open"
    return is_shown or (
        person is not None and (person == table.owner or bool(table.seats_of(person)))
    )


def radius_and_names(table: Table | None, language: str) -> tuple[int, list[str]]:
    """What sentences about a table need."""
    if table is None or table.play is None:
        return 4, []
    deleted = catalogue("table", language)["seats"]["deleted"]
    players = [
        Participant(deleted if seat.is_deleted else seat.name, seat.team, seat.level)
        for seat in table.seats
    ]
    return table.play.game.stack.radius, called(players, language)
