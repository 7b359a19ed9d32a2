"""Sets of cells by number: the combinatorial number system.

A rank is the sum of C(cell, place), places counted from 1 in ascending order of the cells.
"""

from math import comb
from typing import Final

from taupes.kernel.arrays import WordRows, zeroes
from taupes.kernel.compiler import compiled, lowest_bit

MAX_MOLES: Final = 5
"""The most moles of one player that a table takes."""


def binomials_of(cells: int) -> WordRows:
    """C(cell, place) for all cells and the places 0 to MAX_MOLES."""
    binomials = zeroes("q", cells + 1, MAX_MOLES + 1)
    for n in range(cells + 1):
        for k in range(MAX_MOLES + 1):
            binomials[n][k] = comb(n, k)
    return binomials


@compiled
def rank_of(word: int, binomials: WordRows) -> int:
    """The rank of a set of cells."""
    rank = 0
    place = 1
    while word:
        rank += binomials[lowest_bit(word), place]
        place += 1
        word &= word - 1
    return rank
