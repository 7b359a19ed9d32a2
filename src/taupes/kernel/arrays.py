"""Arrays of numbers, of the kind that suits the way in which the kernel's functions run.

Numba works on NumPy's arrays, a library on memory that `ctypes` owns; plain Python takes lists for
whole numbers, and `ctypes` where a number has to be rounded as a machine rounds it. So nothing but
Numba itself needs NumPy. All have an index, a length and slices; those of more dimensions are
arrays of arrays. A code is that of the module `array`: "q" is a word of 64 bits.
"""

import ctypes
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Annotated, Any, Final, Protocol, overload

from taupes.kernel.way import WAY, Way

if WAY is Way.NUMBA:
    numpy: Any = import_module("numpy")

C_TYPES: Final[dict[str, Any]] = {
    "b": ctypes.c_int8,
    "B": ctypes.c_uint8,
    "H": ctypes.c_uint16,
    "i": ctypes.c_int32,
    "q": ctypes.c_int64,
    "f": ctypes.c_float,
    "d": ctypes.c_double,
}
WHOLE: Final = "bBHiq"


class WordArray(Protocol):
    """A vector of whole numbers: an int64 array where functions are compiled, else a list."""

    def __getitem__(self, index: int, /) -> int: ...

    def __setitem__(self, index: int, word: int, /) -> None: ...

    def __len__(self) -> int: ...


class WordVector(WordArray, Protocol):
    """One that the kernel has made: it also has slices, and can be gone through."""

    @overload
    def __getitem__(self, index: int, /) -> int: ...

    @overload
    def __getitem__(self, index: slice, /) -> "WordVector": ...

    @overload
    def __setitem__(self, index: int, word: int, /) -> None: ...

    @overload
    def __setitem__(self, index: slice, words: "WordVector", /) -> None: ...

    def __iter__(self) -> Iterator[int]: ...


@dataclass(frozen=True, slots=True)
class Kind:
    """What compiled code must know of an array, as an annotation says it."""

    code: str
    dimensions: int = 1


WORDS: Final = Kind("q")
"""The kind of a `WordArray`."""
Words = Annotated[Any, WORDS]
"""The same where more is done with it than a list can do."""
WordRows = Annotated[Any, Kind("q", 2)]
WordBlocks = Annotated[Any, Kind("q", 3)]
Integers = Annotated[WordArray, Kind("i")]
IntegerRows = Annotated[Any, Kind("i", 2)]
Singles = Annotated[Any, Kind("f")]
"""Numbers of 32 bits."""
SingleRows = Annotated[Any, Kind("f", 2)]
Doubles = Annotated[Any, Kind("d")]
DoubleRows = Annotated[Any, Kind("d", 2)]
DoubleBlocks = Annotated[Any, Kind("d", 3)]


def words(count: int) -> WordVector:
    """So many zeroes, as `WordArray` of the kind that suits this machine."""
    made: WordVector = zeroes("q", count)
    return made


def zeroes(code: str, *shape: int) -> Any:
    """An array of zeroes."""
    if WAY is Way.NUMBA:
        return numpy.zeros(shape, code)
    if WAY is Way.PLAIN and code in WHOLE:
        count, *rest = shape
        return [zeroes(code, *rest) for _ in range(count)] if rest else [0] * count
    kind = C_TYPES[code]
    for count in reversed(shape):
        kind *= count
    return kind()


def array_of(code: str, numbers: Iterable[float]) -> Any:
    """A vector of these numbers."""
    listed = list(numbers)
    array = zeroes(code, len(listed))
    array[: len(listed)] = listed
    return array


def copied(array: Any) -> Any:
    """The same numbers in an array of their own."""
    if isinstance(array, ctypes.Array):
        return type(array).from_buffer_copy(array)
    return array.copy()


def lengthened(code: str, vector: Any, count: int) -> Any:
    """The same numbers in a vector of so many, zeroes after them."""
    longer = zeroes(code, count)
    if isinstance(longer, ctypes.Array):
        ctypes.memmove(longer, vector, ctypes.sizeof(vector))
    else:
        longer[: len(vector)] = vector
    return longer


def aligned(count: int) -> Any:
    """Words from the start of a line of the cache on, so that no wide load takes two lines."""
    if WAY is Way.PLAIN:
        return words(count)
    if WAY is Way.LIBRARY:
        room = bytearray(8 * count + 64)
        at = ctypes.addressof(ctypes.c_char.from_buffer(room))
        return (ctypes.c_int64 * count).from_buffer(room, -at % 64)
    vector = zeroes("q", count + 7)
    first = -vector.ctypes.data // 8 % 8
    return vector[first : first + count]


def single(number: float) -> Any:
    """A constant of 32 bits; plain Python has none, and rounds where it is stored."""
    return numpy.float32(number) if WAY is Way.NUMBA else number
