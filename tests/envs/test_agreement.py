"""Every door shows, allows and pays what `taupes.rules` does, over whole random games."""

from random import Random

import numpy as np
import pytest

from taupes.bots import Turn
from taupes.envs import aec
from taupes.envs.vector import VectorEnv
from taupes.rules import PRESETS, SHIPPED, Draw, Phase, State, apply, new_game
from tests.envs import plain

SEATS = (2, 3, 4)
TABLES = [
    (players, preset, SHIPPED[i % len(SHIPPED)])
    for i, (preset, players) in enumerate((p, n) for n in SEATS for p in PRESETS)
]
"""All presets with two, three and four players, the board sets in turn."""
OPTIONS = {"stall_limit": 40}
"""So that games are shorter, and stand-offs are met."""
GAMES = 2


def follow(state: State, number: int, seen: State) -> State:
    """What the rules make of an action, with the discs that chance has turned over since."""
    choice = plain.numbered_choices(state)[number]
    if not isinstance(choice, Turn):
        state = apply(state, choice)
    is_turned = isinstance(choice, Turn) or is_chance(state)
    return apply(state, Draw(seen.disc)) if is_turned else state


def is_chance(state: State) -> bool:
    return state.phase is Phase.DRAW and not state.is_home(state.turn)


def vector(players: int, preset: str, boards: str) -> VectorEnv:
    return VectorEnv(
        GAMES, players=players, preset=preset, boards=boards, options=OPTIONS, stacks=3, seed=1
    )


def test_these_games_meet_everything() -> None:
    assert {(preset, players) for players, preset, _ in TABLES} == {
        (preset, players) for preset in PRESETS for players in SEATS
    }
    assert {(players, boards) for players, _, boards in TABLES} == {
        (players, boards) for players in SEATS for boards in SHIPPED
    }
    phases, levels, drawn, won = set(), set(), 0, 0
    for table in TABLES:
        env, finished = vector(*table), 0
        while finished < GAMES:
            state = env.state(0)
            phases.add(state.phase)
            levels.add((state.game.stack.boards.name, state.level))
            env.step(env.sample())
            finished += int(env.batch.terminated.sum())
            drawn += int((env.batch.terminated & ~env.batch.rewards.any(axis=1)).sum())
            won += int(env.batch.rewards.any(axis=1).sum())
    assert phases == set(Phase) - {Phase.OVER}
    assert {level for level in levels if level[0] == "grand"} == {("grand", n) for n in range(4)}
    assert drawn > 0
    assert won > len(TABLES)


@pytest.mark.parametrize(("players", "preset", "boards"), TABLES)
def test_vector_agrees_with_the_rules(players: int, preset: str, boards: str) -> None:
    env = vector(players, preset, boards)
    states = [new_game(env.state(i).game) for i in range(GAMES)]
    finished = 0
    while finished < GAMES:
        batch = env.batch
        for i, state in enumerate(states):
            assert env.state(i) == state
            assert batch.seats[i] == state.turn
            assert batch.masks[i].tolist() == plain.mask(state)
            assert batch.observations[i].tolist() == plain.observation(state, state.turn)
            legal = sorted(plain.numbered_choices(state))
            assert batch.choices[i, : batch.counts[i]].tolist() == legal
        actions = env.sample()
        env.step(actions)
        for i, state in enumerate(states):
            after = follow(state, int(actions[i]), env.state(i))
            assert bool(batch.terminated[i]) == (after.outcome is not None)
            np.testing.assert_allclose(batch.rewards[i], plain.rewards(after), rtol=1e-6)
            if after.outcome:
                finished += 1
                after = new_game(env.state(i).game)
            states[i] = after


@pytest.mark.parametrize(("players", "preset", "boards"), TABLES)
def test_aec_agrees_with_the_rules(players: int, preset: str, boards: str) -> None:
    env = aec.env(players, preset, boards, options=OPTIONS, illegal="raise")
    env.reset(seed=players)
    rng, episode = Random(preset), env.unwrapped.episode
    state = new_game(episode.engine.game)
    while state.outcome is None:
        assert env.agent_selection == f"player_{state.turn}"
        for seat in (state.turn, rng.randrange(players)):
            seen = env.observe(f"player_{seat}")
            assert seen["observation"].tolist() == plain.observation(state, seat)
            expected = plain.mask(state) if seat == state.turn else [0] * len(seen["action_mask"])
            assert seen["action_mask"].tolist() == expected
        assert not any(env.terminations.values())
        number = rng.choice(sorted(plain.numbered_choices(state)))
        env.step(number)
        state = follow(state, number, episode.state())
    assert all(env.terminations.values())
    assert list(env.rewards.values()) == pytest.approx(plain.rewards(state))
    summed = env.unwrapped._cumulative_rewards
    assert [summed[agent] for agent in env.agents] == list(env.rewards.values())
