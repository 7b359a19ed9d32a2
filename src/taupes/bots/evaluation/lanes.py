"""Positions side by side: what each disc could do on every one of them, worked out for all at once.

The positions after the choices of a turn share the level and the player to act. Their words lie in
*lanes*, word by word, so that one instruction of the machine serves several positions: the loops
over lanes are the inner ones, and what they call is inlined and has no branches.
"""

from typing import Final

from taupes.kernel.compiler import WordArray, compiled, inlined
from taupes.kernel.layout import (
    CELLS,
    DISCS,
    FAR_BITS,
    FAR_LANES,
    FAR_MOLES,
    FAR_OCCUPIED,
    FAR_RING,
    HAND_VALUES,
    HAND_WORDS,
    HANDS,
    IS_WIDE,
    LEVEL_HOLES,
    LEVEL_SPECIALS,
    LEVEL_STARTS,
    LEVEL_TARGETS,
    MOLES,
    NEAR_BITS,
    NEAR_RING,
    OCCUPIED,
    REACHES,
    RING,
    SEATS,
    STALL,
    TURN,
)
from taupes.kernel.moves import INDEX, level_block
from taupes.kernel.vectors import LANES

# The words of a lane: first those of a row up to the discs, then these. Sets of cells are by disc
# or by seat; their far words follow the four near ones, as in a row.
STALLED: Final = 14
ENTERS: Final = 16
"""By disc, the cells from which it enters a free hole."""
PREPARES: Final = 24
"""By disc, the cells from which it reaches a free cell that enters."""
EARLIER: Final = 32
"""By disc, the cells from which it reaches a free cell that prepares."""
BONUSES: Final = 40
"""By disc, the cells from which it reaches a free special cell."""
HOLES: Final = 48
"""By seat, the free holes that it could enter with the discs it has left."""
SHARED: Final = 56
"""The holes that several seats could enter; a near and a far word."""
HELD: Final = 58
"""The holes that any seat could enter, so far."""
REACHED: Final = 64
"""Work in progress, on two words."""
LANE_WORDS: Final = 72
FAR: Final = 4


@inlined
def fill_lane(t: WordArray, s: WordArray, lanes: WordArray, lane: int) -> None:
    """Copy a position into a lane."""
    for seat in range(t[SEATS]):
        lanes[(MOLES + seat) * LANES + lane] = s[MOLES + seat]
        lanes[(FAR_MOLES + seat) * LANES + lane] = s[FAR_MOLES + seat]
        lanes[(DISCS + seat) * LANES + lane] = s[DISCS + seat]
    lanes[OCCUPIED * LANES + lane] = s[OCCUPIED]
    lanes[FAR_OCCUPIED * LANES + lane] = s[FAR_OCCUPIED]
    lanes[STALLED * LANES + lane] = s[STALL]


@compiled
def look(t: WordArray, s: WordArray, lanes: WordArray, count: int) -> None:
    """Work out the sets of the first lanes; `s` is one of their positions."""
    block = level_block(t, s)
    if t[IS_WIDE]:
        for c in range(count):
            _look_wide(t, block, lanes, c)
        return
    holes, specials = t[block + LEVEL_HOLES], t[block + LEVEL_SPECIALS]
    starts, targets = (block + LEVEL_STARTS) & INDEX, (block + LEVEL_TARGETS) & INDEX
    for c in range(count):
        free = RING & ~lanes[OCCUPIED * LANES + c]
        one, two, three, four = _reach(t, starts, free, holes & free)
        _write(lanes, ENTERS, c, one, two, three, four)
        one, two, three, four = _reach(t, starts, free, (one | two | three | four) & free)
        _write(lanes, PREPARES, c, one, two, three, four)
        one, two, three, four = _reach(t, starts, free, (one | two | three | four) & free)
        _write(lanes, EARLIER, c, one, two, three, four)
    if specials:
        for c in range(count):
            free = RING & ~lanes[OCCUPIED * LANES + c]
            one, two, three, four = _reach(t, starts, free, specials & free)
            _write(lanes, BONUSES, c, one, two, three, four)
    else:
        for c in range(count):
            _write(lanes, BONUSES, c, 0, 0, 0, 0)
    for c in range(count):
        lanes[SHARED * LANES + c] = lanes[HELD * LANES + c] = 0
    for seat in range(t[SEATS]):
        o = (seat * LANES) & INDEX
        for c in range(count):
            free = RING & ~lanes[OCCUPIED * LANES + c]
            outside = lanes[MOLES * LANES + o + c] & ~holes
            one, two, three, four = _reach(t, targets, free, outside)
            discs = lanes[DISCS * LANES + o + c]
            found = one if discs & 1 else 0
            found |= two if discs & 6 else 0
            found |= three if discs & 24 else 0
            found |= four if discs & 32 else 0
            found &= free
            lanes[HOLES * LANES + o + c] = found
            lanes[SHARED * LANES + c] |= found & lanes[HELD * LANES + c]
            lanes[HELD * LANES + c] |= found


@inlined
def _write(lanes: WordArray, sets: int, c: int, one: int, two: int, three: int, four: int) -> None:
    lanes[sets * LANES + c] = one
    lanes[(sets + 1) * LANES + c] = two
    lanes[(sets + 2) * LANES + c] = three
    lanes[(sets + 3) * LANES + c] = four


@inlined
def _reach(t: WordArray, lines: int, free: int, goal: int) -> tuple[int, int, int, int]:
    """By disc, the cells from which a line over free cells ends in the goal, on one word.

    `lines` is the offset of those that count. A line of three is a free cell before a line of two.
    """
    a, b, c, d, e, f = _back(goal, goal, goal, goal, goal, goal)
    one = _meet(t, lines, a, b, c, d, e, f)
    a, b, c, d, e, f = _back(a & free, b & free, c & free, d & free, e & free, f & free)
    two = _meet(t, lines + 16, a, b, c, d, e, f)
    a, b, c, d, e, f = _back(a & free, b & free, c & free, d & free, e & free, f & free)
    three = _meet(t, lines + 32, a, b, c, d, e, f)
    a, b, c, d, e, f = _back(a & free, b & free, c & free, d & free, e & free, f & free)
    return one, two, three, _meet(t, lines + 48, a, b, c, d, e, f)


@inlined
def _back(a: int, b: int, c: int, d: int, e: int, f: int) -> tuple[int, int, int, int, int, int]:
    """Sets for the six directions, one step back each; there may be bits past the ring's end."""
    return (
        a >> 1 | a << (CELLS - 1),
        b >> TURN | b << (CELLS - TURN),
        c >> (TURN - 1) | c << (CELLS - TURN + 1),
        d >> (CELLS - 1) | d << 1,
        e >> (CELLS - TURN) | e << TURN,
        f >> (CELLS - TURN + 1) | f << (TURN - 1),
    )


@inlined
def _meet(t: WordArray, lines: int, a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    onwards = a & t[lines] | b & t[lines + 1] | c & t[lines + 2]
    return onwards | d & t[lines + 3] | e & t[lines + 4] | f & t[lines + 5]


@compiled
def _look_wide(t: WordArray, block: int, lanes: WordArray, c: int) -> None:
    """The same for one lane, on two words."""
    free = NEAR_RING & ~lanes[OCCUPIED * LANES + c]
    far_free = FAR_RING & ~lanes[FAR_OCCUPIED * LANES + c]
    holes, far_holes = t[block + LEVEL_HOLES], t[block + LEVEL_HOLES + 1]
    special, far_special = t[block + LEVEL_SPECIALS], t[block + LEVEL_SPECIALS + 1]
    lines = block + LEVEL_STARTS
    _reach_wide(t, lines, lanes, c, holes & free, far_holes & far_free, ENTERS)
    _reach_wide(t, lines, lanes, c, special & free, far_special & far_free, BONUSES)
    for sets in (ENTERS, PREPARES):
        near, far = 0, 0
        for disc in range(4):
            near |= lanes[(sets + disc) * LANES + c] & free
            far |= lanes[(sets + FAR + disc) * LANES + c] & far_free
        _reach_wide(t, lines, lanes, c, near, far, sets + PREPARES - ENTERS)
    for i in range(4):
        lanes[(SHARED + i) * LANES + c] = 0
    for seat in range(t[SEATS]):
        near = lanes[(MOLES + seat) * LANES + c] & ~holes
        far = lanes[(FAR_MOLES + seat) * LANES + c] & ~far_holes
        _reach_wide(t, block + LEVEL_TARGETS, lanes, c, near, far, REACHED)
        near, far, discs = 0, 0, lanes[(DISCS + seat) * LANES + c]
        for disc in range(4):
            if t[HANDS + discs * HAND_WORDS + HAND_VALUES] >> (disc + 1) & 1:
                near |= lanes[(REACHED + disc) * LANES + c] & free
                far |= lanes[(REACHED + FAR + disc) * LANES + c] & far_free
        lanes[(HOLES + seat) * LANES + c] = near
        lanes[(HOLES + FAR + seat) * LANES + c] = far
        lanes[SHARED * LANES + c] |= near & lanes[HELD * LANES + c]
        lanes[(SHARED + 1) * LANES + c] |= far & lanes[(HELD + 1) * LANES + c]
        lanes[HELD * LANES + c] |= near
        lanes[(HELD + 1) * LANES + c] |= far


@compiled
def _reach_wide(
    t: WordArray, lines: int, lanes: WordArray, c: int, goal: int, far_goal: int, sets: int
) -> None:
    """Write, by disc, the cells from which a line over free cells ends in the goal."""
    for i in range(8):
        lanes[(sets + i) * LANES + c] = 0
    for way in range(6):
        by, near, far = t[REACHES + way], goal, far_goal
        for disc in range(4):
            if by > FAR_BITS:
                near, far = _turn(near, far, FAR_BITS)
                near, far = _turn(near, far, by - FAR_BITS)
            else:
                near, far = _turn(near, far, by)
            o = lines + 16 * disc + way
            lanes[(sets + disc) * LANES + c] |= near & t[o]
            lanes[(sets + FAR + disc) * LANES + c] |= far & t[o + FAR_LANES]
            near &= ~lanes[OCCUPIED * LANES + c]
            far &= ~lanes[FAR_OCCUPIED * LANES + c]


@inlined
def _turn(near: int, far: int, by: int) -> tuple[int, int]:
    """The cells from which so many steps around the ring, 45 at most, lead into a set."""
    turned = (near >> by | far << (NEAR_BITS - by)) & NEAR_RING
    return turned, (far >> by | near << (FAR_BITS - by)) & FAR_RING
