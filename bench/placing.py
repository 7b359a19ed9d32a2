"""Placing by games played out, against placing by search; all else is alike.

    python bench/placing.py [--seats 2] [--games 400] [--times 24] [--likely 6] [--simulations 100]

One seat places its moles by playing out so many games after each of its most likely placements,
those that the search finds best; all choose by the network alone in them. The others place by the
search itself, with which everybody then plays. In mirrored sets, all in the kernel, as `weights.py`
has them: no books, no endgame.
"""

import argparse
import math
import sys
from pathlib import Path
from random import Random
from statistics import mean, stdev
from typing import Any

import numba
import numpy as np
from weights import LONGEST

from taupes.bots.evaluation.certainty import settle
from taupes.bots.evaluation.knowledge import make_desk, mind_of
from taupes.bots.search.memory import make_tree
from taupes.bots.search.nodes import ACTION, COUNT, NODE_WORDS
from taupes.bots.search.tree import PATH
from taupes.kernel import Engine, seed, stir
from taupes.kernel.choices import list_decisions, turn_disc
from taupes.kernel.layout import OVER_PHASE, PHASE, PLACE_PHASE, ROW_WORDS, SEAT, TURN_DISC
from taupes.kernel.play import apply, begin
from taupes.rules import MOLES, Game, load_boards, preset_rules, shuffled_stack

sys.path.append(str(Path(__file__).parents[1] / "training"))
from company import choose


@numba.njit(nogil=True)
def play_out(t: Any, s: Any, mind: Any, tree: Any, desk: Any, rng: int) -> None:
    """Play a position to its end by the network alone; the result is left in `v`."""
    for _ in range(LONGEST):
        if s[PHASE] == OVER_PHASE:
            break
        count = list_decisions(t, s, desk.choices)
        choice = TURN_DISC if count == 0 else desk.choices[0]
        if count > 1:
            choice = choose(t, s, mind, tree, desk, 1)
        if choice == TURN_DISC:
            rng = stir(rng)
            turn_disc(t, s, rng)
        else:
            apply(t, s, choice)
    settle(t, s, desk.v)


@numba.njit(nogil=True)
def place(t: Any, s: Any, mind: Any, tree: Any, desk: Any, rng: int, plan: Any) -> int:
    """The placement that wins most of the games played out after it, each by the same luck."""
    simulations, likely, times = plan
    choose(t, s, mind, tree, desk, simulations)
    first, count, seat = np.int64(tree.nodes[0]), np.int64(tree.nodes[COUNT]), s[SEAT]
    worth = np.array([tree.values[(first + i) * 4 + seat] for i in range(count)])
    actions = np.array([tree.nodes[(first + i) * NODE_WORDS + ACTION] for i in range(count)])
    best, chosen, row = -1.0, 0, np.zeros(ROW_WORDS, np.int64)
    for i in np.argsort(-worth)[:likely]:
        won, luck = 0.0, rng
        for _ in range(times):
            luck = stir(luck)
            row[:] = s
            apply(t, row, actions[i])
            play_out(t, row, mind, tree, desk, luck)
            won += desk.v[seat]
        if won > best:
            best, chosen = won, actions[i]
    return int(chosen)


@numba.njit(nogil=True)
def play(t: Any, mind: Any, hero: int, luck: Any, s: Any, tree: Any, desk: Any, plan: Any) -> None:
    """Play a game in which one seat places by games played out; the result is left in `v`."""
    begin(t, s)
    for _ in range(LONGEST):
        if s[PHASE] == OVER_PHASE:
            break
        count, seat = list_decisions(t, s, desk.choices), s[SEAT]
        choice = TURN_DISC if count == 0 else desk.choices[0]
        if count > 1 and seat == hero and s[PHASE] == PLACE_PHASE:
            luck[-1] = stir(luck[-1])
            choice = place(t, s, mind, tree, desk, luck[-1], plan)
        elif count > 1:
            choice = choose(t, s, mind, tree, desk, plan[0])
        if choice == TURN_DISC:
            luck[seat] = stir(luck[seat])
            turn_disc(t, s, luck[seat])
        else:
            apply(t, s, choice)
    settle(t, s, desk.v)


def play_set(number: int, options: argparse.Namespace) -> float:
    """What placing by games played out wins on the seats of a stack."""
    seats, rng = options.seats, Random(f"placing {number}")
    stack = shuffled_stack(load_boards(options.boards), rng)
    game = Game(stack, preset_rules("web", seats), seats, MOLES[seats])
    engine, mind = Engine(game), mind_of(game)
    desk, tree = make_desk(engine, PATH), make_tree(40 * options.simulations + 4000)
    start = [seed(rng.getrandbits(60)) for _ in range(seats + 1)]
    plan, won = (options.simulations, options.likely, options.times), []
    for hero in range(seats):
        luck, row = np.array(start, np.int64), np.zeros(ROW_WORDS, np.int64)
        play(engine.tables, mind, hero, luck, row, tree, desk, plan)
        won.append(float(desk.v[hero]))
    return mean(won)


def main() -> None:
    """Play the match, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", default="classic")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--times", type=int, default=24, help="games after each placement")
    parser.add_argument("--likely", type=int, default=6, help="placements that are tried")
    parser.add_argument("--simulations", type=int, default=100)
    options = parser.parse_args()
    shares = [play_set(number, options) for number in range(options.games // options.seats)]
    error = 1.96 * stdev(shares) / math.sqrt(len(shares))
    print(f"games      {len(shares) * options.seats}")
    print(f"wins       {mean(shares):.4f}")
    print(f"interval   {mean(shares) - error:.4f} to {mean(shares) + error:.4f}")


if __name__ == "__main__":
    main()
