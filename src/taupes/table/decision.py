"""How a table answers a wish: with what happens now, or with a refusal."""

from msgspec import Struct

from taupes.rules import State
from taupes.table.entries import Happening
from taupes.table.refusals import Refusal
from taupes.table.table import Table


class Decision(Struct, frozen=True, gc=False):
    """What happens now."""

    happenings: list[Happening]
    foreseen: State | None = None
    """The position after it, when the game went on."""


def seat_refusal(table: Table, seat: int, person: str) -> Refusal | None:
    """Why a person may not speak for a seat; None if they may."""
    if table.seats[seat].person != person:
        return Refusal("not_your_seat")
    return None


def time_refusal(table: Table, seat: int) -> Refusal | None:
    """Why a person cannot have a seat back yet; None if they can.

    A turn whose time is up is the stand-in's to its end: else a clock would cost nothing.
    """
    watch = table.play.watch if table.play else None
    is_up = watch is not None and watch.is_up and table.awaited == seat
    return Refusal("time_up") if is_up else None


def game_refusal(table: Table, seat: int, person: str) -> Refusal | None:
    """Why a person may not do something with a seat in the game; None if they may."""
    if no := seat_refusal(table, seat, person):
        return no
    if table.stage not in ("playing", "paused"):
        return Refusal("not_playing")
    return Refusal("has_resigned") if table.seats[seat].resigned else None
