"""The two frames of which a game is made: a whole text, and the answer to a ping.

A library reads every kind of frame, step by step, and takes more time for it than all the rules of
the game. These two are read and written here. Whatever else a client sends is the library's, and
so is all that follows it: `NotOurs` says so.
"""

from struct import Struct
from typing import Final

TEXT: Final = 0x81
"""The first byte of a frame that is a whole text."""

PONG: Final = 0x8A
"""The first byte of the answer to a ping."""

PING: Final = b"\x89\x00"
"""A whole ping, without a word in it."""

_OURS: Final = (TEXT, PONG)

_MASKED: Final = 0x80
"""Set in the second byte of every frame from a client; the rest of it is the size."""

_SHORT: Final = Struct("!BB").pack
_MEDIUM: Final = Struct("!BBH").pack
_LONG: Final = Struct("!BBQ").pack
"""Heads of frames, by how much follows."""


class NotOurs(Exception):
    """A frame that is neither a whole text nor the answer to a ping, or is too long."""


def cut(data: bytes, at: int, most: int) -> tuple[bytes | None, int] | None:
    r"""The client's frame at a place in what arrived: its text, and where the next frame begins.

    The text is None for the answer to a ping; there is no frame while a part of it is missing.

    >>> cut(b"\x81\x82\x00\x00\x00\x00hi\x8a\x80\x00\x00\x00\x00", 0, 100)
    (b'hi', 8)
    >>> cut(b"\x81\x82\x00\x00\x00\x00hi\x8a\x80\x00\x00\x00\x00", 8, 100)
    (None, 14)
    >>> cut(b"\x81\x82\x00\x00\x00\x00h", 0, 100)
    """
    there = len(data) - at
    if there < 2:
        return None
    kind, size = data[at], data[at + 1] - _MASKED
    if kind not in _OURS or size < 0:
        raise NotOurs
    body = at + 6
    if size > 125:
        if kind != TEXT:
            raise NotOurs
        long = 2 if size == 126 else 8
        if there < 2 + long:
            return None
        size = int.from_bytes(data[at + 2 : at + 2 + long], "big")
        body += long
    if size > most:
        raise NotOurs
    end = body + size
    if len(data) < end:
        return None
    if kind == PONG:
        return None, end
    return unmasked(data[body:end], data[body - 4 : body]), end


def unmasked(data: bytes, mask: bytes) -> bytes:
    r"""What a client has sent, without the mask over it: bytes that repeat every four.

    >>> unmasked(bytes([0x68 ^ 1, 0x69 ^ 2]), bytes([1, 2, 3, 4]))
    b'hi'
    """
    size = len(data)
    key = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(data) ^ int.from_bytes(key)).to_bytes(size)


def frame_of(data: bytes) -> bytes:
    r"""A text as one frame to a client.

    >>> frame_of(b"hi")
    b'\x81\x02hi'
    """
    size = len(data)
    if size < 126:
        return _SHORT(TEXT, size) + data
    if size < 65_536:
        return _MEDIUM(TEXT, 126, size) + data
    return _LONG(TEXT, 127, size) + data
