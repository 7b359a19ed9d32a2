"""What a server and its workers say to each other: frames of bytes, each with its length first."""

from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from taupes.table.refusals import Refusal

LENGTH: Final = 4
"""Bytes of a frame's length."""


class Orders(Struct, frozen=True):
    """What a worker is told as it begins."""

    memory: Annotated[int, Meta(ge=0)] = 0
    """Bytes of memory that it may ask its system for; 0: as many as it likes."""
    niceness: int = 0
    """How much it stands back behind other processes."""
    record_events: int = 5_000
    """The longest record that is replayed."""
    answer_bytes: int = 4_000_000
    """The longest answer."""


class Task(Struct, frozen=True, array_like=True):
    """Something to be worked out."""

    job: str
    data: bytes


class JobResult(Struct, frozen=True, array_like=True):
    """What came of it: an answer, a refusal, or a failure."""

    data: bytes = b""
    extra: bytes = b""
    """What else the server wants to know, beside the answer."""
    refusal: Refusal | None = None
    failure: str = ""
    """The kind of the error and its place in the program: nothing that anybody typed."""
    resident: int = 0
    """Bytes of memory that the worker holds now."""


def frame(message: Struct) -> bytes:
    """A message as it goes through the pipe."""
    data = msgspec.msgpack.encode(message)
    return len(data).to_bytes(LENGTH, "big") + data
