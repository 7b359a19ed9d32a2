"""The shipped weights: files of NumPy's `.npz`, read without NumPy."""

import ast
import struct
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from typing import Any, Final
from zipfile import ZipFile

from taupes.kernel.arrays import Singles, array_of

MAGIC: Final = b"\x93NUMPY\x01\x00"
_CODES: Final = {"<f2": "e", "<f4": "f"}


def has_weights(boards: str, seats: int) -> bool:
    """Whether there are weights for a board set: a device fetches them when they are wanted."""
    return _file(boards, seats).is_file()


@cache
def weights(boards: str, seats: int) -> tuple[Singles, Singles]:
    """The shipped network and the weights of the cells, none for boards of any kind."""
    with ZipFile(BytesIO(_file(boards, seats).read_bytes())) as parts:
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
    numbers = struct.unpack_from(f"<{count}{_CODES[about['descr']]}", data, start + length)
    return array_of("f", numbers)
