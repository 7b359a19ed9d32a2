"""Two networks against each other in the same search, all of it in the kernel.

    python bench/weights.py NEW.npz OLD.npz [--boards quick] [--seats 2] [--games 2000]
                                            [--simulations 30] [--book] [--foresee 4] [--json]

In mirrored sets, as `strength.py` has them: the same stack and the same luck of the discs for every
seat, the new network on each seat once, the old one on all others, or `greedy`, if it is named
instead. No endgame, and without `--book` no books: what is compared is what the networks see. With
`--foresee` the new one knows, for so many of its choices, what the old one will do next, and goes
on one turn by its own network: what can be won by knowing the opponent. `--boards` takes names and
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

from taupes.bots.evaluation.certainty import know, look_up, settle
from taupes.bots.evaluation.features import copies
from taupes.bots.evaluation.knowledge import make_desk, make_mind, well_read
from taupes.bots.evaluation.loading import read_weights
from taupes.bots.search.memory import make_tree
from taupes.bots.search.nodes import ACTION, COUNT, NODE_WORDS
from taupes.bots.search.tree import PATH
from taupes.kernel import Engine, seed, stir
from taupes.kernel.choices import list_decisions, turn_disc
from taupes.kernel.compiler import count_bits
from taupes.kernel.layout import (
    DISCS,
    DRAW,
    DRAW_PHASE,
    OVER_PHASE,
    PHASE,
    ROW_WORDS,
    SEAT,
    TURN_DISC,
)
from taupes.kernel.play import apply, begin
from taupes.rules import MOLES, BoardSet, Game, load_boards, preset_rules, shuffled_stack

sys.path.append(str(Path(__file__).parents[1] / "training"))
from company import choose, choose_greedily, search
from sets import HELD_OUT, made_up

LONGEST: Final = 5000
"""Decisions of a game; one that is longer is shared."""
MADE_UP: Final = "made-up"
GREEDY: Final = Path("greedy")


@numba.njit(nogil=True)
def foresee(t: Any, s: Any, minds: Any, tree: Any, desk: Any, simulations: int, likely: int) -> int:
    """The best of the likeliest choices, by what the other will answer to it."""
    search(t, s, minds[0], tree, desk, 1, 1)
    first, count, seat = np.int64(tree.nodes[0]), np.int64(tree.nodes[COUNT]), s[SEAT]
    worth = np.array([tree.values[(first + i) * 4 + seat] for i in range(count)])
    actions = np.array([tree.nodes[(first + i) * NODE_WORDS + ACTION] for i in range(count)])
    best, chosen = -1.0, np.int64(0)
    for i in np.argsort(-worth)[:likely]:
        after = s.copy()
        apply(t, after, actions[i])
        value = worth_by_answers(t, after, minds, tree, desk, simulations, seat)
        if value > best:
            best, chosen = value, actions[i]
    return int(chosen)


@numba.njit(nogil=True)
def worth_by_answers(
    t: Any, s: Any, minds: Any, tree: Any, desk: Any, simulations: int, seat: int
) -> float:
    """What a position is worth to a seat, by the other's answer with each of its discs."""
    if know(t, s, minds[0], desk.v):
        return float(desk.v[seat])
    if s[PHASE] != DRAW_PHASE or list_decisions(t, s, desk.choices) > 0:
        return worth_once_answered(t, s.copy(), minds, tree, desk, simulations, seat)
    total, discs = 0.0, s[DISCS + s[SEAT]]
    for disc in range(1, 5):
        if copies(discs, disc):
            shown = s.copy()
            apply(t, shown, DRAW + disc)
            worth = worth_once_answered(t, shown, minds, tree, desk, simulations, seat)
            total += copies(discs, disc) * worth
    return total / count_bits(discs)


@numba.njit(nogil=True)
def worth_once_answered(
    t: Any, s: Any, minds: Any, tree: Any, desk: Any, simulations: int, seat: int
) -> float:
    """What a position is worth to a seat once the other has made the choice it will make."""
    choice = choose(t, s, minds[-1], tree, desk, simulations)
    if choice != TURN_DISC:
        apply(t, s, choice)
    if know(t, s, minds[0], desk.v):
        return float(desk.v[seat])
    search(t, s, minds[0], tree, desk, 1, 1)
    return float(tree.values[seat])


@numba.njit(nogil=True)
def play(
    t: Any,
    minds: Any,
    place: int,
    luck: Any,
    s: Any,
    tree: Any,
    desk: Any,
    plan: Any,
) -> None:
    """Play a game with the new network on one seat; the result is left in `v`.

    Where there is only one mind, the others are greedy. The plan: so many simulations, and to so
    many of its choices the new network foresees the answers.
    """
    simulations, likely = plan
    begin(t, s)
    for _ in range(LONGEST):
        if look_up(t, s, minds[0], desk.v):
            return
        if s[PHASE] == OVER_PHASE:
            break
        count, seat = list_decisions(t, s, desk.choices), s[SEAT]
        choice = TURN_DISC if count == 0 else desk.choices[0]
        if count > 1 and seat != place and len(minds) == 1:
            luck[-1] = stir(luck[-1])
            best = np.empty(count, np.int64)
            choice = choose_greedily(t, s, desk, best, count, luck[-1])
        elif count > 1 and seat == place and likely > 0:
            choice = foresee(t, s, minds, tree, desk, simulations, likely)
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
    if options.book:
        read = well_read(game)
        minds = tuple(mind._replace(book=read.book, spots=read.spots) for mind in minds)
    desk, tree = make_desk(engine, PATH), make_tree(40 * options.simulations + 4000)
    row, won = np.zeros(ROW_WORDS, np.int64), []
    plan = (options.simulations, options.foresee)
    start = [seed(rng.getrandbits(60)) for _ in range(seats + 1)]
    for place in range(seats):
        luck = np.array(start, np.int64)
        play(engine.tables, minds, place, luck, row, tree, desk, plan)
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
    parser.add_argument("--book", action="store_true", help="the last board is known, once it is")
    parser.add_argument(
        "--foresee",
        type=int,
        default=0,
        metavar="CHOICES",
        help="of two, the new one knows what the old one will answer to so many of its choices",
    )
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
