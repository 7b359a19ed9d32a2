"""The plain prompt, for terminals that can do no more than lines of text, and for pipes.

Its words can be typed in English always, and in the language spoken.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from taupes.bots import Choice, Step, choices
from taupes.rules import Lift, Move, Phase, State, consequences, explain
from taupes.terminal.game import savefile
from taupes.terminal.game.bots import TableBots
from taupes.terminal.game.session import Session
from taupes.terminal.input.hint import hint_text
from taupes.terminal.plain.asking import PlainPrompt, Quit
from taupes.words.language import Words


@dataclass
class PlainGame:
    """One game told and asked for in lines."""

    session: Session
    words: Words
    path: Path
    say: Callable[[str], None]
    ask: Callable[[str], str]
    bots: TableBots
    colour: bool = False

    def __post_init__(self) -> None:
        self.teller = self.session.teller(self.words)
        self._asking = PlainPrompt(self.teller, self.words, self.say, self.ask, self.colour)

    def play(self) -> None:
        """Play on until the game is over or the person stops; it is kept after every action."""
        self._introduce()
        try:
            while (state := self.session.state).outcome is None:
                options = choices(state)
                if len(options) > 1 and self.session.is_person(state.turn):
                    self._turn(options)
                else:
                    self._act(self.bots.decide(self.session).choice)
        except (Quit, KeyboardInterrupt, EOFError):
            self.say(self.words("terminal.plain.stops"))
        savefile.write(self.session.record(), self.path)
        kept = "terminal.plain.ended" if self.session.state.outcome else "terminal.plain.kept"
        self.say(self.words(kept, path=self.path))

    def _introduce(self) -> None:
        state, words = self.session.state, self.words
        begins = self.teller.names[state.turn]
        code, seed = self.session.game.stack.code, self.session.seed
        self.say(words("terminal.plain.begin", stack=code, seed=seed, name=begins))
        self.say(words("terminal.plain.ask_help", possible="?", help=words("terminal.prompt.help")))

    def _act(self, choice: Choice) -> None:
        self.session = self.session.act(choice)
        savefile.write(self.session.record(), self.path)
        if self.session.state.outcome:
            self.bots.conclude(self.session)
        self._tell(self.session.steps[-1])

    def _tell(self, step: Step) -> None:
        """What just happened, and what came of it."""
        before, action, after = step
        self.say(self.teller.did(before.turn, before.disc, action))
        for news in self.teller.news(step):
            self.say(f"  {news}")
        if any(isinstance(event, Lift) for event in consequences(before, after)) or after.outcome:
            self._asking.show(after)

    def _turn(self, options: tuple[Choice, ...]) -> None:
        """Ask until a choice is made or something is taken back."""
        session, state = self.session, self.session.state
        targets = tuple(option.target for option in options if isinstance(option, Move))
        if state.phase is not Phase.PLACE or not state.moles[state.turn]:
            self._asking.show(state, targets)
        while self.session is session:
            choice = self._answer(state)
            if choice in options:
                self._act(choice)
            else:
                self._asking.refuse(state, choice)

    def _answer(self, state: State) -> Choice | None:
        """One line: a choice, or None when it was a question or not understood."""
        text = self._asking.line(state)
        first, _, rest = text.partition(" ")
        if choice := self._asking.decided(first, state):
            return choice
        match self._asking.command(first):
            case "why":
                self._explain(state, rest)
            case "possible":
                self.say(self._asking.possible(state))
            case "hint":
                self._hint(state)
            case "undo":
                self._undo()
            case "board":
                self._asking.show(state)
            case "help":
                self.say(self.words("terminal.plain.commands"))
            case "quit":
                raise Quit
            case _:
                return self._asking.parse(text)
        return None

    def _explain(self, state: State, text: str) -> None:
        if action := self._asking.parse(text):
            for why in explain(state, action):
                self.say(f"  {self.teller.ruled(why)}")

    def _undo(self) -> None:
        earlier = self.session.undone()
        self.say(
            f"  {self.words('terminal.table.undone' if earlier else 'terminal.table.no_undo')}"
        )
        self.session = earlier or self.session

    def _hint(self, state: State) -> None:
        if self.session.counts:
            self.say(f"  {self.words('terminal.table.counted')}")
        else:
            self.say(f"  {hint_text(self.bots.advise(state, self.session.seed), self.teller)}")
