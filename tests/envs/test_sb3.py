"""Stable-Baselines3's contract, and the example that learns by it; skipped without them."""

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from taupes.envs.gym_vector import TaupesVectorEnv
from taupes.envs.shaping import Shaping

EXAMPLE = Path(__file__).parents[2] / "examples" / "train_ppo.py"

MISSING = "no sb3-contrib: pip install 'taupes[rl]'"
maskable = pytest.importorskip("sb3_contrib.common.maskable.utils", reason=MISSING)
Sb3VecEnv = importlib.import_module("taupes.envs.sb3").Sb3VecEnv


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("train_ppo", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["train_ppo"] = module
    spec.loader.exec_module(module)
    return module


def first(masks: Any) -> Any:
    return masks.argmax(axis=1)


def test_it_plays_what_gymnasiums_plays() -> None:
    wishes: dict[str, Any] = {"boards": "quick", "max_steps": 70, "shaping": Shaping(0.5)}
    env, twin = Sb3VecEnv(6, **wishes), TaupesVectorEnv(6, **wishes)
    env.seed(3)
    assert maskable.is_masking_supported(env)
    seen, (other, infos) = env.reset(), twin.reset(seed=3)
    assert [info["seat"] for info in env.reset_infos] == infos["seat"].tolist()
    ends = 0
    for _ in range(120):
        assert np.array_equal(seen, other)
        masks = maskable.get_action_masks(env)
        assert np.array_equal(masks, infos["action_mask"])
        seen, rewards, ended, told = env.step(first(masks))
        other, paid, terminated, truncated, infos = twin.step(first(masks))
        assert rewards.tolist() == paid.astype(np.float32).tolist()
        assert ended.tolist() == (terminated | truncated).tolist()
        for game in range(6):
            assert ("terminal_observation" in told[game]) == ended[game]
            if ended[game]:
                ends += 1
                last = infos["final_obs"][game]
                assert np.array_equal(told[game]["terminal_observation"], last)
                assert told[game]["TimeLimit.truncated"] == truncated[game]
    assert ends > 6
    env.close()


def test_what_all_games_share_cannot_be_set_in_one() -> None:
    env = Sb3VecEnv(2)
    with pytest.raises(AttributeError, match="all games share"):
        env.set_attr("seat", 1)
    assert env.env_is_wrapped(object) == [False, False]
    assert len(env.env_method("action_masks", indices=[1])) == 1


def test_the_example_sees_what_leads_into_a_hole(example: ModuleType) -> None:
    env = TaupesVectorEnv(4, "random")
    seen, infos = env.reset(seed=1)
    for _ in range(25):
        seen, *_, infos = env.step(first(infos["action_mask"]))
    cells = example.sight(seen)[:, : 61 * example.SIGHTS].reshape(4, 61, example.SIGHTS)
    for game in range(4):
        state, engine = env.env.state(game), env.env.engine(game)
        board = state.game.stack.levels[state.level]
        for ring in range(61):
            cell = engine.cell(ring)
            for disc in range(1, 5):
                paths = [[cell.step(way, n + 1) for n in range(disc)] for way in range(6)]
                leads = any(
                    path[-1] in board.holes
                    and all(each.ring <= 4 and state.owner(each) is None for each in path)
                    for path in paths
                )
                assert cells[game, ring, len(example.PLANES) + disc - 1] == leads


def test_the_example_learns_goes_on_and_plays(example: ModuleType, tmp_path: Path) -> None:
    model = example.train(256, games=8)
    assert model.num_timesteps >= 256
    model.save(tmp_path / "kept")
    before = model.policy.state_dict()["action_net.scores.weight"].clone()
    model = example.train(256, games=8, rate=0.1, start=str(tmp_path / "kept"))
    assert not before.equal(model.policy.state_dict()["action_net.scores.weight"])
    line = example.measure(model, games=2)
    assert (line["games"], line["faults"]) == (2, 0)
