"""A game small enough to be solved: its exact value by OpenSpiel, and whether the search finds it.

    pip install 'taupes[openspiel]'
    python examples/toy_game.py

Two boards of seven cells (`toy.toml`) and two moles each. OpenSpiel's value iteration goes through
every position that can come up; then the search that the master uses is asked about a sample of
them, and what its choices are worth is looked up.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pyspiel

import taupes.envs.openspiel  # noqa: F401 - registers the game
from taupes.bots import Budget, Turn
from taupes.bots.search.searcher import Searcher
from taupes.kernel.layout import TURN_DISC

# OpenSpiel's value iteration also knows games in which all act at once, and wants a solver of
# linear programs for them. Here one acts after the other.
sys.modules.setdefault("open_spiel.python.algorithms.lp_solver", ModuleType("lp_solver"))

from open_spiel.python.algorithms.value_iteration import value_iteration  # noqa: E402

BOARDS = Path(__file__).with_name("toy.toml")


def load(moles: str, stall_limit: int) -> Any:
    """The toy game with so many moles, as in `2` for both or `2,1` by seat."""
    settings = {"boards": str(BOARDS), "moles": moles, "stall_limit": stall_limit}
    return pyspiel.load_game("python_taupes", settings)


def worth(state: Any, values: dict[str, float]) -> float:
    """The exact value of a state for the first seat; of chance, what it is worth on average."""
    if state.is_chance_node():
        outcomes = state.chance_outcomes()
        return float(sum(p * worth(state.child(disc), values) for disc, p in outcomes))
    return float(values[str(state)])


def decisions(game: Any, rng: Random, count: int) -> Iterator[Any]:
    """States in which somebody has a choice that matters, from games played at random."""
    while count:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                discs, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(discs, chances)[0])
                continue
            if len(state.legal_actions()) > 1 and count:
                count -= 1
                yield state.clone()
            state.apply_action(rng.choice(state.legal_actions()))


def lost(state: Any, values: dict[str, float], simulations: int) -> float:
    """What the search's choice gives away against the best one."""
    engine = state.position.engine
    position = engine.unpack(state.position.row)
    budget = Budget(simulations=simulations)
    choice = Searcher(100_000).think(position, budget, Random(1)).choice
    number = TURN_DISC if isinstance(choice, Turn) else engine.encode(choice)
    sign = 1 if state.current_player() == 0 else -1
    best = max(sign * worth(state.child(action), values) for action in state.legal_actions())
    return best - sign * worth(state.child(number), values)


def main(
    moles: str = "2", stall_limit: int = 2, sample: int = 100, simulations: int = 5_000
) -> None:
    """Solve it, ask the search, and print both."""
    game = load(moles, stall_limit)
    values = value_iteration(game, -1, 1e-9, cyclic_game=True)
    start = worth(game.new_initial_state(), values)
    print(f"{len(values)} states; the first player wins {start:+.6f} on average")
    losses = [lost(s, values, simulations) for s in decisions(game, Random(0), sample)]
    found = sum(loss < 1e-6 for loss in losses)
    print(f"the search chose best {found} of {sample} times, and lost {max(losses):.6f} at most")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "2")
