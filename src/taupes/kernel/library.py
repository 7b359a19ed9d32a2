"""Functions out of a library that was compiled ahead of time, called on memory that Python owns."""

import ctypes
import struct
from collections.abc import Callable
from functools import cache, wraps
from pathlib import Path
from typing import Any, Final, TypeVar

from taupes.kernel.arrays import C_TYPES
from taupes.kernel.shipped import changed_since
from taupes.kernel.signature import Placed, Signature, signature_of
from taupes.kernel.way import LIBRARY

Function = TypeVar("Function", bound=Callable[..., Any])

_CODES: Final = {kind: code for code, kind in C_TYPES.items()}


class NoLibrary(ImportError):
    """A library that cannot be loaded, and why."""


@cache
def loaded() -> Any:
    """The library that `TAUPES_LIBRARY` names."""
    changed = changed_since(Path(LIBRARY))
    if changed is not None:
        raise NoLibrary(f"TAUPES_LIBRARY is {LIBRARY!r}: built before {changed} was changed")
    try:
        return ctypes.CDLL(LIBRARY)
    except OSError as error:
        raise NoLibrary(f"TAUPES_LIBRARY is {LIBRARY!r}: {error}") from error


def symbol_of(name: str) -> Any:
    """A function of the library, which takes the address of a block; None if there is none."""
    symbol = getattr(loaded(), name, None)
    if symbol is not None:
        symbol.argtypes, symbol.restype = [ctypes.c_void_p], None
    return symbol


def taken(function: Function) -> Function:
    """The function of that name in the library; one that it does not have stays as it is."""
    symbol = symbol_of(f"{function.__module__}.{function.__qualname__}")
    if symbol is None:
        return function
    calls: list[Callable[..., Any]] = []

    @wraps(function)
    def call(*arguments: Any) -> Any:
        if not calls:  # annotations may name what its module defines further down
            calls.append(_caller(symbol, signature_of(function)))
        return calls[0](*arguments)

    return call  # type: ignore[return-value]


def _caller(symbol: Any, signature: Signature) -> Callable[..., Any]:
    """What calls a symbol: the arguments laid into a block, and what it gives taken out of it."""
    form = struct.Struct(signature.layout)
    block_of = ctypes.c_char * form.size
    give = signature.gives

    def call(*arguments: Any) -> Any:
        block = block_of()
        at = ctypes.addressof(block)

        def place(array: Any) -> Placed:
            address, code, lengths = place_of(array)
            return address - at, code, lengths

        form.pack_into(block, 0, 0, *signature.flat(arguments, place))
        symbol(at)
        return None if give is type(None) else give(form.unpack_from(block)[0])

    return call


def place_of(array: Any) -> Placed:
    """Where an array lies, what it holds, and its lengths; NumPy's will do too."""
    if isinstance(array, ctypes.Array):
        return ctypes.addressof(array), *_shape_of(type(array))
    about = array.__array_interface__
    if about["strides"] is not None:
        raise TypeError("an array with gaps")
    return about["data"][0], _NUMPY_CODES[about["typestr"][1:]], about["shape"]


_NUMPY_CODES: Final = {
    "i1": "b",
    "u1": "B",
    "u2": "H",
    "i4": "i",
    "i8": "q",
    "f4": "f",
    "f8": "d",
}


@cache
def _shape_of(kind: Any) -> tuple[str, tuple[int, ...]]:
    """What an array of a type of `ctypes` holds, and its lengths."""
    lengths = []
    while kind not in _CODES:
        lengths.append(kind._length_)
        kind = kind._type_
    return _CODES[kind], tuple(lengths)
