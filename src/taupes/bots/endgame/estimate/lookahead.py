"""A search of a few turns, for two to four players, discs and special cells included.

It stands in for an exact table that is not ready, and is the estimate for three or four players.
"""

from functools import cache

from taupes.bots.endgame.estimate.descent import FIELDS, RESULT, ROWS, Premises, Trail, look
from taupes.bots.endgame.estimate.numbering import Blind, empty_blind
from taupes.bots.endgame.floor import NotSolvable, Progress, floor_of, word_of
from taupes.bots.endgame.hands import HANDS, NUMBER, draws
from taupes.kernel.arrays import DoubleRows, WordRows, array_of, words, zeroes
from taupes.kernel.way import HAS_NUMPY, IS_COMPILED
from taupes.rules import Phase, State


@cache
def _hand_tables() -> tuple[WordRows, DoubleRows]:
    nexts, shares = zeroes("q", len(HANDS), 4), zeroes("d", len(HANDS), 4)
    for hand in range(len(HANDS)):
        for disc, after, share in draws(hand):
            nexts[hand][disc - 1], shares[hand][disc - 1] = after, share
    return nexts, shares


def look_ahead(
    state: State,
    depth: int,
    *,
    leaf: float | None = None,
    blind: Blind | None = None,
) -> tuple[float, ...]:
    """The chances of each seat by a search of so many turns, from before a disc is turned.

    Leaves are worth what the disc-blind table says, or `leaf`, or else the same for everybody.
    """
    if state.phase is not Phase.DRAW:
        raise ValueError("a search starts before a disc is turned")
    if not IS_COMPILED:
        raise NotSolvable("searches of the last board need Numba or a compiled library")
    floor, number = floor_of(state.game)
    seats = state.game.seats
    order = [(state.turn + n) % seats for n in range(seats)]
    order = [seat for seat in order if state.moles[seat]]
    premises = Premises(
        *floor.lines,
        floor.special_word,
        *_hand_tables(),
        blind is not None,
        1 / len(order) if leaf is None else leaf,
        blind or empty_blind(floor),
        _shift(blind, [state.moles[seat].bit_count() for seat in order]),
    )
    levels, players = 2 * depth + 2, len(order)
    trail = Trail(
        array_of("q", (word_of(state.cells(seat), number) for seat in order)),
        array_of("q", (NUMBER[state.discs[seat]] for seat in order)),
        words(players),
        zeroes("q", levels, FIELDS),
        zeroes("d", levels),
        zeroes("d", levels, ROWS, players),
    )
    look(premises, trail, depth)
    values = [0.0] * seats
    for seat, value in zip(order, trail.out[0][RESULT], strict=True):
        values[seat] = float(value)
    return tuple(values)


def _shift(blind: Blind | None, counts: list[int]) -> int:
    """How far on in the table's order of play the first of these players sits."""
    known = list(map(int, blind.maps.counts)) if blind else counts
    return next(n for n in range(len(counts)) if known[n:] + known[:n] == counts)


def blind_for(state: State, progress: Progress | None = None) -> Blind | None:
    """The disc-blind table for the players left, one for all of them; None if it cannot be had."""
    if not HAS_NUMPY:
        return None
    from taupes.bots.endgame.estimate.blind import (  # noqa: PLC0415 - it takes NumPy
        BlindKey,
        load_or_build_blind,
    )

    floor, _ = floor_of(state.game)
    counts = tuple(word.bit_count() for word in state.moles if word)
    turned = max(counts[n:] + counts[:n] for n in range(len(counts)))
    return load_or_build_blind(BlindKey(floor, turned), progress)
