"""Many games at once: what the arrays promise beside agreeing with the rules."""

import os
import subprocess
import sys

import numpy as np
import pytest

from taupes.envs.episode import IllegalChoice
from taupes.envs.vector import VectorEnv

WALK = """
import hashlib
from taupes.envs.vector import VectorEnv

env, digest = VectorEnv(3, players=3, preset="web-pro", seed=5), hashlib.sha256()
for _ in range(150):
    batch = env.step(env.sample())
    for array in (batch.observations, batch.masks, batch.seats, batch.rewards):
        digest.update(array.tobytes())
print(digest.hexdigest())
"""


def walk(env: VectorEnv, steps: int) -> list[bytes]:
    return [env.step(env.sample()).observations.tobytes() for _ in range(steps)]


def test_the_same_seed_gives_the_same_games() -> None:
    env = VectorEnv(4, seed=3)
    first = walk(env, 100)
    assert walk(VectorEnv(4, seed=3), 100) == first
    env.reset(3)
    assert walk(env, 100) == first
    env.reset()
    assert walk(env, 100) != first
    assert walk(VectorEnv(4, seed=4), 100) != first


def test_games_are_not_alike() -> None:
    env = VectorEnv(8, seed=1)
    assert len({env.engine(i).game.stack.code for i in range(8)}) > 1
    walk(env, 30)
    assert len({row.tobytes() for row in env.batch.observations}) == 8


def test_a_stacks_code_holds_the_boards_still() -> None:
    env = VectorEnv(3, boards="quick-0123")
    assert {env.engine(i).game.stack.code for i in range(3)} == {"quick-0123"}


def test_sampling_is_fair_and_legal() -> None:
    env = VectorEnv(1000, boards="classic-0000", seed=2)
    actions = env.sample()
    assert env.batch.masks[np.arange(1000), actions].all()
    places = np.bincount(actions, minlength=435)[env.batch.masks[0] == 1]
    # About 21 of 1000 games each: 48 cells beside the holes.
    assert len(places) == 48
    assert places.min() > 3
    assert places.max() < 50


def test_an_illegal_action_changes_nothing() -> None:
    env = VectorEnv(3, seed=1)
    before = env.batch.observations.copy()
    actions = env.sample()
    actions[1] = 0
    with pytest.raises(IllegalChoice, match="action 0 is not legal in game 1"):
        env.step(actions)
    for outside in (-1, 435):
        actions[1] = outside
        with pytest.raises(IllegalChoice, match=f"action {outside} is not legal in game 1"):
            env.step(actions)
    assert np.array_equal(env.batch.observations, before)
    assert not env.state(0).occupied


def test_bad_wishes_are_explained() -> None:
    env = VectorEnv(3)
    with pytest.raises(ValueError, match="expected 3 whole numbers"):
        env.step(np.zeros(2, np.int64))
    with pytest.raises(ValueError, match="expected 3 whole numbers"):
        env.step(np.zeros(3))
    with pytest.raises(ValueError, match="games=0: expected 1 or more"):
        VectorEnv(0)
    with pytest.raises(ValueError, match="the game is for 2, 3 or 4"):
        VectorEnv(2, players=5)


def test_games_are_cut_off() -> None:
    env = VectorEnv(2, max_steps=25)
    for step in range(1, 60):
        batch = env.step(env.sample())
        assert batch.truncated.all() == (step % 25 == 0)
        assert not batch.terminated.any()
        assert not batch.rewards.any()
        if step % 25 == 0:
            assert not env.state(0).occupied


def test_plain_python_plays_the_same_games() -> None:
    digests = [
        subprocess.run(
            [sys.executable, "-c", WALK],
            env={**os.environ, "TAUPES_NO_NUMBA": plain},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for plain in ("", "1")
    ]
    assert len(digests[0]) > 60
    assert digests[0] == digests[1]
