"""Puzzles in lines of text: asked, judged, explained, one after the other."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from taupes.bots import Choice, choices
from taupes.puzzles import Puzzle, judge, reasons
from taupes.puzzles.rating import PuzzleRating
from taupes.terminal.plain.asking import PlainPrompt, Quit
from taupes.words.language import Words
from taupes.words.names import called_in
from taupes.words.teller import Teller

SHOWN = 5
"""So many choices are told with what they were worth."""


@dataclass(frozen=True)
class Solved:
    """What came of one puzzle."""

    puzzle: Puzzle
    is_solved: bool


@dataclass(frozen=True)
class PlainPuzzles:
    """Asks puzzles until there are no more, or whoever solves them stops."""

    words: Words
    say: Callable[[str], None]
    ask: Callable[[str], str]
    colour: bool = False

    def run(self, puzzles: Iterator[Puzzle]) -> Iterator[Solved]:
        """Each puzzle, once it is answered."""
        try:
            for puzzle in puzzles:
                yield self._solve(puzzle)
        except (Quit, KeyboardInterrupt, EOFError):
            return

    def tell_rating(self, before: PuzzleRating, after: PuzzleRating) -> None:
        """How somebody's rating has changed."""
        change = f"{round(after.rating) - round(before.rating):+d}"
        told = {"rating": round(after.rating), "change": change}
        self.say(f"  {self.words('terminal.puzzle.rated', **told)}")

    def _solve(self, puzzle: Puzzle) -> Solved:
        names = called_in(puzzle.record, self.words.language)
        teller = Teller(puzzle.record.game, names, self.words)
        asking = PlainPrompt(teller, self.words, self.say, self.ask, self.colour)
        state, options = puzzle.state, choices(puzzle.state)
        stars = "★" * puzzle.step + "☆" * (5 - puzzle.step)
        self.say(self.words("terminal.puzzle.title", id=puzzle.id, stars=stars))
        asking.show(state)
        self.say(f"  {self.words('terminal.puzzle.task', name=names[state.turn])}")
        choice = None
        while choice not in options:
            choice = self._answer(asking, puzzle)
            if choice not in options:
                asking.refuse(state, choice)
        return self._judge(teller, puzzle, choice)

    def _answer(self, asking: PlainPrompt, puzzle: Puzzle) -> Choice | None:
        """One line: a choice, or None when it was a question or not understood."""
        state = puzzle.state
        text = asking.line(state)
        if choice := asking.decided(text, state):
            return choice
        match asking.command(text):
            case "possible":
                self.say(asking.possible(state))
            case "board":
                asking.show(state)
            case "help":
                self.say(self.words("terminal.puzzle.help"))
            case "quit":
                raise Quit
            case _:
                return asking.parse(text)
        return None

    def _judge(self, teller: Teller, puzzle: Puzzle, choice: Choice) -> Solved:
        words, verdict = self.words, judge(puzzle.choices, choice)
        best = teller.action(puzzle.best)
        if verdict.is_solved:
            self.say(words("terminal.puzzle.solved"))
        else:
            self.say(words("terminal.puzzle.missed", best=best))
        for sentence in reasons(teller, puzzle.state, puzzle.choices, choice):
            self.say(f"  {sentence}")
        for place, (each, value) in enumerate(puzzle.choices):
            if place < SHOWN or each == choice:
                mark = "›" if each == choice else " "
                worth = words.figures(f"{value:.0%}")
                self.say(f"  {mark} {teller.action(each):<12} {worth:>6}")
        return Solved(puzzle, verdict.is_solved)
