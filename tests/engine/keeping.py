"""Engines of these sources, as they were kept, or built now: a minute or two after a change."""

import importlib.util
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Final

from taupes.kernel.shipped import candidates

KEEP: Final = Path(__file__).parents[2] / "web" / "engine" / "keep.py"


def kept(*files: str) -> Path | None:
    """The folder of these files; None where nothing can be linked."""
    if importlib.util.find_spec("ziglang") is None:
        return None
    command = [sys.executable, str(KEEP), *files]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return Path(done.stdout.strip())


@cache
def native_library() -> Path | None:
    """The library for this machine, which loads in a moment where Numba takes a second."""
    named = candidates()
    folder = kept("native") if named else None
    return folder and folder / named[-1]
