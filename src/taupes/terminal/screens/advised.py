"""A screen on which the strongest bot can be asked for a hint."""

import asyncio

from textual import work

from taupes.bots import Thought
from taupes.rules import Game, Hex, State
from taupes.terminal.game.minds import Minds
from taupes.terminal.input.asking import hint_cells, hint_text
from taupes.terminal.screens.frame import Frame
from taupes.words.language import Words
from taupes.words.teller import Teller


class Advised(Frame):
    """A board on which somebody may know better."""

    def __init__(self, game: Game, words: Words, minds: Minds, *, colour: bool) -> None:
        super().__init__(game, words, colour=colour)
        self.minds = minds
        self.hinted: frozenset[Hex] = frozenset()
        """The cells that the last hint is about."""
        self.thought: Thought | None = None
        """What was thought last, and by whom."""
        self.thinker = ""

    def position(self) -> State | None:
        """What a hint would be about, if anything."""
        raise NotImplementedError

    @work(exclusive=True, group="hint")
    async def ask_hint(self, seed: str, teller: Teller) -> None:
        """Ask; the screen goes on meanwhile, and an answer that comes too late is not heard."""
        state = self.position()
        if state is None:
            return
        thought = await asyncio.to_thread(self.minds.advise, state, seed)
        if self.position() == state:
            self.thought, self.thinker = thought, self.words("terminal.hint.who")
            self.hinted = hint_cells(thought.choice)
            self.say(hint_text(thought, teller))
