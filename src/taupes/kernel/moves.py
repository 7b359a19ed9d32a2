"""Which moles can move, over words (RULES, A turn, 2 and 4).

All functions take the tables `t` of a game and the row `s` of a position. Where an offset into
them is masked (`& INDEX`), it is to show the compiler that it is not negative.
"""

from typing import Final

from taupes.kernel.compiler import WordArray, compiled, count_bits, inlined, lowest_bit, nth_bit
from taupes.kernel.layout import (
    ALL_DISCS,
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
    STEP_WORDS,
    STEPS,
    WAYS,
    WIDE_TURN,
)
from taupes.kernel.vectors import Ways, find_ways

INDEX: Final = 0xFFFFF

Found = tuple[int, int, int, int, int, int, int, int, int, int, int, int]
"""The movers by direction, then how many moves there are up to each, itself included."""
COUNT: Final = 11
"""Where the number of all moves found is."""


@inlined
def level_block(t: WordArray, s: WordArray) -> int:
    """The offset of the tables of the board in play."""
    return (LEVELS + s[LEVEL] * LEVEL_WORDS) & INDEX


@inlined
def hand_block(s: WordArray) -> int:
    """The offset of the tables of the discs that the player to act has left."""
    return hand_block_of(s, s[SEAT] & 3)


@inlined
def hand_block_of(s: WordArray, seat: int) -> int:
    """The offset of the tables of the discs that a player has left."""
    return HANDS + (s[DISCS + seat] & ALL_DISCS) * HAND_WORDS


@compiled
def is_home(t: WordArray, s: WordArray) -> bool:
    """Whether every mole of the player to act is in a hole (RULES, A turn, 5)."""
    return are_home(t, s, level_block(t, s), s[SEAT] & 3)


@inlined
def are_home(t: WordArray, s: WordArray, block: int, seat: int) -> bool:
    """Whether every mole of a player is in a hole."""
    outside = s[MOLES + seat] & ~t[block + LEVEL_HOLES]
    outside |= s[FAR_MOLES + seat] & ~t[block + LEVEL_HOLES + 1]
    return outside == 0


@inlined
def find(t: WordArray, free: int, disc: int, starts: int, movers: int) -> Found:
    """The movers by direction and their counts, on boards of one word."""
    turns = STEPS - STEP_WORDS + (disc & 7) * STEP_WORDS
    return add_up(find_ways(t, turns, free, starts, movers))


@inlined
def add_up(ways: Ways) -> Found:
    """The movers by direction, followed by how many moves there are up to each."""
    way_0, way_1, way_2, way_3, way_4, way_5 = ways
    to_0 = count_bits(way_0)
    to_1 = to_0 + count_bits(way_1)
    to_2 = to_1 + count_bits(way_2)
    to_3 = to_2 + count_bits(way_3)
    to_4 = to_3 + count_bits(way_4)
    to_5 = to_4 + count_bits(way_5)
    return way_0, way_1, way_2, way_3, way_4, way_5, to_0, to_1, to_2, to_3, to_4, to_5


@inlined
def nth_found(found: Found, n: int) -> tuple[int, int]:
    """The n-th of the moves found: its direction, and its first cell as a set.

    Without a branch, because n is drawn by chance. A mark is the number of moves before a
    direction, and the direction times 256: no player has as many moves.
    """
    way_0, way_1, way_2, way_3, way_4, way_5, to_0, to_1, to_2, to_3, to_4, _ = found
    way_01, mark_01 = (way_1, to_0 + 0x100) if n >= to_0 else (way_0, 0)
    way_23, mark_23 = (way_3, to_2 + 0x300) if n >= to_2 else (way_2, to_1 + 0x200)
    way_45, mark_45 = (way_5, to_4 + 0x500) if n >= to_4 else (way_4, to_3 + 0x400)
    movers, mark = (way_23, mark_23) if n >= to_1 else (way_01, mark_01)
    movers, mark = (way_45, mark_45) if n >= to_3 else (movers, mark)
    return mark >> 8, nth_bit(movers, (n - mark) & 63)


@inlined
def starts_of(block: int, disc: int, is_extra: int) -> int:
    """The offset of the cells from which a disc may be moved, by direction."""
    starts = LEVEL_EXTRA_STARTS if is_extra else LEVEL_STARTS
    return (block + starts - 16 + disc * 16) & INDEX


@inlined
def split_movers(mine: int, holes: int, is_free: int) -> tuple[int, int]:
    """The moles that may move, and those that may if none of these can.

    RULES, A turn, 4: unless a mole in a hole may leave it freely, it moves only when none
    outside can.
    """
    staying = 0 if is_free else holes
    return mine & ~staying, mine & staying


@inlined
def find_wide(t: WordArray, s: WordArray, disc: int, starts: int, is_free: int) -> int:
    """Write the movers of the player to act into the row and count their moves, on two words."""
    block, seat = level_block(t, s), s[SEAT] & 3
    near, far = s[MOLES + seat], s[FAR_MOLES + seat]
    movers, leaving = split_movers(near, t[block + LEVEL_HOLES], is_free)
    far_movers, far_leaving = split_movers(far, t[block + LEVEL_HOLES + 1], is_free)
    count = _turn_wide(t, s, disc, starts, movers, far_movers)
    if count == 0:
        count = _turn_wide(t, s, disc, starts, leaving, far_leaving)
    return count


@inlined
def _turn_wide(
    t: WordArray, s: WordArray, disc: int, starts: int, movers: int, far_movers: int
) -> int:
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


@inlined
def find_moves(t: WordArray, s: WordArray, disc: int, is_extra: int, is_free: int) -> int:
    """Write the movers of the player to act into the row and count their moves."""
    block = level_block(t, s)
    starts = starts_of(block, disc, is_extra)
    if t[IS_WIDE]:
        return find_wide(t, s, disc, starts, is_free)
    mine, free = s[MOLES + (s[SEAT] & 3)], RING & ~s[OCCUPIED]
    movers, leaving = split_movers(mine, t[block + LEVEL_HOLES], is_free)
    found = find(t, free, disc, starts, movers)
    if found[COUNT] == 0:
        found = find(t, free, disc, starts, leaving)
    for way in range(6):
        s[WAYS + way] = found[way]
    return found[COUNT]


@inlined
def nth_move(t: WordArray, s: WordArray, n: int) -> tuple[int, int]:
    """The n-th of the moves that were written into the row: its direction and first cell."""
    if t[IS_WIDE]:
        return nth_wide_move(s, n)
    ways = s[WAYS], s[WAYS + 1], s[WAYS + 2], s[WAYS + 3], s[WAYS + 4], s[WAYS + 5]
    way, cell = nth_found(add_up(ways), n)
    return way, lowest_bit(cell)


@inlined
def nth_wide_move(s: WordArray, n: int) -> tuple[int, int]:
    """The same on two words."""
    way = 0
    near, far = count_bits(s[WAYS]), count_bits(s[FAR_WAYS])
    while n >= near + far:
        n -= near + far
        way += 1
        near, far = count_bits(s[WAYS + way]), count_bits(s[FAR_WAYS + way])
    if n >= near:
        return way, NEAR_BITS + lowest_bit(nth_bit(s[FAR_WAYS + way], n - near))
    return way, lowest_bit(nth_bit(s[WAYS + way], n))
