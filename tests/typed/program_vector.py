"""Many games at once, with every type known."""

from typing import assert_type

import numpy as np
from numpy.typing import NDArray

from taupes.envs.policy import PolicyPlayer
from taupes.envs.shaping import Shaping
from taupes.envs.vector import Batch, VectorEnv
from taupes.rules import State


def first(seen: NDArray[np.int8], mask: NDArray[np.int8]) -> int:
    """The first legal action."""
    return int(mask.argmax())


def program() -> None:
    """What somebody would write; it is checked and not run."""
    env = VectorEnv(4, players=2, seed=1, shaping=Shaping(0.5, discount=0.99))
    batch = assert_type(env.step(env.sample()), Batch)
    assert_type(batch.observations, NDArray[np.int8])
    assert_type(batch.rewards, NDArray[np.float32])
    assert_type(batch.terminated, NDArray[np.bool_])
    assert_type(env.state(0), State)
    player = PolicyPlayer(first, "first")
    assert_type(player.name, str)
