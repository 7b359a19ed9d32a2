"""Keys and signs, explained on one screen."""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Click, Key
from textual.screen import ModalScreen
from textual.widgets import Static

from taupes.words.language import Words


class HelpScreen(ModalScreen[None]):
    """A text that any key closes."""

    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, words: Words, name: str) -> None:
        super().__init__()
        self._text = words(name)

    def compose(self) -> ComposeResult:
        """The text."""
        yield Static(Text(self._text.strip("\n")), id="help")

    def on_key(self, event: Key) -> None:
        """Go back to the board."""
        event.stop()
        self.dismiss()

    def on_click(self, _: Click) -> None:
        """Go back to the board."""
        self.dismiss()
