"""Chance: a generator that the caller owns, and the discs it turns over.

A generator is a number; `stir` gives the next one. It multiplies with carry, because that cannot
overflow 63 bits and so gives the same games compiled, in plain Python and in C.
"""

from typing import Final

from taupes.kernel.compiler import WordArray, compiled, inlined
from taupes.kernel.layout import ALL_DISCS, DISCS, DRAW, HAND_COUNT, HAND_DRAWS, SEAT
from taupes.kernel.moves import INDEX, hand_block, hand_block_of

LOW: Final = 0xFFFFFFFF
MULTIPLIER: Final = 1932734418
"""MULTIPLIER * 2**32 - 1 and half of it are prime: the period is about 2**62."""


def seed(number: int) -> int:
    """A generator for any whole number; neighbours have nothing in common.

    >>> seed(1) != seed(2), 0 < seed(0) < 2**63
    (True, True)
    """
    mixed = number & (1 << 64) - 1
    for factor in (0xBF58476D1CE4E5B9, 0x94D049BB133111EB):
        mixed = (mixed + 0x9E3779B97F4A7C15) & (1 << 64) - 1
        mixed = (mixed ^ mixed >> 30) * factor & (1 << 64) - 1
    mixed ^= mixed >> 31
    return (1 + (mixed >> 32) % (MULTIPLIER - 2)) << 32 | mixed & LOW


@compiled
def stir(rng: int) -> int:
    """The generator's next state."""
    return (rng & LOW) * MULTIPLIER + (rng >> 32)


@compiled
def below(rng: int, count: int) -> int:
    """A number from 0 to count - 1 out of the generator's state."""
    return ((rng ^ rng >> 32) & LOW) * count >> 32


@inlined
def take_disc(t: WordArray, s: WordArray, rng: int) -> int:
    """Take one of the discs that the player to act has face down, each as likely, and tell it."""
    return take_disc_of(t, s, s[SEAT] & 3, rng)


@inlined
def take_disc_of(t: WordArray, s: WordArray, seat: int, rng: int) -> int:
    """The same for a player."""
    hand = hand_block_of(s, seat)
    drawn = t[(hand + HAND_DRAWS + below(rng, t[hand + HAND_COUNT])) & INDEX]
    s[DISCS + seat] = drawn & ALL_DISCS
    return drawn >> 6 & 7


@compiled
def count_discs(t: WordArray, s: WordArray) -> int:
    """How many discs the player to act has face down: the chances of `nth_disc`, all equal."""
    return t[hand_block(s) + HAND_COUNT]


@compiled
def nth_disc(t: WordArray, s: WordArray, n: int) -> int:
    """The action of turning the n-th disc that the player to act has face down, from 0."""
    return DRAW + (t[hand_block(s) + HAND_DRAWS + n] >> 6)
