"""The printed boards and the stack they form. Geometry only: no board ever holds a mole."""

import re
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Final

from taupes.rules.hex import Hex

_CODE: Final = re.compile(r"(?P<name>.+)-(?P<orientations>[0-5]+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Board:
    """One board as it is printed, before turning."""

    name: str
    radius: int
    holes: tuple[Hex, ...]
    specials: tuple[Hex, ...] = ()
    solid: tuple[int, ...] = ()
    """On the last board: the directions of the three solid paths, from the hole outwards."""

    def turned(self, sixths: int) -> "Board":
        """The board turned clockwise by so many sixths."""
        return Board(
            self.name,
            self.radius,
            tuple(hole.turned(sixths) for hole in self.holes),
            tuple(special.turned(sixths) for special in self.specials),
            tuple(sorted((direction + sixths) % 6 for direction in self.solid)),
        )


@dataclass(frozen=True, slots=True)
class BoardSet:
    """The boards of one box, top to bottom."""

    name: str
    boards: tuple[Board, ...]
    description: str = field(default="", compare=False)


@dataclass(frozen=True)
class Stack:
    """A board set in the box: every board in one of its six orientations (RULES, Set-up, 1).

    One frame of cells, that of the widest board, serves all levels: a mole that drops through a
    hole keeps its coordinates and its cell's name.
    """

    boards: BoardSet
    orientations: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.orientations) != len(self.boards.boards):
            raise ValueError(
                f"{len(self.orientations)} orientations for {len(self.boards.boards)} boards of "
                f"{self.boards.name!r}: give one digit from 0 to 5 for each, top to bottom"
            )
        if not all(0 <= orientation <= 5 for orientation in self.orientations):
            raise ValueError(f"orientations {self.orientations} are not all from 0 to 5")

    @cached_property
    def levels(self) -> tuple[Board, ...]:
        """The boards as they lie in the box, turned."""
        pairs = zip(self.boards.boards, self.orientations, strict=True)
        return tuple(board.turned(orientation) for board, orientation in pairs)

    @cached_property
    def radius(self) -> int:
        """The radius of the widest board."""
        return max(board.radius for board in self.boards.boards)

    @property
    def last(self) -> int:
        """The level of the blue board."""
        return len(self.orientations) - 1

    @property
    def code(self) -> str:
        """A short shareable name of set and orientations, such as `classic-0351`."""
        return f"{self.boards.name}-{format_orientations(self.orientations)}"


def format_orientations(orientations: tuple[int, ...]) -> str:
    """The digits of the orientations, top to bottom."""
    return "".join(map(str, orientations))


def parse_orientations(digits: str) -> tuple[int, ...]:
    """Orientations from their digits.

    >>> parse_orientations("0351")
    (0, 3, 5, 1)
    """
    if not digits or any(digit not in "012345" for digit in digits):
        raise ValueError(
            f"orientations {digits!r:.60}: expected one digit from 0 to 5 for each board, "
            "as in 0351"
        )
    return tuple(map(int, digits))


def split_code(code: str) -> tuple[str, tuple[int, ...]]:
    """Set name and orientations of a stack code.

    >>> split_code("classic-0351")
    ('classic', (0, 3, 5, 1))
    """
    match = _CODE.fullmatch(code)
    if match is None:
        raise ValueError(
            f"{code!r:.60} is no stack code: expected a set's name, a dash and one digit from "
            "0 to 5 for each board, as in classic-0351"
        )
    return match["name"], parse_orientations(match["orientations"])


def shuffled_stack(boards: BoardSet, rng: Random) -> Stack:
    """A stack with every board turned at random by the caller's generator."""
    return Stack(boards, tuple(rng.randrange(6) for _ in boards.boards))
