"""The library that came with the package, if one suits this machine and is as it was built.

`web/engine` makes libraries for other systems too; a wheel brings only those that have been seen to
work (docs/decisions/0129).
"""

import ctypes
import hashlib
import json
import platform
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).with_name("libraries")
MANIFEST: Final = "manifest.json"

PLAIN: Final = "engine-linux-x86_64.so"
WIDE: Final = "engine-linux-x86_64-v3.so"
"""For any x86-64, and for those with AVX2 and what came with it."""
WIDE_NEEDS: Final = frozenset(("abm", "avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe"))


def candidates(system: str, machine: str, abilities: frozenset[str]) -> tuple[str, ...]:
    """The files that may suit a machine, the fastest first.

    >>> candidates("linux", "x86_64", frozenset())
    ('engine-linux-x86_64.so',)
    """
    if (system, machine) != ("linux", "x86_64"):
        return ()
    return (WIDE, PLAIN) if abilities >= WIDE_NEEDS else (PLAIN,)


def find(folder: Path = FOLDER) -> str:
    """The file of the library to take; nothing if none suits, is whole and can be loaded."""
    named = candidates(sys.platform, platform.machine(), _abilities())
    return next((str(folder / name) for name in named if _is_sound(folder / name)), "")


def changed_since(library: Path) -> str | None:
    """A source that is not what a library was built from, as far as a manifest beside it says."""
    sources = Path(__file__).parents[2]
    for name, digest in _manifest(library).get("sources", {}).items():
        file = sources / name
        if file.is_file() and _hash(file) != digest:
            return str(name)
    return None


def _is_sound(library: Path) -> bool:
    """Whether a library is what its manifest says, of these sources, and can be loaded here."""
    with suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
        if _manifest(library)["files"][library.name]["sha256"] == _hash(library):
            is_built = changed_since(library) is None
            return is_built and bool(ctypes.CDLL(str(library)))
    return False


def _manifest(library: Path) -> dict[str, Any]:
    manifest = library.with_name(MANIFEST)
    found: dict[str, Any] = json.loads(manifest.read_text("utf-8")) if manifest.is_file() else {}
    return found


def _hash(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _abilities() -> frozenset[str]:
    """What the processor can do, as Linux names it; nothing where that is not told."""
    with suppress(OSError), open("/proc/cpuinfo", encoding="utf-8") as file:  # noqa: PTH123
        for line in file:
            if line.startswith("flags"):
                return frozenset(line.partition(":")[2].split())
    return frozenset()
