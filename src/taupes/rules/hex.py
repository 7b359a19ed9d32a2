"""Hexagonal geometry: cells as axial coordinates, directions, turns and cell names.

Coordinates are those of the game record: `q` grows to the right, `r` down and to the right, the
centre is `(0, 0)`. For people a cell has a name as in Abalone: rows are letters from the bottom,
the lines running up to the left are numbers.
"""

import re
from functools import cache
from typing import Final, NamedTuple

MAX_RADIUS: Final = 12
"""The largest board whose rows still have one letter each (a to y)."""


class Hex(NamedTuple):
    """A cell in axial coordinates."""

    q: int
    r: int

    @property
    def ring(self) -> int:
        """The distance to the centre.

        >>> Hex(1, -3).ring
        3
        """
        return max(abs(self.q), abs(self.r), abs(self.q + self.r))

    def step(self, direction: int, count: int = 1) -> "Hex":
        """The cell `count` steps away in one of the six directions.

        >>> Hex(0, 0).step(1, 2)
        Hex(q=0, r=2)
        """
        q, r = DIRECTIONS[direction % 6]
        return Hex(self.q + count * q, self.r + count * r)

    def distance(self, other: "Hex") -> int:
        """How many steps lie between two cells, whatever stands there.

        >>> Hex(-1, 0).distance(Hex(1, 2))
        4
        """
        return Hex(self.q - other.q, self.r - other.r).ring

    def turned(self, sixths: int) -> "Hex":
        """The cell after turning the board clockwise about its centre.

        >>> Hex(1, 0).turned(1)
        Hex(q=0, r=1)
        """
        q, r = self
        for _ in range(sixths % 6):
            q, r = -r, q + r
        return Hex(q, r)


DIRECTIONS: Final = (Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0), Hex(0, -1), Hex(1, -1))
"""The six directions, each a sixth of a turn clockwise from the one before."""

CENTRE: Final = Hex(0, 0)

_NAME: Final = re.compile(r"([a-z])([0-9]{1,2})", re.ASCII)


@cache
def hexagon(radius: int) -> tuple[Hex, ...]:
    """All cells of a board, in reading order: row by row from the top, left to right.

    >>> len(hexagon(4))
    61
    """
    rows = range(-radius, radius + 1)
    return tuple(
        Hex(q, r)
        for r in rows
        for q in range(max(-radius, -radius - r), min(radius, radius - r) + 1)
    )


def format_cell(cell: Hex, radius: int) -> str:
    """The name of a cell in a stack whose widest board has this radius.

    >>> format_cell(Hex(0, 0), 4), format_cell(Hex(-4, 4), 4), format_cell(Hex(4, -4), 4)
    ('e5', 'a1', 'i9')
    """
    if cell.ring > radius:  # no cell of this board, and named so that people see it
        return f"[{cell.q}, {cell.r}]"
    return f"{chr(ord('a') + radius - cell.r)}{cell.q + radius + 1}"


def parse_cell(name: str, radius: int) -> Hex:
    """The cell of that name; ValueError if this board has none.

    >>> parse_cell("e5", 4)
    Hex(q=0, r=0)
    """
    if match := _NAME.fullmatch(name):
        cell = Hex(int(match[2]) - radius - 1, radius - (ord(match[1]) - ord("a")))
        if cell.ring <= radius and format_cell(cell, radius) == name:
            return cell
    last = format_cell(Hex(radius, -radius), radius)
    raise ValueError(f"{name!r:.60} is no cell of this board, whose cells run from a1 to {last}")


def straight(origin: Hex, target: Hex) -> tuple[int, int] | None:
    """Direction and distance of a straight line between two cells, or None.

    >>> straight(Hex(1, -1), Hex(1, 2)), straight(Hex(0, 0), Hex(1, 1))
    ((1, 3), None)
    """
    q, r = target.q - origin.q, target.r - origin.r
    distance = Hex(q, r).ring
    for direction, step in enumerate(DIRECTIONS):
        if distance and (step.q * distance, step.r * distance) == (q, r):
            return direction, distance
    return None
