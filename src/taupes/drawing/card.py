"""A position as a card to be shown around: for messengers, and for the frames of a clip.

It has no letters, for whoever turns it into pixels may have no fonts: whose turn it is is told by
the mole that holds the disc, and the disc by its pips.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from taupes.drawing.mole import COLOURS
from taupes.drawing.plate import number
from taupes.drawing.svg import Hop, Layer, draw_svg
from taupes.rules.actions import Move
from taupes.rules.record import TEAMS
from taupes.rules.state import State

_GROUND: Final = (
    '<linearGradient id="card" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fdf3dc"/>'
    '<stop offset="1" stop-color="#e8cf9c"/></linearGradient>'
)
_SIZE: Final = re.compile(r' width="[^"]*" height="[^"]*">')
_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
}


def draw_card_svg(
    state: State,
    *,
    width: int = 1200,
    height: int = 630,
    teams: Sequence[str] = TEAMS,
    last_move: Move | None = None,
    hop: Hop | None = None,
    layer: Layer = "all",
) -> str:
    """The board in play in the middle, the teams that are on it at the left, the disc at the right.

    A card that is higher than it is wide has them above and below the board.
    """
    board = draw_svg(state, teams=teams, last_move=last_move, hop=hop, layer=layer)
    side = min(width, height)
    margin, is_wide = side * 0.03, width > height
    strip = 0 if is_wide else (height - width) / 2
    place = (
        f' x="{number(margin)}" y="{number(margin + strip)}" width="{number(width - 2 * margin)}" '
        f'height="{number(height - 2 * (margin + strip))}">'
    )
    paper = f'<rect width="{width}" height="{height}" fill="url(#card)"/>\n'
    around = _beside(state, teams, width, height)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'role="img" viewBox="0 0 {width} {height}" width="{width}" height="{height}">\n'
        f"<defs>{_GROUND}</defs>"
        f"{'' if layer == 'pieces' else paper}"
        f"{_SIZE.sub(place, board, count=1)}"
        f"{'' if layer == 'ground' else ''.join(around)}\n</svg>\n"
    )


def _beside(state: State, teams: Sequence[str], width: int, height: int) -> Iterator[str]:
    """The teams on the board, and what the one to act has turned, or who has won."""
    is_wide, scale = width > height, min(width, height) / 480
    present = [seat for seat in range(state.game.seats) if state.moles[seat]]
    winners = state.outcome.winners if state.outcome else ()
    reach = (height if is_wide else width) / (len(TEAMS) + 1)
    edge = (width if is_wide else height) * 0.085
    for place, seat in enumerate(present):
        along = reach * (place + 0.5 + (len(TEAMS) + 1 - len(present)) / 2)
        x, y = (edge, along) if is_wide else (along, edge)
        is_active = seat in winners if state.outcome else seat == state.turn
        size = scale * (1.5 if is_active else 1.0)
        at = f"translate({number(x)} {number(y + 8 * scale)}) scale({size:.2f})"
        yield f'<g transform="{at}"><use xlink:href="#mole-{teams[seat]}"/></g>'
    if state.disc and state.outcome is None:
        x, y = (width - edge, height / 2) if is_wide else (width / 2, height - edge)
        yield _disc(state.disc, COLOURS[teams[state.turn]], x, y, scale)


def _disc(disc: int, colour: str, x: float, y: float, scale: float) -> str:
    """A disc face up, with as many pips as it is worth."""
    pips = "".join(
        f'<circle cx="{across * 10}" cy="{down * 10}" r="5.5"/>' for across, down in _PIPS[disc]
    )
    return (
        f'<g transform="translate({number(x)} {number(y)}) scale({scale:.2f})">'
        f'<circle r="27" fill="#fff8e6" stroke="{colour}" stroke-width="7"/>'
        f'<g fill="#2a2028">{pips}</g></g>'
    )
