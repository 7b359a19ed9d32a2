"""Positions for people who watch a learner: as text, or as pixels."""

import io
import sys
from importlib import import_module
from math import ceil
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from taupes.drawing import draw_svg, draw_text
from taupes.drawing.plate import half_width
from taupes.envs.episode import Episode
from taupes.raster import draw_png
from taupes.rules import TEAMS, Phase, State

MODES: Final = ("human", "ansi", "rgb_array")
MARGIN: Final = 24
"""Pixels left and right of the top board, which is the widest."""

Picture = NDArray[np.uint8]


def check_mode(mode: str | None) -> None:
    """Complain about a way of rendering that does not exist."""
    if mode is not None and mode not in MODES:
        raise ValueError(f"render_mode={mode!r:.60}: expected {', '.join(MODES)} or None")


def render(episode: Episode, mode: str | None) -> str | Picture | None:
    """Show a game: `human` writes to standard output, the others give back what they draw."""
    if mode == "ansi":
        return as_text(episode.state())
    if mode == "rgb_array":
        return _as_pixels(episode)
    if mode == "human":
        text = as_text(episode.state(), colour=sys.stdout.isatty())
        sys.stdout.write(f"{text}\n\n")
        sys.stdout.flush()
    return None


def as_text(state: State, *, colour: bool = False) -> str:
    """The position in words and signs: what is awaited, the discs face down, the board."""
    board, seats = state.game.stack.levels[state.level].name, range(state.game.seats)
    discs = [f"{TEAMS[seat]} {' '.join(map(str, state.discs[seat]))}" for seat in seats]
    lines = (f"{board}: {_awaited(state)}", f"discs left: {', '.join(discs)}", "")
    return "\n".join((*lines, draw_text(state, colour=colour)))


def _awaited(state: State) -> str:
    if state.outcome:
        winners = " and ".join(TEAMS[seat] for seat in state.outcome.winners)
        return f"won by {winners}" if winners else "drawn"
    may_pass = " or passes" if state.is_home(state.turn) else ""
    words = {
        Phase.PLACE: "places a mole",
        Phase.DRAW: f"turns a disc{may_pass}",
        Phase.EXTRA_DRAW: "turns an extra disc or declines it",
    }
    return f"{TEAMS[state.turn]} {words.get(state.phase, f'moves by {state.disc}')}"


def _as_pixels(episode: Episode) -> Picture:
    """The board in play in the middle of a white square, all boards to the same scale."""
    try:
        image: Any = import_module("PIL.Image")
        state = episode.state()
        png = draw_png(draw_svg(state, last_move=episode.last_move))
    except ImportError as error:
        raise ImportError(
            "render_mode='rgb_array' needs resvg-py and pillow: pip install 'taupes[envs]'"
        ) from error
    drawn = image.open(io.BytesIO(png))
    side = 2 * ceil(half_width(state.game.stack.levels[0]) + MARGIN)
    picture = image.new("RGB", (side, side), "#fff")
    picture.paste(drawn, ((side - drawn.width) // 2, (side - drawn.height) // 2), drawn)
    return np.asarray(picture, np.uint8)
