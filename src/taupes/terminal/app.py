"""The terminal application: a menu, a table, or the companion of a real one."""

import secrets
from dataclasses import replace
from pathlib import Path
from typing import Final

from textual.app import App

from taupes.rules import read_game
from taupes.terminal.game import savefile
from taupes.terminal.game.bots import TableBots
from taupes.terminal.game.menu import Menu
from taupes.terminal.game.realtable import RealTable
from taupes.terminal.game.session import Session, resume
from taupes.terminal.game.setup import GameSetup
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

    def __init__(self, table: RealTable, words: Words, *, no_colour: bool = False) -> None:
        super().__init__(no_colour=no_colour)
        self._table, self._words = table, words

    def on_mount(self) -> None:
        """Show the table."""
        self.push_screen(CompanionScreen(self._table, self._words, colour=self.is_coloured))


class TaupesApp(_App):
    """Taupes in a terminal."""

    def __init__(
        self,
        setup: GameSetup,
        words: Words,
        folder: Path,
        *,
        session: Session | None = None,
        path: Path | None = None,
        bots: TableBots | None = None,
        pace: float = PACE,
        no_colour: bool = False,
    ) -> None:
        super().__init__(no_colour=no_colour)
        self.setup = setup
        self.words = words
        self.path = path
        """Where the game is kept."""
        self._folder = folder
        self._bots = bots or TableBots()
        self._session = session
        self._pace = pace

    def on_mount(self) -> None:
        """Begin with the game asked for, or with the menu."""
        if self._session:
            self._play(self._session)
        else:
            self.action_new()

    def action_new(self) -> None:
        """Show the menu."""
        menu = Menu(self.setup, self.words, savefile.unfinished(self._folder) is not None)
        self._only(SetupScreen(menu, self._begin, self._go_on, colour=self.is_coloured))

    def _begin(self, menu: Menu, session: Session) -> None:
        self.setup, self.words = menu.setup, menu.words
        self.path = None
        self._play(session)

    def _go_on(self, menu: Menu) -> None:
        """Resume the newest game that is not over."""
        self.words = menu.words
        self.path = savefile.unfinished(self._folder)
        if self.path:
            record = read_game(self.path.read_text("utf-8"))
            self._play(resume(record, str(secrets.randbelow(10**9))))

    def _play(self, session: Session) -> None:
        self.path = self.path or savefile.new_path(self._folder)
        self.setup = replace(self.setup, chairs=session.chairs)
        table = TableScreen(
            session,
            self.path,
            self.words,
            self._bots,
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
