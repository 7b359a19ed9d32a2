"""Uvicorn's socket with a shorter way in and out for the messages that make up a game.

Uvicorn takes each frame through a general parser and a queue to a task, and back the same way. For
a connection of ours a whole text in one frame goes straight to it, and its answers straight to the
transport. Everything else (handshake, pings, closing, fragments, odd frames) stays with uvicorn,
which only ever sees whole frames then; without this class the same connection works over plain
ASGI (docs/decisions/0014).
"""

import asyncio
from collections.abc import Callable
from struct import Struct
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

Sink = Callable[[bytes], bool]
"""Takes a message at once, or says that it cannot: then it waits in the queue."""

_WHOLE_TEXT: Final = 0x81
"""The first byte of a frame that is a whole text."""

_SHORT: Final = Struct("!BB").pack
_MEDIUM: Final = Struct("!BBH").pack
_LONG: Final = Struct("!BBQ").pack
"""Heads of frames, by how much follows."""


class Inbox:
    """A queue for one reader, without the three kilobytes that asyncio's has when it is empty."""

    __slots__ = ("_items", "_waiting")

    def __init__(self) -> None:
        self._items: list[Any] = []
        self._waiting: asyncio.Future[None] | None = None

    def put_nowait(self, item: Any) -> None:
        """Add something."""
        self._items.append(item)
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def empty(self) -> bool:
        """Whether there is nothing."""
        return not self._items

    async def get(self) -> Any:
        """Take the first, as soon as there is one."""
        while not self._items:
            self._waiting = asyncio.get_running_loop().create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None
        return self._items.pop(0)


class ThinProtocol(WebSocketsSansIOProtocol):
    """A socket that a connection can take hold of."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.queue = Inbox()  # type: ignore[assignment]

    _sink: Sink | None = None
    _rest: bytes = b""
    """The beginning of a frame that has not arrived whole."""
    _is_early = False
    """Whether something came before the connection was accepted: uvicorn has begun to read it."""
    _is_writable = True

    def take_hold(self, sink: Sink) -> None:
        """Hand whole texts to a connection from now on."""
        # Nobody needs the handshake any more, of which every connection would keep its own, in the
        # frames of coroutines and parsers too.
        self.request.headers.clear()
        self.scope.clear()  # type: ignore[attr-defined]
        del self.request, self.response
        if not self._is_early and not self.conn.reader.buffer:
            self._sink = sink

    def let_go(self) -> None:
        """Leave everything to uvicorn again."""
        self._sink = None
        rest, self._rest = self._rest, b""
        if rest:
            super().data_received(rest)

    def data_received(self, data: bytes) -> None:
        """Cut what has arrived into frames; the simple ones take the short way."""
        if self._sink is None:
            self._is_early = self.handshake_initiated
            super().data_received(data)
            return
        if self._rest:
            data = self._rest + data
        at, end = 0, len(data)
        while end - at >= 2:
            is_masked, size = divmod(data[at + 1], 128)
            body = at + 2
            if size > 125:
                body += 2 if size == 126 else 8
                if end < body:
                    break
                size = int.from_bytes(data[at + 2 : body], "big")
                if size > self.config.ws_max_size:
                    # Uvicorn has the words for it, and closes.
                    self._rest = data[at:]
                    self.let_go()
                    return
            if is_masked:
                body += 4
            stop = body + size
            if end < stop:
                break
            if not (
                is_masked
                and data[at] == _WHOLE_TEXT
                and self._is_free()
                and self._sink(apply_mask(data[body:stop], data[body - 4 : body]))
            ):
                super().data_received(data[at:stop])
            at = stop
        self._rest = data[at:]

    def _is_free(self) -> bool:
        """Whether nothing that came before is still waiting."""
        return not (self.frames or self.close_sent) and self.queue.empty()

    def pause_writing(self) -> None:
        """Stop: the client does not read."""
        self._is_writable = False
        super().pause_writing()

    def resume_writing(self) -> None:
        """Go on."""
        self._is_writable = True
        super().resume_writing()

    def try_send(self, data: bytes) -> bool:
        """Write a text if there is room for it now."""
        if not self._is_writable or self.close_sent or self.disconnected:
            return False
        self.transport.write(frame_of(data))
        return True


def frame_of(data: bytes) -> bytes:
    r"""A text as one frame.

    >>> frame_of(b"hi")
    b'\x81\x02hi'
    """
    size = len(data)
    if size < 126:
        return _SHORT(_WHOLE_TEXT, size) + data
    if size < 65_536:
        return _MEDIUM(_WHOLE_TEXT, 126, size) + data
    return _LONG(_WHOLE_TEXT, 127, size) + data
