"""The greedy player over the kernel's words: what `GreedyPlayer` likes best, only faster.

All functions take the tables `t` of a game and the row `s` of a position. Must agree with
`players.greedy`, which says in words what is counted here.
"""

from typing import Final

from taupes.kernel.compiler import WordArray, compiled, count_bits, inlined, lowest_bit
from taupes.kernel.layout import (
    ALL_DISCS,
    DISC,
    DISCS,
    FAR_LANES,
    FAR_MOLES,
    FAR_OCCUPIED,
    IS_WIDE,
    LEVEL_ENTRIES,
    LEVEL_HOLES,
    MOLES,
    MOVE,
    NEAR_BITS,
    OCCUPIED,
    PASS,
    PLACE_WAY,
    REACHES,
    RING_CELLS,
    SEAT,
    SEATS,
    TURN_DISC,
)
from taupes.kernel.moves import is_home, level_block

HOME: Final = 7
"""What a mole in a hole is worth: one more than all six discs that might bring it there."""
LARGEST: Final = 1 << 20
"""More than all that can be left to the leader."""


@inlined
def _has(t: WordArray, near: int, far: int, cell: int) -> bool:
    """Whether a set of cells has this one."""
    if t[IS_WIDE] and cell >= NEAR_BITS:
        return far >> (cell - NEAR_BITS) & 1 != 0
    return near >> cell & 1 != 0


@inlined
def _ahead(t: WordArray, cell: int, reach: int) -> int:
    """The cell so far ahead on the ring."""
    return cell + reach if cell + reach < t[RING_CELLS] else cell + reach - t[RING_CELLS]


@compiled
def _is_clear(t: WordArray, cell: int, way: int, disc: int, near: int, far: int) -> bool:
    """Whether nothing stands on the next cells that way, as many as the disc says."""
    for _ in range(disc):
        cell = _ahead(t, cell, t[REACHES + way])
        if _has(t, near, far, cell):
            return False
    return True


@compiled
def count_reach(t: WordArray, block: int, cell: int, hand: int, near: int, far: int) -> int:
    """How many discs of a hand would bring a mole on a cell into a free hole."""
    found = 0
    lane, bit = 0, cell
    if t[IS_WIDE] and cell >= NEAR_BITS:
        lane, bit = FAR_LANES, cell - NEAR_BITS
    for disc in range(1, 5):
        # One bit for each of 1, 2, 2, 3, 3, 4.
        first = 2 * disc - 3 if disc > 1 else 0
        several = 2 if 1 < disc < 4 else 1
        count = count_bits(hand >> first & ((1 << several) - 1))
        entries = block + LEVEL_ENTRIES + 16 * (disc - 1) + lane
        for way in range(6):
            if (
                count > 0
                and t[entries + way] >> bit & 1
                and _is_clear(t, cell, way, disc, near, far)
            ):
                found += count
                count = 0
    return found


@compiled
def _leader(t: WordArray, s: WordArray, block: int) -> int:
    """The opponent who is ahead: most moles home, then most moles, then next to move."""
    best, leader = -1, 0
    for n in range(1, t[SEATS]):
        seat = (s[SEAT] + n) % t[SEATS]
        near, far = s[MOLES + seat], s[FAR_MOLES + seat]
        home = count_bits(near & t[block + LEVEL_HOLES])
        home += count_bits(far & t[block + LEVEL_HOLES + 1])
        score = 64 * home + count_bits(near) + count_bits(far)
        if score > best:
            best, leader = score, seat
    return leader


@compiled
def _threat(t: WordArray, s: WordArray, block: int, rival: int, near: int, far: int) -> int:
    """How many ways into a hole are left to a rival where so many cells are occupied."""
    found, hand = 0, s[DISCS + rival]
    moles = s[MOLES + rival] & ~t[block + LEVEL_HOLES]
    while moles != 0:
        found += count_reach(t, block, lowest_bit(moles), hand, near, far)
        moles &= moles - 1
    moles = s[FAR_MOLES + rival] & ~t[block + LEVEL_HOLES + 1]
    while moles != 0:
        found += count_reach(t, block, NEAR_BITS + lowest_bit(moles), hand, near, far)
        moles &= moles - 1
    return found


@inlined
def _turned(t: WordArray, near: int, far: int, cell: int) -> tuple[int, int]:
    """A set of cells with this one, if it was without, or the other way round."""
    if t[IS_WIDE] and cell >= NEAR_BITS:
        return near, far ^ 1 << (cell - NEAR_BITS)
    return near ^ 1 << cell, far


@inlined
def _occupied_after(t: WordArray, s: WordArray, way: int, cell: int) -> tuple[int, int]:
    """The cells with a mole after a move."""
    target = _ahead(t, cell, t[REACHES - 8 + s[DISC] * 8 + way])
    near, far = _turned(t, s[OCCUPIED], s[FAR_OCCUPIED], cell)
    return _turned(t, near, far, target)


@compiled
def _score_move(t: WordArray, s: WordArray, block: int, way: int, cell: int) -> int:
    target = _ahead(t, cell, t[REACHES - 8 + s[DISC] * 8 + way])
    value, hand = HOME, s[DISCS + s[SEAT]]
    holes, far_holes = t[block + LEVEL_HOLES], t[block + LEVEL_HOLES + 1]
    if not _has(t, holes, far_holes, target):
        near, far = _occupied_after(t, s, way, cell)
        value = count_reach(t, block, target, hand if hand else ALL_DISCS, near, far)
    if not _has(t, holes, far_holes, cell):
        value += HOME  # instead of taking it from those who leave a hole: no score is negative
    return value


@compiled
def _score_choice(t: WordArray, s: WordArray, block: int, choice: int) -> int:
    """How good a choice looks; only those of one position can be compared."""
    if choice >= MOVE:
        way = (choice - MOVE) // t[RING_CELLS]
        cell = choice - MOVE - way * t[RING_CELLS]
        if way == PLACE_WAY:
            return count_reach(t, block, cell, ALL_DISCS, s[OCCUPIED], s[FAR_OCCUPIED])
        return _score_move(t, s, block, way, cell)
    if choice == TURN_DISC:
        return int(not is_home(t, s))
    return int(choice == PASS)


@compiled
def list_best(t: WordArray, s: WordArray, choices: WordArray, count: int, out: WordArray) -> int:
    """Write those of the choices that a greedy player likes best into `out`, and count them."""
    block = level_block(t, s)
    best, found = -1, 0
    for i in range(count):
        score = _score_choice(t, s, block, choices[i])
        if score > best:
            best, found = score, 0
        if score == best:
            out[found] = choices[i]
            found += 1
    if found == 1 or out[0] < MOVE or out[0] >= MOVE + t[RING_CELLS] * PLACE_WAY:
        return found
    return _list_blocking(t, s, block, out, found)


@compiled
def _list_blocking(t: WordArray, s: WordArray, block: int, out: WordArray, count: int) -> int:
    """Keep, of moves that look as good, those that leave least to the leader, and count them."""
    rival = _leader(t, s, block)
    least, found = LARGEST, 0
    for i in range(count):
        way = (out[i] - MOVE) // t[RING_CELLS]
        near, far = _occupied_after(t, s, way, out[i] - MOVE - way * t[RING_CELLS])
        threat = _threat(t, s, block, rival, near, far)
        if threat < least:
            least, found = threat, 0
        if threat == least:
            out[found] = out[i]
            found += 1
    return found
