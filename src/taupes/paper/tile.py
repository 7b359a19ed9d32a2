"""A sheet of a board: the board flat from above, with holes to cut out and marks to join it."""

from collections.abc import Iterator
from typing import Final

from taupes.drawing.plate import at, number, place, plate_defs, surface
from taupes.drawing.theme import Theme, theme_of
from taupes.paper.measure import (
    CAPTION,
    FLAP,
    HEAP,
    LEAD,
    MARGIN,
    SCALE,
    Paper,
    arrow_place,
    hole_size,
)
from taupes.paper.page import CUT, INK, fold_line, glue, mm, paper_picture, points, words_at
from taupes.paper.sheets import Area, Point, Sheet, Side, clipped, corners
from taupes.rules.board import Board, Stack
from taupes.rules.hex import hexagon

_CROSS: Final = 2.6
"""Half the length of a cross."""
_CLEAR: Final = 12.0
"""From the end of a joint to its first cross."""


def tile(stack: Stack, level: int, sheet: Sheet, paper: Paper) -> str:
    """One sheet of the board at this level, as large as the paper."""
    outline = corners(stack.radius)
    x, y = offset_of(sheet, paper)

    def moved(part: tuple[Point, ...]) -> tuple[Point, ...]:
        return tuple((x + px, y + py) for px, py in part)

    printed = moved(clipped(outline, sheet.printed))
    defs = [
        plate_defs(theme_of(level, len(stack.levels))),
        f'<clipPath id="cut"><polygon points="{points(printed)}"/></clipPath>',
    ]
    parts = [
        (
            f'<g clip-path="url(#cut)"><g transform="translate({mm(x)} {mm(y)}) '
            f'scale({SCALE:.6f})">{"".join(_board(stack, level))}</g></g>'
        )
    ]
    for side, letter in sheet.letters:
        flap = sheet.flap(side)
        if flap is not None:
            needed, hatch = glue(f"glue-{side}", moved(clipped(outline, flap)))
            defs.append(needed)
            parts.append(hatch)
        parts += _joint(outline, sheet.area, side, f"{level + 1}{letter}", (x, y))
    parts.append(f'<polygon points="{points(printed)}" {CUT}/>')
    return paper_picture(paper, "".join(defs), parts)


def offset_of(sheet: Sheet, paper: Paper) -> Point:
    """Where the board's middle lies on the paper, with the printed part amid it."""
    width, height = paper.room
    printed, sides = sheet.printed, dict(sheet.letters)
    lead, head = (LEAD if side in sides else 0.0 for side in ("left", "top"))
    return (
        MARGIN + lead + (width - lead - printed.width) / 2 - printed.left,
        MARGIN + CAPTION + head + (height - head - printed.height) / 2 - printed.top,
    )


def _board(stack: Stack, level: int) -> Iterator[str]:
    """The whole board about its middle, in the units of the drawings."""
    board, theme = stack.levels[level], theme_of(level, len(stack.levels))
    if board.radius < stack.radius:
        yield _hexagon(stack.radius, f'fill="{theme.side}"')
    yield _hexagon(board.radius, f'fill="url(#{theme.name}-ground)"')
    yield surface(board, theme)
    holes, specials = frozenset(board.holes), frozenset(board.specials)
    for cell in hexagon(board.radius):
        if cell not in holes:
            yield at(f"{theme.name}-{'special' if cell in specials else 'cell'}", cell)
    for cell in board.holes:
        x, y = place(cell)
        yield f'<g transform="translate({number(x)} {number(y)})">{_hole(board, theme)}</g>'
    yield from _top_mark(stack.radius, level)


def _hexagon(radius: int, attributes: str) -> str:
    outline = ((x / SCALE, y / SCALE) for x, y in corners(radius))
    return f'<polygon points="{points(outline)}" {attributes}/>'


def _hole(board: Board, theme: Theme) -> str:
    """A heap of earth around what is cut out; the cross says that it is thrown away."""
    size = hole_size(board) / 2 / SCALE
    arm = size * 0.45
    return (
        f'<circle r="{mm(size + HEAP / SCALE)}" fill="url(#{theme.name}-heap)" '
        f'stroke="{theme.crumb}" stroke-width="1.5"/>'
        f'<circle r="{mm(size)}" fill="#fff"/>'
        f'<path d="M-{mm(arm)}-{mm(arm)}L{mm(arm)} {mm(arm)}M-{mm(arm)} {mm(arm)}L{mm(arm)}'
        f'-{mm(arm)}" stroke="#bbb" stroke-width="1"/>'
        f'<circle r="{mm(size)}" fill="none" stroke="{INK}" stroke-width=".6"/>'
    )


def _top_mark(radius: int, level: int) -> Iterator[str]:
    """An arrow at the upper edge with the number of the board.

    When the arrows of all boards lie on each other, so do the orientations of the stack. It is
    small enough to touch no hole or special cell beside it.
    """
    middle, top = arrow_place(radius) / SCALE, corners(radius)[4][1] / SCALE
    yield (
        f'<path d="M{mm(middle)} {mm(top + 3)}l11 16h-22z" fill="#fff" stroke="{INK}" '
        'stroke-width=".8" stroke-linejoin="round"/>'
    )
    yield words_at(middle, top + 14.5, str(level + 1), 9)


def _joint(
    outline: tuple[Point, ...], area: Area, side: Side, name: str, offset: Point
) -> Iterator[str]:
    """The marks along one joint: crosses on it, its name beside it, a dashed line at a flap."""
    is_upright = side in ("left", "right")
    line: float = getattr(area, side)
    if is_upright:
        strip = Area(line - 0.01, area.top, line + 0.01, area.bottom)
    else:
        strip = Area(area.left, line - 0.01, area.right, line + 0.01)
    along = [point[is_upright] for point in clipped(outline, strip)]
    start, end = min(along), max(along)
    has_flap = side in ("right", "bottom")

    def spot(way: float, beside: float = 0) -> Point:
        x, y = (line + beside, way) if is_upright else (way, line + beside)
        return x + offset[0], y + offset[1]

    if has_flap:
        yield fold_line(spot(start), spot(end))
    for way in _spread(start, end, _CLEAR, 3):
        yield _cross(spot(way))
    for way in _spread(start, end, (end - start) / 4 + 4, 2):
        yield words_at(*spot(way, FLAP / 2 if has_flap else -LEAD / 2), name, 4)


def _spread(start: float, end: float, clear: float, most: int) -> list[float]:
    """Places along a joint, this far from its ends; only its middle if it is short."""
    if end - start < 3 * _CLEAR:
        return [(start + end) / 2]
    step = (end - start - 2 * clear) / (most - 1)
    return [start + clear + i * step for i in range(most)]


def _cross(spot: Point) -> str:
    """A cross of which each of two neighbours shows a half."""
    x, y = map(mm, spot)
    arms = f"M{x} {y}m-{_CROSS} 0h{2 * _CROSS}m-{_CROSS}-{_CROSS}v{2 * _CROSS}"
    return (
        f'<path d="{arms}" stroke="#fff" stroke-width=".7"/>'
        f'<path d="{arms}" stroke="{INK}" stroke-width=".2"/>'
        f'<circle cx="{x}" cy="{y}" r="1.4" fill="none" stroke="{INK}" stroke-width=".2"/>'
    )
