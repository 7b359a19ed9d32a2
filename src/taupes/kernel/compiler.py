"""How the kernel's functions come to be compiled: by Numba, out of a library, or not at all.

Which of the three it is says `way`. The functions are the same, from the same source: without Numba
(or with `TAUPES_NO_NUMBA` set) they run as plain Python, and with `TAUPES_LIBRARY` set they are
called in a library that was made of them ahead of time.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from taupes.kernel.arrays import WordArray, words
from taupes.kernel.way import IS_COMPILED, WAY, Way

__all__ = [
    "IS_COMPILED",
    "WordArray",
    "compiled",
    "count_bits",
    "inlined",
    "lowest_bit",
    "nth_bit",
    "words",
]

Function = TypeVar("Function", bound=Callable[..., Any])

count_bits: Callable[[int], int]
"""The number of cells in a set."""
lowest_bit: Callable[[int], int]
"""The first cell of a set that is not empty."""
nth_bit: Callable[[int, int], int]
"""The n-th cell of a set, from 0, as a set of its own."""

if WAY is Way.NUMBA:
    from taupes.kernel import native
    from taupes.kernel.native import count_bits, lowest_bit, nth_bit
else:
    from taupes.kernel.plain import count_bits, lowest_bit, nth_bit

if WAY is Way.LIBRARY:
    from taupes.kernel import library


def compiled(function: Function) -> Function:
    """Compile a function on its first call, or find it compiled on disk or in the library.

    It may be called from other compiled functions, and releases Python's lock while it runs. It
    works on arrays that it is given and cannot make new ones: so it need not count references,
    which would cost twice as much as the game itself. One that Python calls where there is no
    Numba says by its annotations what it takes (`signature`).
    """
    if WAY is Way.NUMBA:
        return native.compiled(function)
    return library.taken(function) if WAY is Way.LIBRARY else function


def inlined(function: Function) -> Function:
    """Compile a function into each place that calls it.

    For the pieces of a turn: a call with two arrays costs more than most of them do.
    """
    return native.inlined(function) if WAY is Way.NUMBA else function
