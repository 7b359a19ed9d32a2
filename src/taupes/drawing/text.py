"""The board in play as monospace text, readable without colour.

Every row of cells takes a line, with a line between the rows for the slope of the lattice and the
paths of the last board:

- ` + ` a cell, `( )` a hole, ` * ` a special cell;
- ` A ` a mole of seat 0, `(A)` the same mole in a hole, `*A*` on a special cell;
- `---` a solid path and ` . ` a dotted one, on the last board;
- `>` before a cell that is marked.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from taupes.drawing.checks import check_cells, check_teams, frame_radius
from taupes.rules.board import Board
from taupes.rules.hex import CENTRE, Hex, format_cell, hexagon
from taupes.rules.record import TEAMS
from taupes.rules.state import Seat, State

LETTERS: Final = "ABCD"
"""The moles of each seat."""

_ANSI: Final = {"red": "1;31", "blue": "1;34", "green": "1;32", "yellow": "1;33"}
_FAINT, _SPECIAL, _MARK = "2", "35", "7"


class _Page:
    """A sheet of characters, each with a way to be coloured."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], tuple[str, str]] = {}

    def write(self, line: int, column: int, text: str, paint: str = "") -> None:
        """Put text down, over whatever was there."""
        for i, character in enumerate(text):
            self._cells[line, column + i] = (character, paint)

    def lines(self, *, colour: bool) -> Iterator[str]:
        """The sheet, cropped to what is written on it."""
        left = min(column for _, column in self._cells)
        for line in range(max(line for line, _ in self._cells) + 1):
            columns = [column for row, column in self._cells if row == line]
            row = [
                self._cells.get((line, column), (" ", ""))
                for column in range(left, max(columns, default=left - 1) + 1)
            ]
            yield _painted(row).rstrip() if colour else "".join(c for c, _ in row).rstrip()


def _painted(row: Sequence[tuple[str, str]]) -> str:
    text, now = "", ""
    for character, paint in row:
        if paint != now:
            text += ("\033[0m" if now else "") + (f"\033[{paint}m" if paint else "")
            now = paint
        text += character
    return text + ("\033[0m" if now else "")


def draw_text(
    state: State,
    *,
    names: bool = False,
    colour: bool = False,
    marked: Collection[Hex] = (),
    teams: Sequence[str] = TEAMS,
    legend: bool = True,
) -> str:
    """The board in play with its moles, seen from above, and a line that explains the signs."""
    game = state.game
    check_teams(teams, game.seats)
    moles = {cell: seat for seat in range(game.seats) for cell in state.cells(seat)}
    board = game.stack.levels[state.level]
    drawing = _Drawing(board, game.stack.radius, moles, names, marked, teams)
    return drawing.text(colour, _legend(board, game.seats, marked) if legend else "")


def draw_board_text(
    board: Board, radius: int | None = None, *, names: bool = False, legend: bool = True
) -> str:
    """An empty board, in the frame of a stack of that radius (its own if none is given).

    >>> print(draw_board_text(Board("tiny", 1, (Hex(0, 0),), (Hex(0, 1),)), legend=False))
      c   +   +
    <BLANKLINE>
    b   +  ( )  +
    <BLANKLINE>
      a   +   *   3
    <BLANKLINE>
            1   2
    """
    drawing = _Drawing(board, frame_radius(board, radius), {}, names, (), TEAMS)
    return drawing.text(colour=False, legend=_legend(board, 0, ()) if legend else "")


class _Drawing:
    """One board being drawn: cell `(q, r)` has its middle at column `step * q + step / 2 * r`."""

    def __init__(
        self,
        board: Board,
        radius: int,
        moles: dict[Hex, Seat],
        names: bool,
        marked: Collection[Hex],
        teams: Sequence[str],
    ) -> None:
        check_cells(marked, board)
        self.board, self.radius, self.moles, self.names = board, radius, moles, names
        self.marked, self.teams = frozenset(marked), teams
        self.holes, self.specials = frozenset(board.holes), frozenset(board.specials)
        self.step = 6 if names else 4
        self.page = _Page()

    def text(self, colour: bool, legend: str) -> str:
        """The finished drawing."""
        for direction in range(6 if self.board.solid else 0):
            self._draw_path(direction)
        for cell in hexagon(self.board.radius):
            self._draw_cell(cell)
        self._draw_edges()
        lines = list(self.page.lines(colour=colour))
        return "\n".join([*lines, "", legend] if legend else lines)

    def _place(self, cell: Hex) -> tuple[int, int]:
        return 2 * (cell.r + self.board.radius), self.step * cell.q + self.step // 2 * cell.r

    def _draw_path(self, direction: int) -> None:
        solid = direction in self.board.solid
        for n in range(self.board.radius):
            line, column = self._place(CENTRE.step(direction, n))
            to_line, to_column = self._place(CENTRE.step(direction, n + 1))
            if line == to_line:
                low, high = sorted((column, to_column))
                dash = "-" * (high - low - 1) if solid else ".".center(high - low - 1)
                self.page.write(line, low + 1, dash)
            else:
                rising = (to_line < line) == (to_column > column)
                sign = ("/" if rising else "\\") if solid else "."
                self.page.write((line + to_line) // 2, (column + to_column) // 2, sign)

    def _draw_cell(self, cell: Hex) -> None:
        line, column = self._place(cell)
        sign, paint = self._sign(cell)
        start = column - len(sign) // 2
        if cell in self.marked:
            sign, start = f">{sign}", start - 1
            paint = f"{paint};{_MARK}" if paint else _MARK
        self.page.write(line, start, sign, paint)

    def _sign(self, cell: Hex) -> tuple[str, str]:
        seat = self.moles.get(cell)
        around = "()" if cell in self.holes else "**" if cell in self.specials else ""
        if seat is not None:
            inside, paint = LETTERS[seat], _ANSI[self.teams[seat]]
        elif self.names:
            inside, paint = format_cell(cell, self.radius), ""
        elif around == "**":
            return "*", _SPECIAL
        else:
            inside, paint = ("+", _FAINT) if not around else (" ", "")
        return (f"{around[0]}{inside}{around[1]}" if around else inside), paint

    def _draw_edges(self) -> None:
        """Letters before the rows, numbers where the lines that run down to the right end."""
        size = self.board.radius
        for i in range(-size, size + 1):
            first = Hex(max(-size, -size - i), i)
            line, column = self._place(first)
            self.page.write(line, column - self.step // 2 - 2, format_cell(first, self.radius)[0])
            number = format_cell(Hex(i, 0), self.radius)[1:]
            line, column = self._place(Hex(i, min(size, size - i) + 1))
            self.page.write(line, column - len(number) // 2, number)


def _legend(board: Board, seats: int, marked: Collection[Hex]) -> str:
    """What the signs of this drawing mean, in one line."""
    signs = [f"{' '.join(LETTERS[:seats])} moles", "(A) in hole"] if seats else []
    signs.append("( ) hole")
    if board.specials:
        signs.append("* special")
    if board.solid:
        signs.append("--- solid  ... dotted")
    if marked:
        signs.append("> marked")
    return "  ".join(signs)
