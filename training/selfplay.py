"""Train the evaluation by self-play, with every seat's chance to win after all discs as the goal.

    python training/selfplay.py --boards classic --seats 2 --minutes 60 --out classic-2.npz

Every game is played by the network itself, each seat choosing what makes its own chance best one
turn ahead, with a few random choices. At every position before a disc all discs that may come are
tried: the mean of the best choices' values is what the network should have said, free of the luck
of the disc that came. Afterwards every position is moved towards a mixture of that and of the goal
of the position that followed, back from the result. With two players left, games end where the book
of the last board knows the answer. `training/README.md` has the runs that shipped.
"""

import argparse
import time
from random import Random
from typing import Any, Final, NamedTuple

import numba
import numpy as np

from taupes.bots.evaluation.features import EXPERTS, copies, describe, expert_of, feature_count
from taupes.bots.evaluation.knowledge import (
    ANY,
    expert_size,
    make_desk,
    places_of,
    well_read,
)
from taupes.bots.evaluation.loading import weights
from taupes.bots.evaluation.network import (
    CELL_ROWS,
    HIDDEN,
    Mind,
    add_up,
    gather,
    judge,
    look_up,
    read_out,
    settle,
)
from taupes.bots.search.tree import copy_row
from taupes.kernel import Engine, below, seed, stir
from taupes.kernel.chance import take_disc
from taupes.kernel.choices import list_decisions, turn_disc
from taupes.kernel.layout import (
    CELLS,
    COUNTS_POINTS,
    DECLINE,
    DISCS,
    DRAW,
    DRAW_PHASE,
    EXTRA_DRAW_PHASE,
    FAR_MOLES,
    IS_WIDE,
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
    SEAT,
    SEATS,
    TURN_DISC,
)
from taupes.kernel.moves import INDEX
from taupes.kernel.play import apply, begin
from taupes.kernel.vectors import LANES
from taupes.rules import MOLES as MOLES_OF
from taupes.rules import Game, load_boards, preset_rules, shuffled_stack

LONGEST: Final = 1500
"""Positions of a game that are learned from."""
STACKS: Final = 300
PRESETS: Final = ("web",) * 6 + ("booklet", "web-pro", "soubeyrand", "shop")
DEPTHS: Final = (0, 0, 0, 0, 1, 2, 2, 3, 3, 3)
"""On which board games begin: from the top alone, the last boards would be seen too little."""
CELL_RATE: Final = 0.5
"""How fast the weights of cells learn beside the others."""

njit = numba.njit(nogil=True, error_model="numpy")


class Diary(NamedTuple):
    """The positions of a game, by their number."""

    seen: Any
    rows: Any
    marks: Any
    """The expert, who is to act, who is alive, and how many rows of cells there are."""
    backed: Any
    """Each seat's chance after all discs and the best choices."""


@njit
def best_choice(t: Any, s: Any, mind: Any, desk: Any, values: Any) -> int:
    """The choice after which the player to act stands best, and what it is worth in `values`.

    Whoever is all home passes, and an extra disc is judged as if declined: the search knows better.
    """
    count = list_decisions(t, s, desk.choices)
    seat, best, chosen = s[SEAT], -1.0, desk.choices[0]
    for i in range(count):
        if desk.choices[i] == TURN_DISC:
            continue
        copy_row(s, desk.after)
        apply(t, desk.after, desk.choices[i])
        if desk.after[PHASE] == EXTRA_DRAW_PHASE:
            apply(t, desk.after, DECLINE)
        judge(t, desk.after, mind, desk)
        if desk.v[seat] > best:
            best, chosen = desk.v[seat], desk.choices[i]
            for k in range(t[SEATS]):
                values[k] = desk.v[k]
    return int(chosen)


@njit
def back_up(t: Any, s: Any, mind: Any, desk: Any, backed: Any, picks: Any) -> None:
    """Try all discs: the mean of the best choices' values, and the best choice with each disc."""
    if list_decisions(t, s, desk.choices) > 0:
        picks[0] = best_choice(t, s, mind, desk, backed)
        return
    picks[0] = TURN_DISC
    values, total = np.zeros(4, np.float32), 0
    backed[:] = 0
    for disc in range(1, 5):
        weight = copies(s[DISCS + s[SEAT]], disc)
        if weight:
            copy_row(s, desk.shown)
            apply(t, desk.shown, DRAW + disc)
            picks[disc] = best_choice(t, desk.shown, mind, desk, values)
            backed += weight * values
            total += weight
    backed /= total


@njit
def note(t: Any, s: Any, mind: Any, desk: Any, diary: Any, n: int) -> None:
    """Keep a position for learning."""
    describe(t, s, desk.lanes, desk.x)
    diary.seen[n] = desk.x[::LANES]
    count = gather(t, s, mind.places, desk.rows)
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
    if level == 0 or level > t[LAST_LEVEL] or t[COUNTS_POINTS] or t[IS_WIDE]:
        return
    seats = t[SEATS]
    s[LEVEL], s[PHASE] = level, DRAW_PHASE
    holes = t[LEVELS + (level - 1) * LEVEL_WORDS + LEVEL_HOLES]
    s[OCCUPIED] = holes
    while holes:
        rng = stir(rng)
        s[MOLES + below(rng, seats)] |= holes & -holes
        holes &= holes - 1
    rng = stir(rng)
    used = below(rng, 6)
    for seat in range(seats):
        s[SEAT] = seat
        rng = stir(rng)
        for _ in range(used if below(rng, 4) else below(stir(rng), 6)):
            rng = stir(stir(rng))
            take_disc(t, s, rng)
    rng = stir(rng)
    s[SEAT] = below(rng, seats)
    while s[MOLES + s[SEAT]] == 0:
        s[SEAT] = (s[SEAT] + 1) % seats
    if s[MOLES + s[SEAT]] == s[OCCUPIED]:  # nobody else is left: let the next one have a mole
        lowest = s[OCCUPIED] & -s[OCCUPIED]
        s[MOLES + s[SEAT]] ^= lowest
        s[MOLES + (s[SEAT] + 1) % seats] = lowest


@njit
def play(t: Any, mind: Any, desk: Any, diary: Any, rng: int, wild: int) -> tuple[int, int]:
    """Play a game, keep its positions, leave its result in `v`: how many, and the generator.

    `wild` of 1000 choices are random.
    """
    s, n, picks, values = desk.row, 0, np.zeros(5, np.int64), np.zeros(4, np.float32)
    rng = stir(rng)
    begin_at(t, s, DEPTHS[below(rng, len(DEPTHS))], stir(rng))
    while s[PHASE] != OVER_PHASE and n < LONGEST:
        if look_up(t, s, mind, desk.v):
            return n, rng
        picks[:] = TURN_DISC  # an extra disc is taken
        if s[PHASE] in (PLACE_PHASE, DRAW_PHASE):
            note(t, s, mind, desk, diary, n)
            back_up(t, s, mind, desk, diary.backed[n], picks)
            n += 1
        elif s[PHASE] != EXTRA_DRAW_PHASE:  # the move of an extra disc
            picks[0] = best_choice(t, s, mind, desk, values)
        choice = picks[0]
        if choice == TURN_DISC:
            is_first = s[PHASE] == DRAW_PHASE
            rng = stir(rng)
            disc = turn_disc(t, s, rng)
            if not is_first:
                continue
            choice = picks[disc]
        rng = stir(rng)
        if below(rng, 1000) < wild:
            rng = stir(rng)
            count = list_decisions(t, s, desk.choices)
            other = desk.choices[below(rng, count)]
            choice = choice if other == TURN_DISC else other
        apply(t, s, choice)
    settle(t, s, desk.v)
    return n, rng


@njit
def learn(mind: Any, desk: Any, diary: Any, n: int, seats: int, rate: float, lam: float) -> float:
    """Move the network towards the goals of one game; the mean squared error."""
    hidden, network, cells, features = desk.hidden, mind.network, mind.cells, diary.seen.shape[1]
    size = HIDDEN * (features + seats) + seats
    goal, error, total = desk.v[:4].copy(), np.zeros(4, np.float32), 0.0
    for i in range(n - 1, -1, -1):
        expert, first, alive, count = diary.marks[i]
        goal[:] = lam * goal + (1 - lam) * diary.backed[i]
        o = expert * size
        add_up(mind, o, seats, diary.seen[i], 1, diary.rows[i], count, hidden)
        for k in range(seats):
            hidden[2 * HIDDEN + k] = read_out(network, o, seats, k, hidden, 0)
        find_error(hidden, seats, first, alive, goal, error)
        for k in range(seats):
            total += error[k] * error[k]
        change_outer(network, o + features * HIDDEN, seats, hidden, error, rate)
        for f in range(features):
            if diary.seen[i, f] != 0.0:
                row = (o + f * HIDDEN) & INDEX
                for h in range(HIDDEN):
                    network[row + h] += hidden[h] * diary.seen[i, f]
        for j in range(count):
            row = (diary.rows[i, j] * HIDDEN) & INDEX
            for h in range(HIDDEN):
                cells[row + h] += hidden[h] * np.float32(CELL_RATE)
    return total / max(n, 1)


@njit
def find_error(hidden: Any, seats: int, first: int, alive: int, goal: Any, error: Any) -> None:
    """How far the chances of those alive are from the goal, in playing order."""
    out, top, total = 2 * HIDDEN, -1e30, 0.0
    for k in range(seats):
        if alive >> k & 1:
            top = max(top, hidden[out + k])
    for k in range(seats):
        error[k] = np.exp(hidden[out + k] - top) if alive >> k & 1 else 0.0
        total += error[k]
    for k in range(seats):
        said = error[k] / total
        error[k] = goal[(first + k) % seats] - said if alive >> k & 1 else 0.0


@njit
def change_outer(network: Any, o: int, seats: int, hidden: Any, error: Any, rate: float) -> None:
    """Change the outer layer, and leave in `hidden` how the inner one is to change."""
    for k in range(seats):
        network[o + HIDDEN * seats + k] += rate * error[k]
    for h in range(HIDDEN):
        back = 0.0
        if hidden[h] > 0.0:
            for k in range(seats):
                back += error[k] * network[o + k * HIDDEN + h]
                network[o + k * HIDDEN + h] += rate * error[k] * hidden[h]
        hidden[h] = rate * back


@njit
def train(
    games: Any, network: Any, cells: Any, desk: Any, diary: Any, rng: int, plan: Any
) -> tuple[int, float, int]:
    """Play and learn from so many games: the generator, the mean error, all positions."""
    error, positions = 0.0, 0
    count, wild, rate, lam = plan
    for _ in range(count):
        rng = stir(rng)
        which = below(rng, len(games.tables))
        t = games.tables[which]
        mind = Mind(network, cells, games.places[which], games.books[which], games.spots[which])
        n, rng = play(t, mind, desk, diary, rng, wild)
        error += learn(mind, desk, diary, n, t[SEATS], rate, lam)
        positions += n
    return rng, error / count, positions


class Games(NamedTuple):
    """Many games to play, one beside the other."""

    tables: Any
    places: Any
    books: Any
    spots: Any


def make_games(boards: str, seats: int) -> Games:
    """Many stacks, mostly under the default rules; of both smaller sets for networks for any."""
    rng, rows = Random(1), []
    for number in range(STACKS):
        name = rng.choice(["classic"] * 3 + ["quick"]) if boards == ANY else boards
        stack = shuffled_stack(load_boards(name), rng)
        rules = preset_rules(rng.choice(PRESETS), seats)
        game = Game(stack, rules, seats, MOLES_OF[seats], number % seats)
        known = well_read(game)
        places = places_of(game, is_trained=boards != ANY)
        rows.append((Engine(game).tables, places, known.book, known.spots))
    return Games(*(alike([row[i] for row in rows]) for i in range(4)))


def alike(vectors: list[Any]) -> Any:
    """Vectors as rows of one array, the shorter ones filled up with zeroes."""
    size = max(map(len, vectors))
    return np.array([np.pad(vector, (0, size - len(vector))) for vector in vectors])


def fresh_weights(boards: str, seats: int) -> tuple[Any, Any]:
    """The shipped network for any board with cells that say nothing, or small random weights."""
    cells = np.zeros(1 if boards == ANY else EXPERTS * 2 * seats * CELLS * HIDDEN, np.float32)
    if boards != ANY:
        return weights(ANY, seats)[0].copy(), cells
    network = np.random.default_rng(0).normal(0, 0.15, (EXPERTS, expert_size(seats)))
    network[:, -seats:] = 0
    return network.astype(np.float32).reshape(-1), cells


def main() -> None:
    """Train for so many minutes, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", default="classic", help="a board set, or any")
    parser.add_argument("--seats", type=int, choices=[2, 3, 4], default=2)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--rate", type=float, default=0.02)
    parser.add_argument("--lam", type=float, default=0.3)
    parser.add_argument("--start", help="weights to begin with")
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    games = make_games(args.boards, args.seats)
    network, cells = fresh_weights(args.boards, args.seats)
    if args.start:
        with np.load(args.start) as kept:
            network, cells = (kept[name].astype(np.float32) for name in ("network", "cells"))
    game = Game(
        shuffled_stack(load_boards("classic"), Random(1)),
        preset_rules("web", args.seats),
        args.seats,
        MOLES_OF[args.seats],
    )
    desk = make_desk(Engine(game), 1)
    diary = Diary(
        seen=np.zeros((LONGEST, feature_count(args.seats)), np.float32),
        rows=np.zeros((LONGEST, CELL_ROWS), np.int64),
        marks=np.zeros((LONGEST, 4), np.int64),
        backed=np.zeros((LONGEST, 4), np.float32),
    )
    rng, played, start = seed(7), 0, time.monotonic()
    while (part := (time.monotonic() - start) / (60 * args.minutes)) < 1:
        plan = (1000, 20 if part < 0.5 else 5, args.rate * (1 - part) + 0.001, args.lam)
        rng, error, positions = train(games, network, cells, desk, diary, rng, plan)
        played += 1000
        print(
            f"{part:5.0%} {played:7} games, error {error:.4f}, {positions / 1000:.0f} positions",
            flush=True,
        )
        np.savez_compressed(
            args.out, network=network.astype(np.float16), cells=cells.astype(np.float16)
        )


if __name__ == "__main__":
    main()
