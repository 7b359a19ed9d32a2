"""Every problem of a board set has a code and a sentence in every language."""

import re
import tomllib
from typing import Any

import pytest

from taupes.rules import LANGUAGES, Problem, check_boards, format_boards, load_boards
from taupes.rules.problem import WORDS, Where
from taupes.table.problems import problem_view
from taupes.words.catalogue import catalogue

GOOD = format_boards(load_boards("classic"))


def changed(level: int, **values: Any) -> dict[str, Any]:
    levels = [dict(each) for each in GOOD["levels"]]
    levels[level] |= values
    return GOOD | {"levels": levels}


BAD: dict[str, Any] = {
    "bad_cell": changed(0, holes=[[0]]),
    "bad_cells": changed(1, specials="none"),
    "bad_description": GOOD | {"description": 5},
    "no_name": {key: value for key, value in GOOD.items() if key != "name"},
    "bad_name": GOOD | {"name": ""},
    "bad_paths": changed(3, solid=[0, 1, 2]),
    "bad_radius": changed(0, radius=99),
    "bad_solid": changed(3, solid=[7]),
    "hole_below": changed(1, holes=[[0, -4], [1, -3], [2, -1], [4, -1], [-4, 1]]),
    "holes_decrease": changed(2, holes=[[q, 0] for q in range(-4, 5)]),
    "larger_below": changed(3, radius=5),
    "little_room": changed(0, radius=2, holes=[[0, -2]]),
    "named_twice": changed(0, holes=[[0, -4], [0, -4]]),
    "no_holes": changed(0, holes=[]),
    "no_levels": GOOD | {"levels": []},
    "not_a_board": GOOD | {"levels": [1, 2]},
    "not_a_set": 5,
    "not_one_hole": changed(3, holes=[[1, 0]]),
    "nothing_below": changed(2, holes=[[4, 0], [0, 4]]),
    "off_board": changed(0, holes=[[5, 5]]),
    "paths_above": changed(0, solid=[0, 2, 4]),
    "special_on_top": changed(0, specials=[[1, 1]]),
    "too_many_cells": changed(1, specials=[[0, 1]] * 470),
    "too_many_holes": changed(0, holes=[[q, r] for q in range(-2, 3) for r in range(-2, 3)]),
    "unknown_key": GOOD | {"colour": "red"},
}


@pytest.mark.parametrize("code", sorted(BAD))
def test_each_problem_is_known(code: str) -> None:
    _, problems = check_boards(BAD[code])
    assert code in {problem.code for problem in problems}
    for problem in problems:
        said = {problem_view(problem, language).sentence for language in LANGUAGES}
        assert len(said) == len(LANGUAGES)
        assert not any(re.search(r"\{[a-z]+\}", sentence) for sentence in said)


OF_FILES = {"bad_orientations", "no_such_set", "not_text", "too_large", "unreadable"}
"""What can be wrong before there is a set to check; whoever sends one over HTTP never meets it."""


def test_there_is_no_problem_without_a_case() -> None:
    words = catalogue("table", "en")["problems"]
    ways = {"where", "where_unnamed", "not_toml_end"}
    assert set(WORDS) == set(words) - ways
    assert set(WORDS) - OF_FILES == set(BAD) | {"not_toml"}


@pytest.mark.parametrize("code", sorted(OF_FILES))
def test_a_file_that_cannot_be_had_is_told_of(code: str) -> None:
    problem = Problem(code, {"value": "?", "known": "?", "sets": "classic", "most": 5})
    assert len({problem_view(problem, language).sentence for language in LANGUAGES}) == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_that_is_no_toml_is_told_of_without_its_readers_words(language: str) -> None:
    for text, line in (("a = 1\nb = [", ""), ("a = 1\nb = ?\n", "2")):
        with pytest.raises(tomllib.TOMLDecodeError) as caught:
            tomllib.loads(text)
        problem = Problem("not_toml", {"value": str(caught.value)})
        sentence = problem_view(problem, language).sentence
        assert "Invalid" not in sentence
        assert line in sentence


def test_catalogues_have_the_same_words() -> None:
    first = catalogue("table", LANGUAGES[0])
    for language in LANGUAGES:
        other = catalogue("table", language)
        assert {part: set(words) for part, words in other.items()} == {
            part: set(words) for part, words in first.items()
        }
        for code, sentence in other["problems"].items():
            marks = re.findall(r"\{([a-z]+)\}", sentence)
            assert sorted(marks) == sorted(re.findall(r"\{([a-z]+)\}", first["problems"][code]))


def test_where_and_what() -> None:
    _, problems = check_boards(BAD["special_on_top"])
    view = problem_view(problems[0], "fr")
    assert (view.code, view.level, view.cell) == ("special_on_top", 0, (1, 1))
    assert view.sentence.startswith("Plateau 1 (meadow): Il y a une case spéciale")
    assert (view.board, view.what) == ("board 1 (meadow)", "special cell on the top board")
    unnamed = problem_view(Problem("bad_radius", {"value": "99", "most": 12}, Where(2)), "de")
    assert unnamed.sentence.startswith("Brett 3: Der Radius ist 99;")
