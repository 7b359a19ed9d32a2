"""Train the evaluation by self-play: TD(lambda) on every seat's chance to win.

    python training/selfplay.py --seats 2 --minutes 20 --out src/taupes/bots/mind/weights-2.npy

Every game is played by the network itself, each seat choosing what makes its own chance best one
turn ahead; the discs bring enough variety, with a few random choices in the first half. Afterwards
every position before a disc is moved towards its lambda-return, which mixes the result with what
the network thought of the positions that followed. `training/README.md` has the runs that shipped.
"""

import argparse
import time
from random import Random
from typing import Any, Final

import numba
import numpy as np

from taupes.bots.mind.features import (
    EXPERTS,
    WAY_WORDS,
    describe,
    expert_of,
    feature_count,
)
from taupes.bots.mind.network import HIDDEN, feed, judge, settle, weight_count
from taupes.bots.mind.search import Desk, copy_row
from taupes.kernel import Engine, below, seed, stir
from taupes.kernel.choices import list_decisions, turn_disc
from taupes.kernel.layout import (
    DECLINE,
    DRAW_PHASE,
    EXTRA_DRAW_PHASE,
    FAR_MOLES,
    MOLES,
    OVER_PHASE,
    PHASE,
    PLACE_PHASE,
    ROW_WORDS,
    SEAT,
    SEATS,
    TURN_DISC,
)
from taupes.kernel.play import apply, begin
from taupes.rules import MOLES as MOLES_OF
from taupes.rules import Game, load_boards, preset_rules, shuffled_stack

LONGEST: Final = 1500
"""Positions of a game that are learned from."""
STACKS: Final = 300

njit = numba.njit(nogil=True, error_model="numpy")


@njit
def pick(t: Any, s: Any, w: Any, desk: Any, rng: int, wild: int) -> int:
    """The choice after which the player to act stands best; `wild` of 1000 are random."""
    count = list_decisions(t, s, desk.choices)
    if count == 1:
        return int(desk.choices[0])
    if below(rng, 1000) < wild:
        return int(desk.choices[below(stir(rng), count)])
    seat, best, chosen = s[SEAT], -1.0, desk.choices[0]
    for i in range(count):
        if desk.choices[i] == TURN_DISC:
            continue
        copy_row(s, desk.other)
        apply(t, desk.other, desk.choices[i])
        if desk.other[PHASE] == EXTRA_DRAW_PHASE:
            apply(t, desk.other, DECLINE)
        judge(t, desk.other, w, desk.ways, desk.x, desk.hidden, desk.v)
        if desk.v[seat] > best:
            best, chosen = desk.v[seat], desk.choices[i]
    # An extra disc is taken, and nobody leaves home by choice: the search knows better later.
    return TURN_DISC if s[PHASE] == EXTRA_DRAW_PHASE else chosen


@njit
def note(t: Any, s: Any, desk: Any, seen: Any, marks: Any, n: int) -> None:
    """Keep a position for learning: its features, its expert, who is to act, who is alive."""
    describe(t, s, desk.ways, desk.x)
    for i in range(len(desk.x)):
        seen[n, i] = desk.x[i]
    alive = 0
    for k in range(t[SEATS]):
        seat = (s[SEAT] + k) % t[SEATS]
        if s[MOLES + seat] | s[FAR_MOLES + seat] or s[PHASE] == PLACE_PHASE:
            alive |= 1 << k
    marks[n, 0], marks[n, 1], marks[n, 2] = expert_of(t, s), s[SEAT], alive


@njit
def play(t: Any, w: Any, desk: Any, rng: int, wild: int, seen: Any, marks: Any) -> tuple[int, int]:
    """Play a game, keep its positions, leave its result in `v`: how many, and the generator."""
    s = desk.row
    begin(t, s)
    n = 0
    while s[PHASE] != OVER_PHASE and n < LONGEST:
        if s[PHASE] in (PLACE_PHASE, DRAW_PHASE):
            note(t, s, desk, seen, marks, n)
            n += 1
        rng = stir(rng)
        choice = TURN_DISC
        if list_decisions(t, s, desk.choices) > 0:
            choice = pick(t, s, w, desk, rng, wild)
        rng = stir(stir(rng))
        if choice == TURN_DISC:
            turn_disc(t, s, rng)
        else:
            apply(t, s, choice)
    settle(t, s, desk.v)
    return n, rng


@njit
def learn(
    w: Any, desk: Any, n: int, seats: int, seen: Any, marks: Any, rate: float, lam: float
) -> float:
    """Move the network towards the lambda-returns of one game; the mean squared error."""
    features = len(desk.x)
    size = HIDDEN * (features + seats) + seats
    goal, error, total = desk.v.copy(), np.zeros(4, np.float32), 0.0
    out = np.zeros(4, np.float32)
    for i in range(n - 1, -1, -1):
        o, first, alive = marks[i, 0] * size, marks[i, 1], marks[i, 2]
        feed(w, o, features, seats, seen[i], desk.hidden, out)
        top, mass = -1e30, 0.0
        for k in range(seats):
            if alive >> k & 1:
                top = max(top, out[k])
        for k in range(seats):
            out[k] = np.exp(out[k] - top) if alive >> k & 1 else 0.0
            mass += out[k]
        for k in range(seats):
            out[k] /= mass
            error[k] = goal[(first + k) % seats] - out[k] if alive >> k & 1 else 0.0
            total += error[k] * error[k]
        step(w, o + features * HIDDEN, seats, desk.hidden, error, rate)
        for f in range(features):
            if seen[i, f] != 0.0:
                for h in range(HIDDEN):
                    w[o + f * HIDDEN + h] += desk.hidden[h] * seen[i, f]
        for k in range(seats):
            seat = (first + k) % seats
            goal[seat] = lam * goal[seat] + (1 - lam) * out[k]
    return total / max(n, 1)


@njit
def step(w: Any, o: int, seats: int, hidden: Any, error: Any, rate: float) -> None:
    """Change the outer layer, and leave in `hidden` how the inner one is to change."""
    for k in range(seats):
        w[o + HIDDEN * seats + k] += rate * error[k]
    for h in range(HIDDEN):
        back = 0.0
        if hidden[h] > 0.0:
            for k in range(seats):
                back += error[k] * w[o + h * seats + k]
                w[o + h * seats + k] += rate * error[k] * hidden[h]
        hidden[h] = rate * back


@njit
def train(
    tables: Any, w: Any, desk: Any, rng: int, games: int, wild: int, rate: float, lam: float
) -> tuple[int, float, int]:
    """Play and learn from so many games: the generator, the mean error, all positions."""
    seen = np.zeros((LONGEST, len(desk.x)), np.float32)
    marks = np.zeros((LONGEST, 3), np.int64)
    error, positions = 0.0, 0
    for _ in range(games):
        rng = stir(rng)
        t = tables[below(rng, len(tables))]
        n, rng = play(t, w, desk, rng, wild, seen, marks)
        error += learn(w, desk, n, t[SEATS], seen, marks, rate, lam)
        positions += n
    return rng, error / games, positions


def make_tables(seats: int) -> Any:
    """The kernel's tables of many stacks: mostly `classic` and the default rules."""
    rng = Random(1)
    rows = []
    for number in range(STACKS):
        boards = load_boards(rng.choice(["classic"] * 6 + ["quick"] * 2))
        preset = rng.choice(["web"] * 6 + ["booklet", "web-pro", "soubeyrand", "shop"])
        stack = shuffled_stack(boards, rng)
        rules = preset_rules(preset, seats)
        rows.append(Engine(Game(stack, rules, seats, MOLES_OF[seats], number % seats)).tables)
    return np.array(rows)


def fresh_weights(seats: int) -> Any:
    """Small random weights."""
    rng = np.random.default_rng(0)
    w = rng.normal(0, 0.15, (EXPERTS, weight_count(seats))).astype(np.float32)
    w[:, -seats:] = 0
    return w.reshape(-1)


def make_desk(seats: int) -> Desk:
    """Room to work."""
    return Desk(
        row=np.zeros(ROW_WORDS, np.int64),
        other=np.zeros(ROW_WORDS, np.int64),
        choices=np.zeros(700, np.int64),
        path=np.zeros(1, np.int64),
        ways=np.zeros(WAY_WORDS, np.int64),
        x=np.zeros(feature_count(seats), np.float32),
        hidden=np.zeros(HIDDEN, np.float32),
        v=np.zeros(8, np.float32),
    )


def main() -> None:
    """Train for so many minutes, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, choices=[2, 3, 4], default=2)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--rate", type=float, default=0.02)
    parser.add_argument("--lam", type=float, default=0.6)
    parser.add_argument("--start", help="weights to begin with")
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    tables, desk = make_tables(args.seats), make_desk(args.seats)
    w = np.load(args.start).astype(np.float32) if args.start else fresh_weights(args.seats)
    rng, games, start = seed(7), 0, time.monotonic()
    while (part := (time.monotonic() - start) / (60 * args.minutes)) < 1:
        rate = args.rate * (1 - part) + 0.001
        wild = 20 if part < 0.5 else 5
        rng, error, positions = train(tables, w, desk, rng, 1000, wild, rate, args.lam)
        games += 1000
        print(
            f"{part:5.0%} {games:7} games, error {error:.4f}, {positions / 1000:.0f} positions each"
        )
        np.save(args.out, w.astype(np.float16))


if __name__ == "__main__":
    main()
