"""The learned evaluation: small networks that turn a position into each seat's chance to win.

One hidden layer, trained by self-play (`training/`), fed with counts that mean the same on every
board and, on boards it was trained for, with the cells where moles stand and where they will drop.
Where moles have just dropped to the last board, a book may know the exact answer.
"""

import math
from typing import Any, Final, NamedTuple

import numpy as np

from taupes.bots.mind.features import SEAT_FEATURES, TABLE_FEATURES, describe, expert_of
from taupes.kernel.compiler import Words, compiled, inlined, lowest_bit
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
    SEAT,
    SEATS,
)
from taupes.kernel.moves import INDEX, level_block

HIDDEN: Final = 64
ZERO: Final = np.float32(0)
ONE: Final = np.float32(1)
PLACE_WORDS: Final = 64
"""Words of a level in `Mind.places`."""
NOWHERE: Final = -1
"""The first word of `Mind.places` on boards that the network was not trained for, and of
`Mind.spots` without a book."""
CELL_ROWS: Final = 80
"""No position adds up more rows of `Mind.cells`: every mole has one, and one more in a hole."""


class Mind(NamedTuple):
    """What is known about a game: all that evaluation needs beside the position."""

    network: Any
    """The weights of all experts, one after the other."""
    cells: Any
    """By expert, standing or dropping, seat and cell: what it adds to the hidden layer."""
    places: Words
    """By level and cell of the ring, the same cell of the board as it lies in its file."""
    book: Any
    """The chance to win of the player to move, by its holes, its discs and the other's."""
    spots: Words
    """The cells under the last but one board's holes: as a set, their number, and each."""


class Desk(NamedTuple):
    """Room to work: written and read within one call."""

    row: Words
    shown: Words
    """A position after a disc."""
    after: Words
    """A position after a choice."""
    choices: Words
    path: Words
    ways: Words
    rows: Words
    x: Any
    hidden: Any
    v: Any
    """Each seat's chance to win."""


@compiled
def gather(t: Words, s: Words, places: Words, rows: Words) -> int:
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


@inlined
def _add_up(hidden: Any) -> None:
    """Add up the second half, in halves: fast, and the same on every machine."""
    for h in range(32):
        hidden[64 + h] += hidden[96 + h]
    for h in range(16):
        hidden[64 + h] += hidden[80 + h]
    for h in range(8):
        hidden[64 + h] += hidden[72 + h]
    for h in range(4):
        hidden[64 + h] += hidden[68 + h]
    hidden[64] = (hidden[64] + hidden[66]) + (hidden[65] + hidden[67])


@compiled
def feed(mind: Mind, o: int, seats: int, x: Any, rows: Words, count: int, hidden: Any) -> None:
    """Turn features and cells into one number for each seat, before they become chances.

    They are left in the second half of `hidden`, from its end; the first half is the hidden layer.
    """
    network, cells = mind.network, mind.cells
    for h in range(HIDDEN):
        hidden[h] = ZERO
    for i in range(count):
        row = (rows[i] * HIDDEN) & INDEX
        for h in range(HIDDEN):
            hidden[h] += cells[row + h]
    for i in range(TABLE_FEATURES + SEAT_FEATURES * seats):
        xi = x[i]
        row = o & INDEX
        o += HIDDEN
        if xi != ZERO:
            for h in range(HIDDEN):
                hidden[h] += xi * network[row + h]
    for h in range(HIDDEN):
        hidden[h] = max(hidden[h], ZERO)
    for k in range(seats):
        row = (o + k * HIDDEN) & INDEX
        for h in range(HIDDEN):
            hidden[HIDDEN + h] = hidden[h] * network[row + h]
        _add_up(hidden)
        hidden[2 * HIDDEN + k] = hidden[HIDDEN] + network[(o + HIDDEN * seats + k) & INDEX]


@compiled
def soften(t: Words, s: Words, out: Any, o: int) -> None:
    """Turn the numbers of the seats that still have moles, in playing order, into chances."""
    seats = t[SEATS]
    top = -1e30
    for k in range(seats):
        seat = (s[SEAT] + k) % seats
        if s[MOLES + seat] | s[FAR_MOLES + seat] or s[PHASE] == 0:
            top = max(top, out[o + k])
    total = 0.0
    for k in range(seats):
        seat = (s[SEAT] + k) % seats
        if s[MOLES + seat] | s[FAR_MOLES + seat] or s[PHASE] == 0:
            out[o + k] = math.exp(out[o + k] - top)
            total += out[o + k]
        else:
            out[o + k] = 0.0
    for k in range(seats):
        out[o + k] /= total


@compiled
def look_up(t: Words, s: Words, mind: Mind, v: Any) -> bool:
    """Write the chances into `v` if moles have just dropped to the last board and the book knows.

    It knows all positions with two players left. Whoever stands on exactly these cells is as good
    as just dropped, however the moles got there.
    """
    if s[LEVEL] != t[LAST_LEVEL] or s[OCCUPIED] != mind.spots[0] or s[PHASE] != DRAW_PHASE:
        return False
    seats, seat, rival, rivals = t[SEATS], s[SEAT], 0, 0
    for k in range(seats):
        v[k] = ZERO
        if k != seat and s[MOLES + k]:
            rival = k
            rivals += 1
    if rivals != 1:
        return False
    owned = 0
    for i in range(mind.spots[1]):
        owned |= (s[MOLES + seat] >> mind.spots[2 + i] & 1) << i
    v[seat] = mind.book[(owned << 12 | s[DISCS + seat] << 6 | s[DISCS + rival]) & INDEX]
    v[rival] = ONE - v[seat]
    return True


@compiled
def judge(t: Words, s: Words, mind: Mind, desk: Desk) -> bool:
    """Write each seat's chance to win before a disc is turned into `v`; whether that is exact."""
    seats, hidden = t[SEATS], desk.hidden
    if s[PHASE] == OVER_PHASE:
        settle(t, s, desk.v)
        return True
    if look_up(t, s, mind, desk.v):
        return True
    describe(t, s, desk.ways, desk.x)
    count = gather(t, s, mind.places, desk.rows)
    size = HIDDEN * (TABLE_FEATURES + SEAT_FEATURES * seats + seats) + seats
    feed(mind, expert_of(t, s) * size, seats, desk.x, desk.rows, count, hidden)
    soften(t, s, hidden, 2 * HIDDEN)
    for k in range(seats):
        desk.v[(s[SEAT] + k) % seats] = hidden[2 * HIDDEN + k]
    return False


@compiled
def settle(t: Words, s: Words, v: Any) -> None:
    """Write the result of a finished game into `v`: a shared win is shared, and so is a draw."""
    seats, winners = t[SEATS], 0
    for seat in range(seats):
        winners += s[OUTCOME] >> seat & 1
    for seat in range(seats):
        if winners == 0:
            v[seat] = 1.0 / seats
        else:
            v[seat] = (s[OUTCOME] >> seat & 1) / winners
