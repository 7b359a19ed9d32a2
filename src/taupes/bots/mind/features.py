"""What a position looks like to the learned evaluation: a short row of numbers.

They are counts that mean the same on every board: who has how many moles home, who can enter a hole
with which disc, who could prepare it, how good the drop will be. So one network serves all board
sets, the users' own included. Seats stand in playing order from the one to act.
"""

from typing import Any, Final

from taupes.kernel.compiler import Words, compiled, count_bits, inlined
from taupes.kernel.layout import (
    COUNTS_POINTS,
    DISCS,
    FAR_LANES,
    FAR_MOLES,
    FAR_OCCUPIED,
    FAR_RING,
    FAR_WAYS,
    HAND_COUNT,
    HAND_WORDS,
    HANDS,
    IS_WIDE,
    LAST_LEVEL,
    LEVEL,
    LEVEL_ENTRIES,
    LEVEL_HOLE_COUNT,
    LEVEL_HOLES,
    LEVEL_SPECIALS,
    LEVEL_STARTS,
    LEVEL_WORDS,
    LEVELS,
    MOLES,
    MOLES_EACH,
    NEAR_BITS,
    NEAR_RING,
    OCCUPIED,
    PHASE,
    PLACE_PHASE,
    POINTS,
    REACHES,
    RING,
    RING_CELLS,
    SEAT,
    SEATS,
    STALL,
    STALL_LIMIT,
    WAYS,
)
from taupes.kernel.moves import INDEX, find_lines, level_block

SEAT_FEATURES: Final = 30
TABLE_FEATURES: Final = 8
WAY_WORDS: Final = 64 + 64
"""Working space: the cells free to move by disc and direction, then sets by disc and by seat."""
_ENTERS: Final = 64
_PREPARES: Final = 72
_EARLIER: Final = 80
_BONUSES: Final = 88
_HOLES: Final = 96
EXPERTS: Final = 5
"""Placing, the last board, the one before it, the one before that, all above."""


def feature_count(seats: int) -> int:
    """How many numbers describe a position."""
    return TABLE_FEATURES + SEAT_FEATURES * seats


@inlined
def _ahead(near: int, far: int, by: int, is_wide: int) -> tuple[int, int]:
    """The cells from which so many steps around the ring lead into a set."""
    if not is_wide:
        return (near >> by | near << (61 - by)) & RING, 0
    if by > 45:
        near, far = _turn(near, far, 45)
        by -= 45
    return _turn(near, far, by)


@inlined
def _turn(near: int, far: int, by: int) -> tuple[int, int]:
    turned = (near >> by | far << (NEAR_BITS - by)) & NEAR_RING
    return turned, (far >> by | near << (NEAR_BITS - 1 - by)) & FAR_RING


@compiled
def look(t: Words, s: Words, ways: Words) -> None:
    """Write into `ways` from which cells each disc enters a free hole, or prepares to."""
    block = level_block(t, s)
    ready, far_ready = 0, 0
    for disc in range(1, 5):
        starts = (block + LEVEL_STARTS + (disc - 1) * 16) & INDEX
        entries = (block + LEVEL_ENTRIES + (disc - 1) * 16) & INDEX
        find_lines(t, s, disc, starts)
        enters, far_enters = 0, 0
        for way in range(6):
            near, far = s[WAYS + way], s[FAR_WAYS + way] if t[IS_WIDE] else 0
            ways[(disc - 1) * 16 + way] = near
            ways[(disc - 1) * 16 + 8 + way] = far
            enters |= near & t[entries + way]
            far_enters |= far & t[entries + FAR_LANES + way]
        ways[_ENTERS + 2 * (disc - 1)], ways[_ENTERS + 2 * disc - 1] = enters, far_enters
        ready |= enters
        far_ready |= far_enters
    ready &= ~s[OCCUPIED]
    far_ready &= ~s[FAR_OCCUPIED]
    near, far = _reach_back(t, ways, ready, far_ready, _PREPARES)
    _reach_back(t, ways, near & ~s[OCCUPIED], far & ~s[FAR_OCCUPIED], _EARLIER)
    special, far_special = t[block + LEVEL_SPECIALS], t[block + LEVEL_SPECIALS + 1]
    if special | far_special:
        _reach_back(t, ways, special & ~s[OCCUPIED], far_special & ~s[FAR_OCCUPIED], _BONUSES)
    else:
        for i in range(8):
            ways[_BONUSES + i] = 0
    for seat in range(t[SEATS]):
        _reach_holes(t, s, ways, block, seat)


@compiled
def _reach_back(t: Words, ways: Words, goal: int, far_goal: int, to: int) -> tuple[int, int]:
    """Write, by disc, the cells from which a free line ends in a set of cells; all of them."""
    every, far_every = 0, 0
    for disc in range(1, 5):
        near_all, far_all = 0, 0
        for way in range(6):
            by = t[(REACHES - 8 + disc * 8 + way) & INDEX]
            near, far = _ahead(goal, far_goal, by, t[IS_WIDE])
            near_all |= ways[(disc - 1) * 16 + way] & near
            far_all |= ways[(disc - 1) * 16 + 8 + way] & far
        ways[to + 2 * (disc - 1)], ways[to + 2 * disc - 1] = near_all, far_all
        every |= near_all
        far_every |= far_all
    return every, far_every


@compiled
def _reach_holes(t: Words, s: Words, ways: Words, block: int, seat: int) -> None:
    """Write the free holes that a seat's moles outside could enter with the discs it has left."""
    near_moles = s[MOLES + seat] & ~t[block + LEVEL_HOLES]
    far_moles = s[FAR_MOLES + seat] & ~t[block + LEVEL_HOLES + 1]
    cells = t[RING_CELLS]
    holes, far_holes = 0, 0
    for disc in range(1, 5):
        if (
            not near_moles & ways[_ENTERS + 2 * (disc - 1)]
            | far_moles & ways[_ENTERS + 2 * disc - 1]
        ):
            continue
        if not copies(s[DISCS + seat], disc):
            continue
        entries = (block + LEVEL_ENTRIES + (disc - 1) * 16) & INDEX
        for way in range(6):
            near = near_moles & ways[(disc - 1) * 16 + way] & t[entries + way]
            far = far_moles & ways[(disc - 1) * 16 + 8 + way] & t[entries + FAR_LANES + way]
            if near | far:
                by = t[(REACHES - 8 + disc * 8 + way) & INDEX]
                near, far = _ahead(near, far, cells - by, t[IS_WIDE])
                holes |= near
                far_holes |= far
    ways[_HOLES + 2 * seat], ways[_HOLES + 2 * seat + 1] = holes, far_holes


@inlined
def _count(near: int, far: int) -> int:
    return count_bits(near) + count_bits(far)


@inlined
def _drop(t: Words, s: Words, home: int, far_home: int) -> int:
    """How many discs would take these moles from the board below into a hole, if it were empty."""
    if s[LEVEL] == t[LAST_LEVEL]:
        return 0
    below = (LEVELS + (s[LEVEL] + 1) * LEVEL_WORDS + LEVEL_ENTRIES) & INDEX
    total = 0
    for disc in range(1, 5):
        near, far = 0, 0
        for way in range(6):
            near |= t[below + (disc - 1) * 16 + way]
            far |= t[below + (disc - 1) * 16 + FAR_LANES + way]
        copies = 2 if disc in (2, 3) else 1
        total += copies * _count(home & near, far_home & far)
    return total


@compiled
def expert_of(t: Words, s: Words) -> int:
    """Which of the networks knows this position."""
    if s[PHASE] == PLACE_PHASE:
        return 0
    return 1 + min(3, t[LAST_LEVEL] - s[LEVEL])


@compiled
def describe(t: Words, s: Words, ways: Words, x: Any) -> None:
    """Write the features of a position before a disc is turned into `x`."""
    look(t, s, ways)
    block, seats = level_block(t, s), t[SEATS]
    taken = _count(
        s[OCCUPIED] & t[block + LEVEL_HOLES], s[FAR_OCCUPIED] & t[block + LEVEL_HOLES + 1]
    )
    moles = _count(s[OCCUPIED], s[FAR_OCCUPIED])
    needed = t[block + LEVEL_HOLE_COUNT]
    x[0] = 1.0
    x[1] = (needed - taken) * 0.1
    x[2] = 1.0 if needed - taken == 1 else 0.0
    x[3] = 1.0 if needed - taken == 2 else 0.0
    x[4] = (moles - taken) * 0.1
    x[5] = s[STALL] / t[STALL_LIMIT]
    x[6] = (t[MOLES_EACH] * seats - moles) * 0.05 if s[PHASE] == PLACE_PHASE else 0.0
    x[7] = needed * 0.1
    for k in range(seats):
        seat = (s[SEAT] + k) % seats
        o = TABLE_FEATURES + SEAT_FEATURES * k
        _describe_discs(t, s, ways, x, seat, o)
        _describe_moles(t, s, ways, x, seat, o, taken)


@compiled
def _describe_discs(t: Words, s: Words, ways: Words, x: Any, seat: int, o: int) -> None:
    """Write what each disc could do for a seat, and how likely it is to come."""
    block = level_block(t, s)
    out = s[MOLES + seat] & ~t[block + LEVEL_HOLES]
    far_out = s[FAR_MOLES + seat] & ~t[block + LEVEL_HOLES + 1]
    left = 1.0 / t[(HANDS + s[DISCS + seat] * HAND_WORDS + HAND_COUNT) & INDEX]
    enters, prepares, earlier, bonuses = 0.0, 0.0, 0.0, 0.0
    for disc in range(1, 5):
        i = 2 * (disc - 1)
        share = copies(s[DISCS + seat], disc) * left
        entering = _count(out & ways[_ENTERS + i], far_out & ways[_ENTERS + i + 1])
        preparing = _count(out & ways[_PREPARES + i], far_out & ways[_PREPARES + i + 1])
        x[o + 2 + disc] = min(entering, 3) * 0.33
        x[o + 8 + disc] = share
        x[o + 25 + disc] = min(preparing, 3) * 0.33
        if entering:
            enters += share
        elif preparing:
            prepares += share
        elif _count(out & ways[_EARLIER + i], far_out & ways[_EARLIER + i + 1]):
            earlier += share
        if _count(out & ways[_BONUSES + i], far_out & ways[_BONUSES + i + 1]):
            bonuses += share
    x[o + 8] = enters
    x[o + 13] = prepares
    x[o + 24] = earlier
    x[o + 25] = bonuses


@compiled
def _describe_moles(t: Words, s: Words, ways: Words, x: Any, seat: int, o: int, taken: int) -> None:
    """Write how many moles a seat has where, and which holes it could take."""
    block = level_block(t, s)
    near, far = s[MOLES + seat], s[FAR_MOLES + seat]
    home, far_home = near & t[block + LEVEL_HOLES], far & t[block + LEVEL_HOLES + 1]
    out, far_out = near & ~home, far & ~far_home
    own, own_home = _count(near, far), _count(home, far_home)
    once, far_once, twice, far_twice, later, far_later = 0, 0, 0, 0, 0, 0
    for i in range(0, 8, 2):
        twice |= once & ways[_ENTERS + i]
        far_twice |= far_once & ways[_ENTERS + i + 1]
        once |= ways[_ENTERS + i]
        far_once |= ways[_ENTERS + i + 1]
        later |= ways[_PREPARES + i]
        far_later |= ways[_PREPARES + i + 1]
    others, far_others = 0, 0
    for rival in range(t[SEATS]):
        if rival != seat:
            others |= ways[_HOLES + 2 * rival]
            far_others |= ways[_HOLES + 2 * rival + 1]
    mine, far_mine = ways[_HOLES + 2 * seat], ways[_HOLES + 2 * seat + 1]
    x[o] = own * 0.1
    x[o + 1] = own_home * 0.2
    x[o + 2] = 1.0 if own and own == own_home else 0.0
    x[o + 7] = _count(out & once, far_out & far_once) * 0.2
    x[o + 14] = _count(out & later & ~once, far_out & far_later & ~far_once) * 0.2
    x[o + 15] = _count(out & twice, far_out & far_twice) * 0.2
    x[o + 16] = _drop(t, s, home, far_home) * 0.05
    x[o + 17] = 1.0 if own else 0.0
    x[o + 18] = (s[POINTS] >> 8 * seat & 255) * 0.2 if t[COUNTS_POINTS] else 0.0
    x[o + 19] = own_home / max(taken, 1)
    x[o + 20] = 1.0 if own - own_home == 1 else 0.0
    x[o + 21] = 1.0 if own - own_home == 2 else 0.0
    x[o + 22] = _count(mine, far_mine) * 0.25
    x[o + 23] = _count(mine & ~others, far_mine & ~far_others) * 0.25


@inlined
def copies(discs: int, disc: int) -> int:
    """How many discs of a value are among those left: bits are 1, 2, 2, 3, 3, 4."""
    if disc == 1:
        return discs & 1
    if disc == 4:
        return discs >> 5 & 1
    first = 1 if disc == 2 else 3
    return (discs >> first & 1) + (discs >> (first + 1) & 1)
