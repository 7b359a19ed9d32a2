"""Puzzles to solve: which there are, one to look at, what an answer was worth and why."""

from datetime import date
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct, structs

from taupes.answers.info import Language
from taupes.answers.job import Extent, RequestRefused, read
from taupes.answers.records import record_of
from taupes.answers.replay import legal_events
from taupes.bots.player import choices, format_choice
from taupes.puzzles.coding import ranked
from taupes.puzzles.judging import judge as judged
from taupes.puzzles.puzzle import Puzzle, Ranking
from taupes.puzzles.rating import PuzzleRating
from taupes.puzzles.reasons import reasons
from taupes.puzzles.store import BadPuzzle, PuzzleLine, shipped
from taupes.puzzles.themes import THEMES, themes_of
from taupes.rules import Record, State, format_record
from taupes.table.projection import plain_position
from taupes.table.refusals import Refusal
from taupes.table.view import PlainPosition
from taupes.words.language import Words
from taupes.words.names import called_in
from taupes.words.teller import Teller

FEWEST: Final = 2
"""Where there are fewer choices nothing is to be decided."""


FIRST: Final = 6
BEGINNING: Final = 1400
"""How many puzzles somebody may begin with, and near which rating, as the page begins too."""


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


class OwnWish(Struct, frozen=True):
    """Somebody's answer to a decision of their own game, with what an analysis found there."""

    record: Any
    """The game up to the decision."""
    choices: list[tuple[dict[str, Any], Annotated[float, Meta(ge=0, le=1)]]]
    """Everything that could be done there, with the chance to win after each."""
    choice: dict[str, Any]
    language: Language = "en"


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
    reasons: list[str]
    """Why the best choice is better: sentences."""
    exact: bool = False
    """Whether these are known, and not searched for."""
    themes: list[str] = []
    rating: PuzzleRating | None = None


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
    return msgspec.json.encode(_view(_puzzle(wish.id), wish.language))


def first_views(language: Language) -> list[PuzzleView]:
    """Some puzzles to begin with, for a device that cannot make others yet."""
    by_distance = sorted(shipped().find(seats=2), key=lambda line: abs(line.rating - BEGINNING))
    return [_view(line.puzzle(), language) for line in by_distance[:FIRST]]


def _view(puzzle: Puzzle, language: Language) -> PuzzleView:
    record = format_record(puzzle.record)
    names = called_in(puzzle.record, language)
    record["players"] = [
        player | {"name": name} for player, name in zip(record["players"], names, strict=True)
    ]
    state = puzzle.state
    return PuzzleView(
        puzzle.id,
        puzzle.rating,
        puzzle.step,
        record,
        plain_position(state),
        legal_events(state),
    )


def judge(data: bytes, _: Extent) -> bytes:
    """What an answer was worth."""
    wish = read(data, JudgeWish)
    puzzle, answer = _puzzle(wish.id), wish.answer
    found = _verdict(puzzle.record, puzzle.state, puzzle.choices, answer.choice, answer.language)
    rating = answer.rating and answer.rating.after(puzzle.rating, solved=found.solved)
    told = structs.replace(found, exact=puzzle.is_exact, themes=list(puzzle.themes), rating=rating)
    return msgspec.json.encode(told)


def judge_own(data: bytes, extent: Extent) -> bytes:
    """What an answer to a decision of one's own game was worth."""
    wish = read(data, OwnWish)
    record = record_of(wish.record, extent)
    state = record.at(len(record.events))
    options = choices(state)
    values = {_written(event): value for event, value in wish.choices}
    named = [_written(format_choice(each, state.turn)) for each in options]
    if len(options) < FEWEST or len(wish.choices) != len(options) or values.keys() != set(named):
        most = f"choices: expected each of the {len(options)} there are, and {FEWEST} at least"
        raise RequestRefused(Refusal("bad_message", most))
    ranking = ranked(options, [values[name] for name in named])
    found = _verdict(record, state, ranking, wish.choice, wish.language)
    return msgspec.json.encode(structs.replace(found, themes=list(themes_of(state, ranking))))


def _verdict(
    record: Record, state: State, ranking: Ranking, chosen: dict[str, Any], language: Language
) -> PuzzleVerdict:
    """What a choice was worth among all, and why the best is better."""
    written = [(format_choice(choice, state.turn), value) for choice, value in ranking]
    given = chosen | {"player": state.turn}
    place = next((n for n, (event, _) in enumerate(written) if event == given), None)
    if place is None:
        # Not the best: whoever guesses should not be told.
        right = msgspec.json.encode(written[-1][0]).decode()
        raise RequestRefused(Refusal("bad_message", f"choice: one such as {right}"))
    choice = ranking[place][0]
    verdict = judged(ranking, choice)
    teller = Teller(state.game, called_in(record, language), Words(language))
    return PuzzleVerdict(
        solved=verdict.is_solved,
        value=verdict.value,
        choices=written,
        reasons=list(reasons(teller, state, ranking, choice)),
    )


def _written(event: dict[str, Any]) -> bytes:
    """A choice as letters that compare, whoever makes it."""
    bare = {name: value for name, value in event.items() if name != "player"}
    return msgspec.json.encode(bare, order="sorted")


def _puzzle(name: str) -> Puzzle:
    try:
        return shipped().load(name)
    except BadPuzzle as error:
        raise RequestRefused(Refusal("no_such_puzzle")) from error


def _entry(line: PuzzleLine) -> PuzzleEntry:
    return PuzzleEntry(line.id, line.rating, line.step, line.seats, list(line.themes))
