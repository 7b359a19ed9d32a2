"""Two bars under the board: what is asked and said, and the keys that can be pressed."""

from collections.abc import Sequence
from typing import Final

from rich.style import Style
from rich.text import Text
from textual import events
from textual.widgets import Static

from taupes.terminal.input.offer import Offer
from taupes.words.language import Words

ENTER: Final = "Enter"
"""A key with a name of its own in each language."""


class Bar(Static):
    """Texts, some of which can be clicked."""

    def __init__(self, words: Words, *, colour: bool, name: str = "") -> None:
        super().__init__(id=name or None)
        self.words = words
        self._colour = colour

    def offered(self, offers: Sequence[Offer], gap: str = "  ") -> Text:
        """Keys with what they do."""
        key = Style(bold=True, color="#ffd23f" if self._colour else None)
        pieces = []
        for offer in offers:
            shown = self.words("terminal.key.enter") if offer.key == ENTER else offer.key
            piece = Text.assemble((shown, key), f" {self.words(offer.name)}")
            piece.stylize(Style(meta={"offer": offer.action}))
            pieces.append(piece)
        return Text(gap).join(pieces)

    async def on_click(self, event: events.Click) -> None:
        """Do what was clicked."""
        action = event.style.meta.get("offer")
        if action:
            event.stop()
            await self.screen.run_action(action)


class Keys(Bar):
    """The last line of the screen."""

    def show(self, offers: Sequence[Offer]) -> None:
        """Show what can be pressed."""
        self.update(Text.assemble(" ", self.offered(offers)))


class Prompt(Bar):
    """Who is asked for what, and below it what there is to say about it."""

    def show(self, asked: str, offers: Sequence[Offer], said: str, *, warns: bool) -> None:
        """Ask, offer and say."""
        ink = ("#ff9d8a" if warns else "#e9dcc7") if self._colour else None
        answers = self.offered(offers, "   ")
        self.update(Text.assemble((asked, "bold"), "   ", answers, "\n", (said, Style(color=ink))))
