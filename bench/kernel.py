"""How fast the compiled engine is, beside peers measured in the same run.

    python bench/kernel.py [--json] [--rounds N]

All figures are per second of processor time, medians over the rounds; in each round everything is
measured once, and a ratio is the median of the rounds' ratios. Peers: OpenSpiel (`pip install
open_spiel`; left out where it is missing) by the fastest of the ways of random play that can be
reached from Python, and the same rules by hand in C (`bench/kernel.c`, left out without a
compiler), which must play the same games to the last random number.
"""

import argparse
import ctypes
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any, Final

import numpy as np

from taupes import kernel
from taupes.kernel import layout
from taupes.kernel.playout import DECISIONS, TURNS
from taupes.rules import MOLES, Game, load_stack, preset_rules

GAMES: Final = 20_000
"""Half a second, as long as the peers are given."""
FALLBACK_GAMES: Final = 30
LIMIT: Final = 1_000_000
PEER_SECONDS: Final = 0.5

GOALS: Final = {
    "decisions_to_openspiel_backgammon": 300.0,
    "decisions_to_openspiel_pig": 4.0,
    "turns_to_c": 0.5,
    "hole_first_turns_to_c": 0.5,
    "python_decisions_to_openspiel_backgammon": 10.0,
}
LEAST: Final = {"plain_python_turns_per_second": 100_000.0}
MOST: Final = {"cached_start_seconds": 1.5, "cold_start_seconds": 10.0}

Figures = dict[str, float]


def game_of(code: str, seats: int = 2) -> Game:
    """A game of the default preset."""
    return Game(load_stack(code), preset_rules("web", seats), seats, MOLES[seats])


def timed(run: Callable[[], Any]) -> float:
    """The processor time of a call."""
    start = time.process_time()
    run()
    return time.process_time() - start


def random_play(code: str, games: int, is_hungry: int = 0, seats: int = 2) -> tuple[float, Any]:
    """Processor time, and tally with the generator's last state, of so many games."""
    engine = kernel.Engine(game_of(code, seats))
    tally, row = kernel.words(kernel.TALLY_WORDS), engine.start()
    kernel.play_many(engine.tables, row, 1, 0, is_hungry, LIMIT, tally)
    last: list[int] = []

    def run() -> None:
        seed = kernel.seed(1)
        last.append(kernel.play_many(engine.tables, row, seed, games, is_hungry, LIMIT, tally))

    seconds = timed(run)
    return seconds, [int(word) for word in tally] + last


def compile_c(folder: Path) -> ctypes.CDLL | None:
    """The hand-written kernel, if this machine has a compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    library = folder / "kernel.so"
    source = Path(__file__).with_name("kernel.c")
    flags = ["-O3", "-march=native", "-shared", "-fPIC"]
    subprocess.run([compiler, *flags, "-o", library, source], check=True)  # noqa: S603
    loaded = ctypes.CDLL(str(library))
    loaded.play_many.restype = ctypes.c_int64
    return loaded


def random_play_c(library: ctypes.CDLL, code: str, is_hungry: int) -> tuple[float, Any]:
    """The same as `random_play`, by the kernel in C."""
    engine = kernel.Engine(game_of(code))
    tables = np.asarray(engine.tables).ctypes.data_as(ctypes.c_void_p)
    tally = (ctypes.c_int64 * kernel.TALLY_WORDS)()
    last: list[int] = []

    def run() -> None:
        seed, games = ctypes.c_int64(kernel.seed(1)), ctypes.c_int64(GAMES)
        limit = ctypes.c_int64(LIMIT)
        last.append(library.play_many(tables, seed, games, is_hungry, limit, tally))

    seconds = timed(run)
    return seconds, list(tally) + last


def steps_from_python(games: int = 40) -> float:
    """Decisions per second of one game driven from Python."""
    engine = kernel.Engine(game_of("classic-0000"))
    tables, row, out = engine.tables, engine.start(), engine.actions()
    row[layout.CHANCE] = kernel.seed(1)
    kernel.choose(tables, engine.start(), int(kernel.nth_action(tables, row, 0)), out)
    choose, chance, decisions = kernel.choose, random.Random(1).random, 0
    start = time.process_time()
    for _ in range(games):
        kernel.begin(tables, row)
        count = kernel.list_choices(tables, row, out)
        while count:
            count = choose(tables, row, out[int(chance() * count)], out)
            decisions += 1
    return decisions / (time.process_time() - start)


class OpenSpiel:
    """Random play of one of OpenSpiel's games, in three ways."""

    def __init__(self, name: str) -> None:
        self.spiel: Any = import_module("pyspiel")
        self.game = self.spiel.load_game(name)
        self.games = self.decisions = 0
        """Counted over the games between its random bots."""

    def from_python(self) -> float:
        """Decisions per second of games driven from Python."""
        rng, decisions = random.Random(self.games), 0
        start = time.process_time()
        while time.process_time() - start < PEER_SECONDS:
            state = self.game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, weights)[0])
                else:
                    actions = state.legal_actions()
                    state.apply_action(actions[int(rng.random() * len(actions))])
                    decisions += 1
        return decisions / (time.process_time() - start)

    def by_bots(self) -> float:
        """Decisions per second of its own random bots, playing inside its C++ code."""
        players = range(self.game.num_players())
        bots = [self.spiel.make_uniform_random_bot(player, player + 1) for player in players]
        decisions, seconds = 0, 0.0
        while seconds < PEER_SECONDS:
            state = self.game.new_initial_state()
            start = time.process_time()
            self.spiel.evaluate_bots(state, bots, self.games)
            seconds += time.process_time() - start
            decisions += sum(step.player >= 0 for step in state.full_history())
            self.games += 1
        self.decisions += decisions
        return decisions / seconds

    def by_rollouts(self) -> float:
        """Decisions per second of the rollouts of its tree search, inside its C++ code.

        Two simulations of many rollouts each: next to nothing but random play. It tells no
        lengths, so the games count as long as those between its bots were on average.
        """
        state, rollouts, seconds = self.game.new_initial_state(), 8, 0.0
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        while seconds < PEER_SECONDS / 2:
            rollouts *= 2
            evaluator = self.spiel.RandomRolloutEvaluator(rollouts, rollouts)
            bot = self.spiel.MCTSBot(self.game, evaluator, 1.4, 2, 100, False, 1, False)  # noqa: FBT003
            start = time.process_time()
            bot.step(state)
            seconds = time.process_time() - start
        return 2 * rollouts * self.decisions / self.games / seconds


def child(part: str, **environment: str) -> float:
    """The number that a fresh process prints."""
    command = [sys.executable, __file__, "--part", part]
    done = subprocess.run(  # noqa: S603
        command, env={**os.environ, **environment}, check=True, capture_output=True, text=True
    )
    return float(done.stdout)


def part_of_child(part: str) -> float:
    """What such a process measures: plain Python's turns per second, or its own start."""
    if part == "plain":
        seconds, tally = random_play("classic-0000", FALLBACK_GAMES)
        return float(tally[TURNS] / seconds)
    engine = kernel.Engine(game_of("classic-0000"))
    row, out, tally = engine.start(), engine.actions(), kernel.words(kernel.TALLY_WORDS)
    row[layout.CHANCE] = kernel.seed(1)
    kernel.list_choices(engine.tables, row, out)
    kernel.choose(engine.tables, row, int(out[0]), out)
    kernel.play_many(engine.tables, row, kernel.seed(1), 1, 0, LIMIT, tally)
    return time.process_time()


def one_round(library: ctypes.CDLL | None, spiel: dict[str, OpenSpiel]) -> tuple[Figures, Figures]:
    """Every figure and every ratio, measured once."""
    figures: Figures = {}
    ratios: Figures = {}
    seconds, tally = random_play("classic-0000", GAMES)
    figures["turns_per_second"] = tally[TURNS] / seconds
    figures["decisions_per_second"] = tally[DECISIONS] / seconds
    figures["games_per_second"] = GAMES / seconds
    hungry_seconds, hungry = random_play("classic-0000", GAMES, is_hungry=1)
    figures["hole_first_turns_per_second"] = hungry[TURNS] / hungry_seconds
    figures["hole_first_games_per_second"] = GAMES / hungry_seconds
    wide_seconds, wide = random_play("grand-0000", GAMES // 3)
    figures["radius_5_turns_per_second"] = wide[TURNS] / wide_seconds
    figures["python_decisions_per_second"] = steps_from_python()
    if library:
        for name, is_hungry, mine, took in (
            ("", 0, tally, seconds),
            ("hole_first_", 1, hungry, hungry_seconds),
        ):
            c_seconds, c_tally = random_play_c(library, "classic-0000", is_hungry)
            assert c_tally == mine, "the kernel in C has played other games"
            figures[f"c_{name}turns_per_second"] = c_tally[TURNS] / c_seconds
            ratios[f"{name}turns_to_c"] = c_seconds / took
    for name, peer in spiel.items():
        driven, bots, rollouts = peer.from_python(), peer.by_bots(), peer.by_rollouts()
        figures[f"openspiel_{name}_python_decisions_per_second"] = driven
        figures[f"openspiel_{name}_bots_decisions_per_second"] = bots
        figures[f"openspiel_{name}_rollouts_decisions_per_second"] = rollouts
        decisions, stepped = figures["decisions_per_second"], figures["python_decisions_per_second"]
        ratios[f"decisions_to_openspiel_{name}"] = decisions / max(driven, bots, rollouts)
        ratios[f"decisions_to_openspiel_{name}_bots"] = decisions / bots
        ratios[f"python_decisions_to_openspiel_{name}"] = stepped / driven
    with tempfile.TemporaryDirectory() as cache:
        figures["cold_start_seconds"] = child("start", NUMBA_CACHE_DIR=cache)
        figures["cached_start_seconds"] = child("start", NUMBA_CACHE_DIR=cache)
    figures["plain_python_turns_per_second"] = child("plain", TAUPES_NO_NUMBA="1")
    return figures, ratios


def medians(rounds: list[Figures]) -> Figures:
    """The median of each figure."""
    return {name: median(figures[name] for figures in rounds) for name in rounds[0]}


def report(figures: Figures, ratios: Figures, goals: dict[str, bool]) -> None:
    """Print a table for people."""
    for name, value in (*figures.items(), *ratios.items()):
        goal = "" if name not in goals else "  goal reached" if goals[name] else "  GOAL MISSED"
        print(f"{name:50} {value:16,.2f}{goal}")


def main() -> None:
    """Measure, and print a table or JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--part", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.part:
        print(part_of_child(options.part))
        return
    spiel = {}
    if find_spec("pyspiel"):
        spiel = {name: OpenSpiel(name) for name in ("backgammon", "pig")}
    with tempfile.TemporaryDirectory() as folder:
        library = compile_c(Path(folder))
        rounds = [one_round(library, spiel) for _ in range(options.rounds)]
    figures, ratios = (medians([part[i] for part in rounds]) for i in (0, 1))
    goals = {name: ratios[name] >= goal for name, goal in GOALS.items() if name in ratios}
    goals |= {name: figures[name] >= goal for name, goal in LEAST.items()}
    goals |= {name: figures[name] <= goal for name, goal in MOST.items()}
    if options.json:
        print(json.dumps({"figures": figures, "ratios": ratios, "goals": goals}, indent=2))
    else:
        report(figures, ratios, goals)


if __name__ == "__main__":
    main()
