"""Run Python with a library for macOS, on Linux and a processor of the same kind.

    python web/engine/foreign.py engine-macos-x86_64.dylib tests.engine.everything bare

What the library calls outside itself is looked for in the C library of this system. So its code can
be seen to work where there is no macOS; that macOS loads it cannot. Needs `pip install lief`, which
is no dependency: this is run by hand (docs/browser-engine.md).
"""

import ctypes
import os
import runpy
import struct
import sys
from importlib import import_module
from mmap import PROT_EXEC, PROT_READ, PROT_WRITE, mmap
from pathlib import Path
from typing import Any, Final

lief: Any = import_module("lief")

POINTER: Final = struct.Struct("<Q")
LOADER: Final = "dyld_stub_binder"
"""What binds a symbol when it is first called: here all are bound before."""


@ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
def fill(place: int, pattern: int, length: int) -> None:
    """What `memset_pattern16` does, which Linux does not have."""
    ctypes.memmove(place, (ctypes.string_at(pattern, 16) * (length // 16 + 1))[:length], length)


HERE: Final = {"___bzero": "bzero", "_bzero": "bzero", "_exp": "exp"}
"""What libraries for macOS call, and its name here."""


class Mapped:
    """A library in this process's memory, to be used as one that `ctypes` has loaded."""

    def __init__(self, file: str) -> None:
        binary = lief.MachO.parse(file).at(0)
        size = max(part.virtual_address + part.virtual_size for part in binary.segments)
        self._memory = mmap(-1, size, prot=PROT_READ | PROT_WRITE | PROT_EXEC)
        self._start = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))
        for part in binary.segments:
            content = bytes(part.content)
            self._memory[part.virtual_address : part.virtual_address + len(content)] = content
        for place in (each.address for each in binary.relocations):
            (inside,) = POINTER.unpack_from(self._memory, place)
            POINTER.pack_into(self._memory, place, inside + self._start)
        for each in binary.bindings:
            if each.symbol.name != LOADER:
                POINTER.pack_into(self._memory, each.address, _outside(each.symbol.name))
        self._symbols = {each.name[1:]: each.value for each in binary.exported_symbols}

    def __getattr__(self, name: str) -> Any:
        if name not in self._symbols:
            raise AttributeError(name)
        return ctypes.CFUNCTYPE(ctypes.c_int)(self._start + self._symbols[name])


def _outside(name: str) -> int:
    """Where a function lies that a library calls; one that is not known here is an error."""
    system = ctypes.PyDLL("libm.so.6")
    found = fill if name == "_memset_pattern16" else getattr(system, HERE[name])
    return ctypes.cast(found, ctypes.c_void_p).value or 0


def main(library: str, module: str, *words: str) -> None:
    """Run a module with the library."""
    os.environ["TAUPES_LIBRARY"] = str(Path(library).resolve())
    ctypes.CDLL = Mapped  # type: ignore[assignment, misc]
    sys.argv = [module, *words]
    sys.path[0] = str(Path.cwd())
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
