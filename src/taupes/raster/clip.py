"""A game as a clip: every move hops by, small enough for a messenger."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from io import BytesIO
from itertools import pairwise
from multiprocessing import get_context
from typing import Any, Final, NamedTuple

from taupes.drawing.card import draw_card_svg
from taupes.drawing.svg import Hop
from taupes.raster.png import draw_png
from taupes.rules import Draw, Lift, Move, Place, Record, State

WIDTH: Final = 320
HEIGHT: Final = 400
QUALITY: Final = 45
"""Of a hundred: edges stay clean, and a whole game stays below two million bytes."""

_ALONE: Final = 48
"""Pictures that are drawn sooner than another process would be there to help."""

_MS_HOP: Final = 140
_MS_PLACE: Final = 130
_MS_DISC: Final = 420
_MS_MOVED: Final = 480
_MS_LIFT: Final = 1300
_MS_END: Final = 4000


class Frame(NamedTuple):
    """A picture, and how long it stays."""

    svg: str
    milliseconds: int


def draw_clip(record: Record, first: int = 0) -> bytes:
    """A recorded game, from an event on, as an animated WebP."""
    image: Any = import_module("PIL.Image")  # an extra: whoever lacks it learns it here
    frames = list(frames_of(record, first))
    drawn = _draw_all([frame.svg for frame in frames])
    pictures = (image.open(BytesIO(png)) for png in drawn)
    made = BytesIO()
    next(pictures).save(
        made,
        "webp",
        save_all=True,
        append_images=pictures,
        duration=[frame.milliseconds for frame in frames],
        loop=0,
        quality=QUALITY,
        method=2,
    )
    return made.getvalue()


def _draw_all(svgs: Sequence[str]) -> Iterator[bytes]:
    """All pictures, in their order; many are drawn on every core, for resvg takes one at a time."""
    if len(svgs) <= _ALONE:
        yield from map(draw_png, svgs)
        return
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        yield from pool.map(draw_png, svgs, chunksize=8)


def frames_of(record: Record, first: int = 0) -> Iterator[Frame]:
    """The pictures of a game: positions, and moles on their way."""
    teams = tuple(team.colour for team in record.teams)
    states = list(record.replay())
    yield _frame(states[first], teams, _MS_DISC)
    for (_, event), (before, after) in zip(
        record.events[first:], pairwise(states[first:]), strict=True
    ):
        match event:
            case Place():
                yield _frame(after, teams, _MS_PLACE)
            case Draw():
                yield _frame(after, teams, _MS_DISC)
            case Move():
                yield _frame(before, teams, _MS_HOP, hop=Hop(event, 0.5))
                if after.level == before.level:
                    yield _frame(after, teams, _MS_MOVED, last_move=event)
                else:  # the board is gone already; that it was filled is seen all the same
                    yield _frame(before, teams, _MS_MOVED, hop=Hop(event, 1.0))
            case Lift():
                yield _frame(after, teams, _MS_LIFT)
    yield _frame(states[-1], teams, _MS_END)


def _frame(
    state: State,
    teams: tuple[str, ...],
    milliseconds: int,
    last_move: Move | None = None,
    hop: Hop | None = None,
) -> Frame:
    svg = draw_card_svg(
        state, width=WIDTH, height=HEIGHT, teams=teams, last_move=last_move, hop=hop
    )
    return Frame(svg, milliseconds)
