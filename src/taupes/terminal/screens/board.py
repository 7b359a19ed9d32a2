"""The screen that a game and the companion share: a board, a panel beside it, bars below, hints."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import RichLog, Static

from taupes.bots import Thought
from taupes.rules import Game, Hex, State
from taupes.terminal.board.faces import Scene
from taupes.terminal.board.picture import fitting
from taupes.terminal.board.view import BoardView
from taupes.terminal.game.bots import TableBots
from taupes.terminal.input.hint import hint_cells, hint_text
from taupes.terminal.input.shortcut import Shortcut
from taupes.terminal.input.typed import Typed
from taupes.terminal.screens.bars import Keys, Prompt
from taupes.words.language import Words
from taupes.words.teller import Teller

SIDE: Final = 26
"""The fewest columns beside the board."""
WIDEST: Final = 46
BELOW: Final = 4
"""Lines under the board."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What stands under the question."""

    text: str = ""
    warns: bool = False


class BoardScreen(Screen[None]):
    """A board whose cursor arrows, names and the mouse move, and somebody to ask for hints."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "choose", show=False),
        Binding("tab", "next(1)", show=False, priority=True),
        Binding("shift+tab", "next(-1)", show=False, priority=True),
        Binding("escape", "leave", show=False),
    ]
    SHORTCUTS: ClassVar[Sequence[Shortcut]] = ()
    """The commands of the screen: capitals always, other letters where they are no cell's."""
    KEYS: ClassVar[Sequence[Shortcut]] = ()
    """Those that the last line shows."""

    def __init__(self, game: Game, words: Words, bots: TableBots, *, colour: bool) -> None:
        super().__init__()
        self.words = words
        self.colour = colour
        self.typed = Typed(game)
        self.cursor = Hex(0, 0)
        self.said = Remark()
        self.bots = bots
        self.hinted: frozenset[Hex] = frozenset()
        """The cells that the last hint is about."""
        self.thought: Thought | None = None
        """What was thought last, and by whom."""
        self.thought_by = ""

    def compose(self) -> ComposeResult:
        """Board and panel above, question and keys below."""
        with Horizontal(id="upper"):
            yield BoardView(self.scene(), colour=self.colour)
            with Vertical(id="side"):
                yield Static(id="head")
                yield Static(id="seats")
                yield Static(id="thought")
                yield RichLog(id="log", wrap=True, min_width=20)
        yield Prompt(self.words, colour=self.colour, name="prompt")
        yield Keys(self.words, colour=self.colour, name="keys")

    def on_mount(self) -> None:
        """Lay everything out."""
        self.log_view.can_focus = False
        self.query_one(BoardView).focus()
        self.query_one(Keys).show(self.KEYS)
        self._fit()
        self.begin()

    def begin(self) -> None:
        """Show what there is, once everything has its place."""
        self.show()

    def on_resize(self) -> None:
        """Share the room anew."""
        self._fit()
        self.show()

    def _fit(self) -> None:
        width, height = self.app.size
        radius = self.typed.game.stack.radius
        spare = width - fitting(width - SIDE, height - BELOW, radius).extent(radius)[0]
        self.query_one("#side").styles.width = max(SIDE, min(spare, WIDEST))

    @property
    def log_view(self) -> RichLog:
        """Where the course of things is written."""
        return self.query_one(RichLog)

    @property
    def side_width(self) -> int:
        """Columns for the texts of the panel."""
        width = self.query_one("#side").styles.width
        return int(width.value if width else SIDE) - 3

    def scene(self) -> Scene:
        """The board as it is to be seen."""
        raise NotImplementedError

    def show(self) -> None:
        """Bring everything on the screen up to date."""
        raise NotImplementedError

    def choose(self, cell: Hex) -> None:
        """A cell was chosen."""
        raise NotImplementedError

    def position(self) -> State | None:
        """What a hint would be about, if anything."""
        raise NotImplementedError

    def ask(self, asked: str, shortcuts: Sequence[Shortcut]) -> None:
        """Put a question, with what there is to say below it."""
        said = self.said.text
        if self.typed.text:
            said = self.words("terminal.table.typed", text=self.typed.text)
        self.query_one(Prompt).show(asked, shortcuts, said, warns=self.said.warns)

    def say(self, text: str, *, warns: bool = False) -> None:
        """Say something under the question."""
        self.said = Remark(text, warns)
        self.show()

    @on(BoardView.Touched)
    def touch(self, event: BoardView.Touched) -> None:
        """A cell was clicked."""
        self.cursor = event.cell
        self.choose(event.cell)

    @on(BoardView.Moved)
    def move_cursor(self, event: BoardView.Moved) -> None:
        """The cursor goes on."""
        self.cursor = event.cell
        self.show()

    async def on_key(self, event: events.Key) -> None:
        """Letters are cells where they can be, else commands; capitals are always commands."""
        character = event.character or ""
        if self.typed.takes(character):
            event.stop()
            cell = self.typed.add(character)
            if cell is None:
                self.show()
            else:
                self.cursor = cell
                self.choose(cell)
            return
        for shortcut in self.SHORTCUTS:
            if character and character.upper() == shortcut.key:
                event.stop()
                await self.run_action(shortcut.action)
                return

    def typed_cell(self) -> Hex | None:
        """The cell of a name that Enter completes."""
        cell = self.typed.finish()
        if cell is not None:
            self.cursor = cell
        return cell

    @work(exclusive=True, group="hint")
    async def ask_hint(self, seed: str, teller: Teller) -> None:
        """Ask; the screen goes on meanwhile, and an answer that comes too late is not heard."""
        state = self.position()
        if state is None:
            return
        thought = await asyncio.to_thread(self.bots.advise, state, seed)
        if self.position() == state:
            self.thought, self.thought_by = thought, self.words("terminal.hint.who")
            self.hinted = hint_cells(thought.choice)
            self.say(hint_text(thought, teller))
