"""The learned evaluation: small networks that turn a position into each seat's chance to win.

One hidden layer, trained by self-play (`training/`), fed with counts that mean the same on every
board (`features`) and with what the cells mean on which moles stand (`ground`).
"""

import math
from typing import Any, Final

from taupes.bots.evaluation.certainty import know
from taupes.bots.evaluation.features import SEAT_FEATURES, TABLE_FEATURES, describe_lanes, expert_of
from taupes.bots.evaluation.lanes import fill_lane
from taupes.bots.evaluation.mind import HIDDEN, Desk, Mind
from taupes.kernel.arrays import Singles, WordArray, single
from taupes.kernel.compiler import compiled, inlined, lowest_bit
from taupes.kernel.layout import (
    FAR_MOLES,
    IS_WIDE,
    LEVEL,
    MOLES,
    NEAR_BITS,
    PHASE,
    PLACE_PHASE,
    RING_CELLS,
    SEAT,
    SEATS,
    STATE_WORDS,
)
from taupes.kernel.moves import INDEX
from taupes.kernel.vectors import LANES, add_products, add_row, copy_numbers, differing

ZERO: Final[Any] = single(0.0)
ONE: Final[Any] = single(1.0)


@inlined
def stage_of(s: WordArray) -> int:
    """Which part of `Mind.cells` is about a position: the first is about placing."""
    return 0 if s[PHASE] == PLACE_PHASE else 1 + s[LEVEL]


@compiled
def gather(t: WordArray, s: WordArray, rows: WordArray) -> int:
    """List the rows of `Mind.cells` that a position adds up, and count them."""
    seats, count = t[SEATS], 0
    for k in range(seats):
        row = (stage_of(s) * seats + k) * t[RING_CELLS]
        for far in range(1 + t[IS_WIDE]):
            moles = s[MOLES + (FAR_MOLES - MOLES) * far + (s[SEAT] + k) % seats]
            while moles:
                rows[count] = row + lowest_bit(moles)
                moles &= moles - 1
                count += 1
            row += NEAR_BITS
    return count


@compiled
def add_up(
    mind: Mind,
    o: int,
    seats: int,
    x: Singles,
    stride: int,
    rows: WordArray,
    count: int,
    hidden: Singles,
) -> None:
    """Add up what the features, so far apart, and the cells of a position send to the hidden layer.

    `o` is where the weights of the expert begin.
    """
    for h in range(HIDDEN):
        hidden[h] = ZERO
    for i in range(count):
        add_row(hidden, 0, mind.cells, rows[i] * HIDDEN, ONE)
    for i in range(TABLE_FEATURES + SEAT_FEATURES * seats):
        if x[i * stride] != ZERO:
            add_row(hidden, 0, mind.network, o + i * HIDDEN, x[i * stride])


@inlined
def read_out(network: Singles, o: int, seats: int, k: int, hidden: Singles, at: int) -> float:
    """The number of a seat, in playing order, out of what reaches a hidden layer."""
    o += HIDDEN * (TABLE_FEATURES + SEAT_FEATURES * seats)
    bias: float = network[o + HIDDEN * seats + k]
    return add_products(hidden, at, network, o + k * HIDDEN) + bias


@compiled
def judge(t: WordArray, s: WordArray, mind: Mind, desk: Desk) -> bool:
    """Write each seat's chance to win before a disc is turned into `v`; whether that is exact."""
    if know(t, s, mind, desk.v):
        return True
    desk.laid[0] = 0
    lay(t, s, desk, 0)
    judge_lanes(t, mind, desk)
    return False


@inlined
def _is_like(s: WordArray, first: WordArray) -> bool:
    """Whether two positions share the level, the phase and the player to act."""
    is_like = s[LEVEL] == first[LEVEL] and s[PHASE] == first[PHASE]
    return is_like and s[SEAT] == first[SEAT]


@inlined
def lay(t: WordArray, s: WordArray, desk: Desk, node: int) -> bool:
    """Lay a position beside others to be judged; False if it is unlike them, or no lane is free."""
    first, lane = desk.first, desk.laid[0]
    if lane == 0:
        for i in range(STATE_WORDS):
            first[i] = s[i]
        desk.laid[1] = 0
    elif lane == LANES or not _is_like(s, first):
        return False
    fill_lane(t, s, desk.lanes, lane)
    desk.nodes[lane] = node
    desk.laid[0] = lane + 1
    return True


@compiled
def judge_lanes(t: WordArray, mind: Mind, desk: Desk) -> None:
    """Write the chances of all positions in lanes into `v`.

    The first adds up all that reaches its hidden layer, the others what differs from the first.
    """
    s, seats, x, hidden, count = desk.first, t[SEATS], desk.x, desk.hidden, desk.laid[0]
    described = count if count < 3 else (count + 3) & ~3  # as many as one instruction serves
    describe_lanes(t, s, desk.lanes, x, described)
    size = HIDDEN * (TABLE_FEATURES + SEAT_FEATURES * seats + seats) + seats
    o = expert_of(t, s) * size
    if desk.laid[1] == 0:
        rows = gather(t, s, desk.rows)
        add_up(mind, o, seats, x, LANES, desk.rows, rows, hidden)
    for lane in range(1, count):
        copy_numbers(hidden, lane * HIDDEN, hidden, 0)
    _move_cells(t, s, mind.cells, desk.lanes, count, hidden)
    for i in range(TABLE_FEATURES + SEAT_FEATURES * seats):
        others = differing(x, i * LANES) & (1 << count) - 1
        while others:
            lane = lowest_bit(others)
            others &= others - 1
            change = x[i * LANES + lane] - x[i * LANES]
            add_row(hidden, lane * HIDDEN, mind.network, o + i * HIDDEN, change)
    for lane in range(desk.laid[1], count):
        _conclude(t, s, mind.network, o, hidden, lane, desk.v)
    desk.laid[1] = 1


@compiled
def _move_cells(
    t: WordArray, s: WordArray, cells: Singles, lanes: WordArray, count: int, hidden: Singles
) -> None:
    """Take the moles that stand elsewhere than in the first lane out there, and add them here."""
    seats = t[SEATS]
    for k in range(seats):
        row = (stage_of(s) * seats + k) * t[RING_CELLS]
        for far in range(1 + t[IS_WIDE]):
            word = MOLES + (FAR_MOLES - MOLES) * far + (s[SEAT] + k) % seats
            for lane in range(1, count):
                moles = lanes[(word * LANES + lane) & INDEX]
                moved = moles ^ s[word]
                while moved:
                    cell = lowest_bit(moved)
                    moved &= moved - 1
                    sign = ONE if moles >> cell & 1 else -ONE
                    add_row(hidden, lane * HIDDEN, cells, (row + cell) * HIDDEN, sign)
            row += NEAR_BITS


@inlined
def _conclude(
    t: WordArray, s: WordArray, network: Singles, o: int, hidden: Singles, lane: int, v: Singles
) -> None:
    """Turn what reaches the hidden layer into chances of the seats that still have moles."""
    seats, at = t[SEATS], lane * 4
    top, total = -1e30, 0.0
    for k in range(seats):
        seat = (s[SEAT] + k) % seats
        v[at + seat] = -1e30
        if s[MOLES + seat] | s[FAR_MOLES + seat] or s[PHASE] == PLACE_PHASE:
            v[at + seat] = read_out(network, o, seats, k, hidden, lane * HIDDEN)
            top = max(top, v[at + seat])
    for seat in range(seats):
        number = v[at + seat]
        v[at + seat] = 1.0 if number == top else math.exp(number - top)
        total += v[at + seat]
    for seat in range(seats):
        v[at + seat] /= total
