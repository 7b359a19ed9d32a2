"""Cards for messengers: a position of a game, or the boards of a stack, as pixels."""

from itertools import islice
from typing import Annotated, Any

from msgspec import Meta, Struct

from taupes.answers.boards import Orientations, stack_of
from taupes.answers.job import Extent, read
from taupes.answers.records import record_of
from taupes.drawing.card import draw_card_svg, draw_stack_card_svg
from taupes.raster import draw_png
from taupes.rules import TEAMS, Move, Record, parse_boards


class CardWish(Struct, frozen=True):
    """What to draw: a record's position, or else boards."""

    record: Any = None
    at: Annotated[int, Meta(ge=0)] | None = None
    """After so many events; null for the last position."""
    boards: Any = None
    orientations: Orientations | None = None


def draw(data: bytes, extent: Extent) -> bytes:
    """The card as PNG."""
    wish = read(data, CardWish)
    if wish.record is not None:
        return draw_png(_position(record_of(wish.record, extent), wish.at))
    return draw_png(
        draw_stack_card_svg(stack_of(lambda: parse_boards(wish.boards), wish.orientations))
    )


def _position(record: Record, at: int | None) -> str:
    """A position of a record, with the trail of the move that led to it."""
    count = len(record.events) if at is None else min(at, len(record.events))
    state = next(islice(record.replay(), count, None))
    _, event = record.events[count - 1] if count else (0, None)
    teams = tuple(team.colour for team in record.teams)
    if len(set(teams) & set(TEAMS)) < len(teams):  # a record of elsewhere may have other colours
        teams = TEAMS[: len(teams)]
    return draw_card_svg(state, teams=teams, last_move=event if isinstance(event, Move) else None)
