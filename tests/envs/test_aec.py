"""PettingZoo's own tests, and what they do not ask."""

import contextlib
import io
from inspect import signature
from types import SimpleNamespace
from typing import Any

import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    performance_benchmark,
    render_test,
    seed_test,
)

from taupes.envs import aec
from taupes.envs.encoding import VERSION
from taupes.envs.episode import IllegalChoice
from taupes.rules import BadBoard, BadRules

# The test prefers bare arrays to dictionaries with a mask, but knows PettingZoo's own by name.
PREFERENCES = (
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.filterwarnings(*PREFERENCES)
def test_api(players: int) -> None:
    api_test(aec.env(players, "web-pro"), num_cycles=400)


@pytest.mark.filterwarnings(*PREFERENCES)
def test_api_on_wide_boards() -> None:
    api_test(aec.env(boards="grand"), num_cycles=100)


@pytest.mark.parametrize("players", [2, 4])
def test_seed(players: int) -> None:
    seed_test(lambda: aec.env(players), num_cycles=300)


def test_max_cycles() -> None:
    max_cycles_test(aec)


def test_render() -> None:
    with contextlib.redirect_stdout(io.StringIO()) as out:
        render_test(aec.env)
    assert "places a mole" in out.getvalue()


def test_performance_benchmark(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # It plays until five seconds have passed on its clock: here, for five cycles.
    clock = SimpleNamespace(time=iter(range(1000)).__next__)
    monkeypatch.setitem(performance_benchmark.__globals__, "time", clock)
    performance_benchmark(aec.env())
    assert "turns per second" in capsys.readouterr().out


def first_games(env: Any, seed: int | None, games: int = 2) -> list[list[bytes]]:
    series = []
    env.reset(seed=seed)
    for _ in range(games):
        seen = []
        for agent in env.agent_iter(60):
            row, *_ = env.last()
            seen.append(row["observation"].tobytes())
            legal = row["action_mask"].nonzero()[0]
            assert env.action_space(agent).contains(legal[0])
            env.step(int(legal[len(seen) % len(legal)]))
        series.append(seen)
        env.reset()
    return series


def test_a_seed_names_a_series_of_games() -> None:
    env = aec.env()
    assert first_games(env, 3) == first_games(aec.env(), 3)
    assert first_games(env, 3) != first_games(env, 4)
    one, other = first_games(env, 3)
    assert one != other


def test_names() -> None:
    env = aec.env(3)
    env.reset(seed=1)
    assert env.possible_agents == ["player_0", "player_1", "player_2"]
    assert str(env) == f"taupes_v{VERSION}"


def illegal_of(env: Any) -> int:
    seen, *_ = env.last()
    return int((seen["action_mask"] == 0).nonzero()[0][0])


def test_an_illegal_action_is_replaced_and_told() -> None:
    env = aec.env()
    env.reset(seed=1)
    wrong = illegal_of(env)
    env.step(wrong)
    assert env.infos["player_0"] == {"is_legal": False}
    assert len(env.unwrapped.episode.state().cells(0)) == 1
    assert env.agent_selection == "player_1"


def test_an_illegal_action_loses() -> None:
    env = aec.env(3, illegal="lose")
    env.reset(seed=1)
    env.step(illegal_of(env))
    assert all(env.terminations.values())
    assert env.rewards == {"player_0": -1.0, "player_1": 0.5, "player_2": 0.5}


def test_an_illegal_action_raises() -> None:
    env = aec.env(illegal="raise")
    env.reset(seed=1)
    with pytest.raises(IllegalChoice, match="action 0 is not legal for seat 0 at step 0"):
        env.step(0)
    with pytest.raises(ValueError, match="player_0 is to act"):
        env.step(None)


def test_bad_wishes_are_explained() -> None:
    with pytest.raises(BadRules, match="5 players: the game is for 2, 3 or 4"):
        aec.env(5)
    with pytest.raises(BadRules, match="no preset 'chess'"):
        aec.env(preset="chess")
    with pytest.raises(BadBoard, match="no such board set"):
        aec.env(boards="attic")
    with pytest.raises(ValueError, match="expected replace, lose, raise"):
        aec.env(illegal="ignore")
    with pytest.raises(ValueError, match="expected human, ansi, rgb_array or None"):
        aec.env(render_mode="3d")


def test_a_stacks_code_holds_the_boards_still() -> None:
    env = aec.env(boards="classic-0351")
    for seed in range(3):
        env.reset(seed=seed)
        assert env.unwrapped.episode.engine.game.stack.code == "classic-0351"


def test_parallel_steps_are_those_of_the_player_to_act() -> None:
    env = aec.parallel_env(illegal="raise")
    seen, _ = env.reset(seed=1)
    for turn in range(6):
        actor = f"player_{turn % 2}"
        action = int(seen[actor]["action_mask"].nonzero()[0][0])
        seen, rewards, *_ = env.step(dict.fromkeys(env.agents, action))
        assert set(rewards.values()) == {0.0}
    assert len(env.unwrapped.episode.state().cells(0)) == 3


def test_every_door_takes_the_same() -> None:
    assert signature(aec.env) == signature(aec.parallel_env) == signature(aec.raw_env)
    assert list(signature(aec.env).parameters)[:3] == ["players", "preset", "boards"]


def test_a_cycle_is_an_action_of_everybody_or_in_parallel_of_one() -> None:
    assert aec.env(3, max_cycles=5).unwrapped.max_steps == 15
    assert aec.parallel_env(3, max_cycles=5).unwrapped.max_steps == 5
