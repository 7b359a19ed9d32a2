"""The board on the screen: it shows a scene, and says which cell was touched."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size as Area
from textual.message import Message
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from taupes.rules import Hex
from taupes.terminal.board.colours import SOIL
from taupes.terminal.board.faces import Scene
from taupes.terminal.board.picture import Size, cell_at, corner, draw, fitting

FRAME: Final = 1 / 30
"""Seconds from one line to the next while a board is lifted."""


class BoardView(Widget, can_focus=True):
    """One board, as large as the room allows, seen around the cursor if that is too small."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(3)", show=False),
        Binding("right", "step(0)", show=False),
        Binding("up", "climb(-1)", show=False),
        Binding("down", "climb(1)", show=False),
    ]

    class Touched(Message):
        """A cell was clicked."""

        def __init__(self, cell: Hex) -> None:
            super().__init__()
            self.cell = cell

    class Moved(Message):
        """The cursor went to another cell."""

        def __init__(self, cell: Hex) -> None:
            super().__init__()
            self.cell = cell

    def __init__(self, scene: Scene, *, colour: bool) -> None:
        super().__init__()
        self._scene = scene
        self._colour = colour
        self._lines: list[list[Segment]] = []
        self._above: list[list[Segment]] = []
        self._uncovered = 0
        self._timer: Timer | None = None

    @property
    def scene(self) -> Scene:
        """What is shown."""
        return self._scene

    @property
    def cell_size(self) -> Size:
        """How large the cells are in the room there is."""
        width, height = self.size
        return fitting(width, height, self._scene.game.stack.radius)

    def show(self, scene: Scene) -> None:
        """Show another scene."""
        self._scene = scene
        self._draw()

    def lift(self, old: Scene) -> None:
        """Take a board off line by line, from the bottom: what is shown comes into sight."""
        self._above = draw(old, self.cell_size, colour=self._colour)
        self._uncovered = 0
        self._timer = self.set_interval(FRAME, self._lift_line)

    def _lift_line(self) -> None:
        self._uncovered += 1
        if self._uncovered >= len(self._above):
            self._end_lift()
        self.refresh()

    def _end_lift(self) -> None:
        if self._timer:
            self._timer.stop()
        self._timer, self._above = None, []
        self._draw()

    def _draw(self) -> None:
        if self.size:
            self._lines = draw(self._scene, self.cell_size, colour=self._colour)
            self.refresh()

    def on_resize(self) -> None:
        """Draw again in the new room."""
        self._end_lift()

    def render_line(self, y: int) -> Strip:
        """One line of the screen."""
        style = Style(bgcolor=SOIL) if self._colour else Style.null()
        left, top = self._offset()
        line = self._line(y + top)
        if line is None:
            return Strip.blank(self.size.width, style)
        strip = Strip(line)
        if left >= 0:
            return strip.crop_extend(left, left + self.size.width, style)
        return Strip([Segment(" " * -left, style), *line]).crop_extend(0, self.size.width, style)

    def _line(self, number: int) -> Sequence[Segment] | None:
        is_covered = number < len(self._above) - self._uncovered
        lines = self._above if is_covered else self._lines
        return lines[number] if 0 <= number < len(lines) else None

    def _offset(self) -> tuple[int, int]:
        """The column and line of the drawing at the corner of the screen's part."""
        radius, size = self._scene.game.stack.radius, self.cell_size
        extent = Area(*size.extent(radius))
        line, column = corner(self._scene.marks.cursor or Hex(0, 0), radius, size)
        return (
            _window(extent.width, self.size.width, column + size.width // 2),
            _window(extent.height, self.size.height, line),
        )

    def cell_under(self, x: int, y: int) -> Hex | None:
        """The cell of the board in play at a place of the widget."""
        left, top = self._offset()
        at = cell_at(self._scene.game.stack.radius, self.cell_size)
        for half in (2 * (y + top) + 1, 2 * (y + top)):
            cell = at.get((half, x + left))
            if cell is not None and cell.ring <= self._scene.board.radius:
                return cell
        return None

    def place_of(self, cell: Hex) -> tuple[int, int]:
        """Where a cell's middle is in the widget: its column and line."""
        size = self.cell_size
        line, column = corner(cell, self._scene.game.stack.radius, size)
        left, top = self._offset()
        return column + size.width // 2 - left, line + (size.height - 1) // 2 - top

    def on_click(self, event: events.Click) -> None:
        """Tell which cell was touched."""
        cell = self.cell_under(event.x, event.y)
        if cell is not None:
            self.post_message(self.Touched(cell))

    def action_step(self, direction: int) -> None:
        """Move the cursor along its row."""
        self._go(self._cursor.step(direction))

    def action_climb(self, rows: int) -> None:
        """Move the cursor to the row above or below."""
        self._go(climbed(self._cursor, rows, self._scene.board.radius))

    @property
    def _cursor(self) -> Hex:
        return self._scene.marks.cursor or Hex(0, 0)

    def _go(self, cell: Hex) -> None:
        if cell.ring <= self._scene.board.radius:
            # Keys come faster than the screen answers: the next one goes on from here.
            marks = replace(self._scene.marks, cursor=cell)
            self._scene = replace(self._scene, marks=marks)
            self.post_message(self.Moved(cell))


def climbed(cell: Hex, rows: int, radius: int) -> Hex:
    """The cell one row above (-1) or below (1): to the left and to the right by turns.

    >>> climbed(Hex(0, 0), -1, 4), climbed(Hex(1, -1), -1, 4)
    (Hex(q=0, r=-1), Hex(q=2, r=-2))
    """
    left, right = (cell.step(2), cell.step(1)) if rows > 0 else (cell.step(4), cell.step(5))
    first, second = (right, left) if cell.r % 2 else (left, right)
    return first if first.ring <= radius else second


def _window(extent: int, room: int, focus: int) -> int:
    """Where a window of that room begins over something longer, or shorter, so that it holds focus.

    >>> _window(10, 20, 5), _window(100, 20, 50), _window(100, 20, 99)
    (-5, 40, 80)
    """
    if extent <= room:
        return -((room - extent) // 2)
    return max(0, min(extent - room, focus - room // 2))
