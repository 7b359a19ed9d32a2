"""A position, or a stack, as a card to be shown around: for messengers, and for clips.

It has no letters, for whoever turns it into pixels may have no fonts: whose turn it is is told by
the mole that holds the disc, and the disc by its pips.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from taupes.drawing.mole import COLOURS, mole_defs
from taupes.drawing.plate import number
from taupes.drawing.svg import Hop, Layer, draw_stack_svg, draw_svg
from taupes.rules.actions import Move
from taupes.rules.board import Stack
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
    beside = "" if layer == "ground" else "".join(_beside(state, teams, width, height))
    if beside and not any(state.moles):  # before the first is placed, the board has brought none
        beside = f"<defs>{mole_defs(tuple(teams[: state.game.seats]))}</defs>{beside}"
    return _card(board, width, height, beside, has_paper=layer != "pieces")


def draw_stack_card_svg(stack: Stack, *, width: int = 1200, height: int = 630) -> str:
    """The boards of a stack, from the top one at the left down to the last, over all teams."""
    below, reach = height * 0.27, width / (len(TEAMS) + 1)
    moles = (
        _mole(team, reach * place, height - below * 0.46, below / 80)
        for place, team in enumerate(TEAMS, start=1)
    )
    beside = f"<defs>{mole_defs(TEAMS)}</defs>{''.join(moles)}"
    return _card(draw_stack_svg(stack), width, height, beside, below)


def _card(
    drawing: str,
    width: int,
    height: int,
    beside: str,
    below: float = 0,
    *,
    has_paper: bool = True,
) -> str:
    """A drawing in the middle of a card, which it fills as far as it can, with room below it."""
    margin = min(width, height) * 0.03
    strip = 0 if width > height else (height - width) / 2
    place = (
        f' x="{number(margin)}" y="{number(margin + strip)}" width="{number(width - 2 * margin)}" '
        f'height="{number(height - 2 * (margin + strip) - below)}">'
    )
    paper = f'<rect width="{width}" height="{height}" fill="url(#card)"/>\n' if has_paper else ""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'role="img" viewBox="0 0 {width} {height}" width="{width}" height="{height}">\n'
        f"<defs>{_GROUND}</defs>"
        f"{paper}"
        f"{_SIZE.sub(place, drawing, count=1)}{beside}\n</svg>\n"
    )


def _beside(state: State, teams: Sequence[str], width: int, height: int) -> Iterator[str]:
    """The teams on the board, and what the one to act has turned, or who has won."""
    is_wide, scale = width > height, min(width, height) / 480
    seats = range(state.game.seats)
    present = [seat for seat in seats if state.moles[seat]] or seats
    winners = state.outcome.winners if state.outcome else ()
    reach = (height if is_wide else width) / (len(TEAMS) + 1)
    edge = (width if is_wide else height) * 0.085
    for place, seat in enumerate(present):
        along = reach * (place + 0.5 + (len(TEAMS) + 1 - len(present)) / 2)
        x, y = (edge, along) if is_wide else (along, edge)
        is_active = seat in winners if state.outcome else seat == state.turn
        size = scale * (1.5 if is_active else 1.0)
        yield _mole(teams[seat], x, y + 8 * scale, size)
    if state.disc and state.outcome is None:
        x, y = (width - edge, height / 2) if is_wide else (width / 2, height - edge)
        yield _disc(state.disc, COLOURS[teams[state.turn]], x, y, scale)


def _mole(team: str, x: float, y: float, scale: float) -> str:
    at = f"translate({number(x)} {number(y)}) scale({scale:.2f})"
    return f'<g transform="{at}"><use xlink:href="#mole-{team}"/></g>'


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
