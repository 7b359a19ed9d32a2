"""Whole games by chance: uniformly random play, and play that enters a hole when it can.

Every function takes a generator (`kernel.chance`) and gives it back as it is afterwards.
"""

from typing import Final

from taupes.kernel.actions import find_places, nth_place
from taupes.kernel.chance import below, stir, take_disc
from taupes.kernel.compiler import Words, compiled, count_bits, inlined
from taupes.kernel.layout import (
    DISC,
    EXTRA_DRAW_PHASE,
    FAR_LANES,
    FAR_WAYS,
    IS_WIDE,
    LEAVES_FREELY,
    LEVEL_ENTRIES,
    MUST_PASS,
    OUTCOME,
    OVER_PHASE,
    PHASE,
    PLACE_PHASE,
    SEATS,
    WAYS,
)
from taupes.kernel.moves import INDEX, add_up, find_moves, is_home, level_block, nth_move
from taupes.kernel.play import begin, end_turn, move, place, use_disc

# What `play_many` counts.
GAMES: Final = 0
TURNS: Final = 1
DECISIONS: Final = 2
"""Actions of players; discs turned are chance's."""
DRAWN: Final = 3
WINS: Final = 4
"""By seat, shared wins counted for each; 4 words."""
TALLY_WORDS: Final = 8


@inlined
def _keep_entries(t: Words, s: Words, disc: int) -> int:
    """Keep, of the moves in the row, those into a hole, and count them; none: keep all."""
    entries = (level_block(t, s) + LEVEL_ENTRIES + (disc - 1) * 16) & INDEX
    count = 0
    for way in range(6):
        count += count_bits(s[WAYS + way] & t[entries + way])
    if t[IS_WIDE]:
        for way in range(6):
            count += count_bits(s[FAR_WAYS + way] & t[entries + FAR_LANES + way])
    if count > 0:
        for way in range(6):
            s[WAYS + way] &= t[entries + way]
        add_up(s)
        if t[IS_WIDE]:
            for way in range(6):
                s[FAR_WAYS + way] &= t[entries + FAR_LANES + way]
    return count


@inlined
def _step(t: Words, s: Words, rng: int, is_hungry: int) -> tuple[int, int]:
    """Let the player to act do one thing; the generator, and whether the turn goes on.

    The thing is a pass, or a disc with its move, or the forgoing of an extra disc.
    """
    disc, is_extra, is_special = s[DISC], int(s[PHASE] >= EXTRA_DRAW_PHASE), 0
    is_idle = False
    if disc == 0:
        if is_extra or is_home(t, s):
            rng = stir(rng)
            if is_hungry:
                is_idle = is_home(t, s)
            else:
                is_idle = below(rng, 2) == 0 or (not is_extra and t[MUST_PASS] != 0)
        if not is_idle:
            rng = stir(rng)
            disc = take_disc(t, s, rng)
    if not is_idle:
        count = find_moves(t, s, disc, is_extra, t[LEAVES_FREELY] & ~is_hungry)
        if count > 0:
            if is_hungry:
                entries = _keep_entries(t, s, disc)
                count = entries if entries > 0 else count
            rng = stir(rng)
            way, cell = nth_move(t, s, below(rng, count))
            is_special = move(t, s, disc, way, cell)
    if is_special and not is_extra:
        use_disc(s)
        s[PHASE] = EXTRA_DRAW_PHASE
        return rng, 1
    end_turn(t, s)
    return rng, 0


@compiled
def play_out(t: Words, s: Words, rng: int, is_hungry: int, limit: int, tally: Words) -> int:
    """Play a position to its end, or for `limit` decisions, and give the generator back.

    Uniformly at random: every legal move is as likely as any other, and so are sitting out and
    turning a disc, where that is a choice. With `is_hungry` set to 1, a mole that can enter a hole
    does, none leaves one by choice, and an extra disc is taken. Turns and decisions are added to
    the tally (`words(TALLY_WORDS)`).
    """
    decisions = 0
    while s[PHASE] == PLACE_PHASE:
        rng = stir(rng)
        count = find_places(t, s)
        place(t, s, nth_place(s, below(rng, count)))
        decisions += 1
    extras = decisions
    while s[PHASE] != OVER_PHASE and decisions < limit:
        rng, goes_on = _step(t, s, rng, is_hungry)
        extras += goes_on
        decisions += 1
    tally[TURNS] += decisions - extras
    tally[DECISIONS] += decisions
    return rng


@compiled
def play_many(
    t: Words, s: Words, rng: int, games: int, is_hungry: int, limit: int, tally: Words
) -> int:
    """Play so many games from the empty board; add up turns, decisions and results by seat."""
    for _ in range(games):
        begin(t, s)
        rng = play_out(t, s, rng, is_hungry, limit, tally)
        tally[GAMES] += 1
        if s[OUTCOME] & 15 == 0:
            tally[DRAWN] += 1
        for seat in range(t[SEATS]):
            tally[WINS + seat] += s[OUTCOME] >> seat & 1
    return rng
