"""One empty board in SVG: the plate with its edge, the lattice, cells, holes and special cells.

Lengths are in units of which two neighbouring cells are `STEP` apart. Parts that occur often are
defined once for each theme, under names that begin with the theme's.
"""

from collections.abc import Iterator
from math import cos, pi, sin
from random import Random
from typing import Final

from taupes.drawing.mole import SHOVEL
from taupes.drawing.theme import Theme
from taupes.rules.board import Board
from taupes.rules.hex import CENTRE, Hex, hexagon

STEP: Final = 64.0
ROW: Final = STEP * 3**0.5 / 2
MARGIN: Final = 50.0
"""From the cell in a corner to the corner of the board."""
_ROUND: Final = 14.0
_THICK: Final = 13
"""The thickness of the board in play and of each one below."""


def number(value: float) -> str:
    """A length, as short as one decimal allows.

    >>> number(12.04), number(-0.03), number(0.5)
    ('12', '0', '.5')
    """
    text = f"{value:.1f}".removesuffix(".0")
    if text == "-0":
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def place(cell: Hex) -> tuple[float, float]:
    """The middle of a cell, from the middle of the board."""
    return STEP * (cell.q + cell.r / 2), ROW * cell.r


def at(name: str, cell: Hex) -> str:
    """A defined part, used on a cell."""
    x, y = place(cell)
    return f'<use xlink:href="#{name}" x="{number(x)}" y="{number(y)}"/>'


def half_width(board: Board) -> float:
    """From the middle of the board to its left or right corner."""
    return board.radius * STEP + MARGIN


def half_height(board: Board) -> float:
    """From the middle of the board to its upper or lower edge."""
    return half_width(board) * ROW / STEP


def depth(below: int) -> float:
    """How far the edges of the board and of those below it reach down in front of it."""
    return (below + 1) * _THICK + 22


def goal_defs() -> str:
    """The shovel and its gleam, for a picture with the last board."""
    return (
        '<radialGradient id="gleam"><stop offset="0" stop-color="#ffd84d" stop-opacity=".75"/>'
        '<stop offset="1" stop-color="#ffd84d" stop-opacity="0"/></radialGradient>' + SHOVEL
    )


def plate_defs(theme: Theme) -> str:
    """The parts of which a board with this theme is made."""
    name = theme.name
    parts = (
        (
            f'<linearGradient id="{name}-ground" x1=".3" y1="0" x2=".7" y2="1">'
            f'<stop offset="0" stop-color="{theme.light}"/><stop offset="1" '
            f'stop-color="{theme.dark}"/></linearGradient>'
        ),
        (
            f'<radialGradient id="{name}-heap" cx=".42" cy=".3" r=".75">'
            f'<stop offset=".35" stop-color="{theme.heap}"/><stop offset="1" '
            f'stop-color="{theme.crumb}"/></radialGradient>'
        ),
        (
            f'<linearGradient id="{name}-pit" x1="0" y1="0" x2="0" y2="1">'
            f'<stop offset="0" stop-color="#150d0c"/><stop offset=".55" stop-color="#2b1c18"/>'
            f'<stop offset="1" stop-color="{theme.crumb}"/></linearGradient>'
        ),
        (
            f'<g id="{name}-cell"><circle cy="1.8" r="11" fill="{theme.edge}"/>'
            f'<circle r="11" fill="{theme.cell}" stroke="{theme.edge}" stroke-width="1.5"/></g>'
        ),
        _hole(theme),
        _special(theme),
        (
            f'<g id="{name}-lip"><path d="M-22-2A22 16 0 0 0 22-2Q30 4 27 13Q14 27 0 26Q-14 27-27 '
            f'13Q-30 4-22-2z" fill="{theme.heap}"/><path d="M-22-2A22 16 0 0 0 22-2" fill="none" '
            f'stroke="{theme.crumb}" stroke-width="2"/></g>'
        ),
        *(
            f'<g id="{name}-ornament-{i}">{ornament}</g>'
            for i, ornament in enumerate(theme.ornaments)
        ),
    )
    return "".join(parts)


def _hole(theme: Theme) -> str:
    """A molehill with a deep opening, seen slightly from the front."""
    crumbs = "".join(
        f'<circle cx="{number(29 * cos(a))}" cy="{number(25 * sin(a) + 2)}" r="{r}"/>'
        for a, r in ((0.35, 3.2), (0.9, 2.4), (1.9, 3), (2.75, 3.6), (3.7, 2.6), (5.3, 3.2))
    )
    return (
        f'<g id="{theme.name}-hole">'
        f'<ellipse cy="6" rx="31" ry="24" fill="#000" fill-opacity=".2"/>'
        f'<g fill="{theme.crumb}">{crumbs}</g>'
        f'<path d="{_blob(29, 25, 9)}" fill="url(#{theme.name}-heap)" stroke="{theme.crumb}" '
        'stroke-width="1.5"/>'
        f'<ellipse cy="-2" rx="22" ry="16" fill="url(#{theme.name}-pit)" stroke="{theme.crumb}" '
        'stroke-width="2"/></g>'
    )


def _special(theme: Theme) -> str:
    """A large cell with an eight-pointed star."""
    points = " ".join(
        f"{number(radius * sin(i * pi / 8))},{number(-radius * cos(i * pi / 8))}"
        for i, radius in enumerate((19, 8, 13.5, 8) * 4)
    )
    return (
        f'<g id="{theme.name}-special"><circle cy="2.5" r="26.5" fill="{theme.edge}"/>'
        f'<circle r="26" fill="#ffb733" stroke="{theme.edge}" stroke-width="2"/>'
        f'<circle r="21.5" fill="{theme.cell}" stroke="#8a4a00" stroke-width="1.2"/>'
        f'<polygon points="{points}" fill="#ff9f1c" stroke="#8a4a00" stroke-width="1.6" '
        f'stroke-linejoin="round"/><circle r="4.5" fill="#fff2c4"/></g>'
    )


def _blob(width: float, height: float, bumps: int) -> str:
    """An uneven closed outline."""
    points = []
    for i in range(2 * bumps):
        angle = i * pi / bumps
        size = 1 + (0.05 if i % 2 else -0.03) + 0.03 * sin(3 * angle + 1)
        points.append((size * width * cos(angle), size * height * sin(angle)))
    start = points[-1]
    path = f"M{number(start[0])} {number(start[1])}"
    for i in range(0, len(points), 2):
        (x, y), (to_x, to_y) = points[i], points[i + 1]
        path += f"Q{number(x * 1.06)} {number(y * 1.06)} {number(to_x)} {number(to_y)}"
    return path + "z"


def plate(board: Board, theme: Theme, below: tuple[Theme, ...], trail: str = "") -> str:
    """The empty board about its middle, on top of the boards below.

    A trail lies over the lines and under the cells.
    """
    parts = [*_slab(board, theme, below), surface(board, theme), trail]
    holes, specials = frozenset(board.holes), frozenset(board.specials)
    for cell in hexagon(board.radius):
        if cell in holes:
            parts.append(f"<g {hole_place(board, cell)}>{_opening(board, theme)}</g>")
        else:
            parts.append(at(f"{theme.name}-{'special' if cell in specials else 'cell'}", cell))
    return "".join(parts)


def surface(board: Board, theme: Theme) -> str:
    """What lies under the cells: ornaments, the lattice and the paths of the last board."""
    paths = [_path(board, theme, direction) for direction in range(6 if board.solid else 0)]
    return "".join((*_ornaments(board, theme), _lattice(board, theme), *paths))


def hole_place(board: Board, cell: Hex) -> str:
    """The attribute that puts something in a hole; the last one is larger than the others."""
    x, y = map(number, place(cell))
    return f'transform="translate({x} {y}){" scale(1.25)" if board.solid else ""}"'


def _opening(board: Board, theme: Theme) -> str:
    """A hole; in the last one the golden shovel gleams."""
    hole = f'<use xlink:href="#{theme.name}-hole"/>'
    if not board.solid:
        return hole
    return (
        f'{hole}<ellipse cy="0" rx="18" ry="12" fill="url(#gleam)"/>'
        '<use xlink:href="#shovel" transform="translate(-2 -1) rotate(62) scale(.9)"/>'
    )


def _hexagon(width: float, down: float, attributes: str) -> str:
    height = width * ROW / STEP
    corners = (
        (width, 0.0),
        (width / 2, height),
        (-width / 2, height),
        (-width, 0.0),
        (-width / 2, -height),
        (width / 2, -height),
    )
    points = " ".join(f"{number(x)},{number(y + down)}" for x, y in corners)
    return f'<polygon points="{points}" stroke-linejoin="round" {attributes}/>'


def _slab(board: Board, theme: Theme, below: tuple[Theme, ...]) -> Iterator[str]:
    """The shadow, the edges of the boards below, and the plate itself."""
    width = half_width(board) - _ROUND
    floor = _THICK * (len(below) + 1)
    for i in range(6):
        yield _hexagon(
            width - 4,
            floor + 7,
            f'fill="#10141c" stroke="#10141c" stroke-width="{number(2 * _ROUND + 18 - 4 * i)}" '
            'opacity=".06"',
        )
    for i, under in reversed(tuple(enumerate((theme, *below)))):
        for down, colour in ((_THICK * (i + 1), under.side), (_THICK * i + 3, under.dark)):
            yield _hexagon(
                width, down, f'fill="{colour}" stroke="{colour}" stroke-width="{2 * _ROUND:g}"'
            )
    yield _hexagon(
        width, 0, f'fill="{theme.rim}" stroke="{theme.rim}" stroke-width="{2 * _ROUND:g}"'
    )
    ground = f"url(#{theme.name}-ground)"
    yield _hexagon(
        width - 4, 1, f'fill="{ground}" stroke="{theme.dark}" stroke-width="{2 * _ROUND - 4:g}"'
    )
    yield _hexagon(width + 4, 0, f'fill="{ground}"')


def _ornaments(board: Board, theme: Theme) -> Iterator[str]:
    """Small things in some of the triangles between the cells, always the same ones."""
    rng = Random(board.radius)
    for cell in hexagon(board.radius):
        for steps in ((0, 1), (5, 0)):
            corners = (cell, *(cell.step(direction) for direction in steps))
            kind = rng.randrange(5)
            if (
                kind >= len(theme.ornaments)
                or max(corner.ring for corner in corners) > board.radius
                or not frozenset(board.holes).isdisjoint(corners)
            ):
                continue
            xs, ys = zip(*map(place, corners), strict=True)
            yield (
                f'<use xlink:href="#{theme.name}-ornament-{kind}" x="{number(sum(xs) / 3)}" '
                f'y="{number(sum(ys) / 3)}"/>'
            )


def _lattice(board: Board, theme: Theme) -> str:
    """All straight lines from edge to edge, but for the paths of the last board."""
    size = board.radius
    path = ""
    for turn in range(3):
        for r in range(-size, size + 1):
            if r == 0 and board.solid:
                continue
            start = Hex(max(-size, -size - r), r).turned(turn)
            end = Hex(min(size, size - r), r).turned(turn)
            (x, y), (to_x, to_y) = place(start), place(end)
            path += f"M{number(x)} {number(y)}L{number(to_x)} {number(to_y)}"
    return (
        f'<path d="{path}" fill="none" stroke="{theme.line}" stroke-width="2.5" '
        'stroke-opacity=".55"/>'
    )


def _path(board: Board, theme: Theme, direction: int) -> str:
    """One of the six paths to the last hole: a strong line, or a row of dots."""
    x, y = place(CENTRE.step(direction, board.radius))
    line = f'd="M0 0L{number(x)} {number(y)}" fill="none" stroke-linecap="round"'
    if direction in board.solid:
        return (
            f'<path class="solid" {line} stroke="{theme.side}" stroke-width="11"/>'
            f'<path {line} stroke="#fff6d8" stroke-width="6.5"/>'
        )
    return (
        f'<path class="dotted" {line} stroke="{theme.side}" stroke-width="8.5" '
        f'stroke-dasharray=".1 {number(STEP / 4 - 0.1)}"/>'
        f'<path {line} stroke="#fff6d8" stroke-width="5.5" '
        f'stroke-dasharray=".1 {number(STEP / 4 - 0.1)}"/>'
    )
