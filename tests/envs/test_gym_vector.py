"""Many games through Gymnasium's contract: ends are told, and bots act within your steps."""

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

import taupes.envs.gym
from taupes.bots import Budget, Thought, choices
from taupes.envs.episode import IllegalChoice
from taupes.envs.gym_vector import TaupesVectorEnv
from taupes.rules import Phase, State

assert taupes.envs.gym.ID == "Taupes-v0"


class Watcher:
    """Takes the first choice, and remembers where it sat."""

    def __init__(self) -> None:
        self.seats: set[int] = set()

    def think(self, state: State, _: Budget, __: Random) -> Thought:
        self.seats.add(state.turn)
        return Thought(choices(state)[0])


def made(**wishes: Any) -> Any:
    return gymnasium.make_vec(
        "Taupes-v0", num_envs=8, vectorization_mode="vector_entry_point", **wishes
    )


def pick(rng: Random, masks: Any) -> Any:
    return np.array([rng.choice(np.flatnonzero(mask).tolist()) for mask in masks])


def test_it_keeps_gymnasiums_contract() -> None:
    env = made()
    assert isinstance(env.unwrapped, TaupesVectorEnv)
    assert env.num_envs == 8
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert env.single_observation_space.shape == (1269,)
    assert env.observation_space.shape == (8, 1269)
    assert env.single_action_space.n == 435
    assert env.spec.id == "Taupes-v0"
    seen, infos = env.reset(seed=1)
    assert seen in env.observation_space
    assert infos["action_mask"].shape == (8, 435)
    seen, rewards, terminated, truncated, infos = env.step(pick(Random(1), infos["action_mask"]))
    assert seen in env.observation_space
    assert [each.shape for each in (rewards, terminated, truncated)] == [(8,)] * 3
    assert rewards.dtype == np.float64
    assert infos["is_legal"].all()
    env.close()
    assert env.closed


@pytest.mark.parametrize("opponents", ["random", "greedy", ["greedy", "random", "greedy"], "pup"])
def test_it_is_your_turn_in_every_game(opponents: Any) -> None:
    env = made(opponents=opponents, boards="quick")
    _, infos = env.reset(seed=3)
    rng, many = Random(1), env.unwrapped.env
    ends = 0
    for _ in range(300):
        _, rewards, terminated, truncated, infos = env.step(pick(rng, infos["action_mask"]))
        assert (many.batch.seats == infos["seat"]).all()
        assert (rewards[~terminated] == 0).all()
        assert not truncated.any()
        ends += terminated.sum()
        for game in np.flatnonzero(terminated):
            assert infos["_final_obs"][game]
            final = infos["final_obs"][game]
            numbers = final[20 * 61 :]
            assert numbers[:6].tolist() == [0, 0, 0, 0, 0, 1]  # over
            assert many.state(game).phase is Phase.PLACE
    assert ends > 3


def test_the_same_seed_gives_the_same_games() -> None:
    def walk(seed: int) -> list[bytes]:
        env, rng = made(opponents=["greedy", "pup"], boards="quick"), Random(1)
        seen, infos = env.reset(seed=seed)
        series = [seen.tobytes()]
        for _ in range(40):
            seen, *_, infos = env.step(pick(rng, infos["action_mask"]))
            series.append(seen.tobytes())
        return series

    assert walk(1) == walk(1)
    assert walk(1) != walk(2)


def test_greedy_within_the_kernel_is_as_strong_as_greedy() -> None:
    env = TaupesVectorEnv(64, "greedy", boards="quick", seat=0)
    _, infos = env.reset(seed=5)
    rng, balance, ends = Random(2), 0.0, 0
    for _ in range(100):
        _, rewards, terminated, _, infos = env.step(pick(rng, infos["action_mask"]))
        balance, ends = balance + rewards.sum(), ends + int(terminated.sum())
    assert ends > 60
    assert balance / ends < -0.8  # who plays at random loses nearly always


@pytest.mark.parametrize("seat", [0, 2])
def test_opponents_sit_in_playing_order_after_you(seat: int) -> None:
    bots = (Watcher(), Watcher())
    env = made(opponents=list(bots), seat=seat)
    _, infos = env.reset(seed=1)
    for _ in range(8):
        *_, infos = env.step(pick(Random(1), infos["action_mask"]))
    assert (infos["seat"] == seat).all()
    assert [bot.seats for bot in bots] == [{(seat + 1) % 3}, {(seat + 2) % 3}]


def test_seats_are_drawn_for_every_game() -> None:
    env = made(opponents="random")
    assert {int(seat) for seed in range(3) for seat in env.reset(seed=seed)[1]["seat"]} == {0, 1}


def test_against_yourself_you_act_for_all_and_are_paid_for_whoever_acted() -> None:
    env = made(opponents=None, players=3, boards="quick")
    _, infos = env.reset(seed=1)
    rng, ends = Random(1), 0
    assert (infos["seat"] == 0).all()
    for _ in range(400):
        acted = infos["seat"]
        _, rewards, terminated, _, infos = env.step(pick(rng, infos["action_mask"]))
        assert rewards.tolist() == [infos["rewards"][i, seat] for i, seat in enumerate(acted)]
        assert np.allclose(infos["rewards"].sum(axis=1), 0)
        ends += terminated.sum()
    assert ends > 3


def test_illegal_actions_are_replaced_or_raise() -> None:
    env = made(opponents="random")
    _, infos = env.reset(seed=1)
    actions = pick(Random(1), infos["action_mask"])
    actions[[1, 4, 6]] = 0, -3, 435
    *_, infos = env.step(actions)
    assert np.flatnonzero(~infos["is_legal"]).tolist() == [1, 4, 6]
    strict = made(opponents="random", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalChoice, match="action 0 is not legal in game 1"):
        strict.step(actions)


def test_games_are_cut_off_and_say_so() -> None:
    env = made(opponents=None, max_steps=5)
    _, infos = env.reset(seed=1)
    cut = []
    for _ in range(10):
        *_, truncated, infos = env.step(pick(Random(1), infos["action_mask"]))
        cut.append(bool(truncated.all()))
    assert cut == [False] * 4 + [True] + [False] * 4 + [True]
    assert infos["_final_obs"].all()


def test_arrays_are_yours_unless_you_want_them_shared() -> None:
    for copy in (True, False):
        env = made(opponents="random", copy=copy)
        seen, infos = env.reset(seed=1)
        before = seen.copy()
        env.step(pick(Random(1), infos["action_mask"]))
        assert np.array_equal(seen, before) == copy


def test_gymnasiums_wrappers_work() -> None:
    env = DictInfoToList(RecordEpisodeStatistics(made(opponents="random", boards="quick")))
    _, infos = env.reset(seed=1)
    rng, told = Random(1), []
    for _ in range(400):
        masks = [info["action_mask"] for info in infos]
        *_, infos = env.step(pick(rng, masks))
        told += [info["episode"]["r"] for info in infos if "episode" in info]
    assert len(told) > 3
    assert set(np.abs(told)) <= {0.0, 0.5, 1.0}


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({"seat": 2}, "seat=2: expected 0 to 1"),
        ({"opponents": None, "seat": 0}, "expected None: you have all seats"),
        ({"illegal": "lose"}, "take replace or raise"),
        ({"illegal": "x"}, "expected replace, lose, raise"),
        ({"opponents": []}, "the game is for 2, 3 or 4"),
        ({"opponents": "hal"}, "no bot 'hal'"),
    ],
)
def test_bad_wishes_are_explained(wishes: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        made(**wishes)


def test_bad_actions_are_explained() -> None:
    env = made()
    env.reset(seed=1)
    for wrong in (np.zeros(3, np.int64), np.zeros(8)):
        with pytest.raises(ValueError, match="expected 8 whole numbers"):
            env.step(wrong)
