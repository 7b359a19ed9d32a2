"""Rewards on the way, for learners who ask for them: what a position promises, and its changes.

Shaping by a potential changes no best policy (docs/envs.md). A seat is paid from one of its
decisions to the next, `weight * (discount * after - before)`, where `before` and `after` are the
potentials of the two positions as that seat has them, and 0 once the game is over.
"""

from dataclasses import dataclass
from math import inf
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from taupes.bots.search.appetite import count_reach
from taupes.kernel.compiler import WordArray, compiled, count_bits, lowest_bit
from taupes.kernel.layout import (
    ALL_DISCS,
    DISCS,
    FAR_MOLES,
    FAR_OCCUPIED,
    LEVEL_HOLES,
    MOLES,
    MOLES_OF,
    NEAR_BITS,
    OCCUPIED,
    OVER_PHASE,
    PHASE,
    PLACE_PHASE,
    SEAT,
    SEATS,
)
from taupes.kernel.moves import level_block

HOME_SHARE: Final = 8
"""A mole in a hole; any other has one, and one for each disc that would bring it there."""
UNASKED: Final = -9.0
"""Held for a seat that has not decided anything yet: no potential is so low."""


@dataclass(frozen=True, slots=True)
class Shaping:
    """How much is paid on the way; `discount` has to be the learner's own."""

    weight: float = 1.0
    """What the whole of the shares is worth, where a won game is worth 1."""
    discount: float = 1.0
    """By how much a reward is worth less one decision later, as the learner counts."""

    def __post_init__(self) -> None:
        if not (_is_number(self.weight) and 0 < self.weight < inf):
            raise ValueError(f"weight={self.weight!r:.60}: expected a number above 0")
        if not (_is_number(self.discount) and 0 < self.discount <= 1):
            raise ValueError(
                f"discount={self.discount!r:.60}: expected a number above 0, and at most 1"
            )


def _is_number(number: object) -> bool:
    return isinstance(number, int | float) and not isinstance(number, bool)


class Promises(NamedTuple):
    """What shaping keeps of so many games; a weight of 0 shapes nothing."""

    weight: float
    discount: float
    held: NDArray[np.float64]
    """By game and seat, the potential at its last decision."""


def promises_of(shaping: Shaping | None, games: int, players: int) -> Promises:
    """Nobody in these games has decided anything."""
    if shaping is not None and not isinstance(shaping, Shaping):
        raise ValueError(f"shaping={shaping!r:.60}: expected Shaping(weight, discount) or None")
    held = np.full((games, players), UNASKED)
    if shaping is None:
        return Promises(0.0, 1.0, held)
    return Promises(float(shaping.weight), float(shaping.discount), held)


@compiled
def _shares(t: WordArray, s: WordArray, seat: int) -> int:
    """What a seat's moles come to: more for those that are home, or could be by its next disc."""
    block, hand = level_block(t, s), s[DISCS + seat]
    if hand == 0:
        hand = ALL_DISCS
    near, far = s[MOLES + seat], s[FAR_MOLES + seat]
    home, far_home = near & t[block + LEVEL_HOLES], far & t[block + LEVEL_HOLES + 1]
    total = count_bits(near) + count_bits(far)
    if s[PHASE] == PLACE_PHASE:
        total = t[MOLES_OF + seat]
    total += (HOME_SHARE - 1) * (count_bits(home) + count_bits(far_home))
    near, far = near ^ home, far ^ far_home
    while near != 0:
        total += count_reach(t, block, lowest_bit(near), hand, s[OCCUPIED], s[FAR_OCCUPIED])
        near &= near - 1
    while far != 0:
        cell = NEAR_BITS + lowest_bit(far)
        total += count_reach(t, block, cell, hand, s[OCCUPIED], s[FAR_OCCUPIED])
        far &= far - 1
    return total


@compiled
def potential(t: WordArray, s: WordArray, seat: int) -> float:
    """What a position promises a seat: the reward of a game, were it shared out as things stand.

    1 for a seat that has all there is, an equal part of -1 for one that has nothing, 0 for equal
    shares and at the end.
    """
    if s[PHASE] == OVER_PHASE:
        return 0.0
    own, total = _shares(t, s, seat), 0
    for each in range(t[SEATS]):
        total += _shares(t, s, each)
    return (t[SEATS] * own / total - 1.0) / (t[SEATS] - 1.0)


@compiled
def shape(
    t: WordArray, s: WordArray, promises: Promises, game: int, rewards: Any, is_last: bool
) -> None:
    """Add what the way to here pays to the seat that decides next, or at the last to all."""
    held = promises.held[game]
    for seat in range(t[SEATS]):
        if is_last or seat == s[SEAT]:
            after = potential(t, s, seat)
            if held[seat] != UNASKED:
                rewards[seat] += promises.weight * (promises.discount * after - held[seat])
            held[seat] = after
