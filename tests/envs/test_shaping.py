"""Rewards on the way add up to nothing, belong to whoever decides, and are off unless asked."""

import hashlib
from collections.abc import Callable
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest

import taupes.envs.gym
from taupes.envs import aec
from taupes.envs.gym_vector import TaupesVectorEnv
from taupes.envs.shaping import Shaping, potential
from taupes.envs.vector import VectorEnv
from taupes.rules import Hex, Phase, Seat, State
from tests.envs import plain

assert taupes.envs.gym.ID == "Taupes-v0"

UNSHAPED = "da8dd009d2a23d30"
"""What `walk` gave before rewards could be shaped."""
SHORT: dict[str, Any] = {"boards": "quick", "options": {"stall_limit": 20}}


def leads(state: State, cell: Hex, disc: int) -> bool:
    """Whether a disc would bring a mole into a free hole."""
    board, rules = state.game.stack.levels[state.level], state.game.rules
    for way in range(6):
        path = [cell.step(way, n) for n in range(1, disc + 1)]
        is_free = all(each.ring <= board.radius and state.owner(each) is None for each in path)
        if is_free and path[-1] in board.holes:
            before = cell.step(way, disc - 1)
            if before in plain.doors(board, rules.final_entry):
                return True
    return False


def shares(state: State, seat: Seat) -> int:
    """One for each mole; seven more in a hole, else one for each disc that leads into one."""
    holes = state.game.stack.levels[state.level].holes
    is_placing = state.phase is Phase.PLACE
    total = state.game.counts[seat] if is_placing else len(state.cells(seat))
    for cell in state.cells(seat):
        discs = state.discs[seat] or (1, 2, 2, 3, 3, 4)
        total += 7 if cell in holes else sum(leads(state, cell, disc) for disc in discs)
    return total


def promises(state: State) -> list[float]:
    """The potential of each seat in plain words."""
    seats = state.game.seats
    if state.outcome:
        return [0.0] * seats
    each = [shares(state, seat) for seat in range(seats)]
    return [(seats * share / sum(each) - 1) / (seats - 1) for share in each]


def promise(state: State, seat: Seat) -> float:
    """That of one seat."""
    return promises(state)[seat]


@pytest.mark.parametrize(
    ("players", "preset", "boards"),
    [(2, "web", "classic"), (3, "web-pro", "grand"), (4, "shop-points", "quick")],
)
def test_the_potential_is_what_it_is_said_to_be(players: int, preset: str, boards: str) -> None:
    env = VectorEnv(2, players=players, preset=preset, boards=boards, seed=1)
    found = set()
    for _ in range(250):
        state, engine = env.state(0), env.engine(0)
        row = engine.pack(state)
        each = [potential(engine.tables, row, seat) for seat in range(players)]
        assert each == pytest.approx(promises(state))
        assert sum(each) == pytest.approx(0)
        found.add(round(each[0], 6))
        env.step(env.sample())
    assert len(found) > 20


@pytest.mark.parametrize("discount", [1.0, 0.9])
@pytest.mark.parametrize("players", [2, 3])
def test_vector_rewards_telescope(players: int, discount: float) -> None:
    """Discounted by a seat's own decisions, all that is paid is the end less the beginning."""
    wishes: dict[str, Any] = {**SHORT, "players": players, "seed": 4}
    shaped = VectorEnv(3, **wishes, shaping=Shaping(0.5, discount))
    bare = VectorEnv(3, **wishes)
    first: list[dict[int, float]] = [{} for _ in range(3)]
    paid: list[list[list[float]]] = [[[] for _ in range(players)] for _ in range(3)]
    ends = 0
    while ends < 6:
        for game in range(3):
            state = shaped.state(game)
            if state.turn not in first[game]:
                first[game][state.turn] = promise(state, state.turn)
            paid[game][state.turn].append(0.0)
        actions = shaped.sample()
        assert actions.tolist() == bare.sample().tolist()
        shaped.step(actions)
        bare.step(actions)
        assert shaped.batch.observations.tobytes() == bare.batch.observations.tobytes()
        for game in range(3):
            for seat, decisions in enumerate(paid[game]):
                if decisions:
                    decisions[-1] += float(shaped.batch.rewards[game, seat])
                else:
                    assert shaped.batch.rewards[game, seat] == bare.batch.rewards[game, seat]
            if bare.batch.terminated[game]:
                ends += 1
                for seat, decisions in enumerate(paid[game]):
                    total = sum(discount**n * reward for n, reward in enumerate(decisions))
                    won = discount ** (len(decisions) - 1) * float(bare.batch.rewards[game, seat])
                    assert total == pytest.approx(won - 0.5 * first[game][seat], abs=1e-5)
                first[game], paid[game] = {}, [[] for _ in range(players)]


@pytest.mark.parametrize("discount", [1.0, 0.9])
def test_aec_rewards_telescope(discount: float) -> None:
    shaped = aec.env(3, **SHORT, shaping=Shaping(2.0, discount))
    bare = aec.env(3, **SHORT)
    for env in (shaped, bare):
        env.reset(seed=5)
    paid: dict[str, list[float]] = {agent: [] for agent in shaped.possible_agents}
    first: dict[str, float] = {}
    rng = Random(1)
    for agent in shaped.agent_iter():
        seen, reward, is_over, _, _ = shaped.last()
        if agent in first:
            paid[agent].append(reward)
        elif not is_over:
            state = shaped.unwrapped.episode.state()
            first[agent] = promise(state, state.turn)
            assert reward == 0
        if is_over:
            won = bare.rewards[agent] if bare.agents else 0.0
            steps = paid[agent]
            total = sum(discount**n * each for n, each in enumerate(steps))
            end = discount ** (len(steps) - 1) * won
            assert total == pytest.approx(end - 2.0 * first[agent])
            shaped.step(None)
            continue
        action = rng.choice(seen["action_mask"].nonzero()[0].tolist())
        shaped.step(action)
        bare.step(action)
    assert len(first) == 3
    assert sum(map(len, paid.values())) > 60


@pytest.mark.parametrize("opponents", ["greedy", ["greedy", "pup"]])
@pytest.mark.parametrize("discount", [1.0, 0.9])
def test_gymnasium_rewards_telescope(opponents: Any, discount: float) -> None:
    shaped = gymnasium.make(
        "Taupes-v0", opponents=opponents, shaping=Shaping(1.0, discount), **SHORT
    )
    bare = gymnasium.make("Taupes-v0", opponents=opponents, **SHORT)
    for seed in range(3):
        _, info = shaped.reset(seed=seed)
        bare.reset(seed=seed)
        episode: Any = shaped.unwrapped
        begun = promise(episode.episode.state(), info["seat"])
        rng, rewards, won, is_over = Random(seed), [], 0.0, False
        while not is_over:
            action = rng.choice(info["action_mask"].nonzero()[0].tolist())
            _, reward, is_over, _, info = shaped.step(action)
            won = float(bare.step(action)[1])
            rewards.append(float(reward))
        total = sum(discount**n * each for n, each in enumerate(rewards))
        assert total == pytest.approx(discount ** (len(rewards) - 1) * won - begun)
        assert sum(each != 0 for each in rewards) > 5


@pytest.mark.parametrize("opponents", ["greedy", ["greedy", "random", "pup"]])
@pytest.mark.parametrize("max_steps", [0, 60])
def test_many_games_against_bots_are_paid_from_your_decision_to_your_next(
    opponents: Any, max_steps: int
) -> None:
    discount = 0.9
    wishes: dict[str, Any] = {**SHORT, "opponents": opponents, "max_steps": max_steps}
    shaped = TaupesVectorEnv(4, **wishes, shaping=Shaping(1.0, discount))
    _, infos = shaped.reset(seed=2)
    rng, ends, cut = Random(1), 0, 0

    def now() -> list[float]:
        return [promise(shaped.env.state(i), int(shaped.seats[i])) for i in range(4)]

    before = now()
    for _ in range(120):
        masks = infos["action_mask"]
        actions = np.array([rng.choice(mask.nonzero()[0].tolist()) for mask in masks])
        _, rewards, terminated, truncated, infos = shaped.step(actions)
        after = now()
        for game in range(4):
            if not terminated[game] and not truncated[game]:
                due = discount * after[game] - before[game]
                assert rewards[game] == pytest.approx(due, abs=1e-6)
            elif terminated[game]:
                won = rewards[game] + before[game]
                assert min(abs(won - each) for each in (1, -1 / (shaped.players - 1), 0)) < 1e-6
        ends, cut = ends + int(terminated.sum()), cut + int(truncated.sum())
        before = after
    assert (cut > 3) if max_steps else (ends > 3)


def test_a_game_that_is_cut_off_keeps_its_promise() -> None:
    """A learner goes on from there by its own estimate: nothing is taken back."""
    env = VectorEnv(1, boards="classic-0351", max_steps=8, seed=1, shaping=Shaping(1.0, 0.5))
    twin = VectorEnv(1, boards="classic-0351", seed=1)
    held: dict[int, float] = {}
    for step in range(1, 9):
        state = twin.state(0)
        held[state.turn] = promise(state, state.turn)
        actions = twin.sample()
        env.step(actions)
        twin.step(actions)
        if step == 8:
            due = [0.5 * promise(twin.state(0), seat) - held[seat] for seat in (0, 1)]
            assert env.batch.truncated.all()
            assert env.batch.rewards[0].tolist() == pytest.approx(due, abs=1e-6)


def test_who_loses_by_an_illegal_action_is_paid_to_the_end() -> None:
    env = aec.env(illegal="lose", shaping=Shaping())
    env.reset(seed=1)
    for _ in range(4):
        seen, *_ = env.last()
        env.step(int(seen["action_mask"].nonzero()[0][0]))
    state = env.unwrapped.episode.state()
    begun = promise(state, 0)
    env.step(0)
    assert env.rewards["player_0"] == pytest.approx(-1 - begun)


def digest_of(steps: Callable[[Any], Any]) -> str:
    digest = hashlib.sha256()
    steps(digest)
    return digest.hexdigest()[:16]


def walk(digest: Any) -> None:
    """All that three doors show and pay along walks of theirs."""
    env = VectorEnv(4, players=3, boards="quick", max_steps=90, seed=6)
    many = TaupesVectorEnv(4, ["greedy", "random"], boards="quick", max_steps=90)
    _, infos = many.reset(seed=6)
    for _ in range(150):
        batch = env.step(env.sample())
        masks = infos["action_mask"]
        seen, rewards, terminated, truncated, infos = many.step(masks.argmax(axis=1))
        for array in (batch.observations, batch.rewards, seen, rewards, terminated, truncated):
            digest.update(array.tobytes())
    one = gymnasium.make("Taupes-v0", boards="quick", opponents=["greedy", "random"])
    two = aec.env(3, boards="quick")
    _, info = one.reset(seed=6)
    two.reset(seed=6)
    for _ in range(60):
        seen, reward, is_over, _, info = one.step(int(info["action_mask"].argmax()))
        digest.update(seen.tobytes() + repr(float(reward)).encode())
        if is_over:
            _, info = one.reset()
        two.step(int(two.last()[0]["action_mask"].argmax()))
        digest.update(repr(two.rewards).encode())


def test_without_it_everything_is_as_it_was() -> None:
    assert digest_of(walk) == UNSHAPED


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({"weight": 0}, "weight=0: expected a number above 0"),
        ({"weight": -1.0}, "weight=-1.0: expected"),
        ({"weight": float("nan")}, "weight=nan: expected"),
        ({"weight": float("inf")}, "weight=inf: expected"),
        ({"weight": "much"}, "weight='much': expected"),
        ({"weight": True}, "weight=True: expected"),
        ({"discount": 0}, "discount=0: expected a number above 0, and at most 1"),
        ({"discount": 1.01}, "discount=1.01: expected"),
        ({"discount": float("nan")}, "discount=nan: expected"),
        ({"discount": None}, "discount=None: expected"),
    ],
)
def test_bad_values_are_explained(wishes: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Shaping(**wishes)


@pytest.mark.parametrize(
    "make",
    [
        aec.env,
        aec.parallel_env,
        VectorEnv,
        TaupesVectorEnv,
        lambda shaping: gymnasium.make("Taupes-v0", shaping=shaping),
    ],
)
def test_every_door_says_what_it_takes(make: Any) -> None:
    with pytest.raises(ValueError, match=r"shaping=0\.5: expected Shaping\(weight, discount\)"):
        make(shaping=0.5)
