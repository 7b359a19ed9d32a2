"""The companion in lines of text: each line tells something about the table or asks.

Its words can be typed in English always, and in the language spoken.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from taupes.bots import choices
from taupes.drawing import draw_text
from taupes.rules import TEAMS, BadGame, Move, Place, Stack, parse_orientations
from taupes.terminal.game.bots import TableBots
from taupes.terminal.game.realtable import RealTable
from taupes.terminal.game.referee import Referee
from taupes.terminal.input.hint import hint_text
from taupes.terminal.plain.asking import Quit, parse_move
from taupes.words.language import Words

_SEATS = "abcd"


class Misunderstood(ValueError):
    """A line that makes no sense here."""


@dataclass
class PlainCompanion:
    """A table told and asked about in lines."""

    table: RealTable
    words: Words
    say: Callable[[str], None]
    ask: Callable[[str], str]
    colour: bool = False
    bots: TableBots = field(default_factory=TableBots)

    def run(self) -> None:
        """Answer until the person stops."""
        self.say(self.words("terminal.companion.commands"))
        try:
            while True:
                self.answer(self.ask("> ").strip().lower())
        except (Quit, KeyboardInterrupt, EOFError):
            return

    @property
    def referee(self) -> Referee:
        """Who answers."""
        names = zip(_SEATS.upper(), TEAMS, strict=True)
        told = tuple(f"{letter} ({self.words(f'game.team.{team}')})" for letter, team in names)
        return Referee(self.table, told, self.words)

    def answer(self, line: str) -> None:
        """One line: change the table, or answer the question."""
        word, *rest = line.split() or [""]
        try:
            self._obey(self.words.command("terminal.query", word) or word, rest)
        except (Misunderstood, BadGame, ValueError) as error:
            what, help_word = str(error) or line[:60], self.words("terminal.query.help")
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
                self.say(f"  {self.referee.possible()}")
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
        table, game = self.table, self.table.game
        match word, rest:
            case (("a" | "b" | "c" | "d"), cells):
                seat = self._seat(word)
                self.table = table.with_moles(seat, tuple(map(game.cell, cells)))
            case "turn", [letter]:
                self.table = table.with_turn(self._seat(letter))
            case "board", [number]:
                self.table = table.with_level(_number(number, 1, len(table.stack.levels)) - 1)
            case "orientations", [digits]:
                stack = Stack(table.stack.boards, parse_orientations(digits))
                self.table = replace(table, stack=stack)
            case "discs", [letter, *values]:
                discs = tuple(_number(value, 1, 4) for value in values)
                self.table = table.with_discs(self._seat(letter), discs)
            case "disc", [value]:
                self.table = table.with_disc(_number(value, 0, 4))
            case "extra", []:
                self.table = table.with_extra()
            case _:
                return False
        return True

    def _seat(self, letter: str) -> int:
        seats = _SEATS[: len(self.table.position.moles)]
        if len(letter) != 1 or letter not in seats:
            raise Misunderstood(letter)
        return seats.index(letter)

    def _rule(self, text: str) -> None:
        game = self.table.game
        action = parse_move(game, text) or Place(game.cell(text))
        self.say(f"  {self.referee.ruling(action)}")

    def _hint(self) -> None:
        state = self.table.state
        if state is None or len(choices(state)) < 2:
            self.say(f"  {self.referee.possible()}")
            return
        thought = self.bots.advise(state, "companion")
        self.say(f"  {hint_text(thought, self.referee.teller)}")

    def _show(self) -> None:
        state = self.table.state
        targets = [a.target for a in choices(state) if isinstance(a, Move)] if state else []
        drawn = draw_text(
            self.table.seen, names=True, colour=self.colour, marked=targets, legend=False
        )
        self.say(f"{drawn}\n\n{self.words('terminal.plain.legend')}")


def _number(text: str, least: int, most: int) -> int:
    if not (text.isascii() and text.isdigit()) or not least <= int(text) <= most:
        raise Misunderstood(text)
    return int(text)
