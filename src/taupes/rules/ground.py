"""A board as it lies in the box: its cells as bits of a word, its straight moves worked out.

Every set of cells is an integer: bit `i` is cell `i` of the stack's frame, in reading order.
"""

from collections.abc import Iterable, Iterator, Mapping
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

Ends = tuple[tuple[int, ...], ...]
"""By disc and by index of a cell, the set of cells in which its lines end."""


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


@lru_cache(maxsize=128)
def ground_of(board: Board, radius: int, entry: FinalEntry) -> Ground:
    """Work out a turned board in the frame of a stack of that radius.

    Few are kept, for anybody may think of new boards; all the orientations of a set fit in.
    """
    index = {cell: i for i, cell in enumerate(hexagon(radius))}

    def word(cells: Iterable[Hex]) -> int:
        return sum(1 << index[cell] for cell in cells)

    specials = word(board.specials)
    lines, ends = _all_lines(radius, board.radius)
    if dotted := {d for d in range(6) if is_dotted(board, entry, d)}:
        lines = _without_dotted(lines, index, board.radius, dotted)
    return Ground(
        cells=word(hexagon(board.radius)),
        holes=word(board.holes),
        specials=specials,
        lines=lines,
        extra_lines=_without_ends(lines, ends, index, specials) if specials else lines,
    )


@lru_cache(maxsize=32)
def _all_lines(frame_radius: int, board_radius: int) -> tuple[Lines, Ends]:
    """Every straight move on a board of one radius in a frame of another, and where they end."""
    frame = hexagon(frame_radius)
    index = {cell: i for i, cell in enumerate(frame)}
    lines: list[list[list[Line]]] = [[[] for _ in frame] for _ in range(max(DISCS) + 1)]
    ends = [[0] * len(frame) for _ in lines]
    for origin in hexagon(board_radius):
        start = index[origin]
        for direction in range(6):
            way = 0
            for distance in range(1, max(DISCS) + 1):
                target = origin.step(direction, distance)
                if target.ring > board_radius:
                    break
                way |= 1 << index[target]
                lines[distance][start].append((Move(origin, target), way))
                ends[distance][start] |= 1 << index[target]
    found = tuple(
        tuple(tuple(sorted(row, key=lambda line: index[line[0].target])) for row in rows)
        for rows in lines
    )
    return found, tuple(tuple(row) for row in ends)


# A board has ten thousand lines and few that its print forbids: rows without any are shared by all
# boards, so that a new one costs little, whoever thinks of it.


def _without_dotted(
    lines: Lines, index: Mapping[Hex, int], radius: int, dotted: Iterable[int]
) -> Lines:
    """The lines but those into the centre along a dotted path."""
    found = [list(rows) for rows in lines]
    for disc in set(DISCS):
        for direction in dotted:
            start = CENTRE.step(direction + 3, disc)
            if start.ring <= radius:
                row = found[disc][index[start]]
                kept = tuple(line for line in row if line[0].target != CENTRE)
                found[disc][index[start]] = kept
    return tuple(map(tuple, found))


def _without_ends(lines: Lines, ends: Ends, index: Mapping[Hex, int], cells: int) -> Lines:
    """The lines but those that end in a set of cells."""
    return tuple(
        tuple(
            tuple(line for line in row if not cells >> index[line[0].target] & 1)
            if end & cells
            else row
            for row, end in zip(rows, row_ends, strict=True)
        )
        for rows, row_ends in zip(lines, ends, strict=True)
    )
