"""What each action leads to, in place, over words (RULES, A turn).

All functions take the tables `t` of a game and the row `s` of a position. Nothing here asks
whether an action is legal: callers choose among those of `kernel.actions`, or ask `is_legal`.
"""

from taupes.kernel.actions import list_actions
from taupes.kernel.compiler import WordArray, compiled, count_bits, inlined
from taupes.kernel.ending import end_board, next_seat
from taupes.kernel.layout import (
    ALL_DISCS,
    ALL_MOLES,
    CELLS,
    DISC,
    DISCS,
    DRAW,
    DRAW_PHASE,
    EXTRA_DRAW_PHASE,
    EXTRA_MOVE_PHASE,
    FAR_MOLES,
    FAR_OCCUPIED,
    FIRST,
    HAND_WITHOUT,
    IS_WIDE,
    LEVEL_HOLE_COUNT,
    LEVEL_HOLES,
    LEVEL_SPECIALS,
    MOLES,
    MOLES_OF,
    MOST,
    MOVE,
    MOVE_PHASE,
    NEAR_BITS,
    OCCUPIED,
    PHASE,
    PLACE_WAY,
    REACH_WORD,
    REACHES,
    RING,
    RING_CELLS,
    SEAT,
    SEATS,
    STALL,
    STALL_LIMIT,
    STATE_WORDS,
    WIDE_CELLS,
)
from taupes.kernel.moves import INDEX, hand_block, level_block


@compiled
def begin(t: WordArray, s: WordArray) -> None:
    """Make the row the empty top board, before the first placement."""
    for word in range(STATE_WORDS):
        s[word] = 0
    for seat in range(t[SEATS]):
        s[DISCS + seat] = ALL_DISCS
    s[SEAT] = t[FIRST]


@compiled
def apply(t: WordArray, s: WordArray, action: int) -> None:
    """Change the row to the position after a legal action."""
    is_over = True
    action = int(action)  # without Numba it may come out of an array of narrower numbers
    if action >= MOVE:
        way = (action - MOVE) // t[RING_CELLS]
        cell = action - MOVE - way * t[RING_CELLS]
        if way == PLACE_WAY:
            place(t, s, cell)
            is_over = False
        elif move(t, s, s[DISC], way, cell) and s[PHASE] == MOVE_PHASE:
            use_disc(s, s[SEAT] & 3)
            s[PHASE] = EXTRA_DRAW_PHASE
            is_over = False
    elif action > DRAW:
        s[DISCS + (s[SEAT] & 3)] = t[hand_block(s) + HAND_WITHOUT + action - DRAW]
        s[DISC] = action - DRAW
        s[PHASE] = MOVE_PHASE if s[PHASE] == DRAW_PHASE else EXTRA_MOVE_PHASE
        is_over = False
    if is_over:
        use_disc(s, s[SEAT] & 3)
        end_turn(t, s, level_block(t, s), s[SEAT] & 3)


@compiled
def advance(t: WordArray, s: WordArray, action: int, out: WordArray) -> int:
    """Apply a legal action, write what is legal then into `out`, and count it: one call for all.

    This is the cheap way to step one game from Python.
    """
    apply(t, s, action)
    return list_actions(t, s, out)


@inlined
def place(t: WordArray, s: WordArray, cell: int) -> None:
    """Place a mole; whoever has none left to place is passed over (RULES, Set-up, 5; Handicaps)."""
    seat = s[SEAT] & 3
    near, far = _set_of(t, cell)
    s[MOLES + seat] |= near
    s[OCCUPIED] |= near
    s[FAR_MOLES + seat] |= far
    s[FAR_OCCUPIED] |= far
    if count_bits(s[OCCUPIED]) + count_bits(s[FAR_OCCUPIED]) >= t[ALL_MOLES]:
        s[PHASE] = DRAW_PHASE
        seat = t[FIRST] & 3
    else:
        seat = seat + 1 if seat + 1 < t[SEATS] else 0
        while count_bits(s[MOLES + seat]) + count_bits(s[FAR_MOLES + seat]) >= t[MOLES_OF + seat]:
            seat = seat + 1 if seat + 1 < t[SEATS] else 0
    s[SEAT] = seat


@inlined
def _set_of(t: WordArray, cell: int) -> tuple[int, int]:
    """The near and far words of one cell."""
    if t[IS_WIDE] and cell >= NEAR_BITS:
        return 0, 1 << (cell - NEAR_BITS)
    return 1 << cell, 0


@inlined
def move(t: WordArray, s: WordArray, disc: int, way: int, cell: int) -> int:
    """Move a mole and say, by a number other than 0, that it stopped on a special cell."""
    if t[IS_WIDE]:
        return move_wide(t, s, disc, way, cell)
    _, target = shift(t, s, s[SEAT] & 3, disc, way, 1 << cell)
    return target & t[level_block(t, s) + LEVEL_SPECIALS]


@inlined
def shift(
    t: WordArray, s: WordArray, seat: int, disc: int, way: int, origin: int
) -> tuple[int, int]:
    """Move a mole on boards of one word: the two cells, and the one where it stops, as sets."""
    reach = t[REACHES - 8 + (disc & 7) * 8 + REACH_WORD] >> 8 * way & 63
    up, down = origin << reach & RING, origin >> (CELLS - reach)
    cells = up | (down | origin)
    s[MOLES + seat] ^= cells
    s[OCCUPIED] ^= cells
    return cells, up | down


@inlined
def move_wide(t: WordArray, s: WordArray, disc: int, way: int, cell: int) -> int:
    """The same on two words."""
    seat, block = s[SEAT] & 3, level_block(t, s)
    reach = t[(REACHES - 8 + disc * 8 + way) & INDEX]
    near, far = _set_of(t, cell)
    target = cell + reach if cell + reach < WIDE_CELLS else cell + reach - WIDE_CELLS
    near_target, far_target = _set_of(t, target)
    s[MOLES + seat] ^= near ^ near_target
    s[OCCUPIED] ^= near ^ near_target
    s[FAR_MOLES + seat] ^= far ^ far_target
    s[FAR_OCCUPIED] ^= far ^ far_target
    return near_target & t[block + LEVEL_SPECIALS] | far_target & t[block + LEVEL_SPECIALS + 1]


@inlined
def use_disc(s: WordArray, seat: int) -> None:
    """Lay the disc shown aside: after the sixth all are face down again (RULES, A turn, 3)."""
    left = s[DISCS + seat]
    s[DISC] = 0
    s[DISCS + seat] = left if left else ALL_DISCS


@inlined
def end_turn(t: WordArray, s: WordArray, block: int, seat: int) -> bool:
    """End the turn of the player to act: count its progress, and pass on.

    Tells whether that may have ended the board or the game: the rare ends are in `kernel.ending`.
    """
    home = count_bits(s[OCCUPIED] & t[block + LEVEL_HOLES])
    outside = s[OCCUPIED] & ~t[block + LEVEL_HOLES]
    if t[IS_WIDE]:
        home += count_bits(s[FAR_OCCUPIED] & t[block + LEVEL_HOLES + 1])
        outside |= s[FAR_OCCUPIED] & ~t[block + LEVEL_HOLES + 1]
    # Without a branch: in random play a mole more is home in one turn of twenty, at random.
    most = s[MOST]
    stall = (s[STALL] + 1) * (home <= most)
    s[STALL] = stall
    s[MOST] = max(home, most)
    follower = next_seat(t, s, seat)
    s[PHASE] = DRAW_PHASE
    s[SEAT] = follower
    if (
        home >= t[block + LEVEL_HOLE_COUNT]
        or outside == 0
        or stall == t[STALL_LIMIT]
        or follower == seat
    ):
        s[SEAT] = seat
        end_board(t, s)
        return True
    return False
