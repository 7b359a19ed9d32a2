"""A board as it lies in the box: its cells as bits of a word, its straight moves worked out.

Every set of cells is an integer: bit `i` is cell `i` of the stack's frame, in reading order.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from taupes.rules.actions import Move
from taupes.rules.board import Board
from taupes.rules.hex import CENTRE, MAX_RADIUS, Hex, hexagon
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
    radius: int
    """Of the stack's frame."""

    @property
    def extra_lines(self) -> Lines:
        """Those that do not stop on a special cell (RULES, Pro version)."""
        return _extra_lines(self) if self.specials else self.lines


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

    lines = _all_lines(radius, board.radius)
    if dotted := {d for d in range(6) if is_dotted(board, entry, d)}:
        lines = _without_dotted(lines, index, board.radius, dotted)
    return Ground(
        cells=word(hexagon(board.radius)),
        holes=word(board.holes),
        specials=word(board.specials),
        lines=lines,
        radius=radius,
    )


@lru_cache(maxsize=MAX_RADIUS * (MAX_RADIUS + 1) // 2)
def _all_lines(frame_radius: int, board_radius: int) -> Lines:
    """Every straight move on a board of one radius in a frame of another."""
    frame = hexagon(frame_radius)
    index = {cell: i for i, cell in enumerate(frame)}
    words = [1 << i for i in range(len(frame))]
    lines: list[list[list[Line]]] = [[[] for _ in frame] for _ in range(max(DISCS) + 1)]
    for origin in hexagon(board_radius):
        for direction in range(6):
            way = 0
            for distance in range(1, max(DISCS) + 1):
                target = origin.step(direction, distance)
                if target.ring > board_radius:
                    break
                way |= words[index[target]]
                lines[distance][index[origin]].append((Move(origin, target), way))
    for rows in lines:
        for row in rows:
            row.sort(key=lambda line: index[line[0].target])
    return tuple(tuple(map(tuple, rows)) for rows in lines)


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


@lru_cache(maxsize=64)
def _extra_lines(ground: Ground) -> Lines:
    """The lines of a board but those that end on its special cells.

    Few are kept beside the boards: of one with many special cells hardly a row is shared.
    """
    ends = {cell: 1 << i for i, cell in enumerate(hexagon(ground.radius))}

    def kept(row: tuple[Line, ...]) -> tuple[Line, ...]:
        found = tuple(line for line in row if not ends[line[0].target] & ground.specials)
        return row if len(found) == len(row) else found

    return tuple(tuple(map(kept, rows)) for rows in ground.lines)
