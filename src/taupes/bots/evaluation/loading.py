"""The shipped weights: files of NumPy's `.npz`, read without NumPy."""

import ast
import struct
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from typing import Any, Final
from zipfile import ZipFile

from taupes.kernel.arrays import Singles, zeroes

MAGIC: Final = b"\x93NUMPY\x01\x00"
_CODES: Final = {"<f2": "e", "<f4": "f"}
_BIT: Final = 4096
"""How many numbers are read at once."""


def has_weights(boards: str, seats: int) -> bool:
    """Whether there are weights for a board set: a device fetches them when they are wanted."""
    return _file(boards, seats).is_file()


@cache
def weights(boards: str, seats: int) -> tuple[Singles, Singles]:
    """The shipped network, and what it has learned about cells (`meaning`)."""
    return read_weights(_file(boards, seats).read_bytes())


def read_weights(data: bytes) -> tuple[Singles, Singles]:
    """The same out of the bytes of a file."""
    with ZipFile(BytesIO(data)) as parts:
        return _vector(parts.read("network.npy")), _vector(parts.read("cells.npy"))


def _file(boards: str, seats: int) -> Traversable:
    folder = files("taupes.bots.evaluation").joinpath("weights")
    return folder.joinpath(f"{boards}-{seats}.npz")


def _vector(data: bytes) -> Any:
    """The numbers of a file of NumPy's, in 32 bits."""
    if not data.startswith(MAGIC):
        raise ValueError("not a file of NumPy's format 1.0")
    (length,) = struct.unpack_from("<H", data, len(MAGIC))
    start = len(MAGIC) + 2
    about = ast.literal_eval(data[start : start + length].decode())
    (count,) = about["shape"]
    code = _CODES[about["descr"]]
    vector, at = zeroes("f", count), start + length
    # Bit by bit: as numbers of Python's they would take eight times the room.
    for first in range(0, count, _BIT):
        many = min(_BIT, count - first)
        vector[first : first + many] = struct.unpack_from(f"<{many}{code}", data, at)
        at += many * struct.calcsize(code)
    return vector
