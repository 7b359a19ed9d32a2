"""What is said to somebody whose turn it is: no more than their own lists show, in their language.

Titles and names that people typed are in it, for the reader has them on their screen; what was
chatted, what lies on the boards and which disc was turned are not.
"""

import hashlib
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from taupes.server.push.encryption import base64url
from taupes.server.storage import TableRow
from taupes.words.language import Words
from taupes.words.names import Participant, called

_KEPT: Final = 28 * 24 * 3600
"""Seconds."""


class TurnNotice(Struct, frozen=True):
    """What is pushed: the page's worker shows it."""

    table: str
    title: str
    body: str
    waiting: int
    """How many tables wait for this person: the number on the page's icon."""


def notice_of(row: TableRow, person: str, waiting: int, language: str) -> TurnNotice:
    """What is said of a table to the person whose turn it is there."""
    summary, words = msgspec.json.decode(row.summary), Words(language)
    body = summary["title"] or _opponents(summary, person, words)
    return TurnNotice(row.id, words("table.push.your_turn"), body, waiting)


def _opponents(summary: dict[str, Any], person: str, words: Words) -> str:
    seats = summary["seats"]
    names = called(
        [Participant(seat["name"], seat["team"], seat["level"]) for seat in seats], words.language
    )
    people = summary["people"]
    others = [name for name, who in zip(names, people, strict=True) if who != person]
    return words("table.push.against", names=", ".join(others))


def waiting_count(rows: Sequence[TableRow], person: str) -> int:
    """At how many of a person's tables other people wait for them."""
    return sum(_is_waited_for(msgspec.json.decode(row.summary), person) for row in rows)


def _is_waited_for(summary: dict[str, Any], person: str) -> bool:
    turn, people = summary.get("turn"), summary.get("people")
    # What was stored by earlier versions says neither whose turn it is nor who sits where.
    if turn is None or people is None or people[turn] != person:
        return False
    seats = summary["seats"]
    others = (
        who not in (None, person) and not seat["resigned"]
        for who, seat in zip(people, seats, strict=True)
    )
    return any(others) and not (seats[turn]["away"] or seats[turn]["resigned"])


def seconds_left(row: TableRow, since: int, now: int) -> int:
    """How long a notice is worth delivering: while the turn lasts, and a service keeps it."""
    days = int(msgspec.json.decode(row.summary)["clock"].get("days", 1))
    return max(60, min(_KEPT, days * 24 * 3600 - (now - since) // 1000))


def topic_of(table: str) -> str:
    """What a push service calls messages by of which the last is enough."""
    return base64url(hashlib.sha256(table.encode()).digest()[:18])
