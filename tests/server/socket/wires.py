"""Sockets without a network: what is written is kept, what arrives is made up."""

import asyncio
from typing import Any

from websockets.frames import Frame, Opcode

from taupes.server.socket.websocket import Host, WebSocket

REQUEST = (
    b"GET %b HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Wire(asyncio.Transport):
    """The transport under a socket."""

    def __init__(self, peer: str = "192.0.2.1") -> None:
        super().__init__({"peername": (peer, 1)})
        self.written = b""
        self.unread = 0
        """Bytes that the client seems to have left unread."""
        self.is_reading_now = True
        self.end: str | None = None

    def write(self, data: Any) -> None:
        assert self.end is None
        self.written += data

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass

    def get_write_buffer_size(self) -> int:
        return self.unread

    def pause_reading(self) -> None:
        self.is_reading_now = False

    def resume_reading(self) -> None:
        self.is_reading_now = True

    def is_closing(self) -> bool:
        return self.end is not None

    def close(self) -> None:
        self.end = self.end or "closed"

    def abort(self) -> None:
        self.end = "aborted"

    def take(self) -> bytes:
        """What was written since the last time."""
        written, self.written = self.written, b""
        return written


def connect(
    host: Host, path: str = "/api/socket", peer: str = "192.0.2.1"
) -> tuple[WebSocket, Wire]:
    """A socket that has asked for its handshake."""
    socket, wire = WebSocket(host), Wire(peer)
    socket.connection_made(wire)
    socket.data_received(REQUEST % path.encode())
    return socket, wire


def frame(data: bytes, opcode: Opcode = Opcode.TEXT, fin: bool = True) -> bytes:
    """A frame as a client sends it."""
    return Frame(opcode, data, fin).serialize(mask=True)


__all__ = ["Opcode", "Wire", "connect", "frame"]
