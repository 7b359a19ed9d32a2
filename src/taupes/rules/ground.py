"""A board as it lies in the box: its cells as bits of a word, its straight moves worked out.

Every set of cells is an integer: bit `i` is cell `i` of the stack's frame, in reading order.
"""

from collections.abc import Callable, Iterable, Iterator
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
    index = {cell: i for i, cell in enumerate(hexagon(radius))}

    def word(cells: Iterable[Hex]) -> int:
        return sum(1 << index[cell] for cell in cells)

    dotted = {
        Move(CENTRE.step(direction + 3, disc), CENTRE)
        for direction in range(6)
        for disc in DISCS
        if is_dotted(board, entry, direction)
    }
    specials = frozenset(board.specials)
    lines = _keep(_all_lines(radius, board.radius), lambda move: move not in dotted)
    return Ground(
        cells=word(hexagon(board.radius)),
        holes=word(board.holes),
        specials=word(board.specials),
        lines=lines,
        extra_lines=_keep(lines, lambda move: move.target not in specials),
    )


@lru_cache(maxsize=64)
def _all_lines(frame_radius: int, board_radius: int) -> Lines:
    """Every straight move on a board of one radius in a frame of another."""
    frame = hexagon(frame_radius)
    index = {cell: i for i, cell in enumerate(frame)}
    lines: list[list[list[Line]]] = [[[] for _ in frame] for _ in range(max(DISCS) + 1)]
    for origin in hexagon(board_radius):
        for direction in range(6):
            way = 0
            for distance in range(1, max(DISCS) + 1):
                target = origin.step(direction, distance)
                if target.ring > board_radius:
                    break
                way |= 1 << index[target]
                lines[distance][index[origin]].append((Move(origin, target), way))
    return tuple(
        tuple(tuple(sorted(row, key=lambda line: index[line[0].target])) for row in rows)
        for rows in lines
    )


def _keep(lines: Lines, is_kept: Callable[[Move], bool]) -> Lines:
    """The lines whose moves pass a test."""
    return tuple(
        tuple(tuple(line for line in row if is_kept(line[0])) for row in rows) for rows in lines
    )
