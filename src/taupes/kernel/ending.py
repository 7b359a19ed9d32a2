"""The end of a board and of the game, over words (RULES, End of a board; End of the game).

Must agree with `rules.ending`. These are the rare turns: plainness counts here, not speed.
"""

from taupes.kernel.compiler import WordArray, compiled, count_bits, inlined
from taupes.kernel.layout import (
    COUNTS_POINTS,
    FAR_MOLES,
    FAR_OCCUPIED,
    LAST_LEVEL,
    LAST_TEAM_REASON,
    LEVEL,
    LEVEL_HOLES,
    LEVEL_WORDS,
    LEVELS,
    MOLES,
    MOST,
    OCCUPIED,
    OUTCOME,
    OVER_PHASE,
    PHASE,
    POINTS,
    POINTS_REASON,
    SEAT,
    SEATS,
    SHOVEL_REASON,
    STALEMATE_REASON,
    STALL,
    STALL_LIMIT,
)


@inlined
def next_seat(t: WordArray, s: WordArray, seat: int) -> int:
    """The next player clockwise who still has moles; the same one if nobody else has."""
    follower = seat + 1 & 3 if seat + 1 < t[SEATS] else 0
    while s[MOLES + follower] | s[FAR_MOLES + follower] == 0 and follower != seat:
        follower = follower + 1 & 3 if follower + 1 < t[SEATS] else 0
    return follower


@compiled
def end_board(t: WordArray, s: WordArray) -> None:
    """End the board, or the game, if this turn has ended it; else let the next player go on."""
    level = s[LEVEL]
    is_stand_off = s[STALL] == t[STALL_LIMIT]
    is_drawn = is_stand_off and (level == t[LAST_LEVEL] or _count_home(t, s) == 0)
    if not is_drawn and (is_stand_off or _is_complete(t, s)):
        _lift(t, s)
        s[STALL] = 0
        s[MOST] = _count_home(t, s)
    _decide(t, s, is_drawn)
    if s[OUTCOME]:
        s[PHASE] = OVER_PHASE
    else:
        s[SEAT] = next_seat(t, s, s[SEAT])


@compiled
def _holes(t: WordArray, level: int) -> tuple[int, int]:
    """The near and far words of a level's holes."""
    block = LEVELS + level * LEVEL_WORDS + LEVEL_HOLES
    return t[block], t[block + 1]


@compiled
def _count_home(t: WordArray, s: WordArray) -> int:
    """How many holes of the board in play are occupied."""
    near, far = _holes(t, s[LEVEL])
    return count_bits(s[OCCUPIED] & near) + count_bits(s[FAR_OCCUPIED] & far)


@compiled
def _is_complete(t: WordArray, s: WordArray) -> bool:
    """Whether the board in play ends: all its holes are occupied, or every mole is in one."""
    near, far = _holes(t, s[LEVEL])
    is_full = (near & ~s[OCCUPIED]) | (far & ~s[FAR_OCCUPIED]) == 0
    return is_full or (s[OCCUPIED] & ~near) | (s[FAR_OCCUPIED] & ~far) == 0


@compiled
def _lift(t: WordArray, s: WordArray) -> None:
    """Take off the board in play, and those below that are complete at once; the last stays."""
    is_next = True
    while is_next and s[LEVEL] < t[LAST_LEVEL]:
        near, far = _holes(t, s[LEVEL])
        s[OCCUPIED] &= near
        s[FAR_OCCUPIED] &= far
        for seat in range(t[SEATS]):
            s[MOLES + seat] &= near
            s[FAR_MOLES + seat] &= far
            if t[COUNTS_POINTS] and s[LEVEL] == t[LAST_LEVEL] - 1:
                s[POINTS] += _count_moles(s, seat) << (8 * seat)
        s[LEVEL] += 1
        is_next = _is_complete(t, s)


@compiled
def _count_moles(s: WordArray, seat: int) -> int:
    return count_bits(s[MOLES + seat]) + count_bits(s[FAR_MOLES + seat])


@compiled
def _decide(t: WordArray, s: WordArray, is_drawn: bool) -> None:
    """Write how the game ends here, if it does, with the points of the end."""
    last = t[LAST_LEVEL]
    near, far = _holes(t, last)
    alive, survivor, digger = 0, -1, -1
    for seat in range(t[SEATS] - 1, -1, -1):
        if _count_moles(s, seat) > 0:
            alive += 1
            survivor = seat
            if s[LEVEL] == last and (s[MOLES + seat] & near) | (s[FAR_MOLES + seat] & far) != 0:
                digger = seat
    winner, bonus = -1, 1
    if digger >= 0:
        reason, winner = POINTS_REASON if t[COUNTS_POINTS] else SHOVEL_REASON, digger
    elif is_drawn:
        reason = STALEMATE_REASON
    elif alive == 1:
        # The last team takes what is left to take: the beige holes it could fill, and the shovel.
        reason, winner = LAST_TEAM_REASON, survivor
        if s[LEVEL] < last:
            near, far = _holes(t, last - 1)
            bonus += min(_count_moles(s, survivor), count_bits(near) + count_bits(far))
    else:
        return
    winners = 1 << winner if winner >= 0 else 0
    if t[COUNTS_POINTS]:
        if winner >= 0:
            s[POINTS] += bonus << (8 * winner)
        winners = _leaders(t, s)
    s[OUTCOME] = reason << 4 | winners


@compiled
def _leaders(t: WordArray, s: WordArray) -> int:
    """One bit for each seat with the most points; none if no point was made."""
    most, leaders = 1, 0
    for seat in range(t[SEATS]):
        points = s[POINTS] >> (8 * seat) & 255
        if points > most:
            most, leaders = points, 0
        if points == most:
            leaders |= 1 << seat
    return leaders
