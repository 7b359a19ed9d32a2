"""A position in lines of text: drawn, asked about, and what is typed understood."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from taupes.bots import TURN, Choice, Turn, choices
from taupes.drawing import draw_text
from taupes.rules import (
    Decline,
    Draw,
    Game,
    Hex,
    Move,
    Pass,
    Phase,
    Place,
    State,
    legal_actions,
    refusal,
)
from taupes.words.language import Words
from taupes.words.teller import Teller

CHOICES: Final[Mapping[str | None, Choice]] = {
    "turn": TURN,
    "pass": Pass(),
    "decline": Decline(),
}
"""What is decided by a word, by the word's name."""

_MOVE: Final = re.compile(r"([a-z]\d+)[\s\-:>]+([a-z]\d+)", re.ASCII)


class Quit(Exception):
    """The person has had enough."""


def parse_move(game: Game, text: str) -> Move | None:
    """A move such as `c5-f5`; ValueError if one of its cells is none."""
    match = _MOVE.fullmatch(text)
    return Move(game.cell(match[1]), game.cell(match[2])) if match else None


@dataclass(frozen=True)
class PlainPrompt:
    """Shows positions of a game and asks what is to be done."""

    teller: Teller
    words: Words
    say: Callable[[str], None]
    ask: Callable[[str], str]
    colour: bool = False

    def show(self, state: State, marked: tuple[Hex, ...] = ()) -> None:
        """The board, and who has what."""
        self.say("")
        drawn = draw_text(state, names=True, colour=self.colour, marked=marked, legend=False)
        self.say(f"{drawn}\n\n{self.words('terminal.plain.legend')}")
        for seat in range(state.game.seats):
            self.say(f"  {self.teller.seat(state, seat)}")

    def line(self, state: State) -> str:
        """What somebody types when they are asked."""
        return self.ask(self._prompt(state)).strip().lower()

    def command(self, word: str) -> str | None:
        """The name of a word that is typed; None if it is none."""
        return "possible" if word == "?" else self.words.command("terminal.prompt", word)

    def decided(self, text: str, state: State) -> Choice | None:
        """What is decided by a word, or by Enter alone."""
        if not text:
            return TURN if TURN in choices(state) else None
        return CHOICES.get(self.command(text))

    def refuse(self, state: State, choice: Choice | None) -> None:
        """Say what the rules have against a choice, if it is one that they speak of."""
        if choice is None or isinstance(choice, Turn):
            return
        why = refusal(state, choice)
        self.say(f"  {self.teller.ruled(why)}" if why else "")

    def parse(self, text: str) -> Place | Move | None:
        """A move or a cell to place a mole on; what cannot be understood is said."""
        game = self.teller.game
        try:
            return parse_move(game, text) or Place(game.cell(text))
        except ValueError:
            radius = game.stack.radius
            last, help_word = game.name(Hex(radius, -radius)), self.words("terminal.prompt.help")
            known = {"last": last, "help": help_word}
            self.say(f"  {self.words('terminal.plain.unknown', text=text[:40], **known)}")
            return None

    def possible(self, state: State) -> str:
        """All that can be typed to decide."""
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
                left = state.game.counts[state.turn] - state.moles[state.turn].bit_count()
                return words("terminal.plain.ask_place", name=name, left=left)
            case Phase.DRAW:
                return words("terminal.plain.ask_home", name=name, **commands)
            case Phase.EXTRA_DRAW:
                return words("terminal.plain.ask_extra", name=name, **commands)
            case _:
                return words("terminal.plain.ask_move", name=name, disc=state.disc)
