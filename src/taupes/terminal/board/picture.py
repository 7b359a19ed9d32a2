"""A board as lines of coloured characters: hexagons made of half-blocks."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rich.segment import Segment
from rich.style import Style

from taupes.rules import Hex, hexagon
from taupes.terminal.board.colours import SOIL
from taupes.terminal.board.faces import Face, Scene, faces


@dataclass(frozen=True, slots=True)
class Size:
    """How large a cell is drawn: its columns, and the lines from one row to the next."""

    width: int
    height: int

    def extent(self, radius: int) -> tuple[int, int]:
        """Columns and lines of a whole frame."""
        rows = 2 * radius + 1
        return rows * self.width, rows * self.height + 2 * self.tip

    @property
    def tip(self) -> int:
        """The line for the tips of the hexagons of the first row, and of the last."""
        return int(self.height > 1)


SIZES: Final = (Size(12, 5), Size(10, 4), Size(8, 3), Size(6, 2), Size(4, 1))
"""From the largest."""

Written = dict[tuple[int, int], tuple[str, Style]]
"""Characters and their styles by line and column."""


def fitting(columns: int, lines: int, radius: int) -> Size:
    """The largest size at which a frame of that radius can be seen whole, or the smallest.

    >>> fitting(54, 20, 4), fitting(72, 36, 4)
    (Size(width=6, height=2), Size(width=8, height=3))
    """
    for size in SIZES:
        wide, high = size.extent(radius)
        if wide <= columns and high <= lines:
            return size
    return SIZES[-1]


def corner(cell: Hex, radius: int, size: Size) -> tuple[int, int]:
    """The first line and column of a cell, below the tip of its hexagon."""
    column = size.width * (cell.q + radius) + size.width // 2 * cell.r
    return size.height * (cell.r + radius) + size.tip, column


@lru_cache(maxsize=64)
def cell_at(radius: int, size: Size) -> dict[tuple[int, int], Hex]:
    """The cell of every half-line and column of a frame.

    A row of cells is a row of bricks whose edges zigzag by half a line, which makes hexagons.
    """
    last = 2 * size.height - 1
    cuts = dict.fromkeys(range(last + 1), 0)
    if size.tip:
        cuts |= {-1: size.width // 2 - 1, 0: 1, last: 1, last + 1: size.width // 2 - 1}
    found: dict[tuple[int, int], Hex] = {}
    for cell in hexagon(radius):
        line, left = corner(cell, radius, size)
        for half, cut in cuts.items():
            for column in range(left + cut, left + size.width - cut):
                found[2 * line + half, column] = cell
    return found


def draw(scene: Scene, size: Size, *, colour: bool = True) -> list[list[Segment]]:
    """The lines of a board from its top, each as wide as the whole frame."""
    radius = scene.game.stack.radius
    looks = faces(scene, colour=colour)
    columns, lines = size.extent(radius)
    sheet = _hexagons(looks, radius, size) if colour else {}
    sheet |= _texts(looks, radius, size)
    blank = (" ", _style("", SOIL if colour else ""))
    return [
        _joined([sheet.get((line, column), blank) for column in range(columns)])
        for line in range(lines)
    ]


def _hexagons(looks: dict[Hex, Face], radius: int, size: Size) -> Written:
    """The ground of all cells: two half-lines make a line of characters."""
    at = cell_at(radius, size)
    grounds = {place: looks[cell].ground for place, cell in at.items() if cell in looks}
    sheet: Written = {}
    for line, column in {(half // 2, column) for half, column in grounds}:
        upper = grounds.get((2 * line, column), SOIL)
        lower = grounds.get((2 * line + 1, column), SOIL)
        is_plain = upper == lower
        sheet[line, column] = (" " if is_plain else "▀", _style("" if is_plain else upper, lower))
    return sheet


def _texts(looks: dict[Hex, Face], radius: int, size: Size) -> Written:
    """Names and signs."""
    written: Written = {}
    for cell, face in looks.items():
        top, left = corner(cell, radius, size)
        first = top + (size.height - (2 if face.sign.strip() and size.tip else 1)) // 2
        for line, (text, style) in enumerate(_lines(face, size), first):
            start = left + (size.width - len(text)) // 2
            for column, character in enumerate(text, start):
                written[line, column] = (character, style)
    return written


def _lines(face: Face, size: Size) -> list[tuple[str, Style]]:
    # What is lit stands out by its ground; without colour it does so by being reversed.
    reverse = face.is_lit and not face.ground
    name = _style(face.ink, face.ground, bold=face.is_strong, reverse=reverse)
    sign = _style(face.pill_ink, face.pill, bold=True, reverse=reverse)
    if size.height == 1:
        return [(face.brief, sign if face.pill != face.ground else name)]
    return [(face.name, name), (face.sign.center(size.width - 2), sign)]


@lru_cache(maxsize=4096)
def _style(ink: str, ground: str, *, bold: bool = False, reverse: bool = False) -> Style:
    return Style(color=ink or None, bgcolor=ground or None, bold=bold, reverse=reverse)


def _joined(row: list[tuple[str, Style]]) -> list[Segment]:
    """A line with neighbours of one style in one piece."""
    pieces: list[Segment] = []
    text, now = "", row[0][1]
    for character, style in row:
        if style is not now:
            pieces.append(Segment(text, now))
            text, now = "", style
        text += character
    return [*pieces, Segment(text, now)]
