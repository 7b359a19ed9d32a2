"""The discs a player can have left: 35 hands, numbered, and what turning one over leaves."""

from functools import cache
from itertools import combinations
from typing import Final

from taupes.rules import DISCS

HANDS: Final = tuple(
    sorted(
        {hand for size in range(1, len(DISCS) + 1) for hand in combinations(DISCS, size)},
        key=lambda hand: (len(hand), hand),
    )
)
"""Every set of discs that can be face down before a turn, smallest first."""

NUMBER: Final = {hand: number for number, hand in enumerate(HANDS)}
"""The number of each hand."""

FULL: Final = NUMBER[DISCS]


@cache
def draws(hand: int) -> tuple[tuple[int, int, float], ...]:
    """What turning a disc can show: its value, the hand after it, and the chance of it.

    After the sixth disc all six are face down again (RULES, A turn, 3).

    >>> draws(NUMBER[(2, 2, 4)]) == (
    ...     (2, NUMBER[(2, 4)], 2 / 3), (4, NUMBER[(2, 2)], 1 / 3))
    True
    """
    discs = HANDS[hand]
    found = []
    for disc in sorted(set(discs)):
        at = discs.index(disc)
        rest = discs[:at] + discs[at + 1 :]
        found.append((disc, NUMBER[rest or DISCS], discs.count(disc) / len(discs)))
    return tuple(found)


def size(hand: int) -> int:
    """How many discs a hand has."""
    return len(HANDS[hand])
