"""From a game to the puzzles in it: found again by the same numbers, and each of them holds."""

from random import Random

import pytest

from taupes.bots import choices
from taupes.puzzles import PuzzleLine
from taupes.puzzles.mining.difficulty import LEVELS, finds, rate
from taupes.puzzles.mining.games import decisions_of
from taupes.puzzles.mining.miner import FEWEST, FOUND, dig
from taupes.puzzles.mining.weighing import AHEAD, Weights, confirm, search, weigh, weigh_exactly
from taupes.puzzles.store import parse_line, shipped
from taupes.puzzles.themes import may_be_about, themes_of
from taupes.rules import Move, Record
from tests.rules.positions import rock

GAMES = range(6)
OPEN = """
        . . .
       . . . .
      . . o A .
       . . . .
        B . .
    """


@pytest.fixture(scope="module")
def lines() -> list[PuzzleLine]:
    """What is in some games."""
    return dig(5, GAMES)


def test_the_same_numbers_give_the_same_puzzles(lines: list[PuzzleLine]) -> None:
    assert lines
    first = dig(5, GAMES[:3])
    assert first + dig(5, GAMES[3:]) == lines
    assert dig(6, GAMES[:3]) != first


def test_every_puzzle_is_one(lines: list[PuzzleLine]) -> None:
    for line in lines:
        puzzle = parse_line(str(line)).puzzle()
        (_, best), (_, second), *_ = puzzle.choices
        assert best - second >= AHEAD - 0.001
        assert puzzle.themes == themes_of(puzzle.state, puzzle.choices)
        assert {choice for choice, _ in puzzle.choices} == set(choices(puzzle.state))
        assert not isinstance(puzzle.best, Move) or len(puzzle.choices) >= FEWEST


def test_a_board_of_a_game_gives_one_puzzle_at_most(lines: list[PuzzleLine]) -> None:
    seen = [(line.setting, line.puzzle().state.level) for line in lines]
    assert len(seen) == len(set(seen))


def test_only_what_is_wished_for_is_mined() -> None:
    found = dig(5, range(20), ("fill_last",))
    assert found
    assert all("fill_last" in line.themes for line in found)
    assert dig(5, range(1), ("decline",)) == []


def test_nothing_is_passed_over_that_could_be_about_a_theme() -> None:
    for line in shipped().lines[::9]:
        state = line.puzzle().state
        assert all(may_be_about(state, theme) for theme in line.themes)


def test_games_are_of_all_kinds() -> None:
    first = [next(decisions_of(1, number)) for number in range(60)]
    assert {each.state.game.seats for each in first} == {2, 3, 4}
    assert {each.state.game.stack.boards.name for each in first} == {"classic", "quick", "grand"}
    assert len({each.preset for each in first}) == 8


def test_a_decision_knows_what_led_there() -> None:
    for decision in list(decisions_of(3, 1))[::9]:
        game = decision.state.game
        *_, state = Record(game, (), decision.events).replay()
        assert state == decision.state


def test_what_the_table_knows_is_exact() -> None:
    state = rock(OPEN, disc=1, rules={"stall_limit": 0})
    weights = weigh_exactly(state)
    assert weights is not None
    assert weights.is_exact
    assert weights.ranking[0][1] == 1
    assert confirm(state, weights, Random(0)) is weights
    assert weigh(state, Random(0)) == weights


def test_what_the_stall_limit_may_change_is_not_exact() -> None:
    assert weigh_exactly(rock(OPEN, disc=1, stall=90)) is None


def test_nothing_is_exact_above_the_last_board_or_with_three() -> None:
    three = rock(OPEN.replace("B .", "B C"), disc=1)
    assert weigh_exactly(three) is None
    assert all(weigh_exactly(each.state) is None for each in list(decisions_of(1, 1))[:5])


def test_what_a_longer_look_does_not_find_is_no_puzzle() -> None:
    state = rock(OPEN.replace("B .", "B C"), disc=1)
    right = search(state, 500, Random(1))
    assert confirm(state, right, Random(2)) is not None
    wrong = Weights(tuple(reversed(right.ranking)))
    assert confirm(state, wrong, Random(2)) is None


@pytest.mark.parametrize("level", LEVELS)
def test_only_who_looks_finds(level: str) -> None:
    state = rock(OPEN, disc=1)
    answer = Move(*map(state.game.cell, ("c4", "c3")))
    other = next(choice for choice in choices(state) if choice != answer)
    is_weak = level in ("pup", "nibbler")
    assert (finds(state, answer, level, Random(3)) > FOUND) is not is_weak
    assert finds(state, other, level, Random(3)) < FOUND


def test_what_fewer_find_is_harder() -> None:
    ratings = []
    for number in range(len(LEVELS) + 1):
        shares = [float(n >= number) for n in range(len(LEVELS))]
        ratings.append(rate(dict(zip(LEVELS, shares, strict=True))))
    assert ratings == sorted(ratings)
    assert len(set(ratings)) == len(ratings)
