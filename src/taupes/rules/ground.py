"""A board as it lies in the box: its cells as bits of a word, its straight moves worked out.

Every set of cells is an integer: bit `i` is cell `i` of the stack's frame, in reading order.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from taupes.rules.actions import Move
from taupes.rules.board import Board
from taupes.rules.hex import CENTRE, Hex, hexagon
from taupes.rules.options import DISCS, FinalEntry

Line = tuple[Move, int]
"""A straight move and the cells that must be empty for it: those passed over and the last."""

Lines = tuple[tuple[tuple[Line, ...], ...], ...]
"""Lines by disc and by index of the cell they start from, in the order of their targets."""


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """One level of a stack, ready to be played on."""

    cells: int
    holes: int
    specials: int
    lines: Lines
    """All moves along the board's lines that the path rule of the last board allows."""
    extra_lines: Lines
    """Those that do not stop on a special cell (RULES, Pro version)."""


def bits(word: int) -> Iterator[int]:
    """The indices of the cells in a set, ascending.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while word:
        low = word & -word
        yield low.bit_length() - 1
        word ^= low


def is_dotted(board: Board, entry: FinalEntry, direction: int) -> bool:
    """Whether a mole moving that way along a path may not stop in the hole of the last board.

    RULES, The blue board: along a dotted path a mole may pass over the hole, never stop in it.
    Only the last board has paths.
    """
    return (
        entry is FinalEntry.SOLID_ONLY
        and bool(board.solid)
        and (direction + 3) % 6 not in board.solid
    )


@lru_cache(maxsize=1024)
def ground_of(board: Board, radius: int, entry: FinalEntry) -> Ground:
    """Work out a turned board in the frame of a stack of that radius."""
    frame = hexagon(radius)
    index = {cell: i for i, cell in enumerate(frame)}

    def word(cells: Iterable[Hex]) -> int:
        return sum(1 << index[cell] for cell in cells)

    def lines_from(origin: Hex, distance: int) -> tuple[Line, ...]:
        lines = []
        for direction in range(6):
            way = [origin.step(direction, n) for n in range(1, distance + 1)]
            target = way[-1]
            dotted = target == CENTRE and is_dotted(board, entry, direction)
            if target.ring <= board.radius and not dotted:
                lines.append((Move(origin, target), word(way)))
        return tuple(sorted(lines, key=lambda line: index[line[0].target]))

    def without_specials(lines: tuple[Line, ...]) -> tuple[Line, ...]:
        return tuple(line for line in lines if line[0].target not in board.specials)

    lines = tuple(
        tuple(
            lines_from(cell, disc) if disc and cell.ring <= board.radius else () for cell in frame
        )
        for disc in range(max(DISCS) + 1)
    )
    return Ground(
        cells=word(hexagon(board.radius)),
        holes=word(board.holes),
        specials=word(board.specials),
        lines=lines,
        extra_lines=tuple(tuple(map(without_specials, by_cell)) for by_cell in lines),
    )
