"""PettingZoo's doors: it has no types, these have."""

from typing import assert_type

import numpy as np
from numpy.typing import NDArray

from taupes.envs import aec
from taupes.rules import State


def program() -> None:
    """What somebody would write; it is checked and not run."""
    env = assert_type(aec.env(players=3, preset="web-pro"), aec.TurnEnv)
    env.reset(seed=42)
    for agent in env.agent_iter():
        seen, reward, is_terminated, is_truncated, _ = env.last()
        assert_type(agent, str)
        assert_type(seen, dict[str, NDArray[np.int8]])
        assert_type(reward, float)
        if is_terminated or is_truncated:
            env.step(None)
        else:
            env.step(
                int(assert_type(env.action_space(agent).sample(seen["action_mask"]), np.int64))
            )
    assert_type(env.rewards, dict[str, float])
    assert_type(env.unwrapped.episode.state(), State)
    env.close()
    together = assert_type(aec.parallel_env(), aec.JointEnv)
    all_seen, _ = together.reset(seed=1)
    assert_type(all_seen["player_0"]["observation"], NDArray[np.int8])
    assert_type(together.step({"player_0": 1, "player_1": 1})[1], dict[str, float])
