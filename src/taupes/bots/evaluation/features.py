"""What a position looks like to the learned evaluation: a short row of numbers.

They are counts that mean the same on every board: who has how many moles home, who can enter a hole
with which disc, who could prepare it, how good the drop will be. So one network serves all board
sets, the users' own included. Seats stand in playing order from the one to act. Several positions
are described side by side (`mind.lanes`): `x[i * LANES + c]` is number i of the one in lane c.
"""

from typing import Final

from taupes.bots.evaluation.lanes import (
    BONUSES,
    EARLIER,
    ENTERS,
    FAR,
    HOLES,
    PREPARES,
    SHARED,
    STALLED,
    fill_lane,
    look,
)
from taupes.kernel.arrays import Singles, WordArray
from taupes.kernel.compiler import compiled, count_bits, inlined
from taupes.kernel.layout import (
    ALL_MOLES,
    COUNTS_POINTS,
    DISCS,
    FAR_MOLES,
    FAR_OCCUPIED,
    FAR_RING,
    IS_WIDE,
    LAST_LEVEL,
    LEVEL,
    LEVEL_DROPS,
    LEVEL_HOLE_COUNT,
    LEVEL_HOLES,
    MOLES,
    OCCUPIED,
    PHASE,
    PLACE_PHASE,
    POINTS,
    SEAT,
    SEATS,
    STALL_LIMIT,
)
from taupes.kernel.moves import INDEX, level_block
from taupes.kernel.vectors import LANES

SEAT_FEATURES: Final = 30
TABLE_FEATURES: Final = 8
EXPERTS: Final = 5
"""Placing, the last board, the one before it, the one before that, all above."""


def feature_count(seats: int) -> int:
    """How many numbers describe a position."""
    return TABLE_FEATURES + SEAT_FEATURES * seats


@inlined
def _count(near: int, far: int) -> int:
    return count_bits(near) + count_bits(far)


@compiled
def expert_of(t: WordArray, s: WordArray) -> int:
    """Which of the networks knows this position."""
    if s[PHASE] == PLACE_PHASE:
        return 0
    return 1 + min(3, t[LAST_LEVEL] - s[LEVEL])


@compiled
def describe(t: WordArray, s: WordArray, lanes: WordArray, x: Singles) -> None:
    """Write the features of a position before a disc is turned into the first lane of `x`."""
    fill_lane(t, s, lanes, 0)
    describe_lanes(t, s, lanes, x, 1)


@compiled
def describe_lanes(t: WordArray, s: WordArray, lanes: WordArray, x: Singles, count: int) -> None:
    """Write the features of the positions in the first lanes; `s` is one of them.

    They share the level, the phase, the points and the player to act.
    """
    look(t, s, lanes, count)
    if t[IS_WIDE]:
        _describe_all(t, s, lanes, x, count, FAR_RING)
    else:
        _describe_all(t, s, lanes, x, count, 0)


@inlined
def _describe_all(
    t: WordArray, s: WordArray, lanes: WordArray, x: Singles, count: int, ring: int
) -> None:
    """The same, as far as the far words are looked at: where there are none, half is left out."""
    block, seats = level_block(t, s), t[SEATS]
    holes, far_holes = t[block + LEVEL_HOLES], t[block + LEVEL_HOLES + 1]
    needed, limit = t[block + LEVEL_HOLE_COUNT], t[STALL_LIMIT]
    to_place = t[ALL_MOLES] if s[PHASE] == PLACE_PHASE else 0
    for c in range(count):
        near, far = lanes[OCCUPIED * LANES + c], lanes[FAR_OCCUPIED * LANES + c] & ring
        taken, moles = _count(near & holes, far & far_holes), _count(near, far)
        x[c] = 1.0
        x[1 * LANES + c] = (needed - taken) * 0.1
        x[2 * LANES + c] = 1.0 if needed - taken == 1 else 0.0
        x[3 * LANES + c] = 1.0 if needed - taken == 2 else 0.0
        x[4 * LANES + c] = (moles - taken) * 0.1
        x[5 * LANES + c] = lanes[STALLED * LANES + c] / limit
        x[6 * LANES + c] = (to_place - moles) * 0.05 if to_place else 0.0
        x[7 * LANES + c] = needed * 0.1
    for k in range(seats):
        seat = (s[SEAT] + k) % seats
        o = (TABLE_FEATURES + SEAT_FEATURES * k) * LANES
        _describe_discs(t, s, lanes, x, count, ring, seat, o)
        _describe_moles(t, s, lanes, x, count, ring, seat, o)
        _describe_cells(t, s, lanes, x, count, ring, seat, o)


@inlined
def _describe_discs(
    t: WordArray,
    s: WordArray,
    lanes: WordArray,
    x: Singles,
    count: int,
    ring: int,
    seat: int,
    o: int,
) -> None:
    """Write what each disc could do for a seat, and how likely it is to come."""
    block, at, o = level_block(t, s), (seat * LANES) & INDEX, o & INDEX
    holes, far_holes = t[block + LEVEL_HOLES], t[block + LEVEL_HOLES + 1]
    for c in range(count):
        out, far_out = _outside(lanes, at + c, holes, ring & ~far_holes)
        discs = lanes[DISCS * LANES + at + c]
        left = 1.0 / count_bits(discs)
        one, enters, prepares, earlier, bonuses = _weigh(lanes, c, 1, discs, out, far_out)
        two, b, d, e, f = _weigh(lanes, c, 2, discs, out, far_out)
        enters, prepares, earlier, bonuses = enters + b, prepares + d, earlier + e, bonuses + f
        three, b, d, e, f = _weigh(lanes, c, 3, discs, out, far_out)
        enters, prepares, earlier, bonuses = enters + b, prepares + d, earlier + e, bonuses + f
        four, b, d, e, f = _weigh(lanes, c, 4, discs, out, far_out)
        x[o + 8 * LANES + c] = (enters + b) * left
        x[o + 13 * LANES + c] = (prepares + d) * left
        x[o + 24 * LANES + c] = (earlier + e) * left
        x[o + 25 * LANES + c] = (bonuses + f) * left
        x[o + 9 * LANES + c] = one * left
        x[o + 10 * LANES + c] = two * left
        x[o + 11 * LANES + c] = three * left
        x[o + 12 * LANES + c] = four * left
        x[o + 3 * LANES + c] = min(_meet(lanes, ENTERS, c, out, far_out), 3) * 0.33
        x[o + 4 * LANES + c] = min(_meet(lanes, ENTERS + 1, c, out, far_out), 3) * 0.33
        x[o + 5 * LANES + c] = min(_meet(lanes, ENTERS + 2, c, out, far_out), 3) * 0.33
        x[o + 6 * LANES + c] = min(_meet(lanes, ENTERS + 3, c, out, far_out), 3) * 0.33
        x[o + 26 * LANES + c] = min(_meet(lanes, PREPARES, c, out, far_out), 3) * 0.33
        x[o + 27 * LANES + c] = min(_meet(lanes, PREPARES + 1, c, out, far_out), 3) * 0.33
        x[o + 28 * LANES + c] = min(_meet(lanes, PREPARES + 2, c, out, far_out), 3) * 0.33
        x[o + 29 * LANES + c] = min(_meet(lanes, PREPARES + 3, c, out, far_out), 3) * 0.33


@inlined
def _outside(lanes: WordArray, at: int, holes: int, far_cells: int) -> tuple[int, int]:
    """The moles of a seat in a lane that are in no hole."""
    return lanes[MOLES * LANES + at] & ~holes, lanes[FAR_MOLES * LANES + at] & far_cells


@inlined
def _weigh(
    lanes: WordArray, c: int, disc: int, discs: int, out: int, far_out: int
) -> tuple[int, int, int, int, int]:
    """How many discs of a value are left; the same if it enters, prepares, does so later, gains.

    Of the first three it counts for what it can do best. These are whole numbers because a browser
    chooses between others by branches.
    """
    share = copies(discs, disc)
    idle = 0 if _meet(lanes, ENTERS + disc - 1, c, out, far_out) else share
    lost = 0 if _meet(lanes, PREPARES + disc - 1, c, out, far_out) else idle
    earlier = lost if _meet(lanes, EARLIER + disc - 1, c, out, far_out) else 0
    bonus = share if _meet(lanes, BONUSES + disc - 1, c, out, far_out) else 0
    return share, share - idle, idle - lost, earlier, bonus


@inlined
def _meet(lanes: WordArray, cells: int, c: int, near: int, far: int) -> int:
    """How many of a seat's moles stand on cells of a set."""
    return _count(near & lanes[cells * LANES + c], far & lanes[(cells + FAR) * LANES + c])


@inlined
def _describe_moles(
    t: WordArray,
    s: WordArray,
    lanes: WordArray,
    x: Singles,
    count: int,
    ring: int,
    seat: int,
    o: int,
) -> None:
    """Write how many moles a seat has home and outside, and how good their drop would be."""
    block, at, o = level_block(t, s), (seat * LANES) & INDEX, o & INDEX
    holes, far_holes = t[block + LEVEL_HOLES], t[block + LEVEL_HOLES + 1]
    drops = (block + LEVEL_DROPS) & INDEX
    one, two, three, four = t[drops], t[drops + 1], t[drops + 2], t[drops + 3]
    drops += FAR
    far_one, far_two, far_three, far_four = t[drops], t[drops + 1], t[drops + 2], t[drops + 3]
    points = (s[POINTS] >> 8 * seat & 255) * 0.2 if t[COUNTS_POINTS] else 0.0
    for c in range(count):
        near, far = lanes[MOLES * LANES + at + c], lanes[FAR_MOLES * LANES + at + c] & ring
        home, far_home = near & holes, far & far_holes
        own, own_home = _count(near, far), _count(home, far_home)
        taken = _count(
            lanes[OCCUPIED * LANES + c] & holes,
            lanes[FAR_OCCUPIED * LANES + c] & ring & far_holes,
        )
        drop = _count(home & one, far_home & far_one) + _count(home & four, far_home & far_four)
        drop += 2 * _count(home & two, far_home & far_two)
        drop += 2 * _count(home & three, far_home & far_three)
        x[o + c] = own * 0.1
        x[o + 1 * LANES + c] = own_home * 0.2
        x[o + 2 * LANES + c] = 1.0 if own > 0 and own == own_home else 0.0
        x[o + 16 * LANES + c] = drop * 0.05
        x[o + 17 * LANES + c] = 1.0 if own > 0 else 0.0
        x[o + 18 * LANES + c] = points
        x[o + 19 * LANES + c] = own_home / max(taken, 1)
        x[o + 20 * LANES + c] = 1.0 if own - own_home == 1 else 0.0
        x[o + 21 * LANES + c] = 1.0 if own - own_home == 2 else 0.0


@inlined
def _describe_cells(
    t: WordArray,
    s: WordArray,
    lanes: WordArray,
    x: Singles,
    count: int,
    ring: int,
    seat: int,
    o: int,
) -> None:
    """Write how many moles of a seat stand well, and how many holes it could take, and it alone."""
    block, at, o = level_block(t, s), (seat * LANES) & INDEX, o & INDEX
    holes, far_holes = t[block + LEVEL_HOLES], t[block + LEVEL_HOLES + 1]
    for c in range(count):
        out, far_out = _outside(lanes, at + c, holes, ring & ~far_holes)
        once, twice = _some(lanes, ENTERS, c)
        far_once, far_twice = _some(lanes, ENTERS + FAR, c)
        later, _ = _some(lanes, PREPARES, c)
        far_later, _ = _some(lanes, PREPARES + FAR, c)
        mine = lanes[HOLES * LANES + at + c]
        far_mine = lanes[(HOLES + FAR) * LANES + at + c] & ring
        alone = mine & ~lanes[SHARED * LANES + c]
        far_alone = far_mine & ~lanes[(SHARED + 1) * LANES + c]
        x[o + 7 * LANES + c] = _count(out & once, far_out & far_once) * 0.2
        x[o + 14 * LANES + c] = _count(out & later & ~once, far_out & far_later & ~far_once) * 0.2
        x[o + 15 * LANES + c] = _count(out & twice, far_out & far_twice) * 0.2
        x[o + 22 * LANES + c] = _count(mine, far_mine) * 0.25
        x[o + 23 * LANES + c] = _count(alone, far_alone) * 0.25


@inlined
def _some(lanes: WordArray, sets: int, c: int) -> tuple[int, int]:
    """The cells from which one disc at least does it, and two at least."""
    one, two = lanes[sets * LANES + c], lanes[(sets + 1) * LANES + c]
    three, four = lanes[(sets + 2) * LANES + c], lanes[(sets + 3) * LANES + c]
    lower, higher = one | two, three | four
    return lower | higher, one & two | three & four | lower & higher


@inlined
def copies(discs: int, disc: int) -> int:
    """How many discs of a value are among those left: bits are 1, 2, 2, 3, 3, 4."""
    if disc == 1:
        return discs & 1
    if disc == 4:
        return discs >> 5 & 1
    first = 1 if disc == 2 else 3
    return (discs >> first & 1) + (discs >> (first + 1) & 1)
