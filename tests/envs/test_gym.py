"""Gymnasium's own checker, and you against bots."""

from collections.abc import Sequence
from random import Random
from typing import Any

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env

from taupes.bots import BadThought, Budget, Player, Thought, UnknownBot, choices
from taupes.envs.gym import ID, TaupesEnv
from taupes.envs.vector import VectorEnv
from taupes.rules import State


class FirstPlayer:
    """Takes the first choice, and remembers where it sat."""

    def __init__(self) -> None:
        self.seats: set[int] = set()

    def think(self, state: State, _: Budget, __: Random) -> Thought:
        self.seats.add(state.turn)
        return Thought(choices(state)[0])


@pytest.mark.parametrize(
    "wishes",
    [{}, {"opponents": ["random", "pup", "greedy"]}, {"boards": "grand-0000", "seat": 1}],
    ids=["default", "four", "wide"],
)
def test_check_env(wishes: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    check_env(gymnasium.make("Taupes-v0", **wishes).unwrapped)
    assert "places a mole" in capsys.readouterr().out


def play(env: Any, seed: int, steps: int = 10_000) -> tuple[list[float], list[bytes]]:
    rng, seen = Random(seed), []
    observation, info = env.reset(seed=seed)
    rewards: list[float] = []
    is_over = False
    while not is_over and len(rewards) < steps:
        seen.append(observation.tobytes())
        action = rng.choice(info["action_mask"].nonzero()[0].tolist())
        observation, reward, is_over, is_cut, info = env.step(action)
        assert not is_cut
        rewards.append(reward)
    return rewards, seen


def test_a_whole_game_pays_at_its_end() -> None:
    env = gymnasium.make(ID, opponents=["random", "random"])
    rewards, _ = play(env, 5)
    assert set(rewards[:-1]) <= {0.0}
    assert rewards[-1] in {1.0, -0.5, 0.0}
    state = env.unwrapped.episode.state()  # type: ignore[attr-defined]
    assert state.outcome is not None


def test_the_same_seed_gives_the_same_game() -> None:
    env = gymnasium.make(ID, opponents="pup")
    assert play(env, 7, 80) == play(gymnasium.make(ID, opponents="pup"), 7, 80)
    assert play(env, 7, 80) != play(env, 8, 80)


@pytest.mark.parametrize("seat", [0, 2])
def test_opponents_sit_in_playing_order_after_you(seat: int) -> None:
    bots: Sequence[FirstPlayer] = (FirstPlayer(), FirstPlayer())
    players: list[str | Player] = list(bots)
    env = TaupesEnv(players, seat=seat)
    play(env, 1, 12)
    assert [bot.seats for bot in bots] == [{(seat + 1) % 3}, {(seat + 2) % 3}]


def test_the_seat_is_drawn_anew() -> None:
    env = TaupesEnv(FirstPlayer())
    seats = {env.reset(seed=seed)[1]["seat"] for seed in range(20)}
    assert seats == {0, 1}


def test_you_always_see_yourself_first() -> None:
    env = TaupesEnv("pup", seat=1)
    observation, info = env.reset(seed=2)
    env.step(int(info["action_mask"].nonzero()[0][0]))
    mine = env.episode.state().cells(1)
    marked = env.episode.observation(1)[: env.variant.cells].nonzero()[0]
    assert [env.episode.engine.ring(cell) for cell in mine] == marked.tolist()
    assert observation.shape == env.observation_space.shape
    assert env.action_masks().sum() > 1


def test_illegal_actions() -> None:
    env = TaupesEnv("pup", illegal="lose", seat=0)
    env.reset(seed=1)
    *_, reward, is_over, _, info = env.step(0)
    assert (reward, is_over, info["is_legal"]) == (-1.0, True, False)
    assert not info["action_mask"].any()


def test_every_step_says_whether_its_action_was_legal() -> None:
    env = TaupesEnv("pup", seat=0)
    _, info = env.reset(seed=1)
    assert "is_legal" not in info
    legal = int(info["action_mask"].nonzero()[0][0])
    assert [env.step(action)[4]["is_legal"] for action in (legal, 0)] == [True, False]


def test_an_opponent_who_does_not_think_is_named() -> None:
    class Silent:
        def think(self, state: State, budget: Budget, rng: Random) -> Thought:
            return None  # type: ignore[return-value]

    with pytest.raises(BadThought, match=r"Silent\.think returned None"):
        TaupesEnv(Silent(), seat=1).reset(seed=1)


def test_bad_wishes_are_explained() -> None:
    with pytest.raises(UnknownBot, match="no bot 'stockfish'"):
        TaupesEnv("stockfish")
    with pytest.raises(ValueError, match="seat=2: expected 0 to 1, or None"):
        TaupesEnv("pup", seat=2)
    with pytest.raises(ValueError, match="the game is for 2, 3 or 4"):
        TaupesEnv([])


def test_it_sees_what_the_vectorised_one_sees() -> None:
    env, many = TaupesEnv("pup", boards="classic-0000", seat=0), VectorEnv(1, boards="classic-0000")
    observation, info = env.reset(seed=1)
    assert observation.tolist() == many.batch.observations[0].tolist()
    assert info["action_mask"].tolist() == many.batch.masks[0].tolist()
