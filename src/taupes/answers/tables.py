"""Tables to be made, and tables in lists."""

from collections.abc import Iterable
from typing import Any, Literal

import msgspec
from msgspec import Struct

from taupes.table.setup import Seats, Setup


class TableWish(Struct, frozen=True):
    """A table to be made."""

    seats: Seats
    setup: Setup = Setup()
    start: bool = False


class TableLine(Struct, frozen=True):
    """A table in a list."""

    table: str
    created: int
    stage: str
    title: str
    preset: str
    boards: str
    clock: dict[str, Any]
    spectators: bool
    seats: list[dict[str, Any]]
    since: int
    """When lists last heard of it: with a game in play, when the turn passed on."""
    options: dict[str, Any] = {}
    moles: list[int] | Literal["fair-start"] | None = None
    """With a handicap, by seat; or that whoever begins has one fewer."""
    turn: int | None = None
    """The seat that is to act."""
    you: list[int] = []
    """The seats of whoever asks; nobody's in the lobby."""

    @property
    def is_awaiting_you(self) -> bool:
        """Whether whoever asks is to act, and no stand-in does it for them."""
        if self.turn is None or self.turn not in self.you:
            return False
        seat = self.seats[self.turn]
        return not (seat["away"] or seat["resigned"])


def table_line(
    table: str, created: int, stage: str, summary: str | bytes, person: str | None = None
) -> TableLine:
    """A table in somebody's list, from what was stored of it for lists."""
    facts: dict[str, Any] = msgspec.json.decode(summary)
    # What was stored by earlier versions says neither who sits where nor since when.
    people = facts.pop("people", [])
    facts.setdefault("since", created)
    return TableLine(table, created, stage, you=_seats_among(people, person), **facts)


def seats_of(summary: str | bytes | None, person: str) -> list[int]:
    """A person's seats at a table, from what was stored of it for lists, if anything was."""
    return _seats_among(msgspec.json.decode(summary or "{}").get("people", []), person)


def _seats_among(people: list[str | None], person: str | None) -> list[int]:
    return [seat for seat, one in enumerate(people) if one is not None and one == person]


def awaiting_first(lines: Iterable[TableLine]) -> list[TableLine]:
    """The same lines in the same order, but first those where the reader is to act."""
    return sorted(lines, key=lambda line: not line.is_awaiting_you)
