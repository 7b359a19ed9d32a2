"""Which actions are legal, as numbers, over words (RULES, Set-up, 5; A turn).

All functions take the tables `t` of a game and the row `s` of a position. What the numbers mean is
in `kernel.layout`.
"""

from taupes.kernel.compiler import WordArray, compiled, count_bits, inlined, lowest_bit, nth_bit
from taupes.kernel.layout import (
    BLOCKED,
    DECLINE,
    DISC,
    DRAW,
    DRAW_PHASE,
    EXTRA_DRAW_PHASE,
    EXTRA_MOVE_PHASE,
    FAR_OCCUPIED,
    FAR_WAYS,
    HAND_VALUES,
    LEAVES_FREELY,
    LEVEL_CELLS,
    LEVEL_HOLES,
    MOVE,
    MOVE_PHASE,
    MUST_PASS,
    NEAR_BITS,
    OCCUPIED,
    OVER_PHASE,
    PASS,
    PHASE,
    PLACE_PHASE,
    PLACE_WAY,
    RING_CELLS,
    WAYS,
)
from taupes.kernel.moves import find_moves, hand_block, is_home, level_block, nth_move


@inlined
def find_places(t: WordArray, s: WordArray) -> int:
    """Write the cells where a mole may be placed into the row and count them (Set-up, 5)."""
    block = level_block(t, s)
    near = t[block + LEVEL_CELLS] & ~t[block + LEVEL_HOLES] & ~s[OCCUPIED]
    far = t[block + LEVEL_CELLS + 1] & ~t[block + LEVEL_HOLES + 1] & ~s[FAR_OCCUPIED]
    s[WAYS + PLACE_WAY], s[FAR_WAYS + PLACE_WAY] = near, far
    return count_bits(near) + count_bits(far)


@inlined
def nth_place(s: WordArray, n: int) -> int:
    """The n-th of the cells that `find_places` wrote into the row."""
    near = count_bits(s[WAYS + PLACE_WAY])
    if n < near:
        return lowest_bit(nth_bit(s[WAYS + PLACE_WAY], n))
    return NEAR_BITS + lowest_bit(nth_bit(s[FAR_WAYS + PLACE_WAY], n - near))


@compiled
def _find_shown(t: WordArray, s: WordArray) -> int:
    """Write the movers by the disc shown into the row and count their moves."""
    return find_moves(t, s, s[DISC], int(s[PHASE] == EXTRA_MOVE_PHASE), t[LEAVES_FREELY])


@compiled
def count_actions(t: WordArray, s: WordArray) -> int:
    """How many actions are legal; 0 when the game is over. Discs of equal value count once."""
    phase = s[PHASE]
    if phase == PLACE_PHASE:
        return find_places(t, s)
    if phase == DRAW_PHASE:
        values = count_bits(t[hand_block(s) + HAND_VALUES])
        if not is_home(t, s):
            return values
        return 1 if t[MUST_PASS] else 1 + values
    if phase == EXTRA_DRAW_PHASE:
        return 1 + count_bits(t[hand_block(s) + HAND_VALUES])
    if phase == OVER_PHASE:
        return 0
    return max(1, _find_shown(t, s))


@compiled
def nth_action(t: WordArray, s: WordArray, n: int) -> int:
    """The n-th legal action, from 0, in the order of `list_actions`."""
    phase = s[PHASE]
    if phase == PLACE_PHASE:
        find_places(t, s)
        return MOVE + t[RING_CELLS] * PLACE_WAY + nth_place(s, n)
    if phase in (DRAW_PHASE, EXTRA_DRAW_PHASE):
        if phase == EXTRA_DRAW_PHASE or is_home(t, s):
            if n == 0:
                return DECLINE if phase == EXTRA_DRAW_PHASE else PASS
            n -= 1
        return DRAW + lowest_bit(nth_bit(t[hand_block(s) + HAND_VALUES], n))
    if _find_shown(t, s) == 0:
        return BLOCKED
    way, cell = nth_move(t, s, n)
    return MOVE + t[RING_CELLS] * way + cell


@compiled
def list_actions(t: WordArray, s: WordArray, out: WordArray) -> int:
    """Write all legal actions into `out`, ascending, and count them."""
    phase = s[PHASE]
    count = count_actions(t, s)
    if phase in (PLACE_PHASE, MOVE_PHASE, EXTRA_MOVE_PHASE):
        return _list_ways(t, s, out, PLACE_WAY if phase == PLACE_PHASE else 0)
    for n in range(count):
        out[n] = nth_action(t, s, n)
    return count


@compiled
def _list_ways(t: WordArray, s: WordArray, out: WordArray, way: int) -> int:
    """Write the moves or places found in the row into `out`; BLOCKED if there are none."""
    count = 0
    first = MOVE + t[RING_CELLS] * way
    last = 7 if way == PLACE_WAY else 6
    while way < last:
        word = s[WAYS + way]
        while word != 0:
            out[count] = first + lowest_bit(word)
            word &= word - 1
            count += 1
        word = s[FAR_WAYS + way]
        while word != 0:
            out[count] = first + NEAR_BITS + lowest_bit(word)
            word &= word - 1
            count += 1
        first += t[RING_CELLS]
        way += 1
    if count == 0:
        out[0] = BLOCKED
        count = 1
    return count


@compiled
def is_legal(t: WordArray, s: WordArray, action: int) -> bool:
    """Whether an action is among the legal ones."""
    found = False
    for n in range(count_actions(t, s)):
        found = found or nth_action(t, s, n) == action
    return found
