"""Calls of a library as one piece of memory, to be made elsewhere: in a module of WebAssembly.

Blocks count where arrays lie from themselves on (`signature`). So blocks with their arrays behind
them may be copied to any place. What is all zero is not copied: it lies behind the rest, and only
needs room.
"""

import ctypes
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from taupes.kernel.arrays import C_TYPES
from taupes.kernel.library import place_of
from taupes.kernel.signature import Placed, signature_of

LINE: Final = 64
"""Everything begins at a multiple of this, for the sake of the machine's cache."""


@dataclass(frozen=True, slots=True, eq=False)
class Room:
    """A vector of zeroes that is nowhere yet."""

    code: str
    count: int


class Image:
    """Memory being laid out, behind a head of so many bytes."""

    def __init__(self, head: int) -> None:
        self._data = bytearray(head)
        self._blocks: list[tuple[int, Callable[..., Any], tuple[Any, ...]]] = []
        self._arrays: dict[int, tuple[Any, Placed, int]] = {}
        """By identity: the array itself, where it lies, and its bytes."""
        self._empty: list[int] = []

    def call(self, function: Callable[..., Any], *arguments: Any) -> int:
        """Lay out a call; where its block lies."""
        signature = signature_of(function)
        at = self._append(bytes(struct.calcsize(signature.layout)))
        self._blocks.append((at, function, arguments))
        for _ in signature.flat(arguments, self._take):
            pass
        return at

    def finish(self) -> tuple[bytes, int]:
        """What is to be copied, and how much memory it needs with the room behind it."""
        end = self._append(b"")
        data = self._data
        for key in self._empty:
            array, (_, code, lengths), size = self._arrays[key]
            self._arrays[key] = array, (end, code, lengths), size
            end += -(-size // LINE) * LINE
        for at, function, arguments in self._blocks:

            def place(array: Any, at: int = at) -> Placed:
                start, code, lengths = self._arrays[id(array)][1]
                return start - at, code, lengths

            signature = signature_of(function)
            struct.pack_into(signature.layout, data, at, 0, *signature.flat(arguments, place))
        return bytes(data), end

    def where(self, array: Any) -> int:
        """Where an array lies, once all is finished."""
        return self._arrays[id(array)][1][0]

    def _append(self, data: bytes) -> int:
        self._data += bytes(-len(self._data) % LINE)
        at = len(self._data)
        self._data += data
        return at

    def _take(self, array: Any) -> Placed:
        """Take an array in, if it is not."""
        if id(array) not in self._arrays:
            if isinstance(array, Room):
                data, size = b"", array.count * ctypes.sizeof(C_TYPES[array.code])
                placed: Placed = 0, array.code, (array.count,)
            else:
                data, size = bytes(array), len(bytes(array))
                _, code, lengths = place_of(array)
                placed = self._append(data) if any(data) else 0, code, lengths
            if not any(data):
                self._empty.append(id(array))
            self._arrays[id(array)] = array, placed, size
        return self._arrays[id(array)][1]
