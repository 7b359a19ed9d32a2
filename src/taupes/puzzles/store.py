"""The puzzles that ship with the package: a line of text each, read when one is wanted.

A line is `id rating themes game how code`: themes are joined by commas, the game is its stack,
preset, number of players and first seat, `how` is `=` for exact values and `~` for searched ones,
and `coding` knows what the code means. Lines that begin with `#` say something to whoever mines.
"""

import hashlib
from base64 import b32encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from importlib.resources import files
from typing import Final

from taupes.bots.player import choices
from taupes.puzzles.coding import decode, ranked
from taupes.puzzles.puzzle import Puzzle, step_of
from taupes.puzzles.themes import THEMES
from taupes.rules import MOLES, TEAMS, Game, Record, Team, load_stack, preset_rules

FILE: Final = "shipped.txt"
EXACT, SEARCHED = "=", "~"
LETTERS: Final = 7
"""Of an id."""
WEEK: Final = (1, 2, 3, 2, 3, 4, 5)
"""The step of the day, from Monday on: easy at first, the hardest on Sunday."""


class BadPuzzle(ValueError):
    """A puzzle that is not there, or a line that is none."""


@dataclass(frozen=True, slots=True)
class PuzzleLine:
    """What a line says without working the game out."""

    id: str
    rating: int
    themes: tuple[str, ...]
    setting: str
    """Stack, preset, number of players and who begins, such as `classic-0351/web/2/0`."""
    is_exact: bool
    code: str

    @property
    def step(self) -> int:
        """How hard it is, from 1 to 5."""
        return step_of(self.rating)

    @property
    def seats(self) -> int:
        """How many play."""
        return int(self.setting.split("/")[2])

    def __str__(self) -> str:
        how = EXACT if self.is_exact else SEARCHED
        themes = ",".join(self.themes)
        return f"{self.id} {self.rating} {themes} {self.setting} {how} {self.code}"

    def puzzle(self) -> Puzzle:
        """The puzzle itself; BadPuzzle if there is none in the line."""
        try:
            game = game_of(self.setting)
            events, state, values = decode(game, self.code)
        except ValueError as error:
            raise BadPuzzle(f"puzzle {self.id}: {error}") from error
        teams = tuple(Team(colour, colour) for colour in TEAMS[: game.seats])
        record = Record(game, teams, events)
        ranking = ranked(choices(state), values)
        return Puzzle(self.id, record, ranking, self.rating, self.themes, self.is_exact)


def id_of(setting: str, game_code: str) -> str:
    """What a puzzle is called: it follows from the game up to the decision, without values."""
    digest = hashlib.sha256(f"{setting} {game_code}".encode()).digest()
    return b32encode(digest).decode().lower()[:LETTERS]


def setting_of(game: Game, preset: str) -> str:
    """A game in a few letters."""
    return f"{game.stack.code}/{preset}/{game.seats}/{game.first}"


def game_of(setting: str) -> Game:
    """The game that these letters mean."""
    code, preset, players, first = setting.split("/")
    seats = int(players)
    return Game(load_stack(code), preset_rules(preset, seats), seats, MOLES[seats], int(first))


def parse_line(text: str) -> PuzzleLine:
    """A line as it stands in the file; BadPuzzle if it cannot be one."""
    try:
        name, rating, themes, setting, how, code = text.split()
        line = PuzzleLine(name, int(rating), tuple(themes.split(",")), setting, how == EXACT, code)
    except ValueError as error:
        raise BadPuzzle(f"no puzzle in {text!r:.60}: {error}") from error
    if not set(line.themes) <= set(THEMES) or how not in (EXACT, SEARCHED):
        raise BadPuzzle(f"puzzle {name}: themes or mark that nobody knows in {text!r:.60}")
    return line


@dataclass(frozen=True)
class PuzzleStore:
    """Puzzles by their ids."""

    lines: tuple[PuzzleLine, ...]

    def __len__(self) -> int:
        return len(self.lines)

    @cached_property
    def _by_id(self) -> Mapping[str, PuzzleLine]:
        return {line.id: line for line in self.lines}

    def load(self, name: str) -> Puzzle:
        """A puzzle by its id; BadPuzzle if there is none."""
        if name not in self._by_id:
            raise BadPuzzle(f"no puzzle {name!r:.40}")
        return self._by_id[name].puzzle()

    def find(
        self, theme: str | None = None, step: int | None = None, seats: int | None = None
    ) -> tuple[PuzzleLine, ...]:
        """The puzzles of a theme, of a step, for so many players: all, where nothing is said."""
        return tuple(
            line
            for line in self.lines
            if theme in (None, *line.themes)
            and step in (None, line.step)
            and seats in (None, line.seats)
        )

    def of_day(self, day: date) -> PuzzleLine:
        """The puzzle of a day: the same for everybody who has the same puzzles.

        Each day every puzzle draws a lot and the highest wins: new ones change few days.
        """
        fit = self.find(step=WEEK[day.weekday()]) or self.lines
        if not fit:
            raise BadPuzzle("there are no puzzles")
        return max(fit, key=lambda line: hashlib.sha256(f"{day} {line.id}".encode()).digest())


def read_lines(text: Iterable[str]) -> PuzzleStore:
    """The puzzles in lines of text."""
    return PuzzleStore(tuple(parse_line(line) for line in text if line[:1] not in ("", "#", "\n")))


@cache
def shipped() -> PuzzleStore:
    """The puzzles of the package."""
    text = files("taupes.puzzles").joinpath(FILE).read_text("utf-8")
    return read_lines(text.splitlines())
