"""Puzzles to solve: which there are, one to look at, what an answer was worth and why."""

from datetime import date
from typing import Any

import msgspec
from msgspec import Struct

from taupes.answers.info import Language
from taupes.answers.job import Extent, RequestRefused, read
from taupes.answers.replay import legal_events
from taupes.bots.player import format_choice
from taupes.puzzles.judging import judge as judged
from taupes.puzzles.puzzle import Puzzle
from taupes.puzzles.rating import PuzzleRating
from taupes.puzzles.reasons import reasons
from taupes.puzzles.store import BadPuzzle, PuzzleLine, shipped
from taupes.puzzles.themes import THEMES
from taupes.rules import format_record
from taupes.table.projection import plain_position
from taupes.table.refusals import Refusal
from taupes.table.view import PlainPosition
from taupes.words.language import Words
from taupes.words.names import called_in
from taupes.words.teller import Teller


class ListWish(Struct, frozen=True, forbid_unknown_fields=True):
    """In which language themes are named."""

    language: Language = "en"


class PuzzleDayWish(Struct, frozen=True):
    """A day, whose puzzle is wanted."""

    day: date


class PuzzleWish(Struct, frozen=True):
    """A puzzle to look at."""

    id: str
    language: Language = "en"


class AnswerWish(Struct, frozen=True):
    """Somebody's answer to a puzzle."""

    choice: dict[str, Any]
    """As a record has it; `{"type": "turn"}` for turning a disc over."""
    language: Language = "en"
    rating: PuzzleRating | None = None
    """What whoever answers has kept: given, it is answered with what it is after this puzzle."""


class JudgeWish(Struct, frozen=True):
    """An answer, and to which puzzle."""

    id: str
    answer: AnswerWish


class PuzzleEntry(Struct, frozen=True):
    """A puzzle in a list."""

    id: str
    rating: int
    step: int
    """How hard it is, from 1 to 5."""
    seats: int
    themes: list[str]


class PuzzleList(Struct, frozen=True):
    """All puzzles."""

    themes: dict[str, str]
    """By code, what they are called."""
    puzzles: list[PuzzleEntry]


class PuzzleView(Struct, frozen=True):
    """A puzzle as somebody sees it who has not solved it."""

    id: str
    rating: int
    step: int
    record: dict[str, Any]
    """The game up to the decision."""
    position: PlainPosition
    legal: list[dict[str, Any]]


class PuzzleVerdict(Struct, frozen=True):
    """What an answer was worth."""

    solved: bool
    value: float
    """The chance to win after it."""
    choices: list[tuple[dict[str, Any], float]]
    """All that could be done, with the chance to win after each; best first."""
    exact: bool
    """Whether these are known, and not searched for."""
    themes: list[str]
    reasons: list[str]
    """Why the best choice is better: sentences."""
    rating: PuzzleRating | None


def list_all(data: bytes, _: Extent) -> bytes:
    """All puzzles."""
    words = Words(read(data, ListWish).language)
    themes = {theme: words(f"puzzles.themes.{theme}") for theme in THEMES}
    return msgspec.json.encode(PuzzleList(themes, [_entry(line) for line in shipped().lines]))


def of_day(data: bytes, _: Extent) -> bytes:
    """The puzzle of a day."""
    try:
        return msgspec.json.encode(_entry(shipped().of_day(read(data, PuzzleDayWish).day)))
    except BadPuzzle as error:
        raise RequestRefused(Refusal("no_such_puzzle")) from error


def show(data: bytes, _: Extent) -> bytes:
    """A puzzle to look at."""
    wish = read(data, PuzzleWish)
    puzzle = _puzzle(wish.id)
    record = format_record(puzzle.record)
    names = called_in(puzzle.record, wish.language)
    record["players"] = [
        player | {"name": name} for player, name in zip(record["players"], names, strict=True)
    ]
    state = puzzle.state
    view = PuzzleView(
        puzzle.id,
        puzzle.rating,
        puzzle.step,
        record,
        plain_position(state),
        legal_events(state),
    )
    return msgspec.json.encode(view)


def judge(data: bytes, _: Extent) -> bytes:
    """What an answer was worth."""
    wish = read(data, JudgeWish)
    puzzle, answer = _puzzle(wish.id), wish.answer
    seat = puzzle.state.turn
    written = [(format_choice(choice, seat), value) for choice, value in puzzle.choices]
    given = answer.choice | {"player": seat}
    chosen = [
        c for (c, _), (event, _) in zip(puzzle.choices, written, strict=True) if event == given
    ]
    if not chosen:
        # Not the best: whoever guesses should not be told.
        right = msgspec.json.encode(written[-1][0]).decode()
        raise RequestRefused(Refusal("bad_message", f"choice: one such as {right}"))
    verdict = judged(puzzle.choices, chosen[0])
    teller = Teller(
        puzzle.record.game, called_in(puzzle.record, answer.language), Words(answer.language)
    )
    found = PuzzleVerdict(
        solved=verdict.is_solved,
        value=verdict.value,
        choices=written,
        exact=puzzle.is_exact,
        themes=list(puzzle.themes),
        reasons=list(reasons(teller, puzzle.state, puzzle.choices, chosen[0])),
        rating=answer.rating and answer.rating.after(puzzle.rating, solved=verdict.is_solved),
    )
    return msgspec.json.encode(found)


def _puzzle(name: str) -> Puzzle:
    try:
        return shipped().load(name)
    except BadPuzzle as error:
        raise RequestRefused(Refusal("no_such_puzzle")) from error


def _entry(line: PuzzleLine) -> PuzzleEntry:
    return PuzzleEntry(line.id, line.rating, line.step, line.seats, list(line.themes))
