from random import Random

import pytest

from taupes.bots import TURN, Budget, choices, make_bot
from taupes.bots.search.report import Findings
from taupes.bots.search.searcher import Searcher, look_ahead
from taupes.rules import DISCS, Game, Move, Phase, State, load_stack, new_game, preset_rules

GAME = Game(load_stack("classic-0000"), preset_rules("booklet", 2), seats=2, moles=10)


def rock(mine: str, theirs: str, disc: int = 0) -> State:
    """A position on the last board, all paths open."""
    words = tuple(
        sum(1 << GAME.index[GAME.cell(name)] for name in names.split()) for names in (mine, theirs)
    )
    phase = Phase.MOVE if disc else Phase.DRAW
    return State(GAME, phase, 0, 3, words, (DISCS, DISCS), disc)


def search(state: State, simulations: int = 200, seed: int = 1) -> Findings:
    return look_ahead(state, Random(seed), simulations)


def test_a_win_in_one_is_found_and_worth_all() -> None:
    state = rock("e2 h8", "b2", disc=3)
    found = search(state, 50)
    assert found.options[0].choice == Move(GAME.cell("e2"), GAME.cell("e5"))
    assert found.options[0].values == (1.0, 0.0)


def test_the_other_side_is_kept_from_winning() -> None:
    # e7 is two steps from the hole; of the moves of e3 only those onto e6 stand in its way.
    state = rock("e4 b2", "e7", disc=2)
    found = search(state, 4000)
    best = found.options[0]
    assert isinstance(best.choice, Move)
    worst = min(found.options, key=lambda option: option.values[0])
    assert best.values[0] > worst.values[0] + 0.05


def test_chances_are_chances() -> None:
    found = search(rock("e2 h8", "b2 b5"))
    assert found.options == ()
    assert sum(found.values) == pytest.approx(1)
    assert all(0 <= value <= 1 for value in found.values)
    assert 200 <= found.simulations < 204  # a position gets all its discs at once


def test_the_same_generator_gives_the_same_findings() -> None:
    state = rock("e2 h8", "b2 b5", disc=2)
    assert search(state, 500) == search(state, 500)
    two = look_ahead(state, Random(1), 500, threads=2)
    assert two == look_ahead(state, Random(1), 500, threads=2)
    assert two.simulations >= 500


def test_every_choice_is_looked_at() -> None:
    state = rock("e2 h8", "b2 b5", disc=2)
    found = search(state, 300)
    assert {option.choice for option in found.options} == set(choices(state))
    assert all(option.visits >= 1 for option in found.options)


def test_thinking_names_the_line_and_the_alternatives() -> None:
    state = rock("e2 h8", "b2 b5", disc=2)
    thought = Searcher(200).think(state, Budget(), Random(2))
    assert thought.line[0] == thought.choice == thought.alternatives[0][0]
    assert thought.values is not None
    assert len(thought.alternatives) == len(choices(state))


def test_a_budget_counts() -> None:
    state = new_game(GAME)
    thought = Searcher(10_000_000).think(state, Budget(simulations=5), Random(1))
    assert thought.choice in choices(state)
    assert Searcher(10**9).think(state, Budget(seconds=0.05), Random(1)).choice in choices(state)


def test_a_pass_is_weighed_against_turning_a_disc() -> None:
    holes = [GAME.name(cell) for cell in GAME.stack.levels[0].holes]
    word = 1 << GAME.index[GAME.cell(holes[0])]
    other = 1 << GAME.index[GAME.cell("h5")]
    state = State(GAME, Phase.DRAW, 0, 0, (word, other), (DISCS, DISCS))
    found = search(state, 100)
    assert {option.choice for option in found.options} == set(choices(state))
    assert TURN in {option.choice for option in found.options}


def test_the_master_plays_the_last_board_as_the_tables_say() -> None:
    small = Game(load_stack("quick-0000"), preset_rules("web", 2), seats=2, moles=10)
    words = tuple(1 << small.index[small.cell(name)] for name in ("b3", "h8"))
    state = State(small, Phase.MOVE, 0, 3, words, (DISCS[1:], DISCS), 1)
    from taupes.bots.endgame import Endgame  # noqa: PLC0415 - only this test needs it

    exact = Endgame.for_state(state).best(state)
    thought = make_bot("master").think(state, Budget(simulations=10), Random(1))
    assert thought.values == pytest.approx(exact[0].values)
    assert [choice for choice, _ in thought.alternatives] == [each.choice for each in exact]
