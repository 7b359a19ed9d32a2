"""The puzzles of the package: each by the rules, enough of each kind, and a sample judged anew."""

from collections import Counter
from importlib.resources import files
from random import Random

import pytest

from taupes.bots import choices
from taupes.puzzles import STEPS, THEMES, PuzzleLine, judge, shipped, themes_of
from taupes.puzzles.coding import encode
from taupes.puzzles.mining.selection import is_explained
from taupes.puzzles.mining.weighing import AHEAD, BUDGET, search, weigh_exactly
from taupes.puzzles.store import FILE, id_of
from taupes.rules import PRESETS, SHIPPED, format_record, parse_record

LINES = shipped().lines
PARTS = 4
SAMPLE = Random(20).sample(LINES, 8)


def test_there_are_enough_of_each_kind() -> None:
    assert len(LINES) >= 1000
    assert min(len(shipped().find(step=step)) for step in STEPS) >= 100
    assert set(Counter(line.seats for line in LINES)) == {2, 3, 4}
    assert min(Counter(line.seats for line in LINES).values()) >= 200
    assert {line.setting.partition("-")[0] for line in LINES} == set(SHIPPED)
    assert {line.setting.split("/")[1] for line in LINES} == set(PRESETS)


def test_they_take_little_room() -> None:
    assert len(files("taupes.puzzles").joinpath(FILE).read_bytes()) <= 400_000


def test_ids_are_their_own() -> None:
    assert len({line.id for line in LINES}) == len(LINES)


@pytest.mark.parametrize("part", range(PARTS))
def test_every_puzzle_keeps_to_the_rules(part: int) -> None:
    for line in LINES[part::PARTS]:
        puzzle = line.puzzle()
        state = puzzle.state
        assert {choice for choice, _ in puzzle.choices} == set(choices(state))
        values = [value for _, value in puzzle.choices]
        assert values == sorted(values, reverse=True)
        assert 0 <= values[-1] <= values[0] <= 1
        assert values[0] - values[1] >= AHEAD - 0.001, line.id
        assert [judge(puzzle.choices, choice).is_solved for choice, _ in puzzle.choices] == [
            True,
            *[False] * (len(values) - 1),
        ]
        assert line.themes == themes_of(state, puzzle.choices), line.id
        assert line.id == id_of(line.setting, encode(state.game, puzzle.record.events, ()))


def test_records_are_whole_and_unfinished() -> None:
    for line in LINES[::40]:
        puzzle = line.puzzle()
        again = parse_record(format_record(puzzle.record))
        *_, state = again.replay()
        assert again.outcome is None
        assert state == puzzle.state


@pytest.mark.parametrize("line", SAMPLE, ids=lambda line: line.id)
def test_a_fresh_deep_search_gives_the_same_answer(line: PuzzleLine) -> None:
    puzzle = line.puzzle()
    found = search(puzzle.state, 5 * BUDGET, Random(f"fresh {line.id}"))
    assert found.best == puzzle.best
    assert found.ranking[0][1] == pytest.approx(puzzle.choices[0][1], abs=0.08)


def test_exact_values_are_those_of_the_tables() -> None:
    line = next(line for line in LINES if line.is_exact and line.setting.startswith("quick"))
    puzzle = line.puzzle()
    exact = weigh_exactly(puzzle.state)
    assert exact is not None
    for choice, value in exact.ranking:
        assert dict(puzzle.choices)[choice] == pytest.approx(value, abs=0.001)


def test_every_theme_has_puzzles() -> None:
    found = Counter(theme for line in LINES for theme in line.themes)
    assert set(found) == set(THEMES)


def test_every_puzzle_says_why() -> None:
    for line in LINES[::10]:
        assert is_explained(line.puzzle()), line.id
