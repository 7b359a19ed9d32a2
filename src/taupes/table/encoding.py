"""What is said to those who follow a table, as JSON ready to be sent."""

from typing import Final

import msgspec

from taupes.table import replies
from taupes.table.projection import table_view
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
