"""Puzzles in lines of text: asked, judged, explained."""

from collections.abc import Iterator

import pytest

from taupes.bots import TURN
from taupes.puzzles import Puzzle, shipped
from taupes.puzzles.rating import PuzzleRating
from taupes.rules import LANGUAGES, Move
from taupes.terminal.plain.puzzles import PlainPuzzles
from taupes.words.language import Words
from taupes.words.teller import Teller


def find(kind: type) -> Puzzle:
    """The first puzzle whose answer is such a choice."""
    return next(
        puzzle
        for puzzle in (line.puzzle() for line in shipped().lines)
        if isinstance(puzzle.best, kind)
    )


def typed(puzzle: Puzzle, place: int) -> str:
    words = Words("en")
    teller = Teller(puzzle.record.game, [""] * 4, words)
    return teller.action(puzzle.choices[place][0])


def told(puzzle: Puzzle, *lines: str, language: str = "en") -> tuple[list[bool], str]:
    said: list[str] = []
    answers: Iterator[str] = iter(lines)

    def ask(_: str) -> str:
        try:
            return next(answers)
        except StopIteration:
            raise EOFError from None

    prompt = PlainPuzzles(Words(language), said.append, ask)
    found = [one.is_solved for one in prompt.run(iter([puzzle]))]
    return found, "\n".join(said)


def test_the_best_choice_solves_it() -> None:
    puzzle = find(Move)
    found, said = told(puzzle, typed(puzzle, 0))
    assert found == [True]
    assert "Solved!" in said
    assert f"› {typed(puzzle, 0)}" in said


def test_another_choice_is_told_what_was_better() -> None:
    puzzle = find(Move)
    found, said = told(puzzle, typed(puzzle, -1))
    assert found == [False]
    assert f"Not the best. The best: {typed(puzzle, 0)}." in said
    assert f"› {typed(puzzle, -1)}" in said


def test_questions_and_nonsense_are_answered_and_do_not_count() -> None:
    puzzle = find(Move)
    found, said = told(puzzle, "?", "help", "board", "zz", "a1-a1", "quit")
    assert found == []
    assert typed(puzzle, 0) in said
    assert "'zz' is neither a word I know" in said
    assert said.count("A Red") == 2


def test_enter_alone_turns_a_disc_over_where_that_is_a_choice() -> None:
    puzzle = next(
        puzzle
        for puzzle in (line.puzzle() for line in shipped().lines)
        if TURN in dict(puzzle.choices)
    )
    found, _ = told(puzzle, "")
    assert found == [puzzle.best == TURN]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_three_languages(language: str) -> None:
    puzzle = find(Move)
    found, said = told(puzzle, typed(puzzle, 0), language=language)
    assert found == [True]
    assert {"en": "Solved!", "fr": "Trouvé", "de": "Gelöst!"}[language] in said


def test_a_rating_is_told() -> None:
    said: list[str] = []
    before = PuzzleRating()
    after = before.after(1500, solved=True)
    PlainPuzzles(Words("en"), said.append, lambda _: "").tell_rating(before, after)
    assert said == ["  Your rating: 1675 (+175)"]
