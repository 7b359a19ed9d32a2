"""How fast the environments are, beside peers measured in the same run.

    python bench/envs.py [--json] [--rounds N]

All figures are steps per second of processor time under random play, medians over the rounds; a
ratio is the median of the rounds' ratios. Peers, each left out where it is missing: PettingZoo's
own classic games (`pip install 'pettingzoo[classic]'`) for the AEC environment, both with the
wrappers that their `env()` puts around them; pgx's backgammon (`pip install pgx`) for the
vectorised one, both beginning ended games anew; OpenSpiel's backgammon, stepped from Python, for
`python_taupes`, and the random rollouts of its own tree search for those of `RolloutEvaluator`
(there a step is a simulation).
"""

import argparse
import json
import os
import random
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from statistics import median
from typing import Any, Final

import numpy as np

from taupes.envs import aec
from taupes.envs.vector import VectorEnv

PEER_SECONDS: Final = 1.0
BATCHES: Final = (64, 1024)
"""Of pgx, which is slower with many games on some machines: its better one counts."""
CLASSIC: Final = (
    "connect_four_v3",
    "tictactoe_v3",
    "chess_v6",
    "leduc_holdem_v4",
    "texas_holdem_v4",
    "go_v5",
)
GOALS: Final = {
    "aec_to_pettingzoo_connect_four": 1.0,
    "aec_to_pettingzoo_chess": 1.0,
    "vector_to_pgx_backgammon": 10.0,
}

Figures = dict[str, float]


def rate(play: Callable[[], int]) -> float:
    """Steps per second of processor time of something that plays and tells how many steps."""
    play()
    steps, start = 0, time.process_time()
    while time.process_time() - start < PEER_SECONDS:
        steps += play()
    return steps / (time.process_time() - start)


def aec_game(env: Any) -> Callable[[], int]:
    """One game of a PettingZoo environment by random legal play, as its own benchmark plays it."""
    rng = random.Random(1)

    def play() -> int:
        env.reset(seed=rng.getrandbits(31))
        steps = 0
        for agent in env.agent_iter():
            seen, _, terminated, truncated, info = env.last()
            action = None
            if not (terminated or truncated):
                mask = seen["action_mask"] if "action_mask" in seen else info["action_mask"]
                action = rng.choice(np.flatnonzero(mask).tolist())
                steps += 1
            env.step(action)
            del agent
        return steps

    return play


def vector_steps(boards: str, games: int = 1024, calls: int = 50) -> Callable[[], int]:
    """Steps of our vectorised environment: sampled, played, observed, begun anew."""
    env = VectorEnv(games, boards=boards)

    def play() -> int:
        for _ in range(calls):
            env.step(env.sample())
        return games * calls

    return play


def pgx_steps(games: int, calls: int = 50) -> Callable[[], int]:
    """The same for pgx's backgammon, all of it inside one compiled loop."""
    jax: Any = import_module("jax")
    pgx: Any = import_module("pgx")
    env = pgx.make("backgammon")
    step = jax.vmap(import_module("pgx.experimental").auto_reset(env.step, env.init))

    def one(state: Any, key: Any) -> tuple[Any, None]:
        choice, chance = jax.random.split(key)
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        actions = jax.random.categorical(choice, logits, axis=-1)
        return step(state, actions, jax.random.split(chance, games)), None

    many = jax.jit(lambda state, key: jax.lax.scan(one, state, jax.random.split(key, calls))[0])
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, games))

    def play() -> int:
        nonlocal state, key
        key = jax.random.split(key)[0]
        state = many(state, key)
        jax.block_until_ready(state)
        return games * calls

    return play


def spiel_game(name: str) -> Callable[[], int]:
    """One game of OpenSpiel's by random play, stepped from Python; decisions only are counted."""
    game = import_module("pyspiel").load_game(name)
    rng = random.Random(1)

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(rng.random() * len(actions))])
                steps += 1
        return steps

    return play


def search(evaluator: Any, simulations: int) -> Callable[[], int]:
    """The first decision of OpenSpiel's own tree search, so many simulations long."""
    game = import_module("pyspiel").load_game("python_taupes")
    mcts = import_module("open_spiel.python.algorithms.mcts")
    chance = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, simulations, evaluator, random_state=chance)
    state = game.new_initial_state()

    def play() -> int:
        bot.step(state)
        return simulations

    return play


def classic_games() -> dict[str, Callable[[], int]]:
    """PettingZoo's classic games that can be imported here, by short name."""
    games = {}
    for module in CLASSIC:
        try:
            env = import_module(f"pettingzoo.classic.{module}").env()
        except ImportError:
            continue
        games[module.rpartition("_")[0]] = aec_game(env)
    return games


def contestants() -> dict[str, Callable[[], int]]:
    """Everything that is measured, ready to play, by the name of its figure."""
    plays = {f"pettingzoo_{name}": play for name, play in classic_games().items()}
    plays["aec"] = aec_game(aec.env())
    plays["aec_raw"] = aec_game(aec.env().unwrapped)
    plays["vector"] = vector_steps("classic")
    plays["vector_radius_5"] = vector_steps("grand")
    if find_spec("pgx") and find_spec("jax"):
        plays |= {f"pgx_backgammon_batch_{games}": pgx_steps(games) for games in BATCHES}
    if find_spec("pyspiel"):
        door = import_module("taupes.envs.openspiel")
        mcts = import_module("open_spiel.python.algorithms.mcts")
        plays["openspiel"] = spiel_game("python_taupes")
        plays["openspiel_backgammon"] = spiel_game("backgammon")
        plays["search"] = search(door.RolloutEvaluator(), 500)
        own = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
        plays["search_openspiel_rollouts"] = search(own, 20)
    return plays


def ratios_of(figures: Figures) -> Figures:
    """Ours beside each peer."""
    ratios = {}
    for name, figure in figures.items():
        if name.startswith("pettingzoo_"):
            ratios[f"aec_to_{name}"] = figures["aec"] / figure
    pgx = [figure for name, figure in figures.items() if name.startswith("pgx_")]
    if pgx:
        ratios["vector_to_pgx_backgammon"] = figures["vector"] / max(pgx)
    if "openspiel" in figures:
        ratios["openspiel_to_backgammon"] = figures["openspiel"] / figures["openspiel_backgammon"]
        slow = figures["search_openspiel_rollouts"]
        ratios["search_to_openspiel_rollouts"] = figures["search"] / slow
    return ratios


def main() -> None:
    """Measure, and print a table or JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    # One core for all; pgx would otherwise spread over several.
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
    plays = contestants()
    rounds = [{name: rate(play) for name, play in plays.items()} for _ in range(options.rounds)]
    figures = {name: median(figures[name] for figures in rounds) for name in plays}
    every = [ratios_of(figures) for figures in rounds]
    ratios = {name: median(ratios[name] for ratios in every) for name in every[0]}
    goals = {name: ratios[name] >= goal for name, goal in GOALS.items() if name in ratios}
    figures = {f"{name}_steps_per_second": figure for name, figure in figures.items()}
    if options.json:
        print(json.dumps({"figures": figures, "ratios": ratios, "goals": goals}, indent=2))
        return
    for name, value in (*figures.items(), *ratios.items()):
        goal = "" if name not in goals else "  goal reached" if goals[name] else "  GOAL MISSED"
        print(f"{name:50} {value:16,.2f}{goal}")


if __name__ == "__main__":
    main()
