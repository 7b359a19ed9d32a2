"""Two networks against each other in the same search, all of it in the kernel.

    python bench/weights.py NEW.npz OLD.npz [--boards quick] [--seats 2] [--games 2000]
                                            [--simulations 30] [--json]

In mirrored sets, as `strength.py` has them: the same stack and the same luck of the discs for every
seat, the new network on each seat once, the old one on all others, or `greedy`, if it is named
instead. No books, no endgame: what is compared is what the networks see. `--boards` takes names and
files of sets, in turns; `made-up` stands for the sets that were held out of training
(`training/sets.py`).
"""

import argparse
import json
import math
import sys
from functools import cache
from pathlib import Path
from random import Random
from statistics import mean, stdev
from typing import Any, Final

import numba
import numpy as np

from taupes.bots.evaluation.certainty import settle
from taupes.bots.evaluation.knowledge import make_desk, make_mind
from taupes.bots.evaluation.loading import read_weights
from taupes.bots.players.appetite import list_best
from taupes.bots.search.memory import make_tree
from taupes.bots.search.searcher import EXPLORE
from taupes.bots.search.tree import ACTION, COUNT, NODE_WORDS, PATH, VISITS, descend
from taupes.kernel import Engine, below, seed, stir
from taupes.kernel.choices import list_decisions, turn_disc
from taupes.kernel.layout import OVER_PHASE, PHASE, ROW_WORDS, SEAT, TURN_DISC
from taupes.kernel.play import apply, begin
from taupes.rules import MOLES, BoardSet, Game, load_boards, preset_rules, shuffled_stack

sys.path.append(str(Path(__file__).parents[1] / "training"))
from sets import HELD_OUT, made_up

LONGEST: Final = 5000
"""Decisions of a game; one that is longer is shared."""
MADE_UP: Final = "made-up"
GREEDY: Final = Path("greedy")


@numba.njit(nogil=True)
def choose(t: Any, s: Any, mind: Any, tree: Any, desk: Any, simulations: int) -> int:
    """What was looked at most, and of what was looked at as often, what is worth most."""
    tree.counts[0], tree.counts[1] = 1, 0
    tree.nodes[:NODE_WORDS] = 0
    tree.values[:4] = 0.0
    descend(t, s, mind, tree, desk, 1, simulations, EXPLORE)
    first, best = tree.nodes[0], tree.nodes[0]
    for child in range(first + 1, first + tree.nodes[COUNT]):
        more = tree.nodes[child * NODE_WORDS + VISITS] - tree.nodes[best * NODE_WORDS + VISITS]
        worth = tree.values[child * 4 + s[SEAT]] - tree.values[best * 4 + s[SEAT]]
        if more > 0 or (more == 0 and worth > 0):
            best = child
    return int(tree.nodes[best * NODE_WORDS + ACTION])


@numba.njit(nogil=True)
def choose_greedily(t: Any, s: Any, desk: Any, count: int, rng: int) -> int:
    """One of the choices that a greedy player likes best."""
    best = np.empty(count, np.int64)
    return int(best[below(rng, list_best(t, s, desk.choices, count, best))])


@numba.njit(nogil=True)
def play(
    t: Any,
    minds: Any,
    place: int,
    luck: Any,
    s: Any,
    tree: Any,
    desk: Any,
    simulations: int,
) -> None:
    """Play a game with the new network on one seat; the result is left in `v`.

    Where there is only one mind, the others are greedy.
    """
    begin(t, s)
    for _ in range(LONGEST):
        if s[PHASE] == OVER_PHASE:
            break
        count, seat = list_decisions(t, s, desk.choices), s[SEAT]
        choice = TURN_DISC if count == 0 else desk.choices[0]
        if count > 1 and seat != place and len(minds) == 1:
            luck[-1] = stir(luck[-1])
            choice = choose_greedily(t, s, desk, count, luck[-1])
        elif count > 1:
            mind = minds[0] if seat == place else minds[-1]
            choice = choose(t, s, mind, tree, desk, simulations)
        if choice == TURN_DISC:
            luck[seat] = stir(luck[seat])
            turn_disc(t, s, luck[seat])
        else:
            apply(t, s, choice)
    settle(t, s, desk.v)


@cache
def opened(file: Path) -> tuple[Any, Any]:
    """The weights of a file."""
    return read_weights(file.read_bytes())


def play_set(number: int, boards: BoardSet, options: argparse.Namespace) -> list[float]:
    """What the new network wins on each seat of a stack."""
    seats, rng = options.seats, Random(f"set {number}")
    stack = shuffled_stack(boards, rng)
    game = Game(stack, preset_rules("web", seats), seats, MOLES[seats])
    engine = Engine(game)
    known = (opened(file) for file in options.files if file != GREEDY)
    minds = tuple(make_mind(game, *weights) for weights in known)
    desk, tree = make_desk(engine, PATH), make_tree(40 * options.simulations + 4000)
    row, won = np.zeros(ROW_WORDS, np.int64), []
    start = [seed(rng.getrandbits(60)) for _ in range(seats + 1)]
    for place in range(seats):
        luck = np.array(start, np.int64)
        play(engine.tables, minds, place, luck, row, tree, desk, options.simulations)
        won.append(float(desk.v[place]))
    return won


def main() -> None:
    """Play the match, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", type=Path, nargs=2, metavar="FILE")
    parser.add_argument("--boards", nargs="+", default=["classic"])
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--simulations", type=int, default=30)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    if options.boards == [MADE_UP]:
        boards = [made_up(number) for number in HELD_OUT]
    else:
        boards = [load_boards(name) for name in options.boards]
    count = max(2, options.games // options.seats)
    sets = [play_set(number, boards[number % len(boards)], options) for number in range(count)]
    shares = [mean(won) for won in sets]
    error = 1.96 * stdev(shares) / math.sqrt(count)
    found = {
        "games": count * options.seats,
        "wins": round(mean(shares), 4),
        "interval": [round(mean(shares) - error, 4), round(mean(shares) + error, 4)],
    }
    if options.json:
        print(json.dumps(found))
        return
    for name, value in found.items():
        print(f"{name:10} {value}")


if __name__ == "__main__":
    main()
