"""Small pictures beside the words: how sheets join, how a mole moves, the last board."""

from collections.abc import Iterator, Sequence
from typing import Final

from taupes.drawing import draw_svg
from taupes.drawing.mole import COLOURS, mole_defs
from taupes.drawing.plate import STEP, at, goal_defs, place, plate_defs
from taupes.drawing.theme import CLAY, MEADOW, theme_of
from taupes.paper.measure import SCALE, TAB, hole_size
from taupes.paper.page import INK, mm, picture, points, words_at
from taupes.paper.pieces import MOLE, mole_face, tent
from taupes.paper.sheets import Area, Sheet, clipped, corners
from taupes.rules.actions import Draw, Place
from taupes.rules.board import Board, BoardSet, Stack
from taupes.rules.hex import CENTRE, Hex
from taupes.rules.options import preset_rules
from taupes.rules.play import apply, legal_moves
from taupes.rules.record import TEAMS
from taupes.rules.state import Game, new_game

_EDGE: Final = f'stroke="{INK}" stroke-width=".3" stroke-linejoin="round"'


def overview(stack: Stack, level: int, sheets: Sequence[Sheet], here: Sheet | None = None) -> str:
    """How the sheets of a board join, as small as one likes.

    One of them can be marked instead of naming them all.
    """
    outline, board = corners(stack.radius), stack.levels[level]
    half_width, half_height = outline[0][0] + 4, outline[1][1] + 4
    theme = theme_of(level, len(stack.levels))
    parts = [
        f'<g transform="translate({mm(half_width)} {mm(half_height)})">',
        f'<polygon points="{points(outline)}" fill="{theme.side}"/>',
        f'<polygon points="{points(corners(board.radius))}" fill="{theme.light}"/>',
    ]
    for hole in board.holes:
        x, y = place(hole)
        parts.append(
            f'<circle cx="{mm(x * SCALE)}" cy="{mm(y * SCALE)}" r="{mm(hole_size(board) / 2)}" '
            f'fill="{theme.crumb}" fill-opacity=".55"/>'
        )
    for sheet in sheets:
        shade = ' fill="#fff" fill-opacity=".75"' if here not in (None, sheet) else ' fill="none"'
        parts.append(
            f'<polygon points="{points(clipped(outline, sheet.area))}"{shade} stroke="{INK}" '
            'stroke-width="3" stroke-linejoin="round"/>'
        )
    if here is None:
        for sheet in sheets:
            parts += _names(outline, sheet, level)
    return picture(2 * half_width, 2 * half_height, "", (*parts, "</g>"))


def _names(outline: Sequence[tuple[float, float]], sheet: Sheet, level: int) -> Iterator[str]:
    """The number of a sheet, and the names of its joints with those after it."""
    spots = clipped(outline, sheet.area)
    x, y = ((min(way) + max(way)) / 2 for way in zip(*spots, strict=True))
    yield _badge(x, y, str(sheet.number), "#fff", 30)
    for side, letter in sheet.letters:
        area = sheet.area
        if side == "right":
            yield _badge(area.right, y - 45, f"{level + 1}{letter}", "#ffe066", 18)
        if side == "bottom":
            strip = clipped(outline, Area(area.left, area.bottom - 1, area.right, area.bottom))
            xs = [point[0] for point in strip]
            middle = (min(xs) + max(xs)) / 2
            yield _badge(middle, area.bottom, f"{level + 1}{letter}", "#ffe066", 18)


def _badge(x: float, y: float, text: str, colour: str, size: float) -> str:
    return (
        f'<circle cx="{mm(x)}" cy="{mm(y)}" r="{mm(size * 0.85)}" fill="{colour}" '
        f'stroke="{INK}" stroke-width="2"/>{words_at(x, y, text, size)}'
    )


def move_figure() -> str:
    """Where a mole may go with a 2: straight, into an empty hole, but not over another mole."""
    top = Board("", 2, (Hex(0, -2), Hex(-2, 1)))
    last = Board("", 2, (CENTRE,), (), (0, 2, 4))
    game = Game(Stack(BoardSet("", (top, last)), (0, 0)), preset_rules("web", 2), 2, 1)
    state = new_game(game)
    for action in (Place(CENTRE), Place(Hex(1, 0)), Draw(2)):
        state = apply(state, action)
    return draw_svg(state, marked=[move.target for move in legal_moves(state)])


def fold_figure() -> str:
    """A mole as a strip, and folded: a tent seen from its side."""
    width, height, foot = MOLE
    length = foot + 2 * height + TAB
    needed, strip = tent("tab", (1, 1), MOLE, mole_face("red"), COLOURS["red"])
    x, y = width + 24, length / 2 + height / 2
    lean, tall = 4.0, height - 2
    ridge = ((x + lean, y - tall), (x + width + lean, y - tall))
    end = (x + width + 2 * lean + 1, y - 5)
    arrow = f"M{mm(width + 6)} {mm(y - height / 2)}h10m-3-2.5l3 2.5l-3 2.5"
    parts = (
        strip,
        f'<path d="{arrow}" fill="none" stroke="{INK}" stroke-width=".8"/>',
        f'<polygon points="{points(((x + width, y), ridge[1], end))}" fill="#d9c9c4" {_EDGE}/>',
        (
            f'<g transform="matrix(1 0 {mm(-lean / height)} {tall / height:.4f} '
            f'{mm(x + width / 2)} {mm(y)})">{mole_face("red")}</g>'
        ),
        (
            f'<polygon points="{points(((x, y), (x + width, y), *reversed(ridge)))}" '
            f'fill="none" {_EDGE}/>'
        ),
    )
    return picture(end[0] + 2, length + 2, mole_defs(("red",)) + needed, parts)


def special_figure() -> str:
    """A special cell between two others."""
    size = 1.6 * STEP
    parts = (
        f'<g transform="translate({mm(size)} {mm(size / 2)})">',
        (
            f'<rect x="-{mm(size)}" y="-{mm(size / 2)}" width="{mm(2 * size)}" '
            f'height="{mm(size)}" rx="12" fill="url(#{CLAY.name}-ground)"/>'
        ),
        f'<path d="M-{mm(STEP)} 0H{mm(STEP)}" stroke="{CLAY.line}" stroke-width="2.5"/>',
        at(f"{CLAY.name}-special", CENTRE),
        *(at(f"{CLAY.name}-cell", CENTRE.step(direction)) for direction in (0, 3)),
        "</g>",
    )
    return picture(2 * size, size, plate_defs(CLAY), parts)


def teams_figure() -> str:
    """All four teams around the golden shovel, on the meadow."""
    width, height = 6.4 * STEP, 1.6 * STEP
    parts = [
        (
            f'<rect y="{mm(height - 38)}" width="{mm(width)}" height="38" rx="19" '
            f'fill="url(#{MEADOW.name}-ground)"/>'
        ),
        (
            f'<use xlink:href="#shovel" transform="translate({mm(width / 2)} '
            f'{mm(height - 38)}) scale(1.5)"/>'
        ),
    ]
    for team, away in zip(TEAMS, (-2.3, -1.2, 1.2, 2.3), strict=True):
        spot = f"translate({mm(width / 2 + away * STEP)} {mm(height - 40)})"
        parts.append(f'<use xlink:href="#mole-{team}" transform="{spot}"/>')
    return picture(width, height, plate_defs(MEADOW) + goal_defs() + mole_defs(TEAMS), parts)
