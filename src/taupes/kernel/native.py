"""The one door to Numba: how functions are compiled for this machine, and kept on disk."""

import hashlib
import os
import re
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from taupes import folders
from taupes.kernel import nesting

# Numba's own types know neither the options nor the events used here.
numba: Any = import_module("numba")
event: Any = import_module("numba.core.event")
intrinsic: Any = import_module("numba.extending").intrinsic
machine: Any = import_module("llvmlite.binding")
function_type: Any = import_module("llvmlite.ir").FunctionType

Function = TypeVar("Function", bound=Callable[..., Any])

CACHE_DAYS: Final = 30
"""Compiled code that no process has asked for during so many days is thrown away."""

_ROOT: Final = Path(__file__).parents[2]
_IMPORT: Final = re.compile(
    r"^\s*(?:from|import)\s+(taupes[\w.]*)(?:\s+import\s+(\([^)]*\)|.*))?", re.MULTILINE
)


def _compiled_folder() -> Path:
    """Where compiled code is kept; Numba's own variable names another place."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    return (Path(chosen) / "taupes" if chosen else folders.cache_folder()) / "compiled"


@cache
def _read(file: Path) -> tuple[bytes, tuple[Path, ...]]:
    """What stands in a Python file, and the files of this package from which it takes names."""
    text, files = file.read_bytes(), []
    for found in _IMPORT.finditer(text.decode()):
        room, names = found.groups()
        modules = [room, *(f"{room}.{name}" for name in re.findall(r"\w+", names or ""))]
        places = [_ROOT.joinpath(*module.split(".")) for module in modules]
        files += [each for p in places for each in (p.with_suffix(".py"), p / "__init__.py")]
    return text, tuple(each for each in files if each.is_file())


def stands_on(source: Path) -> set[Path]:
    """A Python file and all files of this package that its names may come from."""
    found, waiting = {source}, [source]
    while waiting:
        fresh = set(_read(waiting.pop())[1]) - found
        found |= fresh
        waiting += fresh
    return found


def _fingerprint(source: Path) -> str:
    """A fingerprint of a file and of all that it stands on."""
    digest = hashlib.sha256()
    for file in sorted(stands_on(source)):
        digest.update(file.name.encode() + b"\0" + _read(file)[0] + b"\0")
    return digest.hexdigest()[:16]


@cache
def cache_folder(source: Path) -> Path | None:
    """Where the compiled code of a Python file is kept, or None if it cannot be.

    Numba renews a function's code when its own file changes, but not when a function or constant
    that it took from another file does. So the folder's name holds a fingerprint of all the files
    that the code may have come from: any change in one of them starts a folder of its own.
    """
    try:
        parent = _compiled_folder()
        folder = parent / f"{source.stem}-{_fingerprint(source)}"
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except (OSError, RuntimeError):  # a home that is read-only, or none at all
        return None
    with suppress(OSError):  # another process may be at it too
        _discard_old(parent)
    return folder if os.access(folder, os.W_OK) else None


def _discard_old(parent: Path) -> None:
    """Throw away compiled code whose sources are gone."""
    for folder in parent.iterdir():
        if folder.stat().st_mtime < time.time() - CACHE_DAYS * 86_400:
            for file in sorted(folder.rglob("*"), reverse=True):
                file.rmdir() if file.is_dir() else file.unlink()
            folder.rmdir()


def compiled(function: Function) -> Function:
    """A function that Numba compiles on its first call, or finds compiled on disk."""
    folder = cache_folder(Path(function.__code__.co_filename))
    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(folder or "")
    try:
        made = _made(function, cache=folder is not None)
    finally:
        numba.config.CACHE_DIR = before
    if nesting.IS_KNOWN:
        made = nesting.ready(made, nesting.nested(_made(function, no_cpython_wrapper=True)))
    return cast("Function", made)


def inlined(function: Function) -> Function:
    """A function that Numba compiles into each place that calls it."""
    made = _made(function, forceinline=True, no_cpython_wrapper=True)
    return cast("Function", nesting.nested(made))


def _made(function: Function, **options: bool) -> Any:
    # Whether it is inlined must be said: else it is as the function is for which it is compiled.
    usual = {"nogil": True, "error_model": "numpy", "_nrt": False, "no_cfunc_wrapper": True}
    made = numba.njit(**usual | {"forceinline": False} | options)(function)
    _widen(made)
    return made


def _widen(made: Any) -> None:
    """Keep Numba from compiling a function anew for each kind of number that a caller hands it.

    What a constant makes simpler, the machine's own compiler finds out where it is inlined.
    """
    find = made.get_call_template

    def find_wide(types: Any, named: Any) -> Any:
        return find(tuple(map(_wide, types)), {name: _wide(kind) for name, kind in named.items()})

    made.get_call_template = find_wide


def _wide(kind: Any) -> Any:
    """The kind of a number that is no constant; all whole ones are words."""
    kind = numba.types.unliteral(kind)
    return numba.types.int64 if isinstance(kind, numba.types.Integer) else kind


def _population(typing: Any, word: Any) -> Any:
    """Count bits by the machine's own instruction."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return numba.types.int64(numba.types.int64), build


def _trailing_zeroes(typing: Any, word: Any) -> Any:
    """Find the lowest bit by the machine's own instruction."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(numba.types.boolean, 1))

    return numba.types.int64(numba.types.int64), build


def _deposited(typing: Any, word: Any, n: Any) -> Any:
    """Find the n-th bit by the machine's own instruction."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word, n = arguments
        kind = function_type(word.type, [word.type, word.type])
        deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), kind)
        return builder.call(deposit, [builder.shl(word.type(1), n), word])

    return numba.types.int64(numba.types.int64, numba.types.int64), build


def _stripped(word: int, n: int) -> int:
    # The first few without a branch, as chance has drawn n; further ones are rare. A set and
    # its predecessor have all cells in common but the lowest.
    word &= word - (n > 0)
    word &= word - (n > 1)
    word &= word - (n > 2)
    word &= word - (n > 3)
    while n > 4:
        word &= word - 1
        n -= 1
    return word & -word


def _deposits() -> bool:
    """Whether code is compiled for a machine that has that instruction, and a fast one."""
    is_told = bool(numba.config.CPU_NAME or numba.config.CPU_FEATURES)
    is_slow = machine.get_host_cpu_name() in ("znver1", "znver2")
    return not (is_told or is_slow) and bool(machine.get_host_cpu_features().get("bmi2"))


class _Notice(event.Listener):  # type: ignore[misc]
    """Says once, to a person at a terminal, why the first use takes a while."""

    def __init__(self) -> None:
        self.is_said = not sys.stderr.isatty()

    def on_start(self, event: Any) -> None:
        module = event.data["dispatcher"].py_func.__module__
        if not self.is_said and module.startswith("taupes."):
            self.is_said = True
            sys.stderr.write("taupes: compiling for this machine, up to half a minute, once\n")

    def on_end(self, event: Any) -> None:
        """Nothing to say: the answer follows at once."""


count_bits, lowest_bit = intrinsic(_population), intrinsic(_trailing_zeroes)
nth_bit = intrinsic(_deposited) if _deposits() else inlined(_stripped)
event.register("numba:compile", _Notice())
