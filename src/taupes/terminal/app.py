"""The terminal application: a menu, a table, or the companion of a real one."""

import secrets
from dataclasses import replace
from pathlib import Path
from typing import Final

from textual.app import App

from taupes.rules import read_game
from taupes.terminal.game import keeping
from taupes.terminal.game.desk import Desk
from taupes.terminal.game.form import Form
from taupes.terminal.game.minds import Minds
from taupes.terminal.game.sitting import Sitting, resume
from taupes.terminal.game.wishes import Wishes
from taupes.terminal.screens.companion import CompanionScreen
from taupes.terminal.screens.setup import SetupScreen
from taupes.terminal.screens.table import TableScreen
from taupes.words.language import Words

PACE: Final = 0.8
"""Seconds that bots rest between their actions, more or less."""

STYLES: Final = """
Screen { background: #151311; color: #efe6d8; }
#upper { height: 1fr; }
BoardView { width: 1fr; height: 100%; }
#side { width: 26; height: 100%; padding: 0 1; background: #211e1b; border-left: blank; }
#head, #seats { height: auto; }
#head { margin-bottom: 1; }
#seats { margin-bottom: 1; }
#thought { height: auto; max-height: 3; }
#log { height: 1fr; background: #211e1b; scrollbar-size: 0 0; }
#prompt { height: 3; padding: 0 1; background: #2e2a26; }
#keys { height: 1; background: #0e0d0c; }
#menu { height: 1fr; padding: 0 2; }
#about { height: 2; padding: 0 4; background: #2e2a26; }
ModalScreen { align: center middle; background: #000000 60%; }
#end { width: auto; min-width: 44; max-width: 78; height: auto; padding: 1 2;
       text-align: center; background: #211e1b; border: round #ffd23f; }
#help { width: auto; max-width: 80; height: auto; padding: 0 1;
        background: #211e1b; border: round #d9b98c; }
.plain Screen, .plain #side, .plain #log, .plain #prompt, .plain #keys, .plain #about {
    background: ansi_default; color: ansi_default; }
.plain #end, .plain #help { background: ansi_default; border: round ansi_default; }
"""


class _App(App[None]):
    """What a game and the companion have in common: how they look."""

    TITLE = "Taupes"
    CSS = STYLES
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, *, no_colour: bool) -> None:
        # Without colour Textual paints greys; with the terminal's own colours it paints none.
        super().__init__(ansi_color=True if no_colour else None)
        self.set_class(no_colour, "plain")
        self.is_coloured = not no_colour


class CompanionApp(_App):
    """Help for a game on a real table."""

    def __init__(self, desk: Desk, words: Words, *, no_colour: bool = False) -> None:
        super().__init__(no_colour=no_colour)
        self._desk, self._words = desk, words

    def on_mount(self) -> None:
        """Show the table."""
        self.push_screen(CompanionScreen(self._desk, self._words, colour=self.is_coloured))


class TaupesApp(_App):
    """Taupes in a terminal."""

    def __init__(
        self,
        wishes: Wishes,
        words: Words,
        folder: Path,
        *,
        sitting: Sitting | None = None,
        path: Path | None = None,
        minds: Minds | None = None,
        pace: float = PACE,
        no_colour: bool = False,
    ) -> None:
        super().__init__(no_colour=no_colour)
        self.wishes = wishes
        self.words = words
        self.path = path
        """Where the game is kept."""
        self._folder = folder
        self._minds = minds or Minds()
        self._sitting = sitting
        self._pace = pace

    def on_mount(self) -> None:
        """Begin with the game asked for, or with the menu."""
        if self._sitting:
            self._play(self._sitting)
        else:
            self.action_new()

    def action_new(self) -> None:
        """Show the menu."""
        form = Form(self.wishes, self.words, keeping.unfinished(self._folder) is not None)
        self._only(SetupScreen(form, self._begin, self._go_on, colour=self.is_coloured))

    def _begin(self, form: Form, sitting: Sitting) -> None:
        self.wishes, self.words = form.wishes, form.words
        self.path = None
        self._play(sitting)

    def _go_on(self, form: Form) -> None:
        """Resume the newest game that is not over."""
        self.words = form.words
        self.path = keeping.unfinished(self._folder)
        if self.path:
            record = read_game(self.path.read_text("utf-8"))
            self._play(resume(record, str(secrets.randbelow(10**9))))

    def _play(self, sitting: Sitting) -> None:
        self.path = self.path or keeping.new_path(self._folder)
        self.wishes = replace(self.wishes, chairs=sitting.chairs)
        table = TableScreen(
            sitting,
            self.path,
            self.words,
            self._minds,
            pace=self._pace,
            colour=self.is_coloured,
        )
        self._only(table)

    def _only(self, screen: TableScreen | SetupScreen) -> None:
        """Show one screen, and forget those before it."""
        if len(self.screen_stack) > 1:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)
