"""What all tests share: the compiled code of this machine, wherever else they keep things."""

import os

from taupes.folders import cache_folder

# A test that moves the user's cache, or a program that it starts, would compile everything anew.
if "TAUPES_CACHE" not in os.environ:
    os.environ.setdefault("NUMBA_CACHE_DIR", str(cache_folder().parent))
