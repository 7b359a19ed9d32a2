"""The end of a game: the golden shovel for the winner."""

from typing import ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

from taupes.drawing.theme import mix
from taupes.rules import State
from taupes.terminal.input.shortcut import Shortcut
from taupes.terminal.screens.bars import Bar
from taupes.words.teller import Teller

SHOVEL: Final = (
    " ▄████▄ ",
    " █    █ ",
    " ▀█▄▄█▀ ",
    "   ██   ",
    "   ██   ",
    "   ██   ",
    "▄▄▄██▄▄▄",
    "████████",
    "████████",
    "▀██████▀",
    "  ▀██▀  ",
)
_LIGHT, _DARK = "#fff3a6", "#d08f00"


class EndScreen(ModalScreen[None]):
    """Who has won, and how."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space,escape", "close", show=False),
        Binding("n,N", "new", show=False),
        Binding("q,Q", "quit", show=False),
    ]
    SHORTCUTS: Final = (
        Shortcut("Enter", "terminal.end.look", "close"),
        Shortcut("N", "terminal.key.new", "new"),
        Shortcut("Q", "terminal.key.quit", "quit"),
    )

    def __init__(self, teller: Teller, state: State, *, colour: bool) -> None:
        super().__init__()
        self._teller, self._state, self._colour = teller, state, colour

    def compose(self) -> ComposeResult:
        """The shovel, or what there is instead of it."""
        bar = Bar(self._teller.words, colour=self._colour, name="end")
        title, *rest = self._teller.ending(self._state)
        told = (Text(title, "bold"), *map(Text, rest))
        lines = (*self._shovel(), Text(), *told, Text(), bar.offered(self.SHORTCUTS, "   "))
        bar.update(Text("\n").join(lines))
        yield bar

    def _shovel(self) -> list[Text]:
        if not self._teller.winners(self._state):
            return []
        shares = [n / (len(SHOVEL) - 1) for n in range(len(SHOVEL))]
        inks = [mix(_LIGHT, _DARK, share) if self._colour else "" for share in shares]
        return [Text(line, ink) for line, ink in zip(SHOVEL, inks, strict=True)]

    def action_close(self) -> None:
        """Look at the board."""
        self.dismiss()

    async def action_new(self) -> None:
        """Play again."""
        self.dismiss()
        await self.app.run_action("new")

    def action_quit(self) -> None:
        """Leave."""
        self.app.exit()
