"""The learned evaluation: small networks that turn a position into each seat's chance to win.

One hidden layer, trained by self-play (`training/`), fed with counts that mean the same on every
board and, on boards it was trained for, with the cells where moles stand and where they will drop.
Where moles have just dropped to the last board, a book may know the exact answer.
"""

import math
from typing import Any, Final, NamedTuple

from taupes.bots.evaluation.features import SEAT_FEATURES, TABLE_FEATURES, describe_lanes, expert_of
from taupes.bots.evaluation.lanes import fill_lane
from taupes.kernel.arrays import Singles, WordArray, single
from taupes.kernel.compiler import compiled, inlined, lowest_bit
from taupes.kernel.layout import (
    CELLS,
    DISCS,
    DRAW_PHASE,
    FAR_MOLES,
    LAST_LEVEL,
    LEVEL,
    LEVEL_HOLES,
    MOLES,
    OCCUPIED,
    OUTCOME,
    OVER_PHASE,
    PHASE,
    PLACE_PHASE,
    SEAT,
    SEATS,
    STATE_WORDS,
)
from taupes.kernel.moves import INDEX, level_block
from taupes.kernel.vectors import LANES, ROW, add_products, add_row, differing

HIDDEN: Final = ROW
ZERO: Final[Any] = single(0.0)
ONE: Final[Any] = single(1.0)
PLACE_WORDS: Final = 64
"""WordArray of a level in `Mind.places`."""
NOWHERE: Final = -1
"""The first word of `Mind.places` on boards that the network was not trained for, and of
`Mind.spots` without a book."""
CELL_ROWS: Final = 80
"""No position adds up more rows of `Mind.cells`: every mole has one, and one more in a hole."""


class Mind(NamedTuple):
    """What is known about a game: all that evaluation needs beside the position."""

    network: Singles
    """The weights of all experts, one after the other."""
    cells: Singles
    """By expert, standing or dropping, seat and cell: what it adds to the hidden layer."""
    places: WordArray
    """By level and cell of the ring, the same cell of the board as it lies in its file."""
    book: Singles
    """The chance to win of the player to move, by its holes, its discs and the other's."""
    spots: WordArray
    """The cells under the last but one board's holes: as a set, their number, and each."""


class Desk(NamedTuple):
    """Room to work: written and read within one call."""

    row: WordArray
    shown: WordArray
    """A position after a disc."""
    after: WordArray
    """A position after a choice."""
    choices: WordArray
    path: WordArray
    first: WordArray
    """The position in the first lane."""
    lanes: WordArray
    nodes: WordArray
    """By lane, who waits for the position to be judged."""
    laid: WordArray
    """How many lanes hold a position, and how many of these have been judged."""
    rows: WordArray
    x: Singles
    hidden: Singles
    """By lane, what reaches the hidden layer."""
    v: Singles
    """By lane, each seat's chance to win."""
    known: Singles
    """Each seat's chance to win where it is known."""


@compiled
def gather(t: WordArray, s: WordArray, places: WordArray, rows: WordArray) -> int:
    """List the rows of `Mind.cells` that a position adds up, and count them."""
    if places[0] == NOWHERE:
        return 0
    seats, count = t[SEATS], 0
    holes = t[level_block(t, s) + LEVEL_HOLES]
    expert = expert_of(t, s) * 2 * seats
    place = s[LEVEL] * PLACE_WORDS
    for k in range(seats):
        moles = s[MOLES + (s[SEAT] + k) % seats]
        while moles:
            cell = lowest_bit(moles)
            moles &= moles - 1
            rows[count] = (expert + k) * CELLS + places[place + cell]
            count += 1
            if holes >> cell & 1 and s[LEVEL] < t[LAST_LEVEL]:
                rows[count] = (expert + seats + k) * CELLS + places[place + PLACE_WORDS + cell]
                count += 1
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


@inlined
def look_up(t: WordArray, s: WordArray, mind: Mind, v: Singles) -> bool:
    """Write the chances into `v` if moles have just dropped to the last board and the book knows.

    It knows all positions with two players left. Whoever stands on exactly these cells is as good
    as just dropped, however the moles got there.
    """
    if s[LEVEL] != t[LAST_LEVEL] or s[OCCUPIED] != mind.spots[0] or s[PHASE] != DRAW_PHASE:
        return False
    return _open_book(t, s, mind.spots, mind.book, v)


@compiled
def _open_book(t: WordArray, s: WordArray, spots: WordArray, book: Singles, v: Singles) -> bool:
    seats, seat, rival, rivals = t[SEATS], s[SEAT], 0, 0
    for k in range(seats):
        v[k] = ZERO
        if k != seat and s[MOLES + k]:
            rival = k
            rivals += 1
    if rivals != 1:
        return False
    owned = 0
    for i in range(spots[1]):
        owned |= (s[MOLES + seat] >> spots[2 + i] & 1) << i
    v[seat] = book[(owned << 12 | s[DISCS + seat] << 6 | s[DISCS + rival]) & INDEX]
    v[rival] = ONE - v[seat]
    return True


@inlined
def know(t: WordArray, s: WordArray, mind: Mind, v: Singles) -> bool:
    """Write each seat's chance to win into `v` where it is known exactly."""
    if s[PHASE] == OVER_PHASE:
        settle(t, s, v)
        return True
    return look_up(t, s, mind, v)


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
        rows = gather(t, s, mind.places, desk.rows)
        add_up(mind, o, seats, x, LANES, desk.rows, rows, hidden)
    for i in range(HIDDEN, HIDDEN * count):
        hidden[i] = hidden[i & (HIDDEN - 1)]
    if mind.places[0] != NOWHERE:
        _move_cells(t, s, mind, desk.lanes, count, hidden)
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
    t: WordArray, s: WordArray, mind: Mind, lanes: WordArray, count: int, hidden: Singles
) -> None:
    """Take the moles that stand elsewhere than in the first lane out there, and add them here."""
    seats, places, cells = t[SEATS], mind.places, mind.cells
    holes = t[level_block(t, s) + LEVEL_HOLES] if s[LEVEL] < t[LAST_LEVEL] else 0
    expert, place = expert_of(t, s) * 2 * seats, s[LEVEL] * PLACE_WORDS
    for k in range(seats):
        seat = (s[SEAT] + k) % seats
        for lane in range(1, count):
            moles = lanes[((MOLES + seat) * LANES + lane) & INDEX]
            moved = moles ^ s[MOLES + seat]
            while moved:
                cell = lowest_bit(moved)
                moved &= moved - 1
                sign = ONE if moles >> cell & 1 else -ONE
                row = (expert + k) * CELLS + places[place + cell]
                add_row(hidden, lane * HIDDEN, cells, row * HIDDEN, sign)
                if holes >> cell & 1:
                    row = (expert + seats + k) * CELLS + places[place + PLACE_WORDS + cell]
                    add_row(hidden, lane * HIDDEN, cells, row * HIDDEN, sign)


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


@compiled
def settle(t: WordArray, s: WordArray, v: Singles) -> None:
    """Write the result of a finished game into `v`: a shared win is shared, and so is a draw."""
    seats, winners = t[SEATS], 0
    for seat in range(seats):
        winners += s[OUTCOME] >> seat & 1
    for seat in range(seats):
        if winners == 0:
            v[seat] = 1.0 / seats
        else:
            v[seat] = (s[OUTCOME] >> seat & 1) / winners
