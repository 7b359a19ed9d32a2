"""The shipped weights: files of NumPy's `.npz`, read without NumPy."""

import ast
import struct
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any, Final
from zipfile import ZipFile

from taupes.kernel.arrays import Singles, array_of

MAGIC: Final = b"\x93NUMPY\x01\x00"
_CODES: Final = {"<f2": "e", "<f4": "f"}


@cache
def weights(boards: str, seats: int) -> tuple[Singles, Singles]:
    """The shipped network, and what it has learned about cells (`meaning`)."""
    folder = files("taupes.bots.evaluation").joinpath("weights")
    return read_weights(folder.joinpath(f"{boards}-{seats}.npz").read_bytes())


def read_weights(data: bytes) -> tuple[Singles, Singles]:
    """The same out of the bytes of a file."""
    with ZipFile(BytesIO(data)) as parts:
        return _vector(parts.read("network.npy")), _vector(parts.read("cells.npy"))


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
