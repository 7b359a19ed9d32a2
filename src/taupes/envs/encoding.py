"""What a learner sees, may do and is paid: the same for every door (docs/envs.md).

An observation is one row of small numbers: planes of cells, then numbers about the table, seen
from one seat. Cells and actions are numbered as in `kernel.layout`, so cell c of a plane is the c
of an action. Nothing is hidden but the order of the discs, which nobody knows.
"""

from typing import Any, Final

from taupes.kernel.compiler import WordArray, compiled, count_bits, inlined, lowest_bit
from taupes.kernel.layout import (
    COUNTS_POINTS,
    DISC,
    DISCS,
    FAR_LANES,
    FAR_MOLES,
    LAST_LEVEL,
    LEAVES_FREELY,
    LEVEL,
    LEVEL_CELLS,
    LEVEL_ENTRIES,
    LEVEL_HOLES,
    LEVEL_SPECIALS,
    LEVEL_WORDS,
    LEVELS,
    MOLES,
    MOLES_OF,
    MOST,
    MUST_PASS,
    NEAR_BITS,
    OUTCOME,
    OVER_PHASE,
    PHASE,
    PLACE_PHASE,
    POINTS,
    RING_CELLS,
    SEAT,
    SEATS,
    STALL,
    STALL_LIMIT,
)

VERSION: Final = 0
"""Of the meaning of observations, actions and rewards: another meaning, another number."""

MOST_SEATS: Final = 4
BOARDS: Final = 4
"""The board in play and so many less one below it are seen."""

# Planes. First the moles, by seat from the one who looks; then, from the board in play downwards,
# four planes for each board.
BOARD_PLANES: Final = MOST_SEATS
HOLES_PLANE: Final = 1
SPECIALS_PLANE: Final = 2
DOORS_PLANE: Final = 3
"""The cells from which one step may end in a hole: on the last board, which paths lead in."""
PLANES_EACH: Final = 4
PLANE_COUNT: Final = BOARD_PLANES + PLANES_EACH * BOARDS

# Numbers, behind the planes.
PHASE_AT: Final = 0
"""One of six is 1: placing, before a disc, moving, before an extra disc, moving by it, over."""
DISC_AT: Final = 6
"""One of four is 1 while a disc from 1 to 4 is shown."""
TURN_AT: Final = 10
"""One of four is 1: how many seats after the one who looks it is their turn."""
SEATS_AT: Final = 14
"""By seat from the one who looks: whether it plays, moles still to be placed, points, and how many
discs of value 1, 2, 3, 4 are face down."""
SEAT_NUMBERS: Final = 7
LEVEL_AT: Final = SEATS_AT + SEAT_NUMBERS * MOST_SEATS
BELOW_AT: Final = LEVEL_AT + 1
"""How many boards lie below the one in play."""
PATIENCE_AT: Final = LEVEL_AT + 2
"""Turns without progress until the board is lifted as it stands; MOST_NUMBER if that is far."""
MOST_AT: Final = LEVEL_AT + 3
"""The most holes occupied on this board so far."""
FREELY_AT: Final = LEVEL_AT + 4
MUST_PASS_AT: Final = LEVEL_AT + 5
POINTS_AT: Final = LEVEL_AT + 6
"""The options `leave_hole` = free, `all_home` = must_pass, `victory` = points, as 0 or 1."""
NUMBER_COUNT: Final = LEVEL_AT + 7

MOST_NUMBER: Final = 127


def observation_size(cells: int) -> int:
    """How many numbers an observation has on a ring of so many cells.

    >>> observation_size(61), observation_size(91)
    (1269, 1869)
    """
    return PLANE_COUNT * cells + NUMBER_COUNT


@inlined
def _mark(x: Any, plane: int, near: int, far: int) -> None:
    """Write 1 for each cell of a set."""
    while near != 0:
        x[plane + lowest_bit(near)] = 1
        near &= near - 1
    while far != 0:
        x[plane + NEAR_BITS + lowest_bit(far)] = 1
        far &= far - 1


@compiled
def write_boards(t: WordArray, s: WordArray, x: Any) -> None:
    """Write the planes of the boards: they change only when a board is lifted."""
    cells = t[RING_CELLS]
    for i in range(BOARD_PLANES * cells, PLANE_COUNT * cells):
        x[i] = 0
    for k in range(min(BOARDS, t[LAST_LEVEL] - s[LEVEL] + 1)):
        block = LEVELS + (s[LEVEL] + k) * LEVEL_WORDS
        plane = (BOARD_PLANES + PLANES_EACH * k) * cells
        for kind in range(DOORS_PLANE):
            word = block + LEVEL_CELLS
            if kind == HOLES_PLANE:
                word = block + LEVEL_HOLES
            elif kind == SPECIALS_PLANE:
                word = block + LEVEL_SPECIALS
            _mark(x, plane + kind * cells, t[word], t[word + 1])
        near, far = 0, 0
        for way in range(6):
            near |= t[block + LEVEL_ENTRIES + way]
            far |= t[block + LEVEL_ENTRIES + FAR_LANES + way]
        _mark(x, plane + DOORS_PLANE * cells, near, far)


@compiled
def write_table(t: WordArray, s: WordArray, viewer: int, x: Any) -> None:
    """Write the planes of the moles and the numbers, as the viewer's seat sees them.

    The planes of seats that nobody has are left as they are: zero from the beginning.
    """
    cells, seats = t[RING_CELLS], t[SEATS]
    numbers = PLANE_COUNT * cells
    for i in range(seats * cells):
        x[i] = 0
    for i in range(numbers, numbers + LEVEL_AT):
        x[i] = 0
    x[numbers + PHASE_AT + s[PHASE]] = 1
    if s[DISC] > 0:
        x[numbers + DISC_AT + s[DISC] - 1] = 1
    turn = s[SEAT] - viewer
    x[numbers + TURN_AT + (turn if turn >= 0 else turn + seats)] = 1
    for k in range(seats):
        seat = viewer + k if viewer + k < seats else viewer + k - seats
        near, far = s[MOLES + seat], s[FAR_MOLES + seat]
        _mark(x, k * cells, near, far)
        at = numbers + SEATS_AT + SEAT_NUMBERS * k
        x[at] = 1
        if s[PHASE] == PLACE_PHASE:
            x[at + 1] = t[MOLES_OF + seat] - count_bits(near) - count_bits(far)
        x[at + 2] = min(s[POINTS] >> 8 * seat & 255, MOST_NUMBER)
        discs = s[DISCS + seat]  # one bit for each of 1, 2, 2, 3, 3, 4
        x[at + 3] = discs & 1
        x[at + 4] = (discs >> 1 & 1) + (discs >> 2 & 1)
        x[at + 5] = (discs >> 3 & 1) + (discs >> 4 & 1)
        x[at + 6] = discs >> 5
    x[numbers + LEVEL_AT] = s[LEVEL]
    x[numbers + BELOW_AT] = t[LAST_LEVEL] - s[LEVEL]
    x[numbers + PATIENCE_AT] = min(t[STALL_LIMIT] - s[STALL], MOST_NUMBER)
    x[numbers + MOST_AT] = s[MOST]
    x[numbers + FREELY_AT] = t[LEAVES_FREELY]
    x[numbers + MUST_PASS_AT] = t[MUST_PASS]
    x[numbers + POINTS_AT] = t[COUNTS_POINTS]


@compiled
def write_mask(choices: WordArray, count: int, bit: int, mask: Any) -> None:
    """Write 1, or 0 to take it back, for each of so many choices."""
    for i in range(count):
        mask[choices[i]] = bit


@compiled
def write_rewards(t: WordArray, s: WordArray, rewards: Any) -> None:
    """Write what each seat has won: nothing before the end, and nothing in a drawn game.

    A winner gets 1, everybody else an equal part of -1; those who share a win share all this. So
    the rewards of a game add up to 0.
    """
    seats = t[SEATS]
    winners = count_bits(s[OUTCOME] & 15) if s[PHASE] == OVER_PHASE else 0
    for seat in range(seats):
        if winners == 0:
            rewards[seat] = 0.0
        elif s[OUTCOME] >> seat & 1:
            rewards[seat] = (seats / winners - 1.0) / (seats - 1.0)
        else:
            rewards[seat] = -1.0 / (seats - 1.0)
