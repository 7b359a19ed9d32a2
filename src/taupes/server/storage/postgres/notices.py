"""What processes say to each other on a channel of the database: entries they stored, and notes."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, Final

from msgspec import Struct

from taupes.server.storage.base import NOTES, News
from taupes.server.storage.rows import Append

CHANNEL: Final = "taupes"

BODY: Final = 3_000
"""Bytes; longer entries are not sent along: they are rare, and whoever needs one reads it."""

_PAYLOAD: Final = 7_500
"""PostgreSQL takes up to 8000 bytes in one notice."""

_MARGIN: Final = 100
"""Bytes of a line for the table's id and the number."""


class Notice(Struct, frozen=True):
    """What one process has said to all others at once."""

    origin: str
    news: list[News]
    notes: list[str]


def parse_notice(payload: str) -> Notice:
    r"""A notice as it was meant.

    >>> parse_notice("me\nT:7:{}")
    Notice(origin='me', news=[('T', 7, b'{}')], notes=[])
    """
    origin, *lines = payload.split("\n")
    news = [_news(line) for line in lines if line[0] not in NOTES]
    return Notice(origin, news, [line for line in lines if line[0] in NOTES])


def format_notes(origin: str, notes: Sequence[str]) -> list[str]:
    """Notes as the notices that hold them all."""
    pairs = zip(_notices(1 + len(note) for note in notes), notes, strict=True)
    return [
        "\n".join([origin, *(note for _, note in same)])
        for _, same in groupby(pairs, key=lambda pair: pair[0])
    ]


def numbered(items: Sequence[Append]) -> list[tuple[Any, ...]]:
    """Entries as rows, each with the number of the notice that it goes out in."""
    notices = _notices(_MARGIN + min(len(item.body), BODY) for item in items)
    return [
        (item.table, item.number, item.at, item.body, notice)
        for item, notice in zip(items, notices, strict=True)
    ]


def _notices(sizes: Iterable[int]) -> list[int]:
    """For lines of these sizes, the number of the notice that each is in: as few as hold them all.

    >>> _notices([3000, 3000, 3000, 100])
    [0, 0, 1, 1]
    """
    numbers: list[int] = []
    number, room = 0, _PAYLOAD
    for size in sizes:
        if size > room:
            number, room = number + 1, _PAYLOAD
        room -= size
        numbers.append(number)
    return numbers


def _news(line: str) -> News:
    table, number, body = line.split(":", 2)
    return table, int(number), body.encode() or None
