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
from taupes.terminal.game.form import RESUME, SEATS, START, TYPED, Form
from taupes.terminal.game.sitting import Sitting
from taupes.terminal.input.offer import Offer
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
        Offer("↑↓", "terminal.form.key_row", "step(1)"),
        Offer("←→", "terminal.form.key_value", "change(1)"),
        Offer("abc", "terminal.form.key_write", "step(0)"),
        Offer("Enter", "terminal.form.key_start", "choose"),
        Offer("Esc", "terminal.key.quit", "quit"),
    )

    def __init__(
        self,
        form: Form,
        begin: Callable[[Form, Sitting], None],
        resume: Callable[[Form], None],
        *,
        colour: bool,
    ) -> None:
        super().__init__()
        self.form = form
        self.row = START
        self._begin, self._resume = begin, resume
        self._error = ""
        self._colour = colour

    def compose(self) -> ComposeResult:
        """The menu, a sentence about its row, and the keys."""
        yield Bar(self.form.words, colour=self._colour, name="menu")
        yield Static(id="about")
        yield Keys(self.form.words, colour=self._colour, name="keys")

    def on_mount(self) -> None:
        """Show what is chosen so far."""
        self._show()

    def _show(self) -> None:
        rows = [self._title(), Text()]
        rows += [self._line(row) for row in self.form.rows()]
        self.query_one("#menu", Bar).update(Text("\n").join(rows))
        ink = "#ff9d8a" if self._error and self._colour else ""
        about = self._error or self.form.about(self.row)
        self.query_one("#about", Static).update(Text(about, ink))
        keys = self.query_one(Keys)
        keys.words = self.form.words
        keys.show(self.KEYS)

    def _title(self) -> Text:
        gold = Style(bold=True, color=GOLD if self._colour else None)
        return Text.assemble(("T A U P E S", gold), f"   {self.form.words('terminal.form.title')}")

    def _line(self, row: str) -> Text:
        is_here = row == self.row
        here = Style(bold=is_here, reverse=is_here)
        touch = Style(meta={"offer": f"touch('{row}')"})
        if row in (START, RESUME):
            label = self.form.words(f"terminal.form.{row}")
            return Text.assemble("  ", (f" {label} ", here + touch))
        token = f"{TOKENS[SEATS.index(row)]} " if row in SEATS else ""
        name = "seat" if row in SEATS else row
        label = f"{token}{self.form.words(f'terminal.form.{name}')}"
        value = f" {self.form.value(row)} "
        line = Text(f"  {label:{LABEL}}", touch)
        line.append("‹", Style(meta={"offer": f"turn('{row}', -1)"}))
        line.append(value, here + touch)
        line.append("›", Style(meta={"offer": f"turn('{row}', 1)"}))
        return line

    def action_step(self, step: int) -> None:
        """Go to another row."""
        rows = self.form.rows()
        self.row = rows[(rows.index(self.row) + step) % len(rows)]
        self._error = ""
        self._show()

    def action_change(self, step: int) -> None:
        """Change the row."""
        self.action_turn(self.row, step)

    def action_turn(self, row: str, step: int) -> None:
        """Change a row."""
        self.row, self._error = row, ""
        self.form = self.form.changed(row, step)
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
        text = self.form.text(self.row)
        if event.key == "backspace":
            text = text[:-1]
        elif event.is_printable and event.character:
            text += event.character
        else:
            return
        event.stop()
        self._error = ""
        self.form = self.form.typed(self.row, text)
        self._show()

    def action_choose(self) -> None:
        """Begin the game, or go on with the last one."""
        try:
            if self.row == RESUME:
                self._resume(self.form)
            else:
                self._begin(self.form, self.form.wishes.begin())
        except (BadBoard, BadGame, BadRules, OSError, ValueError) as error:
            self._error = str(error)
            self._show()

    def action_quit(self) -> None:
        """Leave."""
        self.app.exit()
