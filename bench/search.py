"""How many simulations a second the search makes, beside OpenSpiel's own tree search.

    python bench/search.py [--json] [--rounds N] [--simulations N]

A simulation is one descent from the root to a new node and what is learned there: OpenSpiel's
`MCTSBot` (C++) plays one random game to its end, our search judges the position after every choice
of the new node by the learned evaluation. Ours is counted on the positions of whole games of
`classic`, the peer's on positions of backgammon; both per second of processor time on one core.
OpenSpiel's searches on one core only; the master uses them all, so its simulations per second of
the clock are given too. In each round everything is measured once; figures and ratios are medians.
"""

import argparse
import json
import os
import time
from importlib import import_module
from importlib.util import find_spec
from random import Random
from statistics import median
from typing import Any, Final

from taupes.bots import make_bot, play_game
from taupes.bots.search.searcher import look_ahead
from taupes.rules import MOLES, Game, Phase, State, load_stack, preset_rules

GOAL: Final = 200.0
PEER_SIMULATIONS: Final = 200
PEER_POSITIONS: Final = 4

Figures = dict[str, float]


def positions(seats: int, every: int) -> list[State]:
    """Positions of a game in which somebody has to move."""
    game = Game(load_stack("classic-0123"), preset_rules("web", seats), seats, MOLES[seats])
    bots = [make_bot("greedy") for _ in range(seats)]
    steps = play_game(game, bots, "bench")
    return [before for before, _, _ in steps if before.phase is Phase.MOVE][::every]


def search(states: list[State], simulations: int, threads: int = 1) -> tuple[float, float]:
    """Simulations per second of processor time, and of the clock."""
    rng, done = Random(1), 0
    cpu, clock = time.process_time(), time.perf_counter()
    for state in states:
        done += look_ahead(state, rng, simulations, threads=threads).simulations
    return done / (time.process_time() - cpu), done / (time.perf_counter() - clock)


def openspiel(seed: int) -> float:
    """Simulations per second of OpenSpiel's MCTSBot on backgammon."""
    spiel: Any = import_module("pyspiel")
    game, rng = spiel.load_game("backgammon"), Random(seed)
    evaluator = spiel.RandomRolloutEvaluator(1, seed)
    bot = spiel.MCTSBot(game, evaluator, 1.4, PEER_SIMULATIONS, 500, False, seed, False)  # noqa: FBT003
    state, searched, seconds = game.new_initial_state(), 0, 0.0
    while searched < PEER_POSITIONS and not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
            continue
        start = time.process_time()
        state.apply_action(bot.step(state))
        seconds += time.process_time() - start
        searched += 1
    return searched * PEER_SIMULATIONS / seconds


def one_round(number: int, simulations: int) -> Figures:
    """Every figure and ratio, measured once."""
    figures: Figures = {}
    for seats in (2, 3, 4):
        figures[f"simulations_per_second_{seats}_players"], _ = search(
            positions(seats, 6), simulations
        )
    cores = min(4, os.cpu_count() or 1)
    _, figures["simulations_per_second_all_cores"] = search(
        positions(2, 6), simulations * cores, cores
    )
    if find_spec("pyspiel"):
        peer = openspiel(number + 1)
        figures["openspiel_simulations_per_second"] = peer
        figures["ratio_to_openspiel_backgammon"] = (
            figures["simulations_per_second_2_players"] / peer
        )
        figures["ratio_to_openspiel_backgammon_all_cores"] = (
            figures["simulations_per_second_all_cores"] / peer
        )
    return figures


def main() -> None:
    """Measure, and print a table or JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--simulations", type=int, default=5000)
    options = parser.parse_args()
    search(positions(2, 20), 10)  # compiles, or finds what was compiled
    rounds = [one_round(number, options.simulations) for number in range(options.rounds)]
    figures = {name: median(figures[name] for figures in rounds) for name in rounds[0]}
    if options.json:
        print(json.dumps({"figures": figures, "goals": {"ratio_to_openspiel_backgammon": GOAL}}))
        return
    for name, value in figures.items():
        print(f"{name:45} {value:14,.1f}")


if __name__ == "__main__":
    main()
