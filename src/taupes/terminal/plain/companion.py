"""The companion in lines of text: each line tells something about the table or asks.

Its words can be typed in English always, and in the language spoken.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from taupes.bots import choices
from taupes.drawing import draw_text
from taupes.rules import TEAMS, BadGame, Move, Place, Stack, parse_orientations
from taupes.terminal.game.desk import Desk
from taupes.terminal.game.minds import Minds
from taupes.terminal.game.ruling import Adviser
from taupes.terminal.input.asking import hint_text
from taupes.terminal.plain.game import Quit, parse_move
from taupes.words.language import Words

_SEATS = "abcd"


class Misunderstood(ValueError):
    """A line that makes no sense here."""


@dataclass
class PlainDesk:
    """A table told and asked about in lines."""

    desk: Desk
    words: Words
    say: Callable[[str], None]
    ask: Callable[[str], str]
    colour: bool = False
    minds: Minds = field(default_factory=Minds)

    def run(self) -> None:
        """Answer until the person stops."""
        self.say(self.words("terminal.companion.commands"))
        try:
            while True:
                self.answer(self.ask("> ").strip().lower())
        except (Quit, KeyboardInterrupt, EOFError):
            return

    @property
    def adviser(self) -> Adviser:
        """Who answers."""
        names = zip(_SEATS.upper(), TEAMS, strict=True)
        told = tuple(f"{letter} ({self.words(f'game.team.{team}')})" for letter, team in names)
        return Adviser(self.desk, told, self.words)

    def answer(self, line: str) -> None:
        """One line: change the table, or answer the question."""
        word, *rest = line.split() or [""]
        try:
            self._obey(self.words.command("terminal.desk", word) or word, rest)
        except (Misunderstood, BadGame, ValueError) as error:
            what, help_word = str(error) or line[:60], self.words("terminal.desk.help")
            self.say(f"  {self.words('terminal.companion.unknown', what=what, help=help_word)}")

    def _obey(self, word: str, rest: list[str]) -> None:
        if self._tells(word, rest):
            return
        match word:
            case "quit" | "q" | "exit":
                raise Quit
            case "may":
                self._rule(" ".join(rest))
            case "moves":
                self.say(f"  {self.adviser.possible()}")
            case "hint":
                self._hint()
            case "show":
                self._show()
            case "help":
                self.say(self.words("terminal.companion.commands"))
            case "":
                pass
            case _:
                raise Misunderstood(word)

    def _tells(self, word: str, rest: list[str]) -> bool:
        """Whether the line told something about the table, which is so from now on."""
        desk, game = self.desk, self.desk.game
        match word, rest:
            case (("a" | "b" | "c" | "d"), cells):
                seat = self._seat(word)
                self.desk = desk.with_moles(seat, tuple(map(game.cell, cells)))
            case "turn", [letter]:
                self.desk = desk.with_turn(self._seat(letter))
            case "board", [number]:
                self.desk = desk.with_level(_number(number, 1, len(desk.stack.levels)) - 1)
            case "orientations", [digits]:
                stack = Stack(desk.stack.boards, parse_orientations(digits))
                self.desk = Desk(stack, desk.rules, desk.position)
            case "discs", [letter, *values]:
                discs = tuple(_number(value, 1, 4) for value in values)
                self.desk = desk.with_discs(self._seat(letter), discs)
            case "disc", [value]:
                self.desk = desk.with_disc(_number(value, 0, 4))
            case "extra", []:
                self.desk = desk.with_extra()
            case _:
                return False
        return True

    def _seat(self, letter: str) -> int:
        seats = _SEATS[: len(self.desk.position.moles)]
        if len(letter) != 1 or letter not in seats:
            raise Misunderstood(letter)
        return seats.index(letter)

    def _rule(self, text: str) -> None:
        game = self.desk.game
        action = parse_move(game, text) or Place(game.cell(text))
        self.say(f"  {self.adviser.ruling(action)}")

    def _hint(self) -> None:
        state = self.desk.state
        if state is None or len(choices(state)) < 2:
            self.say(f"  {self.adviser.possible()}")
            return
        thought = self.minds.advise(state, "companion")
        self.say(f"  {hint_text(thought, self.adviser.teller)}")

    def _show(self) -> None:
        state = self.desk.state
        targets = [a.target for a in choices(state) if isinstance(a, Move)] if state else []
        drawn = draw_text(
            self.desk.seen, names=True, colour=self.colour, marked=targets, legend=False
        )
        self.say(f"{drawn}\n\n{self.words('terminal.plain.legend')}")


def _number(text: str, least: int, most: int) -> int:
    if not (text.isascii() and text.isdigit()) or not least <= int(text) <= most:
        raise Misunderstood(text)
    return int(text)
