"""The three ways in which the kernel's functions run, and the one that is taken here.

Numba compiles them for this machine; or they are symbols of a library that was compiled ahead of
time from the same source (`web/engine`); or they stay as they are, plain Python.
"""

import os
from enum import Enum
from importlib.util import find_spec
from typing import Final

from taupes.kernel import shipped


class Way(Enum):
    """How the kernel's functions run."""

    NUMBA = "numba"
    LIBRARY = "library"
    PLAIN = "plain"


SHIPPED: Final = "shipped"
"""What asks for the library that came with the package, if one suits, before Numba."""


def _is_plain_wanted() -> bool:
    off = os.environ.get("TAUPES_NO_NUMBA") or os.environ.get("NUMBA_DISABLE_JIT", "0") != "0"
    return bool(off)


def _is_numba_here() -> bool:
    return not _is_plain_wanted() and find_spec("numba") is not None


def _library() -> str:
    """The library that is named; the shipped one, where it is asked for or Numba is missing."""
    asked = os.environ.get("TAUPES_LIBRARY", "")
    if asked not in ("", SHIPPED):
        return asked
    if _is_plain_wanted() or (_is_numba_here() and asked != SHIPPED):
        return ""
    return shipped.find()


LIBRARY: Final = _library()
"""The file of a library to take the functions from; it comes before Numba."""

WAY: Final = Way.LIBRARY if LIBRARY else Way.NUMBA if _is_numba_here() else Way.PLAIN

HAS_NUMPY: Final = find_spec("numpy") is not None
"""Whether NumPy is here; Numba needs it, and so do tables that only NumPy can work out."""

IS_COMPILED: Final = WAY is not Way.PLAIN
"""Whether the kernel's functions are machine code, or plain Python."""
