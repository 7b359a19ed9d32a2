"""Engines of these sources, as they were kept, or built now: a minute or two after a change."""

import importlib.util
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Final

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
    folder = kept("native")
    return folder and next(file for file in folder.iterdir() if f"-{sys.platform}-" in file.name)
