"""What a server and its workers say to each other: frames of bytes, each with its length first."""

from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from taupes.answers.job import Extent

LENGTH: Final = 4
"""Bytes of a frame's length."""


class Orders(Struct, frozen=True):
    """What a worker is told as it begins."""

    memory: Annotated[int, Meta(ge=0)] = 0
    """Bytes of memory that it may ask its system for; 0: as many as it likes."""
    niceness: int = 0
    """How much it stands back behind other processes."""
    extent: Extent = Extent()
    """How much may be asked of it at once."""


class Task(Struct, frozen=True, array_like=True):
    """Something to be worked out."""

    job: str
    data: bytes


def frame(message: Struct) -> bytes:
    """A message as it goes through the pipe."""
    data = msgspec.msgpack.encode(message)
    return len(data).to_bytes(LENGTH, "big") + data
