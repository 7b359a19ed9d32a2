"""Train the evaluation by self-play, with every seat's chance to win after all discs as the goal.

    python training/selfplay.py --boards classic --seats 2 --minutes 60 --out classic-2.npz

Every game is played by the network itself, each seat choosing what makes its own chance best one
turn ahead, with a few random choices. At every position before a disc all discs that may come are
tried: the mean of the best choices' values is what the network should have said, free of the luck
of the disc that came. With `--simulations` a search finds out, which looks further. With
`--against` others have part of the seats (`company.py`); what they would choose counts there in
place of the best. Afterwards every position is moved towards a mixture of that and of the goal of
the position that followed, back from the result (`learning.py`). With two players left, games end
where the book of the last board knows the answer. What is written at the end is the mean of the
weights over the last part of the run, which knows less of the luck of its last games.
`training/README.md` has the runs that shipped.
"""

import argparse
import time
from pathlib import Path
from random import Random
from typing import Any, Final

import numba
import numpy as np
from company import LEARNER, expect, make_company, search, settle_down, sit_down, with_cells
from learning import Diary, Slopes, change_cells, learn
from sets import MOST_LEVELS, make_games

from taupes.bots.evaluation.certainty import look_up, settle
from taupes.bots.evaluation.features import EXPERTS, describe, expert_of, feature_count
from taupes.bots.evaluation.ground import CELL_FEATURES
from taupes.bots.evaluation.knowledge import ANY, expert_size, make_desk
from taupes.bots.evaluation.lanes import ENTERS
from taupes.bots.evaluation.loading import read_weights, weights
from taupes.bots.evaluation.meaning import Layout, lay_out
from taupes.bots.evaluation.mind import CELL_ROWS, HIDDEN, Mind
from taupes.bots.evaluation.network import gather
from taupes.bots.search.memory import make_tree
from taupes.bots.search.nodes import ACTION, CHANCE, COUNT, DECIDER, NODE_WORDS, WEIGHT
from taupes.bots.search.tree import PATH
from taupes.kernel import Engine, below, seed, stir
from taupes.kernel.chance import take_disc
from taupes.kernel.choices import list_decisions, turn_disc
from taupes.kernel.layout import (
    COUNTS_POINTS,
    DRAW_PHASE,
    EXTRA_DRAW_PHASE,
    FAR_MOLES,
    LAST_LEVEL,
    LEVEL,
    LEVEL_HOLES,
    LEVEL_WORDS,
    LEVELS,
    MOLES,
    OCCUPIED,
    OVER_PHASE,
    PHASE,
    PLACE_PHASE,
    RING_CELLS,
    ROW_WORDS,
    SEAT,
    SEATS,
    TURN_DISC,
    WIDE_CELLS,
)
from taupes.kernel.play import apply, begin
from taupes.kernel.vectors import LANES
from taupes.rules import MOLES as MOLES_OF
from taupes.rules import Game, load_boards, preset_rules, shuffled_stack

LONGEST: Final = 1500
"""Positions of a game that are learned from."""
NODES: Final = 4000
"""More than all choices with all discs."""
NODES_MORE: Final = 60
"""For each further simulation, about as many as one needs."""
TOGETHER: Final = 2
"""Games on one stack, before what cells mean is laid out anew."""
GRAIN: Final = 2048
"""Weights are written as multiples of one part of so many: a third to a half less to fetch."""
AVERAGED: Final = 0.7
"""From which part of a run on the mean of the weights is what counts."""
DEPTHS: Final = (0, 0, 0, 0, 1, 2, 2, 3, 3, 3)
"""On which board games begin: from the top alone, the last boards would be seen too little."""

njit = numba.njit(nogil=True, error_model="numpy")


@njit
def best_child(tree: Any, node: int) -> int:
    """The child whose chances a node has: the best for whoever decides there."""
    first, seat = tree.nodes[node * NODE_WORDS], tree.nodes[node * NODE_WORDS + DECIDER]
    best = first
    for child in range(first + 1, first + tree.nodes[node * NODE_WORDS + COUNT]):
        if tree.values[child * 4 + seat] > tree.values[best * 4 + seat]:
            best = child
    return int(best)


@njit
def back_up(
    t: Any,
    s: Any,
    mind: Any,
    tree: Any,
    company: Any,
    desk: Any,
    look: Any,
    backed: Any,
    picks: Any,
) -> None:
    """Look ahead: the chances, and the choice to be made now or with each disc.

    `look` is a generator and how many simulations there are; with one, all discs are tried.
    """
    search(t, s, mind, tree, desk, look[0], look[1])
    backed[:] = tree.values[:4]
    if company.seats[s[SEAT]] != LEARNER:
        expect(t, s, mind, tree, company, desk, look[0], backed, picks)
        return
    if tree.nodes[DECIDER] != CHANCE:
        picks[0] = tree.nodes[best_child(tree, 0) * NODE_WORDS + ACTION]
        return
    picks[0] = TURN_DISC
    for disc in range(4):
        node = tree.nodes[0] + disc
        if tree.nodes[node * NODE_WORDS + WEIGHT]:
            picks[1 + disc] = tree.nodes[best_child(tree, node) * NODE_WORDS + ACTION]


@njit
def note(t: Any, s: Any, mind: Any, desk: Any, diary: Any, n: int) -> None:
    """Keep a position for learning."""
    describe(t, s, desk.lanes, desk.x)
    diary.seen[n] = desk.x[::LANES]
    count = gather(t, s, desk.rows)
    diary.rows[n] = desk.rows
    alive = 0
    for k in range(t[SEATS]):
        seat = (s[SEAT] + k) % t[SEATS]
        if s[MOLES + seat] | s[FAR_MOLES + seat] or s[PHASE] == PLACE_PHASE:
            alive |= 1 << k
    marks = diary.marks[n]
    marks[0], marks[1], marks[2], marks[3] = expert_of(t, s), s[SEAT], alive, count


@njit
def begin_at(t: Any, s: Any, level: int, rng: int) -> None:
    """Begin on the top board, or just dropped to a lower one: whose moles and which discs is luck.

    All have about as many discs left, as in a real game.
    """
    begin(t, s)
    if level == 0 or level > t[LAST_LEVEL] or t[COUNTS_POINTS]:
        return
    seats = t[SEATS]
    s[LEVEL], s[PHASE] = level, DRAW_PHASE
    block = LEVELS + (level - 1) * LEVEL_WORDS + LEVEL_HOLES
    owners, is_full, is_home = 0, True, True
    for far in range(2):
        holes, lower = t[block + far], t[block + LEVEL_WORDS + far]
        is_full, is_home = is_full and lower & ~holes == 0, is_home and holes & ~lower == 0
        s[OCCUPIED + far] = holes
        while holes:
            rng = stir(rng)
            owner = below(rng, seats)
            owners |= 1 << owner
            s[MOLES + (FAR_MOLES - MOLES) * far + owner] |= holes & -holes
            holes &= holes - 1
    rng = stir(rng)
    if owners & (owners - 1) == 0 or is_full or is_home:  # it would be over by now
        begin(t, s)
        return
    used = below(rng, 6)
    for seat in range(seats):
        s[SEAT] = seat
        rng = stir(rng)
        for _ in range(used if below(rng, 4) else below(stir(rng), 6)):
            rng = stir(stir(rng))
            take_disc(t, s, rng)
    rng = stir(rng)
    s[SEAT] = below(rng, seats)
    while owners >> s[SEAT] & 1 == 0:
        s[SEAT] = (s[SEAT] + 1) % seats


@njit
def play(
    t: Any, s: Any, mind: Any, tree: Any, company: Any, desk: Any, diary: Any, rng: int, way: Any
) -> tuple[int, int]:
    """Play a game, keep its positions, leave its result in `v`: how many, and the generator.

    The way to play: so many of 1000 choices of the learner's are random, so many simulations for
    each.
    """
    wild, simulations = way
    n, picks, values = 0, np.zeros(5, np.int64), np.zeros(4, np.float32)
    rng = stir(sit_down(company, t[SEATS], rng))
    begin_at(t, s, DEPTHS[below(rng, len(DEPTHS))], stir(rng))
    while s[PHASE] != OVER_PHASE and n < LONGEST:
        if look_up(t, s, mind, desk.v):
            return n, rng
        picks[:] = TURN_DISC  # an extra disc is taken
        if s[PHASE] in (PLACE_PHASE, DRAW_PHASE):
            note(t, s, mind, desk, diary, n)
            look = (rng, simulations)
            back_up(t, s, mind, tree, company, desk, look, diary.backed[n], picks)
            n += 1
        elif s[PHASE] != EXTRA_DRAW_PHASE:  # the move of an extra disc
            back_up(t, s, mind, tree, company, desk, (rng, simulations), values, picks)
        choice = picks[0]
        if choice == TURN_DISC:
            rng = stir(rng)
            choice = picks[turn_disc(t, s, rng)]
            if choice == TURN_DISC:  # a disc that could have been left: not foreseen
                continue
        rng = stir(rng)
        if below(rng, 1000) < wild and company.seats[s[SEAT]] == LEARNER:
            rng = stir(rng)
            count = list_decisions(t, s, desk.choices)
            other = desk.choices[below(rng, count)]
            choice = choice if other == TURN_DISC else other
        apply(t, s, choice)
    settle(t, s, desk.v)
    return n, rng


@njit
def clear(row: Any, desk: Any) -> None:
    """Forget the game before, whose boards may have been wider: some words are not written anew."""
    for each in (row, desk.row, desk.shown, desk.after):
        each[:] = 0
    desk.lanes[ENTERS * LANES :] = 0


@njit
def train(
    games: Any,
    network: Any,
    meanings: Any,
    cells: Any,
    slopes: Any,
    row: Any,
    tree: Any,
    company: Any,
    desk: Any,
    diary: Any,
    rng: int,
    plan: Any,
) -> tuple[int, float, int]:
    """Play and learn from so many games: the generator, the mean error, all positions."""
    error, positions = 0.0, 0
    count, wild, rate, lam, simulations = plan
    for _ in range(count // TOGETHER):
        rng = stir(rng)
        which = below(rng, len(games.tables))
        t, layout = games.tables[which], Layout(games.shares[which], games.places[which])
        lay_out(t, meanings, layout, cells)
        settle_down(t, company, layout)
        mind = Mind(network, cells, games.books[which], games.spots[which])
        clear(row, desk)
        for _ in range(TOGETHER):
            n, rng = play(t, row, mind, tree, company, desk, diary, rng, (wild, simulations))
            error += learn(t, mind, slopes, desk, diary, n, (rate, lam))
            positions += n
        change_cells(t, meanings, layout, slopes)
    return rng, error / count, positions


def fresh_weights(boards: str, seats: int) -> tuple[Any, Any]:
    """The shipped network for any board with cells that say nothing, or small random weights."""
    if boards != ANY:
        return weights(ANY, seats)
    network = np.random.default_rng(0).normal(0, 0.15, (EXPERTS, expert_size(seats)))
    network[:, -seats:] = 0
    meanings = np.zeros(EXPERTS * 2 * seats * CELL_FEATURES * HIDDEN, np.float32)
    return network.astype(np.float32).reshape(-1), meanings


def save(out: Path, network: Any, meanings: Any) -> None:
    """Write the weights, whole or not at all."""
    kept = out.with_suffix(".part.npz")
    network, cells = (np.round(each * GRAIN) / GRAIN for each in (network, meanings))
    np.savez_compressed(kept, network=network.astype(np.float16), cells=cells.astype(np.float16))
    kept.replace(out)


def main() -> None:
    """Train for so many minutes of the processor, which others may share, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", default="classic", help="a board set, or any")
    parser.add_argument("--seats", type=int, choices=[2, 3, 4], default=2)
    parser.add_argument("--minutes", type=float, default=60, help="of processor time")
    parser.add_argument("--rate", type=float, default=0.02)
    parser.add_argument("--lam", type=float, default=0.3)
    parser.add_argument("--simulations", type=int, default=1, help="for each position")
    parser.add_argument(
        "--against",
        nargs="+",
        default=["itself"],
        metavar="WHO",
        help="who has the other seats, by lot: itself, greedy, or weights that stay as they are",
    )
    parser.add_argument(
        "--thinks", type=int, default=1, help="simulations of such weights for each choice"
    )
    parser.add_argument("--start", help="weights to begin with")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    widest = shuffled_stack(load_boards("grand"), Random(1))
    rules, moles = preset_rules("web", args.seats), MOLES_OF[args.seats]
    engine = Engine(Game(widest, rules, args.seats, moles))
    games = make_games(args.boards, args.seats)
    room = 0 if args.boards == ANY else int(games.tables[0, RING_CELLS])
    network, meanings = fresh_weights(args.boards, args.seats)
    if args.start:
        network, meanings = read_weights(Path(args.start).read_bytes())
    meanings = with_cells(meanings, args.seats, room)
    desk = make_desk(engine, PATH)
    cells = np.zeros((MOST_LEVELS + 1) * args.seats * WIDE_CELLS * HIDDEN, np.float32)
    company = make_company(args.against, args.seats, room, len(cells), args.thinks)
    slopes = Slopes(np.zeros_like(cells), np.zeros(len(cells) // HIDDEN, np.bool_))
    tree, row = make_tree(NODES + NODES_MORE * args.simulations), np.zeros(ROW_WORDS, np.int64)
    diary = Diary(
        seen=np.zeros((LONGEST, feature_count(args.seats)), np.float32),
        rows=np.zeros((LONGEST, CELL_ROWS), np.int64),
        marks=np.zeros((LONGEST, 4), np.int64),
        backed=np.zeros((LONGEST, 4), np.float32),
    )
    work = (games, network, meanings, cells, slopes, row, tree, company, desk, diary)
    look = (args.lam, args.simulations)
    # Compiled before time counts.
    rng, _, _ = train(*work, seed(7), (TOGETHER, 20, args.rate, *look))
    played, start = 0, time.process_time()
    mean, averaged = [network, meanings], 0
    while (part := (time.process_time() - start) / (60 * args.minutes)) < 1:
        plan = (1000, 20 if part < 0.5 else 5, args.rate * (1 - part) + 0.001, *look)
        rng, error, positions = train(*work, rng, plan)
        averaged += part > AVERAGED
        share = 1 / max(averaged, 1)
        pairs = zip((network, meanings), mean, strict=True)
        mean = [share * now + (1 - share) * before for now, before in pairs]
        played += 1000
        print(
            f"{part:5.0%} {played:7} games, error {error:.4f}, {positions / 1000:.0f} positions",
            flush=True,
        )
        save(args.out, *mean)


if __name__ == "__main__":
    main()
