"""Which moles can move, over words (RULES, A turn, 2 and 4).

All functions take the tables `t` of a game and the row `s` of a position. Where an offset into
them is masked (`& INDEX`), it is to show the compiler that it is not negative.
"""

from typing import Final

from taupes.kernel.compiler import Words, compiled, count_bits, inlined, nth_bit
from taupes.kernel.layout import (
    BELOW_FOUR,
    BELOW_THREE,
    CELLS,
    CHOICE_WORDS,
    CHOICES,
    DISCS,
    FAR_BITS,
    FAR_LANES,
    FAR_MOLES,
    FAR_OCCUPIED,
    FAR_RING,
    FAR_WAYS,
    HAND_WORDS,
    HANDS,
    IS_WIDE,
    LEVEL,
    LEVEL_EXTRA_STARTS,
    LEVEL_HOLES,
    LEVEL_STARTS,
    LEVEL_WORDS,
    LEVELS,
    MOLES,
    NEAR_BITS,
    NEAR_RING,
    OCCUPIED,
    RING,
    SEAT,
    SUMS,
    TURN,
    WAYS,
    WIDE_TURN,
)

INDEX: Final = 0xFFFFF


@inlined
def level_block(t: Words, s: Words) -> int:
    """The offset of the tables of the board in play."""
    return (LEVELS + s[LEVEL] * LEVEL_WORDS) & INDEX


@inlined
def hand_block(s: Words) -> int:
    """The offset of the tables of the discs that the player to act has left."""
    return (HANDS + s[DISCS + (s[SEAT] & 3)] * HAND_WORDS) & INDEX


@compiled
def is_home(t: Words, s: Words) -> bool:
    """Whether every mole of the player to act is in a hole (RULES, A turn, 5)."""
    block, seat = level_block(t, s), s[SEAT] & 3
    outside = s[MOLES + seat] & ~t[block + LEVEL_HOLES]
    outside |= s[FAR_MOLES + seat] & ~t[block + LEVEL_HOLES + 1]
    return outside == 0


@inlined
def _axis(free: int, disc: int, by: int, one: int, below_3: int, below_4: int) -> tuple[int, int]:
    """The cells from which a line is free for as far as a disc goes, onwards and backwards.

    `by` is the rotation of one step onwards. A run is the first of as many free cells in a row as
    the disc says; a mole can move onwards from the cell before it, and backwards from the cell
    behind its end. The masks choose what this disc wants without a branch: on a number that
    chance has just drawn, the machine would guess wrong most of the time.
    """
    pairs = free & (free >> by | free << (CELLS - by))
    run = pairs | free & one
    more = pairs | free & below_4
    run &= more >> 2 * by | more << (CELLS - 2 * by) | below_3
    reach = disc * by
    return run >> by | run << (CELLS - by), run << reach | run >> (CELLS - reach)


@inlined
def _find(t: Words, s: Words, disc: int, starts: int, movers: int) -> int:
    """Write the movers by direction into the row and count their moves, on one word."""
    free = RING & ~s[OCCUPIED]
    choices = (CHOICES - CHOICE_WORDS + disc * CHOICE_WORDS) & INDEX
    one, below_3, below_4 = t[choices], t[choices + BELOW_THREE], t[choices + BELOW_FOUR]
    way_0, way_3 = _axis(free, disc, 1, one, below_3, below_4)
    way_1, way_4 = _axis(free, disc, TURN, one, below_3, below_4)
    way_2, way_5 = _axis(free, disc, TURN - 1, one, below_3, below_4)
    way_0 &= movers & t[starts]
    way_1 &= movers & t[starts + 1]
    way_2 &= movers & t[starts + 2]
    way_3 &= movers & t[starts + 3]
    way_4 &= movers & t[starts + 4]
    way_5 &= movers & t[starts + 5]
    s[WAYS] = way_0
    s[WAYS + 1] = way_1
    s[WAYS + 2] = way_2
    s[WAYS + 3] = way_3
    s[WAYS + 4] = way_4
    s[WAYS + 5] = way_5
    to_1 = count_bits(way_0)
    to_2 = to_1 + count_bits(way_1)
    to_3 = to_2 + count_bits(way_2)
    to_4 = to_3 + count_bits(way_3)
    to_5 = to_4 + count_bits(way_4)
    s[SUMS] = 0
    s[SUMS + 1] = to_1
    s[SUMS + 2] = to_2
    s[SUMS + 3] = to_3
    s[SUMS + 4] = to_4
    s[SUMS + 5] = to_5
    return to_5 + count_bits(way_5)


@inlined
def add_up(s: Words) -> int:
    """Write how many moves of those in the row come before each direction, and count them all."""
    total = 0
    for way in range(6):
        s[SUMS + way] = total
        total += count_bits(s[WAYS + way])
    return total


@compiled
def _find_wide(t: Words, s: Words, disc: int, starts: int, is_free: int) -> int:
    """Write the movers of the player to act into the row and count their moves, on two words."""
    block, seat = level_block(t, s), s[SEAT] & 3
    near, far = s[MOLES + seat], s[FAR_MOLES + seat]
    if is_free:
        return _turn_wide(t, s, disc, starts, near, far)
    holes, far_holes = t[block + LEVEL_HOLES], t[block + LEVEL_HOLES + 1]
    count = _turn_wide(t, s, disc, starts, near & ~holes, far & ~far_holes)
    if count == 0:
        count = _turn_wide(t, s, disc, starts, near & holes, far & far_holes)
    return count


@compiled
def _turn_wide(t: Words, s: Words, disc: int, starts: int, movers: int, far_movers: int) -> int:
    """Write the movers by direction into the row and count their moves, on two words."""
    free, far_free = NEAR_RING & ~s[OCCUPIED], FAR_RING & ~s[FAR_OCCUPIED]
    count = 0
    for way in range(6):
        by = 1 if way % 3 == 0 else WIDE_TURN if way % 3 == 1 else WIDE_TURN - 1
        near, far = NEAR_RING, FAR_RING
        for _ in range(disc):
            x, y = near & free, far & far_free
            if way < 3:
                near = (x >> by | y << (NEAR_BITS - by)) & NEAR_RING
                far = (y >> by | x << (FAR_BITS - by)) & FAR_RING
            else:
                near = (x << by | y >> (FAR_BITS - by)) & NEAR_RING
                far = (y << by | x >> (NEAR_BITS - by)) & FAR_RING
        s[WAYS + way] = near & movers & t[starts + way]
        s[FAR_WAYS + way] = far & far_movers & t[starts + FAR_LANES + way]
        count += count_bits(s[WAYS + way]) + count_bits(s[FAR_WAYS + way])
    return count


@compiled
def find_lines(t: Words, s: Words, disc: int, starts: int) -> None:
    """Write by direction the cells, with a mole or without, from which a disc's line is free.

    `starts` is the offset of the lines that count, such as those into a hole (LEVEL_ENTRIES).
    """
    if t[IS_WIDE]:
        _turn_wide(t, s, disc, starts, NEAR_RING, FAR_RING)
    else:
        _find(t, s, disc, starts, RING)


@inlined
def find_moves(t: Words, s: Words, disc: int, is_extra: int, is_free: int) -> int:
    """Write the movers of the player to act into the row and count their moves.

    RULES, A turn, 4: unless a mole in a hole may leave it freely, it moves only when none
    outside can.
    """
    block, seat = level_block(t, s), s[SEAT] & 3
    starts = LEVEL_EXTRA_STARTS if is_extra else LEVEL_STARTS
    starts = (block + starts + (disc - 1) * 16) & INDEX
    if t[IS_WIDE]:
        return _find_wide(t, s, disc, starts, is_free)
    staying = 0 if is_free else t[block + LEVEL_HOLES]
    count = _find(t, s, disc, starts, s[MOLES + seat] & ~staying)
    if count == 0:
        count = _find_leaving(t, s, disc, starts, s[MOLES + seat] & staying)
    return count


@compiled
def _find_leaving(t: Words, s: Words, disc: int, starts: int, movers: int) -> int:
    """The same as `_find`, kept apart because it is rare."""
    return _find(t, s, disc, starts, movers)


@inlined
def nth_move(t: Words, s: Words, n: int) -> tuple[int, int]:
    """The n-th of the moves that were written into the row: its direction and first cell."""
    if t[IS_WIDE]:
        return _nth_wide_move(s, n)
    # Without a branch, as in `_axis`.
    way = (n >= s[SUMS + 1]) + (n >= s[SUMS + 2]) + (n >= s[SUMS + 3])
    way += (n >= s[SUMS + 4]) + (n >= s[SUMS + 5])
    return way, nth_bit(s[WAYS + way], n - s[SUMS + way])


@compiled
def _nth_wide_move(s: Words, n: int) -> tuple[int, int]:
    """The same on two words."""
    way = 0
    near, far = count_bits(s[WAYS]), count_bits(s[FAR_WAYS])
    while n >= near + far:
        n -= near + far
        way += 1
        near, far = count_bits(s[WAYS + way]), count_bits(s[FAR_WAYS + way])
    if n >= near:
        return way, NEAR_BITS + nth_bit(s[FAR_WAYS + way], n - near)
    return way, nth_bit(s[WAYS + way], n)
