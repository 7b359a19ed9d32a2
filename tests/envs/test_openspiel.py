"""OpenSpiel's own test of games, its own search, and what a node shows."""

from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts
from open_spiel.python.observation import make_observation

from taupes.envs.openspiel import NAME, PARAMETERS, RolloutEvaluator
from taupes.rules import Phase
from tests.envs import plain

GAMES = [
    f"{NAME}(stall_limit=20)",
    f"{NAME}(players=3,preset=soubeyrand,boards=quick-0123,stall_limit=15)",
    f"{NAME}(players=4,preset=shop-points,boards=grand,seed=4,stall_limit=8)",
]


@pytest.mark.parametrize("game", GAMES)
def test_random_sim(game: str) -> None:
    pyspiel.random_sim_test(
        pyspiel.load_game(game), num_sims=1, serialize=False, verbose=False, mask_test=True
    )


def test_random_sim_with_every_state_written_and_read() -> None:
    game = pyspiel.load_game(f"{NAME}(boards=quick,stall_limit=3)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(
    ("moles", "written"), [("2", "2/2"), ("2,1", "2/1"), ("2/1", "2/1"), ("fair-start",) * 2]
)
def test_a_game_with_fewer_moles_is_written_and_read(moles: str, written: str) -> None:
    game = pyspiel.load_game(NAME, {"moles": moles})
    assert f"moles={written}," in str(game)
    again = pyspiel.load_game(str(game))
    assert again == game
    assert again.start.engine.game.counts == game.start.engine.game.counts
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    read, there = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert (read, str(there)) == (game, str(state))


def walk(game: Any, seed: int) -> Any:
    """All states of a random game, the first chances and choices included."""
    rng, state = Random(seed), game.new_initial_state()
    yield state
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        yield state


@pytest.mark.parametrize("game", GAMES)
def test_nodes_agree_with_the_rules(game: str) -> None:
    loaded = pyspiel.load_game(game)
    observer = make_observation(loaded)
    kinds = set()
    is_turning = False
    for state in walk(loaded, 1):
        position = state.position.engine.unpack(state.position.row)
        kinds.add((position.phase, state.is_chance_node()))
        if state.is_terminal():
            assert state.returns() == pytest.approx(plain.rewards(position))
            assert position.outcome is not None
            break
        if state.is_chance_node():
            discs = position.discs[position.turn]
            expected = [(2 + d, discs.count(d) / len(discs)) for d in sorted(set(discs))]
            assert state.chance_outcomes() == expected
        else:
            assert state.current_player() == position.turn
            assert state.legal_actions() == sorted(plain.numbered_choices(position))
        for player in range(loaded.num_players()):
            observer.set_from(state, player)
            assert observer.tensor.tolist() == plain.observation(position, player)
        is_turning = is_turning or (position.phase is Phase.EXTRA_DRAW and state.is_chance_node())
    assert {(Phase.PLACE, False), (Phase.DRAW, True), (Phase.MOVE, False)} <= kinds
    assert is_turning == ("soubeyrand" in game)


def test_tensors_and_strings() -> None:
    game = pyspiel.load_game(NAME)
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    assert game.observation_tensor_size() == game.information_state_tensor_size() == 1269
    assert state.observation_tensor(1) == state.information_state_tensor(1)
    assert state.observation_tensor(0) != state.observation_tensor(1)
    assert "blue places a mole" in state.observation_string(0)
    assert state.information_state_string(0) == f"seat 0: {state.history_str()}"
    assert state.action_to_string(state.legal_actions()[0]).startswith("@")
    named = make_observation(game)
    named.set_from(state, 0)
    assert named.dict["planes"].shape == (20, 61)
    assert named.dict["planes"][0].sum() == 1


def test_actions_have_the_names_of_the_notation() -> None:
    names: set[str] = set()
    for state in walk(pyspiel.load_game(f"{NAME}(players=4,boards=quick,preset=soubeyrand)"), 3):
        if not state.is_terminal():
            names |= {state.action_to_string(action) for action in state.legal_actions()}
    assert {"blocked", "pass", "decline", "turn", "1", "2", "3", "4"} <= names
    assert any(name.startswith("@") for name in names)
    assert any("-" in name for name in names)


def test_a_clone_goes_its_own_way() -> None:
    state = pyspiel.load_game(NAME).new_initial_state()
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert state.position.row.tolist() != twin.position.row.tolist()
    assert state.history() == []
    assert state.position.engine is twin.position.engine


def test_what_is_done_to_a_list_of_chances_changes_no_game() -> None:
    state = next(one for one in walk(pyspiel.load_game(GAMES[0]), 1) if one.is_chance_node())
    before = state.chance_outcomes()
    state.chance_outcomes().clear()
    assert state.chance_outcomes() == before == sorted(before)


def test_an_illegal_action_is_refused() -> None:
    state = pyspiel.load_game(NAME).new_initial_state()
    for action in (0, 3, 7, 8):
        with pytest.raises(ValueError, match=f"action {action} is not legal here"):
            state.clone().apply_action(action)


def test_parameters() -> None:
    one, same, other = (
        pyspiel.load_game(f"{NAME}(seed={seed})").start.engine.game.stack.code for seed in (1, 1, 2)
    )
    assert one == same != other
    still = pyspiel.load_game(NAME, {"boards": "classic-0351", "seed": 9})
    assert still.start.engine.game.stack.code == "classic-0351"
    assert pyspiel.load_game(NAME).get_parameters() == PARAMETERS
    with pytest.raises(ValueError, match="no preset 'chess'"):
        pyspiel.load_game(NAME, {"preset": "chess"})


@pytest.mark.parametrize(
    "evaluator",
    [
        RolloutEvaluator(2, seed=1),
        RolloutEvaluator(seed=1, hole_first=True),
        mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
    ],
    ids=["kernel", "hole first", "OpenSpiel's"],
)
def test_its_own_search_plays(evaluator: Any) -> None:
    game = pyspiel.load_game(f"{NAME}(stall_limit=10)")
    bot = mcts.MCTSBot(game, 1.4, 10, evaluator, random_state=np.random.RandomState(1))
    for decided, state in enumerate(s for s in walk(game, 2) if not s.is_chance_node()):
        if state.is_terminal() or decided == 24:
            break
        assert bot.step(state) in state.legal_actions()


def test_its_search_beats_random_play() -> None:
    game, rng = pyspiel.load_game(f"{NAME}(boards=quick)"), Random(1)
    evaluator = RolloutEvaluator(seed=1, hole_first=True)
    bot = mcts.MCTSBot(game, 1.4, 30, evaluator, random_state=np.random.RandomState(1))
    total = 0.0
    for match in range(6):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            elif state.current_player() == match % 2:
                state.apply_action(bot.step(state))
            else:
                state.apply_action(rng.choice(state.legal_actions()))
        total += state.returns()[match % 2]
    assert total >= 4


def test_the_search_in_cpp_plays() -> None:
    # Its `step` ends the process with any game written in Python; this one does not.
    game = pyspiel.load_game(f"{NAME}(stall_limit=5)")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, 5, 100, solve=False, seed=1, verbose=False)
    state = game.new_initial_state()
    policy, action = bot.step_with_policy(state)
    assert action in state.legal_actions()
    assert sum(chance for _, chance in policy) == pytest.approx(1)


def test_rollouts_are_random_play() -> None:
    game = pyspiel.load_game(f"{NAME}(stall_limit=10)")
    state = game.new_initial_state()
    values = RolloutEvaluator(400, seed=3).evaluate(state)
    assert values.sum() == pytest.approx(0)
    assert abs(values[0]) < 0.3
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    evaluator = RolloutEvaluator(50, seed=3)
    assert evaluator.prior(state) == state.chance_outcomes()
    assert evaluator.evaluate(state).sum() == pytest.approx(0)
