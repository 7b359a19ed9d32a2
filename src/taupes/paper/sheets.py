"""How a board is divided into sheets of paper, and which edge meets which.

Lengths are in millimetres from the middle of the board. The sheets of a board form a grid. Each
reaches under its right and lower neighbours with a flap; those are cut off at the joint and
glued on it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from math import ceil, floor
from string import ascii_uppercase
from typing import Final, Literal

from taupes.drawing.plate import place
from taupes.paper.measure import (
    CELL,
    FLAP,
    HEAP,
    LEAD,
    SCALE,
    Paper,
    arrow_place,
    half_size,
    hole_size,
)
from taupes.rules.board import Board

Side = Literal["left", "top", "right", "bottom"]
Point = tuple[float, float]

_LEAST: Final = 1.0
"""A corner of the grid that shows fewer square millimetres of the board needs no sheet."""


_HOLE: Final = 1000
"""A hole that would be cut in two outweighs any number of special cells."""


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet of a board."""

    number: int
    """Counted from 1, row by row."""
    area: Area
    """The part of the board that it shows when all is glued."""
    letters: tuple[tuple[Side, str], ...]
    """The joints, by side. At the right and the bottom there are flaps."""

    def flap(self, side: Side) -> Area | None:
        """The strip that will lie under the neighbour, if there is one."""
        area = self.area
        if side not in dict(self.letters):
            return None
        if side == "right":
            return Area(area.right, area.top, area.right + FLAP, area.bottom)
        if side == "bottom":
            return Area(area.left, area.bottom, self.printed.right, area.bottom + FLAP)
        return None

    @property
    def printed(self) -> Area:
        """The part of the board that is printed: with its flaps."""
        area, sides = self.area, dict(self.letters)
        return Area(
            area.left,
            area.top,
            area.right + (FLAP if "right" in sides else 0),
            area.bottom + (FLAP if "bottom" in sides else 0),
        )


def corners(radius: int) -> tuple[Point, ...]:
    """The outline of a board, from its right corner clockwise."""
    width, height = half_size(radius)
    half = width / 2
    return (
        (width, 0),
        (half, height),
        (-half, height),
        (-width, 0),
        (-half, -height),
        (half, -height),
    )


def divide(board: Board, radius: int, paper: Paper) -> tuple[Sheet, ...]:
    """The sheets of a board that is cut out as large as one of this radius."""
    half_width, half_height = half_size(radius)
    room_width, room_height = paper.room
    reach = hole_size(board) / 2 + HEAP
    spots = [(place(cell), reach, _HOLE) for cell in board.holes]
    spots += [(place(cell), CELL / 2, 1) for cell in board.specials]
    arrow = (arrow_place(radius), CELL / 4, 1)
    across = [(x * SCALE, reach, weight) for (x, _), reach, weight in spots]
    down = [(y * SCALE, reach, weight) for (_, y), reach, weight in spots]
    columns = _edges(half_width, room_width, [*across, arrow])
    rows = _edges(half_height, room_height, down)
    areas = {
        (column, row): Area(columns[column], rows[row], columns[column + 1], rows[row + 1])
        for row in range(len(rows) - 1)
        for column in range(len(columns) - 1)
    }
    outline = corners(radius)
    used = {spot: area for spot, area in areas.items() if _size(clipped(outline, area)) > _LEAST}
    joints: dict[tuple[int, int], list[tuple[Side, str]]] = {spot: [] for spot in used}
    names = (_letters(i) for i in count())
    for column, row in used:
        if (column + 1, row) in used:
            letter = next(names)
            joints[column, row].append(("right", letter))
            joints[column + 1, row].append(("left", letter))
        if (column, row + 1) in used:
            letter = next(names)
            joints[column, row].append(("bottom", letter))
            joints[column, row + 1].append(("top", letter))
    return tuple(
        Sheet(number, area, tuple(joints[spot]))
        for number, (spot, area) in enumerate(used.items(), 1)
    )


def _letters(i: int) -> str:
    """Letters for as many joints as there are.

    >>> [_letters(i) for i in (0, 25, 26, 53)]
    ['A', 'Z', 'AA', 'BB']
    """
    name = ascii_uppercase[i % 26]
    return name if i < 26 else _letters(i // 26 - 1) + name


def _edges(half: float, room: float, spots: Sequence[tuple[float, float, int]]) -> list[float]:
    """Where sheets begin and end along one direction.

    A joint goes where it crosses the least (each spot has a middle, a reach and a weight), and
    then as near as can be to where it would make the sheets even.
    """

    def crossed(x: float) -> int:
        return sum(weight for at, reach, weight in spots if abs(x - at) < reach)

    rooms = [room]
    while sum(rooms) < 2 * half:
        rooms = [room - FLAP, *[room - LEAD - FLAP] * (len(rooms) - 1), room - LEAD]
    edges = [-half]
    for i in range(len(rooms) - 1):
        least = half - sum(rooms[i + 1 :])
        most = edges[-1] + rooms[i]
        even = -half + 2 * half * (i + 1) / len(rooms)
        edges.append(
            min(
                (float(x) for x in range(ceil(least), floor(most) + 1)),
                key=lambda x: (crossed(x), abs(x - even), x),
                default=most,
            )
        )
    return [*edges, half]


def clipped(outline: Sequence[Point], area: Area) -> tuple[Point, ...]:
    """The part of a convex outline that lies in an area."""
    points = tuple(outline)
    for axis, limit, sign in (
        (0, area.left, 1),
        (0, area.right, -1),
        (1, area.top, 1),
        (1, area.bottom, -1),
    ):
        points = _cut(points, axis, limit, sign)
    return points


def _cut(points: tuple[Point, ...], axis: int, limit: float, sign: int) -> tuple[Point, ...]:
    """What is left of an outline on one side of a line."""
    kept: list[Point] = []
    for start, end in zip(points, (*points[1:], *points[:1]), strict=True):
        before, after = (sign * (point[axis] - limit) for point in (start, end))
        if before >= 0:
            kept.append(start)
        if (before > 0 > after) or (before < 0 < after):
            share = before / (before - after)
            kept.append(
                (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
            )
    return tuple(kept)


def _size(outline: Sequence[Point]) -> float:
    """The area within an outline."""
    pairs = zip(outline, (*outline[1:], *outline[:1]), strict=True)
    return abs(sum(x * to_y - to_x * y for (x, y), (to_x, to_y) in pairs)) / 2
