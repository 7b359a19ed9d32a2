"""Positions, boards and stacks as SVG pictures.

The pictures are plain SVG 1.1 without scripts, styles, filters or outside references, so browsers
and converters draw them alike. Definitions are named for what they show, so several pictures can
stand in one page.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from taupes.drawing.checks import check_cells, check_teams, frame_radius
from taupes.drawing.mole import mole_defs
from taupes.drawing.plate import (
    STEP,
    at,
    depth,
    goal_defs,
    half_height,
    half_width,
    hole_place,
    number,
    place,
    plate,
    plate_defs,
)
from taupes.drawing.theme import Theme, theme_of
from taupes.rules.actions import Move
from taupes.rules.board import Board, Stack
from taupes.rules.hex import Hex, format_cell, hexagon
from taupes.rules.record import TEAMS
from taupes.rules.state import Seat, State

_PAD: Final = 10.0
"""Room around a board for the shadow."""

_SIGNS: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_NO_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


Layer = Literal["all", "ground", "pieces"]
"""A whole picture; or what stays in it while a board is in play; or what lies and stands on it."""


@dataclass(frozen=True, slots=True)
class Hop:
    """A mole in the air."""

    move: Move
    share: float
    """How much of its way it has behind it, from 0 to 1."""


def draw_svg(
    state: State,
    *,
    names: bool = False,
    marked: Collection[Hex] = (),
    last_move: Move | None = None,
    hop: Hop | None = None,
    title: str | None = None,
    teams: Sequence[str] = TEAMS,
    layer: Layer = "all",
) -> str:
    """The board in play with its moles, seen from above.

    `marked` cells get a bright ring. `last_move` leaves a trail; it belongs to the board in play
    and is left out if it does not fit on it. `hop` is a move of the player to act, under way. Of
    many pictures of one board the ground can be drawn once; a trail then lies over the cells.
    """
    stack, level = state.game.stack, state.level
    check_teams(teams, state.game.seats)
    board, levels = stack.levels[level], len(stack.levels)
    moles = {cell: seat for seat in range(state.game.seats) for cell in state.cells(seat)}
    present = tuple(teams[seat] for seat in sorted(set(moles.values())))
    theme = theme_of(level, levels)
    flying = [] if hop is None else [_flying(hop, teams[moles.pop(hop.move.origin)])]
    trail = _trail(board, last_move)
    ground = trail if layer == "pieces" else _plate(board, level, levels, trail)
    pieces = (
        *_marks(marked, board),
        *(_names(board, stack.radius, moles) if names else ()),
        *_moles(board, theme, moles, teams),
        *flying,
    )
    return _document(
        title or f"{board.name}, board {level + 1} of {levels}",
        _described(state, teams),
        _defs((board,), (theme,)) + mole_defs(present),
        (ground, *(() if layer == "ground" else pieces)),
        _frame(board, levels - 1 - level),
    )


def draw_board_svg(
    board: Board,
    *,
    level: int = 0,
    levels: int = 4,
    radius: int | None = None,
    names: bool = False,
    marked: Collection[Hex] = (),
    title: str | None = None,
) -> str:
    """An empty board as it looks at that level of a stack.

    `radius` is that of the stack's widest board, by which cells are named; the board's own if it is
    not given.
    """
    theme = theme_of(level, levels)
    return _document(
        title or board.name,
        f"An empty board. Cells: {len(hexagon(board.radius))}, of them holes: "
        f"{len(board.holes)}, special cells: {len(board.specials)}.",
        _defs((board,), (theme,)),
        (
            _plate(board, level, levels),
            *_marks(marked, board),
            *(_names(board, frame_radius(board, radius), {}) if names else ()),
        ),
        _frame(board, levels - 1 - level),
    )


def draw_stack_svg(stack: Stack, *, title: str | None = None) -> str:
    """The boards of a stack side by side, from the top one at the left down to the last."""
    boards, lean, drop = stack.levels, 0.6, 150.0
    themes = [theme_of(level, len(boards)) for level in range(len(boards))]
    parts, corners = [], []
    x = y = 0.0
    for level, (board, theme) in enumerate(zip(boards, themes, strict=True)):
        width, height = half_width(board), half_height(board)
        if level:
            # Neighbours keep clear of each other along the slope of their facing edges.
            x += half_width(boards[level - 1]) + width + 16 - drop / 3**0.5
            y += drop
        corners += [(x - width, y - height), (x + width, y + height + depth(0) - _PAD)]
        parts.append(
            f'<g transform="translate({number(x)} {number(y * lean)}) scale(1 {lean})">'
            f"{plate(board, theme, ())}</g>"
        )
    xs, ys = zip(*corners, strict=True)
    holes = ", ".join(f"{board.name} {len(board.holes)}" for board in boards)
    return _document(
        title or stack.code,
        f"The boards of the stack, top to bottom, with the number of their holes: {holes}.",
        _defs(boards, themes),
        parts,
        (
            min(xs) - _PAD,
            min(ys) * lean - _PAD,
            max(xs) - min(xs) + 2 * _PAD,
            (max(ys) - min(ys)) * lean + 2 * _PAD,
        ),
    )


def _defs(boards: Sequence[Board], themes: Iterable[Theme]) -> str:
    """Everything that pictures of these boards use, each part once."""
    goal = goal_defs() if any(board.solid for board in boards) else ""
    once = {theme.name: theme for theme in themes}
    return "".join(map(plate_defs, once.values())) + goal


def _document(
    title: str,
    description: str,
    defs: str,
    parts: Iterable[str],
    frame: tuple[float, float, float, float],
) -> str:
    left, top, width, height = map(number, frame)
    return "\n".join(
        (
            (
                '<svg xmlns="http://www.w3.org/2000/svg" '
                'xmlns:xlink="http://www.w3.org/1999/xlink" role="img" '
                f'viewBox="{left} {top} {width} {height}" width="{width}" '
                f'height="{height}">'
            ),
            f"<title>{escaped(title)}</title>",
            f"<desc>{escaped(description)}</desc>",
            f"<defs>{defs}</defs>",
            *parts,
            "</svg>\n",
        )
    )


def escaped(text: str) -> str:
    """Text for XML, which cannot hold control characters even when they are escaped.

    Not by `html`, which brings the names of all signs: a device would fetch them for this.
    """
    return _NO_XML.sub("\N{REPLACEMENT CHARACTER}", text).translate(_SIGNS)


def _frame(board: Board, below: int) -> tuple[float, float, float, float]:
    width, height = half_width(board) + _PAD, half_height(board) + _PAD
    return -width, -height, 2 * width, 2 * height - _PAD + depth(below)


def _plate(board: Board, level: int, levels: int, trail: str = "") -> str:
    below = tuple(theme_of(under, levels) for under in range(level + 1, levels))
    return plate(board, theme_of(level, levels), below, trail)


def _described(state: State, teams: Sequence[str]) -> str:
    """The position in words, for those who cannot see it."""
    game, holes = state.game, state.game.stack.levels[state.level].holes
    sentences = [f"Holes: {', '.join(map(game.name, holes))}."]
    for seat in range(game.seats):
        cells = state.cells(seat)
        where = [f"{game.name(cell)}{' in a hole' if cell in holes else ''}" for cell in cells]
        sentences.append(f"{teams[seat].capitalize()} moles: {', '.join(where) or 'none'}.")
    return " ".join(sentences)


def _moles(
    board: Board, theme: Theme, moles: dict[Hex, Seat], teams: Sequence[str]
) -> Iterator[str]:
    """The moles row by row, so that those in front cover those behind."""
    holes = frozenset(board.holes)
    for cell in hexagon(board.radius):
        if cell not in moles:
            continue
        team = teams[moles[cell]]
        if cell not in holes:
            yield at(f"mole-{team}", cell)
            continue
        shovel = '<use xlink:href="#shovel" transform="translate(23 0) rotate(14)"/>'
        yield (
            f'<g class="home" {hole_place(board, cell)}>'
            f'<use xlink:href="#mole-{team}-head" y="10"/>'
            f'<use xlink:href="#{theme.name}-lip"/>{shovel if board.solid else ""}'
            '<use xlink:href="#mole-paw" x="-15" y="12"/>'
            '<use xlink:href="#mole-paw" x="15" y="12"/></g>'
        )


def _flying(hop: Hop, team: str) -> str:
    """A mole above the line of its move, in an arc, with its shadow on the ground."""
    (x, y), (to_x, to_y) = place(hop.move.origin), place(hop.move.target)
    x, y = x + (to_x - x) * hop.share, y + (to_y - y) * hop.share
    height = 4 * hop.share * (1 - hop.share) * STEP * 0.8
    return (
        f'<ellipse cx="{number(x)}" cy="{number(y + 16)}" rx="17" ry="7" fill-opacity=".3"/>'
        f'<use xlink:href="#mole-{team}" x="{number(x)}" y="{number(y - height)}"/>'
    )


def _trail(board: Board, move: Move | None) -> str:
    """A light track from where a mole came from."""
    if move is None or max(move.origin.ring, move.target.ring) > board.radius:
        return ""
    (x, y), (to_x, to_y) = place(move.origin), place(move.target)
    line = f'd="M{number(x)} {number(y)}L{number(to_x)} {number(to_y)}" fill="none"'
    ring = 31 if move.origin in (*board.holes, *board.specials) else 17
    return (
        f'<g class="trail" stroke-linecap="round"><path {line} stroke="#fff" stroke-opacity=".6" '
        f'stroke-width="18"/><path {line} stroke="#3b2a1d" stroke-width="5.5" '
        f'stroke-dasharray=".1 {number(STEP / 5 - 0.1)}"/><circle cx="{number(x)}" '
        f'cy="{number(y)}" r="{ring}" fill="#fff" fill-opacity=".6" stroke="#3b2a1d" '
        'stroke-width="3.5" stroke-dasharray="6 6.6"/></g>'
    )


def _marks(marked: Collection[Hex], board: Board) -> Iterator[str]:
    """A bright ring around each marked cell."""
    check_cells(marked, board)
    for cell in sorted(set(marked)):
        x, y = map(number, place(cell))
        yield (
            f'<g class="mark" fill="none"><circle cx="{x}" cy="{y}" r="29" stroke="#1d1a2b" '
            f'stroke-width="7.5"/><circle cx="{x}" cy="{y}" r="29" stroke="#fff14f" '
            'stroke-width="4"/></g>'
        )


def _names(board: Board, radius: int, moles: dict[Hex, Seat]) -> Iterator[str]:
    """The names of the empty cells."""
    holes, specials = frozenset(board.holes), frozenset(board.specials)
    yield '<g font-family="sans-serif" font-weight="bold" text-anchor="middle" font-size="11">'
    for cell in hexagon(board.radius):
        if cell in moles:
            continue
        x, y = place(cell)
        name = format_cell(cell, radius)
        if cell in specials:
            yield f'<circle cx="{number(x)}" cy="{number(y)}" r="10.5" fill="#fff2c4"/>'
        colour = "#ffe9c9" if cell in holes else "#241a12"
        small = "" if len(name) < 3 else ' font-size="9"'
        yield (
            f'<text x="{number(x)}" y="{number(y + 3.8 - 0.4 * len(name[2:]))}" '
            f'fill="{colour}"{small}>{name}</text>'
        )
    yield "</g>"
