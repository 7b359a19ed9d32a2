"""The screen before a game: seats, boards and rules in one menu."""

from collections.abc import Callable
from typing import ClassVar, Final

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Static

from taupes.rules import BadBoard, BadGame, BadRules
from taupes.terminal.board.colours import GOLD
from taupes.terminal.board.faces import TOKENS
from taupes.terminal.game.menu import RESUME, SEATS, START, TYPED, Menu
from taupes.terminal.game.session import Session
from taupes.terminal.input.shortcut import Shortcut
from taupes.terminal.screens.bars import Bar, Keys

LABEL: Final = 19
"""Columns for what a row is about."""


class SetupScreen(Screen[None]):
    """A menu: up and down choose a row, left and right change it, letters write in it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,shift+tab", "step(-1)", show=False, priority=True),
        Binding("down,tab", "step(1)", show=False, priority=True),
        Binding("left", "change(-1)", show=False),
        Binding("right", "change(1)", show=False),
        Binding("enter", "choose", show=False),
        Binding("escape", "quit", show=False),
    ]
    KEYS: Final = (
        Shortcut("↑↓", "terminal.menu.key_row", "step(1)"),
        Shortcut("←→", "terminal.menu.key_value", "change(1)"),
        Shortcut("abc", "terminal.menu.key_write", "step(0)"),
        Shortcut("Enter", "terminal.menu.key_start", "choose"),
        Shortcut("Esc", "terminal.key.quit", "quit"),
    )

    def __init__(
        self,
        menu: Menu,
        begin: Callable[[Menu, Session], None],
        resume: Callable[[Menu], None],
        *,
        colour: bool,
    ) -> None:
        super().__init__()
        self.menu = menu
        self.row = START
        self._begin, self._resume = begin, resume
        self._error = ""
        self._colour = colour

    def compose(self) -> ComposeResult:
        """The menu, a sentence about its row, and the keys."""
        yield Bar(self.menu.words, colour=self._colour, name="menu")
        yield Static(id="about")
        yield Keys(self.menu.words, colour=self._colour, name="keys")

    def on_mount(self) -> None:
        """Show what is chosen so far."""
        self._show()

    def _show(self) -> None:
        rows = [self._title(), Text()]
        rows += [self._line(row) for row in self.menu.rows()]
        self.query_one("#menu", Bar).update(Text("\n").join(rows))
        ink = "#ff9d8a" if self._error and self._colour else ""
        about = self._error or self.menu.about(self.row)
        self.query_one("#about", Static).update(Text(about, ink))
        keys = self.query_one(Keys)
        keys.words = self.menu.words
        keys.show(self.KEYS)

    def _title(self) -> Text:
        gold = Style(bold=True, color=GOLD if self._colour else None)
        return Text.assemble(("T A U P E S", gold), f"   {self.menu.words('terminal.menu.title')}")

    def _line(self, row: str) -> Text:
        is_here = row == self.row
        here = Style(bold=is_here, reverse=is_here)
        touch = Style(meta={"shortcut": f"touch('{row}')"})
        if row in (START, RESUME):
            label = self.menu.words(f"terminal.menu.{row}")
            return Text.assemble("  ", (f" {label} ", here + touch))
        token = f"{TOKENS[SEATS.index(row)]} " if row in SEATS else ""
        name = "seat" if row in SEATS else row
        label = f"{token}{self.menu.words(f'terminal.menu.{name}')}"
        value = f" {self.menu.value(row)} "
        line = Text(f"  {label:{LABEL}}", touch)
        line.append("‹", Style(meta={"shortcut": f"turn('{row}', -1)"}))
        line.append(value, here + touch)
        line.append("›", Style(meta={"shortcut": f"turn('{row}', 1)"}))
        return line

    def action_step(self, step: int) -> None:
        """Go to another row."""
        rows = self.menu.rows()
        self.row = rows[(rows.index(self.row) + step) % len(rows)]
        self._error = ""
        self._show()

    def action_change(self, step: int) -> None:
        """Change the row."""
        self.action_turn(self.row, step)

    def action_turn(self, row: str, step: int) -> None:
        """Change a row."""
        self.row, self._error = row, ""
        self.menu = self.menu.changed(row, step)
        self._show()

    def action_touch(self, row: str) -> None:
        """Go to a row; the last ones act at once."""
        self.row = row
        if row in (START, RESUME):
            self.action_choose()
        else:
            self._show()

    def on_key(self, event: events.Key) -> None:
        """Write in rows that can be written in."""
        if self.row not in TYPED:
            return
        text = self.menu.text(self.row)
        if event.key == "backspace":
            text = text[:-1]
        elif event.is_printable and event.character:
            text += event.character
        else:
            return
        event.stop()
        self._error = ""
        self.menu = self.menu.typed(self.row, text)
        self._show()

    def action_choose(self) -> None:
        """Begin the game, or go on with the last one."""
        try:
            if self.row == RESUME:
                self._resume(self.menu)
            else:
                self._begin(self.menu, self.menu.setup.begin())
        except (BadBoard, BadGame, BadRules, OSError, ValueError) as error:
            self._error = str(error)
            self._show()

    def action_quit(self) -> None:
        """Leave."""
        self.app.exit()
