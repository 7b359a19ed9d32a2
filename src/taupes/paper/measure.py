"""Lengths on paper, in millimetres: sheets, cells, holes, flaps and pieces.

They belong together: a mole's foot must go through a hole, and a hole must leave some board
between itself and the next.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from taupes.drawing.plate import ROW, STEP, half_width
from taupes.rules.board import Board

CELL: Final = 30.0
"""From the middle of a cell to the middle of its neighbour: its width from side to side."""
SCALE: Final = CELL / STEP
"""Millimetres for each unit of a drawing."""

HOLE: Final = 24.0
"""The diameter of a hole that is cut out."""
LAST_HOLE: Final = 30.0
"""The last hole is larger, as in the drawings."""
HEAP: Final = 2.5
"""The earth around a hole."""
FRAME: Final = 20.0
"""The golden shovel's plate reaches this far beyond the last hole, to be glued there."""

MARGIN: Final = 10.0
"""What printers leave white."""
CAPTION: Final = 8.0
"""The line at the head of a sheet."""
FLAP: Final = 8.0
"""How far a sheet reaches under its neighbour, to be glued there."""
LEAD: Final = 6.0
"""Room for a letter beside an edge that is cut off."""

DISC: Final = 28.0

MOLE_WIDTH: Final = 17.0
MOLE_HEIGHT: Final = 28.0
MOLE_FOOT: Final = 13.0
TAB: Final = 6.0
"""What closes a folded piece."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper, upright."""

    name: str
    width: float
    height: float

    @property
    def room(self) -> tuple[float, float]:
        """How wide and high a drawing may be, below the caption."""
        return self.width - 2 * MARGIN, self.height - 2 * MARGIN - CAPTION


PAPERS: Final[Mapping[str, Paper]] = {
    paper.name: paper for paper in (Paper("a4", 210, 297), Paper("letter", 215.9, 279.4))
}


def half_size(radius: int) -> tuple[float, float]:
    """From the middle of a board to its right corner, and to its lower edge."""
    width = half_width(Board("", radius, ())) * SCALE
    return width, width * ROW / STEP


def arrow_place(radius: int) -> float:
    """How far right of the middle the arrow of a board stands: between two cells of the top row.

    Never in the middle itself, where the joint of a board on two columns of sheets goes first.
    """
    return CELL / 2 if radius % 2 == 0 else CELL


def hole_size(board: Board) -> float:
    """The diameter of this board's holes."""
    return LAST_HOLE if board.solid else HOLE
