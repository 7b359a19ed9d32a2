"""Where each seat's chance to win is known exactly: finished games, and the book of the last board.

The book answers where moles have just dropped to the last board and two players are left.
"""

from typing import Any, Final

from taupes.bots.evaluation.mind import Mind
from taupes.kernel.arrays import Singles, WordArray, single
from taupes.kernel.compiler import compiled, inlined
from taupes.kernel.layout import (
    DISCS,
    DRAW_PHASE,
    LAST_LEVEL,
    LEVEL,
    MOLES,
    OCCUPIED,
    OUTCOME,
    OVER_PHASE,
    PHASE,
    SEAT,
    SEATS,
)
from taupes.kernel.moves import INDEX

ZERO: Final[Any] = single(0.0)
ONE: Final[Any] = single(1.0)


@inlined
def look_up(t: WordArray, s: WordArray, mind: Mind, v: Singles) -> bool:
    """Write the chances into `v` if moles have just dropped to the last board and the book knows.

    It knows all positions with two players left. Whoever stands on exactly these cells is as good
    as just dropped, however the moles got there.
    """
    if s[LEVEL] != t[LAST_LEVEL] or s[OCCUPIED] != mind.spots[0] or s[PHASE] != DRAW_PHASE:
        return False
    return _open_book(t, s, mind.spots, mind.book, v)


@compiled
def _open_book(t: WordArray, s: WordArray, spots: WordArray, book: Singles, v: Singles) -> bool:
    seats, seat, rival, rivals = t[SEATS], s[SEAT], 0, 0
    for k in range(seats):
        v[k] = ZERO
        if k != seat and s[MOLES + k]:
            rival = k
            rivals += 1
    if rivals != 1:
        return False
    owned = 0
    for i in range(spots[1]):
        owned |= (s[MOLES + seat] >> spots[2 + i] & 1) << i
    v[seat] = book[(owned << 12 | s[DISCS + seat] << 6 | s[DISCS + rival]) & INDEX]
    v[rival] = ONE - v[seat]
    return True


@inlined
def know(t: WordArray, s: WordArray, mind: Mind, v: Singles) -> bool:
    """Write each seat's chance to win into `v` where it is known exactly."""
    if s[PHASE] == OVER_PHASE:
        settle(t, s, v)
        return True
    return look_up(t, s, mind, v)


@compiled
def settle(t: WordArray, s: WordArray, v: Singles) -> None:
    """Write the result of a finished game into `v`: a shared win is shared, and so is a draw."""
    seats, winners = t[SEATS], 0
    for seat in range(seats):
        winners += s[OUTCOME] >> seat & 1
    for seat in range(seats):
        if winners == 0:
            v[seat] = 1.0 / seats
        else:
            v[seat] = (s[OUTCOME] >> seat & 1) / winners
