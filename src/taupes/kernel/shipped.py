"""The library that came with the package, if one suits this machine and is as it was built.

A wheel brings one for every kind of machine on which its code has been seen to work
(docs/decisions/0129 and 0146).
"""

import ctypes
import hashlib
import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).with_name("libraries")
MANIFEST: Final = "manifest.json"

LIBRARIES: Final = {
    ("linux", "x86_64"): ("engine-linux-x86_64-v3.so", "engine-linux-x86_64.so"),
    ("linux", "aarch64"): ("engine-linux-arm64.so",),
    ("darwin", "x86_64"): ("engine-macos-x86_64-v3.dylib", "engine-macos-x86_64.dylib"),
    ("darwin", "arm64"): ("engine-macos-arm64.dylib",),
    ("win32", "AMD64"): ("engine-windows-x86_64-v3.dll", "engine-windows-x86_64.dll"),
}
"""The files for a system and its processor, the fastest first; the last is for any of its kind."""

SUITS: Final = "suits"
"""What a library that is not for any processor of its kind has: a function that asks this one."""


def candidates() -> tuple[str, ...]:
    """The files for this system and processor, as they call themselves."""
    # Windows could be asked by `platform`, which asks a service of the system and waits for it.
    is_named = hasattr(os, "uname")
    machine = os.uname().machine if is_named else os.environ.get("PROCESSOR_ARCHITECTURE", "")
    return LIBRARIES.get((sys.platform, machine), ())


def find(folder: Path = FOLDER) -> str:
    """The file of the library to take; nothing if none suits, is whole and can be loaded."""
    return next((str(folder / name) for name in candidates() if _is_sound(folder / name)), "")


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
            return changed_since(library) is None and _suits(ctypes.CDLL(str(library)))
    return False


def _suits(loaded: Any) -> bool:
    """Whether the processor can do all that a library asks of it, as far as it asks."""
    return not hasattr(loaded, SUITS) or bool(loaded[SUITS]())


def _manifest(library: Path) -> dict[str, Any]:
    manifest = library.with_name(MANIFEST)
    found: dict[str, Any] = json.loads(manifest.read_text("utf-8")) if manifest.is_file() else {}
    return found


def _hash(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
