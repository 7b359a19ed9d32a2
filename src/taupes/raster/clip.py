"""A game as a clip: every move hops by, small enough for a messenger."""

from collections.abc import Iterable, Iterator
from importlib import import_module
from io import BytesIO
from itertools import pairwise
from typing import Any, Final, NamedTuple

from taupes.drawing.card import draw_card_svg
from taupes.drawing.svg import Hop
from taupes.raster.png import draw_png
from taupes.rules import Draw, Lift, Move, Place, Record, State

WIDTH: Final = 320
HEIGHT: Final = 400
QUALITY: Final = 45
"""Of a hundred: edges stay clean, and a whole game stays below two million bytes."""

_MS_HOP: Final = 140
_MS_PLACE: Final = 130
_MS_DISC: Final = 420
_MS_MOVED: Final = 480
_MS_LIFT: Final = 1300
_MS_END: Final = 4000


class Frame(NamedTuple):
    """What lies and stands on a board, and how long it is shown."""

    state: State
    pieces: str
    milliseconds: int


def draw_clip(record: Record, first: int = 0) -> bytes:
    """A recorded game, from an event on, as an animated WebP."""
    image: Any = import_module("PIL.Image")  # an extra: whoever lacks it learns it here
    frames = list(frames_of(record, first))
    pictures = _pictures(frames, image)
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


def _pictures(frames: Iterable[Frame], image: Any) -> Iterator[Any]:
    """Frames as pixels; a board takes most of the time, and is drawn once."""

    def pixels(svg: str) -> Any:
        return image.open(BytesIO(draw_png(svg))).convert("RGBA")

    grounds: dict[int, Any] = {}
    for state, pieces, _ in frames:
        if state.level not in grounds:
            ground = draw_card_svg(state, width=WIDTH, height=HEIGHT, layer="ground")
            grounds[state.level] = pixels(ground)
        yield image.alpha_composite(grounds[state.level], pixels(pieces))


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
    pieces = draw_card_svg(
        state,
        width=WIDTH,
        height=HEIGHT,
        teams=teams,
        last_move=last_move,
        hop=hop,
        layer="pieces",
    )
    return Frame(state, pieces, milliseconds)
