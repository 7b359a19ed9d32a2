"""The last board in plain numbers, told apart only by what matters to the values.

Turned or mirrored, a board plays the same. So every last board is brought into one standard
position; the way back is a table from the cells in the box to the floor's cells.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Final

from taupes.kernel.arrays import WordBlocks, zeroes
from taupes.rules import Board, FinalEntry, Game, Hex, hexagon
from taupes.rules.ground import Ground, bits, ground_of
from taupes.rules.hex import CENTRE, DIRECTIONS

MAX_RADIUS: Final = 4
"""The widest last board whose cells fit into one machine word."""

MOVES: Final = 6
"""The most moves that one mole can have by one disc."""

Array = Any
"""A NumPy array: their types say little here, and Numba checks them for good."""

Progress = Callable[[float], None]
"""Told how much of a build is done, from 0 to 1."""


class NotSolvable(ValueError):
    """A position or game for which no exact table can be made, and why."""


def _image(cell: Hex, symmetry: int) -> Hex:
    """A cell under one of the twelve symmetries of the hexagon: six turns, then mirrored ones."""
    turned = cell.turned(symmetry % 6)
    return Hex(turned.r, turned.q) if symmetry >= 6 else turned


def _image_direction(direction: int, symmetry: int) -> int:
    return DIRECTIONS.index(_image(DIRECTIONS[direction], symmetry))


@dataclass(frozen=True, slots=True)
class FloorKey:
    """All that a last board's values depend on."""

    radius: int
    solid: tuple[int, ...] = ()
    """The directions of the paths that lead into the hole; empty when all six do."""
    specials: tuple[Hex, ...] = ()
    """The special cells; empty when they do not count."""

    def image(self, symmetry: int) -> "FloorKey":
        """The same board turned or mirrored."""
        return FloorKey(
            self.radius,
            tuple(sorted(_image_direction(d, symmetry) for d in self.solid)),
            tuple(sorted(_image(cell, symmetry) for cell in self.specials)),
        )

    @property
    def name(self) -> str:
        """A short name for files: radius, paths, special cells.

        >>> FloorKey(3, (0, 2, 4), (Hex(1, -2),)).name
        'r3-s024-x1.-2'
        """
        paths = "s" + "".join(map(str, self.solid)) if self.solid else "all"
        cells = "_".join(f"{q}.{r}" for q, r in self.specials)
        return f"r{self.radius}-{paths}" + (f"-x{cells}" if cells else "")


@dataclass(frozen=True)
class Floor:
    """A last board in standard position. Its cells are those beside the hole, in reading order."""

    key: FloorKey
    cells: tuple[Hex, ...] = field(init=False)

    def __post_init__(self) -> None:
        cells = tuple(cell for cell in hexagon(self.key.radius) if cell != CENTRE)
        object.__setattr__(self, "cells", cells)

    @property
    def size(self) -> int:
        """How many cells a mole can stand on; also the number that stands for the hole."""
        return len(self.cells)

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """By symmetry of this floor (the first changes nothing), each cell's image."""
        number = {cell: i for i, cell in enumerate(self.cells)}
        same = [s for s in range(12) if self.key.image(s) == self.key]
        return tuple(tuple(number[_image(cell, s)] for cell in self.cells) for s in same)

    @cached_property
    def special_word(self) -> int:
        """The special cells as a set of bits."""
        return sum(1 << self.cells.index(cell) for cell in self.key.specials)

    @cached_property
    def _ground(self) -> Ground:
        key = self.key
        entry = FinalEntry.SOLID_ONLY if key.solid else FinalEntry.ALL_PATHS
        board = Board("floor", key.radius, (CENTRE,), key.specials, key.solid or (0, 2, 4))
        return ground_of(board, key.radius, entry)

    @cached_property
    def lines(self) -> tuple[WordBlocks, WordBlocks]:
        """By disc, cell and move: where it ends (-1 for none), and the cells it needs empty.

        Taken from the exact engine's own tables. The hole is number `size` and never occupied.
        """
        ends, ways = zeroes("q", 4, self.size, MOVES), zeroes("q", 4, self.size, MOVES)
        for disc in range(4):
            for cell in range(self.size):
                ends[disc][cell][:] = (-1,) * MOVES
        frame = hexagon(self.key.radius)
        number = {cell: i for i, cell in enumerate(self.cells)} | {CENTRE: self.size}
        for disc in range(1, 5):
            for cell, found in enumerate(self._ground.lines[disc]):
                if frame[cell] == CENTRE:
                    continue
                for n, (move, way) in enumerate(found):
                    needed = (number[frame[i]] for i in bits(way) if frame[i] != CENTRE)
                    ends[disc - 1][number[move.origin]][n] = number[move.target]
                    ways[disc - 1][number[move.origin]][n] = sum(1 << i for i in needed)
        return ends, ways


@lru_cache(maxsize=64)
def floor_of(game: Game) -> tuple[Floor, dict[Hex, int]]:
    """The floor of a game's last board, and the floor's number of each cell in the box."""
    board = game.stack.levels[-1]
    if board.radius > MAX_RADIUS:
        raise NotSolvable(
            f"a last board of radius {board.radius}; tables reach to radius {MAX_RADIUS}"
        )
    lying = FloorKey(
        board.radius,
        board.solid if game.rules.final_entry is FinalEntry.SOLID_ONLY else (),
        board.specials if game.rules.special_cells else (),
    )
    images = [lying.image(symmetry) for symmetry in range(12)]
    key = min(images, key=lambda image: (image.solid, image.specials))
    floor = _shared_floor(key)
    symmetry = images.index(key)
    number = {cell: i for i, cell in enumerate(floor.cells)}
    return floor, {cell: number[_image(cell, symmetry)] for cell in floor.cells}


@lru_cache(maxsize=16)
def _shared_floor(key: FloorKey) -> Floor:
    return Floor(key)


def word_of(cells: Iterable[Hex], number: dict[Hex, int]) -> int:
    """A set of cells in the box as a word of the floor."""
    return sum(1 << number[cell] for cell in cells)
