"""Uvicorn's socket with a shorter way in and out for the messages that make up a game.

Uvicorn hands each message to a task through a queue and builds each frame anew for every client.
For a connection of ours a text goes straight to it, and a frame is built once for all followers.
Everything else (handshake, pings, closing, odd frames) stays with uvicorn; without this class the
same connection works over plain ASGI (docs/decisions/0014).
"""

from collections.abc import Callable

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

Sink = Callable[[bytes], bool]
"""Takes a message at once, or says that it cannot: then it waits in the queue."""


class ThinProtocol(WebSocketsSansIOProtocol):
    """A socket that a connection can take hold of."""

    sink: Sink | None = None

    def send_receive_event_to_app(self) -> None:
        """Hand over a whole message."""
        sink = self.sink
        if (
            sink is not None
            and len(self.frames) == 1
            and self.curr_msg_data_type == "text"
            and self.queue.empty()
            and not self.close_sent
            and sink(self.frames[0])
        ):
            self.frames = []
            return
        super().send_receive_event_to_app()

    def try_send(self, text: str) -> bool:
        """Write a message if there is room for it now."""
        if not self.writable.is_set() or self.close_sent or self.disconnected:
            return False
        self.transport.write(frame_of(text))
        return True


def frame_of(text: str) -> bytes:
    r"""A text as one frame; the last one is kept, for it is often sent to several clients.

    >>> frame_of("hi")
    b'\x81\x02hi'
    """
    global _last_text, _last_frame
    if text is _last_text:
        return _last_frame
    data = text.encode()
    size = len(data)
    if size < 126:
        head = bytes((0x81, size))
    elif size < 65_536:
        head = b"\x81\x7e" + size.to_bytes(2, "big")
    else:
        head = b"\x81\x7f" + size.to_bytes(8, "big")
    _last_text, _last_frame = text, head + data
    return _last_frame


_last_text: str = ""
_last_frame: bytes = b"\x81\x00"
