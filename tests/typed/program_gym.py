"""Gymnasium's doors, with every type known but what their dictionaries of extras hold."""

from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

from taupes.envs.gym import TaupesEnv
from taupes.envs.gym_vector import TaupesVectorEnv


def program() -> None:
    """What somebody would write; it is checked and not run."""
    env = TaupesEnv("greedy")
    assert_type(env.reset(seed=1), tuple[NDArray[np.int8], dict[str, Any]])
    mask = assert_type(env.action_masks(), NDArray[np.int8])
    seen, reward, is_over, is_cut, _ = env.step(int(mask.argmax()))
    assert_type(seen, NDArray[np.int8])
    assert_type(reward, float)
    assert_type(is_over, bool)
    assert_type(is_cut, bool)
    many = TaupesVectorEnv(8, opponents="greedy")
    many.reset(seed=1)
    masks = assert_type(many.action_masks(), NDArray[np.int8])
    all_seen, rewards, terminated, truncated, _ = many.step(masks.argmax(axis=1))
    assert_type(all_seen, NDArray[np.int8])
    assert_type(rewards, NDArray[np.float64])
    assert_type(terminated, NDArray[np.bool_])
    assert_type(truncated, NDArray[np.bool_])
