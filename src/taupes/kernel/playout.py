"""Whole games by chance: uniformly random play, and play that enters a hole when it can.

Every function takes a generator (`kernel.chance`) and gives it back as it is afterwards.
"""

from typing import Final

from taupes.kernel.actions import find_places, nth_place
from taupes.kernel.chance import below, stir, take_disc_of
from taupes.kernel.compiler import WordArray, compiled, count_bits, inlined
from taupes.kernel.layout import (
    DISC,
    EXTRA_DRAW_PHASE,
    FAR_LANES,
    FAR_WAYS,
    IS_WIDE,
    LEAVES_FREELY,
    LEVEL_ENTRIES,
    LEVEL_HOLES,
    LEVEL_SPECIALS,
    MOLES,
    MUST_PASS,
    OCCUPIED,
    OUTCOME,
    OVER_PHASE,
    PHASE,
    PLACE_PHASE,
    RING,
    SEAT,
    SEATS,
    WAYS,
)
from taupes.kernel.moves import (
    COUNT,
    INDEX,
    Found,
    add_up,
    are_home,
    find,
    find_wide,
    level_block,
    nth_found,
    nth_wide_move,
    split_movers,
    starts_of,
)
from taupes.kernel.play import begin, end_turn, move_wide, place, shift, use_disc

# What `play_many` counts.
GAMES: Final = 0
TURNS: Final = 1
DECISIONS: Final = 2
"""Actions of players; discs turned are chance's."""
DRAWN: Final = 3
WINS: Final = 4
"""By seat, shared wins counted for each; 4 words."""
TALLY_WORDS: Final = 8

Scene = tuple[int, int, int]
"""What a turn needs of the last one: the offset of the board's tables, the player to act, and on
boards of one word the free cells. The row has it too, but the machine would wait for the row."""


@compiled
def play_out(
    t: WordArray, s: WordArray, rng: int, is_hungry: int, limit: int, tally: WordArray
) -> int:
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
    # Twice, so that each way of playing is compiled for itself.
    if is_hungry:
        return _play_on(t, s, rng, 1, decisions, limit, tally)
    return _play_on(t, s, rng, 0, decisions, limit, tally)


@inlined
def _play_on(
    t: WordArray,
    s: WordArray,
    rng: int,
    is_hungry: int,
    decisions: int,
    limit: int,
    tally: WordArray,
) -> int:
    """Play on when all moles are placed, which took so many decisions.

    Each round is one thing that the player to act does: a pass, or a disc with its move, or the
    forgoing of an extra disc.
    """
    extras = decisions
    block, seat, free = _scene(t, s)
    disc, is_extra = s[DISC] & 7, int(s[PHASE] >= EXTRA_DRAW_PHASE)
    while s[PHASE] != OVER_PHASE and decisions < limit:
        decisions += 1
        is_idle, is_special = False, 0
        if disc == 0 and (is_extra or are_home(t, s, block, seat)):
            rng = stir(rng)
            if is_hungry:
                is_idle = are_home(t, s, block, seat)
            else:
                is_idle = below(rng, 2) == 0 or (not is_extra and t[MUST_PASS] != 0)
        if not is_idle:
            if disc == 0:
                rng = stir(rng)
                disc = take_disc_of(t, s, seat, rng)
            use_disc(s, seat)
            if t[IS_WIDE]:
                rng, free, is_special = _wander_wide(t, s, rng, disc, is_extra, is_hungry)
            else:
                scene = block, seat, free
                rng, free, is_special = _wander(t, s, rng, scene, disc, is_extra, is_hungry)
            disc = 0
        if is_special and not is_extra:
            s[PHASE] = EXTRA_DRAW_PHASE
            is_extra = 1
            extras += 1
        else:
            is_extra = 0
            if end_turn(t, s, block, seat):
                block, seat, free = _scene(t, s)
            else:
                seat = s[SEAT] & 3
    tally[TURNS] += decisions - extras
    tally[DECISIONS] += decisions
    return rng


@inlined
def _scene(t: WordArray, s: WordArray) -> Scene:
    return level_block(t, s), s[SEAT] & 3, RING & ~s[OCCUPIED]


@inlined
def _wander(
    t: WordArray, s: WordArray, rng: int, scene: Scene, disc: int, is_extra: int, is_hungry: int
) -> tuple[int, int, int]:
    """Move a mole by chance, if any can be moved, on boards of one word.

    The generator, the free cells, and a number other than 0 if it stopped on a special cell.
    """
    block, seat, free = scene
    starts = starts_of(block, disc, is_extra)
    is_free = t[LEAVES_FREELY] & ~is_hungry
    movers, leaving = split_movers(s[MOLES + seat], t[block + LEVEL_HOLES], is_free)
    found = find(t, free, disc, starts, movers)
    if found[COUNT] == 0:
        return _leave(t, s, rng, scene, disc, starts, leaving, is_hungry)
    return _go(t, s, rng, scene, disc, found, is_hungry)


@inlined
def _leave(
    t: WordArray,
    s: WordArray,
    rng: int,
    scene: Scene,
    disc: int,
    starts: int,
    leaving: int,
    is_hungry: int,
) -> tuple[int, int, int]:
    """The same for moles in holes, which is rare."""
    found = find(t, scene[2], disc, starts, leaving)
    if found[COUNT] == 0:
        return rng, scene[2], 0
    return _go(t, s, rng, scene, disc, found, is_hungry)


@inlined
def _go(
    t: WordArray, s: WordArray, rng: int, scene: Scene, disc: int, found: Found, is_hungry: int
) -> tuple[int, int, int]:
    """Make one of the moves found."""
    block, seat, free = scene
    if is_hungry:
        found = _keep_entries(t, found, (block + LEVEL_ENTRIES - 16 + disc * 16) & INDEX)
    rng = stir(rng)
    way, origin = nth_found(found, below(rng, found[COUNT]))
    cells, target = shift(t, s, seat, disc, way, origin)
    return rng, free ^ cells, target & t[block + LEVEL_SPECIALS]


@inlined
def _keep_entries(t: WordArray, found: Found, entries: int) -> Found:
    """Keep, of the moves found, those into a hole; none: keep all."""
    kept = add_up(
        (
            found[0] & t[entries],
            found[1] & t[entries + 1],
            found[2] & t[entries + 2],
            found[3] & t[entries + 3],
            found[4] & t[entries + 4],
            found[5] & t[entries + 5],
        )
    )
    return kept if kept[COUNT] > 0 else found


@inlined
def _wander_wide(
    t: WordArray, s: WordArray, rng: int, disc: int, is_extra: int, is_hungry: int
) -> tuple[int, int, int]:
    """The same as `_wander` on boards of two words, where the free cells are in the row alone."""
    starts = starts_of(level_block(t, s), disc, is_extra)
    count = find_wide(t, s, disc, starts, t[LEAVES_FREELY] & ~is_hungry)
    if count == 0:
        return rng, 0, 0
    if is_hungry:
        entries = _keep_wide_entries(t, s, disc)
        count = entries if entries > 0 else count
    rng = stir(rng)
    way, cell = nth_wide_move(s, below(rng, count))
    return rng, 0, move_wide(t, s, disc, way, cell)


@inlined
def _keep_wide_entries(t: WordArray, s: WordArray, disc: int) -> int:
    """Keep, of the moves in the row, those into a hole, and count them; none: keep all."""
    entries = (level_block(t, s) + LEVEL_ENTRIES - 16 + disc * 16) & INDEX
    count = 0
    for way in range(6):
        count += count_bits(s[WAYS + way] & t[entries + way])
        count += count_bits(s[FAR_WAYS + way] & t[entries + FAR_LANES + way])
    if count > 0:
        for way in range(6):
            s[WAYS + way] &= t[entries + way]
            s[FAR_WAYS + way] &= t[entries + FAR_LANES + way]
    return count


@compiled
def play_many(
    t: WordArray, s: WordArray, rng: int, games: int, is_hungry: int, limit: int, tally: WordArray
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
