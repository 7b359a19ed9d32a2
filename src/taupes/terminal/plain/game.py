"""The plain prompt, for terminals that can do no more than lines of text, and for pipes.

Its words can be typed in English always, and in the language spoken.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from taupes.bots import TURN, Choice, Step, Turn, choices
from taupes.drawing import draw_text
from taupes.rules import (
    Decline,
    Draw,
    Game,
    Hex,
    Lift,
    Move,
    Pass,
    Phase,
    Place,
    State,
    consequences,
    explain,
    legal_actions,
    refusal,
)
from taupes.terminal.game import savefile
from taupes.terminal.game.bots import TableBots
from taupes.terminal.game.session import Session
from taupes.terminal.input.hint import hint_text
from taupes.words.language import Words

_CHOICES: Final[Mapping[str | None, Choice]] = {
    "turn": TURN,
    "pass": Pass(),
    "decline": Decline(),
}

_MOVE: Final = re.compile(r"([a-z]\d+)[\s\-:>]+([a-z]\d+)", re.ASCII)


class Quit(Exception):
    """The person has had enough."""


def parse_move(game: Game, text: str) -> Move | None:
    """A move such as `c5-f5`; ValueError if one of its cells is none."""
    match = _MOVE.fullmatch(text)
    return Move(game.cell(match[1]), game.cell(match[2])) if match else None


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
        self.say(self.words("terminal.plain.kept", path=self.path))

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
            self._show(after)

    def _show(self, state: State, marked: tuple[Hex, ...] = ()) -> None:
        """The board, and who has what."""
        self.say("")
        drawn = draw_text(state, names=True, colour=self.colour, marked=marked, legend=False)
        self.say(f"{drawn}\n\n{self.words('terminal.plain.legend')}")
        for seat in range(state.game.seats):
            self.say(f"  {self.teller.seat(state, seat)}")

    def _turn(self, options: tuple[Choice, ...]) -> None:
        """Ask until a choice is made or something is taken back."""
        session, state = self.session, self.session.state
        targets = tuple(option.target for option in options if isinstance(option, Move))
        if state.phase is not Phase.PLACE or not state.moles[state.turn]:
            self._show(state, targets)
        while self.session is session:
            choice = self._answer(state)
            if choice in options:
                self._act(choice)
            elif choice is not None and not isinstance(choice, Turn):
                why = refusal(state, choice)
                self.say(f"  {self.teller.ruled(why)}" if why else "")

    def _answer(self, state: State) -> Choice | None:
        """One line: a choice, or None when it was a question or not understood."""
        text = self.ask(self._prompt(state)).strip().lower()
        first, _, rest = text.partition(" ")
        command = self._command(first)
        if command in _CHOICES:
            return _CHOICES[command]
        if not text and TURN in choices(state):
            return TURN
        match command:
            case "why":
                self._explain(state, rest)
            case "possible":
                self.say(self._possible(state))
            case "hint":
                self.say(f"  {hint_text(self.bots.advise(state, self.session.seed), self.teller)}")
            case "undo":
                self._undo()
            case "board":
                self._show(state)
            case "help":
                self.say(self.words("terminal.plain.commands"))
            case "quit":
                raise Quit
            case _:
                return self._parse(text)
        return None

    def _command(self, word: str) -> str | None:
        return "possible" if word == "?" else self.words.command("terminal.prompt", word)

    def _parse(self, text: str) -> Place | Move | None:
        try:
            return parse_move(self.session.game, text) or Place(self.session.game.cell(text))
        except ValueError:
            last = self.session.game.name(Hex(self._radius, -self._radius))
            known = {"last": last, "help": self.words("terminal.prompt.help")}
            self.say(f"  {self.words('terminal.plain.unknown', text=text[:40], **known)}")
            return None

    @property
    def _radius(self) -> int:
        return self.session.game.stack.radius

    def _explain(self, state: State, text: str) -> None:
        if action := self._parse(text):
            for why in explain(state, action):
                self.say(f"  {self.teller.ruled(why)}")

    def _undo(self) -> None:
        earlier = self.session.undone()
        self.say(
            f"  {self.words('terminal.table.undone' if earlier else 'terminal.table.no_undo')}"
        )
        self.session = earlier or self.session

    def _possible(self, state: State) -> str:
        actions = [action for action in legal_actions(state) if not isinstance(action, Draw)]
        offered = [self._typed(action) for action in actions]
        return "  " + " ".join([*offered, *([self._typed(TURN)] if TURN in choices(state) else [])])

    def _typed(self, choice: Choice) -> str:
        """A choice as it is typed."""
        match choice:
            case Place() | Move():
                return self.teller.action(choice)
            case _:
                return self.words(f"terminal.prompt.{type(choice).__name__.lower()}")

    def _prompt(self, state: State) -> str:
        words, name = self.words, self.teller.names[state.turn]
        commands = {
            command: words(f"terminal.prompt.{command}") for command in ("turn", "pass", "decline")
        }
        match state.phase:
            case Phase.PLACE:
                left = state.game.moles - state.moles[state.turn].bit_count()
                return words("terminal.plain.ask_place", name=name, left=left)
            case Phase.DRAW:
                return words("terminal.plain.ask_home", name=name, **commands)
            case Phase.EXTRA_DRAW:
                return words("terminal.plain.ask_extra", name=name, **commands)
            case _:
                return words("terminal.plain.ask_move", name=name, disc=state.disc)
