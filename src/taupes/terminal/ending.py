"""The end of a game: the golden shovel for the winner."""

from typing import ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

from taupes.rules import State, Why
from taupes.terminal.bars import Bar, Offer
from taupes.terminal.colours import mix
from taupes.terminal.faces import TOKENS
from taupes.terminal.telling import Teller

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
    OFFERS: Final = (
        Offer("Enter", "end.look", "close"),
        Offer("N", "key.new", "new"),
        Offer("Q", "key.quit", "quit"),
    )

    def __init__(self, teller: Teller, state: State, *, colour: bool) -> None:
        super().__init__()
        self._teller, self._state, self._colour = teller, state, colour

    def compose(self) -> ComposeResult:
        """The shovel, or what there is instead of it."""
        bar = Bar(self._teller.words, colour=self._colour, name="end")
        lines = (*self._shovel(), Text(), *self._told(), Text(), bar.offered(self.OFFERS, "   "))
        bar.update(Text("\n").join(lines))
        yield bar

    def _shovel(self) -> list[Text]:
        if not self._teller.winners(self._state):
            return []
        shares = [n / (len(SHOVEL) - 1) for n in range(len(SHOVEL))]
        inks = [mix(_LIGHT, _DARK, share) if self._colour else "" for share in shares]
        return [Text(line, ink) for line, ink in zip(SHOVEL, inks, strict=True)]

    def _told(self) -> list[Text]:
        outcome, teller = self._state.outcome, self._teller
        assert outcome is not None, "shown at the end"  # noqa: S101
        titles = ("end.drawn", "end.wins", "end.shared")
        title = titles[min(len(outcome.winners), 2)]
        told = [Text(teller.words(title, name=teller.winners(self._state)), "bold")]
        if outcome.reason == "last_team" and outcome.winners:
            told.append(Text(teller.reason(Why("wins_last_team", seat=outcome.winners[0]))))
        elif outcome.reason == "stalemate":
            limit = self._state.game.rules.stall_limit
            told.append(Text(teller.reason(Why("drawn", count=limit))))
        if outcome.points is not None:
            counts = zip(TOKENS, teller.names, outcome.points, strict=False)
            told.append(Text("   ".join(f"{t} {name} {count}" for t, name, count in counts)))
        return told

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
