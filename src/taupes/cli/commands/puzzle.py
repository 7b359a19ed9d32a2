"""`taupes puzzle`: puzzles to solve in the terminal."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, date, datetime
from pathlib import Path
from random import Random
from typing import Annotated, Final

import typer

from taupes.cli.console import out
from taupes.cli.lines import ask, say
from taupes.cli.options import Language, speak
from taupes.cli.usage import unusable
from taupes.folders import data_folder
from taupes.puzzles import THEMES, BadPuzzle, Puzzle, PuzzleLine, shipped
from taupes.puzzles.rating import PuzzleRating

REMEMBERED: Final = 5000
"""Puzzles that are not asked again."""


def puzzle(
    name: Annotated[
        str | None, typer.Argument(metavar="ID", help="One puzzle; else one that fits you.")
    ] = None,
    day: Annotated[
        bool, typer.Option("--day", help="The puzzle of the day, the same for everybody.")
    ] = False,
    step: Annotated[
        int | None,
        typer.Option("--step", metavar="1-5", min=1, max=5, help="Only those of a step."),
    ] = None,
    theme: Annotated[
        str | None,
        typer.Option("--theme", metavar="NAME", help=f"Only those about: {', '.join(THEMES)}."),
    ] = None,
    language: Language = "",
) -> None:
    """Solve puzzles: find the choice that is clearly best, and read why."""
    from taupes.terminal.plain.puzzles import PlainPuzzles  # noqa: PLC0415 - loaded as wanted

    words = speak(language)
    if theme is not None and theme not in THEMES:
        raise unusable("no_theme", theme=theme[:40], known=", ".join(THEMES))
    path = data_folder() / "puzzles.json"
    progress = _Progress.read(path)
    store = shipped()
    try:
        if name is not None:
            wanted: Iterator[Puzzle] = iter([store.load(name)])
        elif day:
            wanted = iter([store.of_day(_today()).puzzle()])
        else:
            wanted = progress.fitting(store.find(theme, step))
    except BadPuzzle as error:
        raise unusable("no_puzzle", name=(name or "")[:40]) from error
    prompt = PlainPuzzles(words, say, ask, colour=out.is_terminal)
    for found in prompt.run(wanted):
        before = progress.rating
        if progress.note(found.puzzle, solved=found.is_solved):
            prompt.tell_rating(before, progress.rating)
            progress.write(path)


def _today() -> date:
    return datetime.now(UTC).date()


class _Progress:
    """What somebody has solved at this machine."""

    def __init__(self, rating: PuzzleRating, tried: list[str]) -> None:
        self.rating = rating
        self._tried = tried

    @classmethod
    def read(cls, path: Path) -> "_Progress":
        """What was kept; whoever's file makes no sense begins anew."""
        try:
            data = json.loads(path.read_text("utf-8"))
            return cls(PuzzleRating(**data["rating"]), [str(one) for one in data["tried"]])
        except (OSError, ValueError, TypeError, KeyError):
            return cls(PuzzleRating(), [])

    def write(self, path: Path) -> None:
        """Keep it for the next time."""
        path.parent.mkdir(parents=True, exist_ok=True)
        data = {"rating": asdict(self.rating), "tried": self._tried[-REMEMBERED:]}
        path.write_text(json.dumps(data), "utf-8")

    def note(self, puzzle: Puzzle, *, solved: bool) -> bool:
        """Count a first answer; whether it was one."""
        if puzzle.id in self._tried:
            return False
        self.rating = self.rating.after(puzzle.rating, solved=solved)
        self._tried.append(puzzle.id)
        return True

    def fitting(self, lines: tuple[PuzzleLine, ...]) -> Iterator[Puzzle]:
        """Puzzles that were not tried yet, as hard as whoever solves them is good."""
        left = [line for line in lines if line.id not in self._tried]
        rng = Random(len(self._tried))
        while left:
            near = sorted(left, key=lambda line: abs(line.rating - self.rating.rating))[:20]
            chosen = rng.choice(near)
            left.remove(chosen)
            yield chosen.puzzle()
