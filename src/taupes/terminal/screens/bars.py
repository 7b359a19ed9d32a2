"""Two bars under the board: what is asked and said, and the keys that can be pressed."""

from collections.abc import Sequence
from typing import Final

from rich.style import Style
from rich.text import Text
from textual import events
from textual.widgets import Static

from taupes.terminal.input.shortcut import Shortcut
from taupes.words.language import Words

ENTER: Final = "Enter"
"""A key with a name of its own in each language."""


class Bar(Static):
    """Texts, some of which can be clicked."""

    def __init__(self, words: Words, *, colour: bool, name: str = "") -> None:
        super().__init__(id=name or None)
        self.words = words
        self._colour = colour

    def offered(self, shortcuts: Sequence[Shortcut], gap: str = "  ") -> Text:
        """Keys with what they do."""
        key = Style(bold=True, color="#ffd23f" if self._colour else None)
        pieces = []
        for shortcut in shortcuts:
            shown = self.words("terminal.key.enter") if shortcut.key == ENTER else shortcut.key
            piece = Text.assemble((shown, key), f" {self.words(shortcut.name)}")
            piece.stylize(Style(meta={"shortcut": shortcut.action}))
            pieces.append(piece)
        return Text(gap).join(pieces)

    async def on_click(self, event: events.Click) -> None:
        """Do what was clicked."""
        action = event.style.meta.get("shortcut")
        if action:
            event.stop()
            await self.screen.run_action(action)


class Keys(Bar):
    """The last line of the screen."""

    def show(self, shortcuts: Sequence[Shortcut]) -> None:
        """Show what can be pressed."""
        self.update(Text.assemble(" ", self.offered(shortcuts)))


class Prompt(Bar):
    """Who is asked for what, and below it what there is to say about it."""

    def show(self, asked: str, shortcuts: Sequence[Shortcut], said: str, *, warns: bool) -> None:
        """Ask, and say what there is to say."""
        ink = ("#ff9d8a" if warns else "#e9dcc7") if self._colour else None
        answers = self.offered(shortcuts, "   ")
        self.update(Text.assemble((asked, "bold"), "   ", answers, "\n", (said, Style(color=ink))))
