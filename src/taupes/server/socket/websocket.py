"""One WebSocket: texts in, texts out, pings, and an end that is always noticed.

Uvicorn hands a connection over with the request that asked for it (its option `ws`); from then on
it is ours. `websockets` knows the protocol and has no sockets of its own: it shakes hands, and is
called again for whatever is not one of the two frames of `frames` (docs/decisions/0073).
"""

import asyncio
from collections import deque
from http import HTTPStatus
from typing import Any, Final, Protocol

from websockets.datastructures import Headers
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import SEND_EOF, State
from websockets.server import ServerProtocol

from taupes.server.headers import HEADERS
from taupes.server.socket.frames import PING, NotOurs, cut, frame_of

FAREWELL: Final = 10.0
"""Seconds that a client has to answer a close, before the connection is cut."""

_PIECE: Final = 4096
"""Bytes that the library reads at once: they may be many frames, and somebody may say hold."""

_BEHIND: Final = 16_384
"""Bytes that a client has not read, from which on it is behind."""

_DATA: Final = frozenset({Opcode.TEXT, Opcode.BINARY, Opcode.CONT})


class Receiver(Protocol):
    """Whoever takes what arrives on a socket."""

    def take(self, data: bytes) -> None:
        """Take a message; it may `hold` the socket."""

    def take_nothing(self) -> None:
        """Take note of a frame that says nothing; it may end the connection."""


class Host(Protocol):
    """Whoever lets sockets in."""

    @property
    def path(self) -> str:
        """Where they come in."""

    @property
    def longest(self) -> int:
        """Bytes of a message that is read at all."""

    def refusal(self, headers: Headers) -> str | None:
        """Why nobody with such a request is let in; None if anybody is."""

    def admit(self, socket: "WebSocket", peer: str, headers: Headers) -> Receiver | None:
        """Let in a socket from an address, with its request's headers; None if it was closed."""

    def fall_behind(self, socket: "WebSocket") -> None:
        """Take note that a client has not read what it was sent, each time there is more."""

    def catch_up(self, socket: "WebSocket") -> None:
        """Take note that it has."""

    def release(self, socket: "WebSocket") -> None:
        """Forget a socket: it is gone."""


class WebSocket(asyncio.Protocol):
    """A connection from its handshake to its end."""

    __slots__ = (
        "_at",
        "_farewell",
        "_host",
        "_is_held",
        "_is_open",
        "_is_silent",
        "_library",
        "_part",
        "_receiver",
        "_rest",
        "_texts",
        "_transport",
        "is_behind",
    )

    def __init__(self, host: Host) -> None:
        self._host = host
        self._receiver: Receiver | None = None
        self._transport: Any = None
        self._is_open = False
        """Whether hands were shaken, and nobody has said goodbye."""
        self._library: ServerProtocol | None = ServerProtocol(max_size=host.longest)
        """None while all frames are our own two."""
        self._rest = b""
        """What has arrived and was not read: part of a frame, or everything while we are held."""
        self._at = 0
        """Where in it we were held: what is long is not copied for every message in it."""
        self._texts: deque[bytes] | None = None
        """Texts that the library has read and nobody has taken."""
        self._part = bytearray()
        """The beginning of a text that comes in fragments."""
        self._is_held = False
        self._is_silent = False
        """Whether nothing has come since the last ping."""
        self._farewell: asyncio.TimerHandle | None = None
        self.is_behind = False
        """Whether the client does not read as fast as we write."""

    # What asyncio tells

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin; the first data is the request."""
        self._transport = transport
        self._transport.set_write_buffer_limits(high=_BEHIND)

    def data_received(self, data: bytes) -> None:
        """Take what has arrived, as far as somebody wants it now."""
        self._is_silent = False
        self._read(self._rest[self._at :] + data if self._rest else data)

    def pause_writing(self) -> None:
        """Note that the client does not read."""
        self.is_behind = True
        self._host.fall_behind(self)

    def resume_writing(self) -> None:
        """Note that it has caught up."""
        self.is_behind = False
        self._host.catch_up(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """End, whatever was under way: nobody will complete half a frame."""
        self._is_open = False
        self._rest = b""
        if self._farewell is not None:
            self._farewell.cancel()
        self._receiver = None
        self._host.release(self)

    # What our side wants

    def send(self, data: bytes) -> None:
        """Send a text, if there is still somebody."""
        if self._is_open:
            self._write(frame_of(data))

    def _write(self, data: bytes) -> None:
        self._transport.write(data)
        if self.is_behind:
            self._host.fall_behind(self)

    @property
    def unread(self) -> int:
        """Bytes that wait for the client to read them."""
        return int(self._transport.get_write_buffer_size())

    def is_alive(self) -> bool:
        """Whether anything has come since this was last asked; the client is asked for a sign."""
        if self._is_silent:
            return False
        self._is_silent = True
        if self._is_open:
            self._write(PING)
        return True

    def close(self, code: int) -> None:
        """Say that it is over, and give the client a moment to agree."""
        if self._is_open:
            self._is_open = False
            library = self._call_library()
            library.send_close(code)
            self._flush(library)
            if self._is_held:
                asyncio.get_running_loop().call_soon(self.release)

    def abort(self) -> None:
        """Cut the connection."""
        self._is_open = self.is_behind = False
        self._rest = b""
        self._transport.abort()

    def hold(self) -> None:
        """Take nothing from the client until `release`: what it sends stays on its side."""
        if not self._is_held:
            self._is_held = True
            self._transport.pause_reading()

    def release(self) -> None:
        """Go on with what has arrived meanwhile."""
        if self._is_held and not self._transport.is_closing():
            self._is_held = False
            self._transport.resume_reading()
            self._read(self._rest, self._at)

    # Reading

    def _read(self, data: bytes, at: int = 0) -> None:
        try:
            while at < len(data) and self._library is None and not self._is_held:
                found = cut(data, at, self._host.longest)
                if found is None:
                    break
                text, at = found
                if text is not None:
                    self._hand_over(text)
                elif self._receiver is not None:
                    self._receiver.take_nothing()
        except NotOurs:
            self._call_library()
        if self._is_held and self._library is None:
            self._rest, self._at = data, at
            return
        self._rest, self._at = data[at:], 0
        if self._library is not None:
            self._read_with(self._library)

    def _read_with(self, library: ServerProtocol) -> None:
        texts = self._texts = self._texts or deque()
        while True:
            while texts and not self._is_held:
                self._hand_over(texts.popleft())
            if self._is_held or not self._rest:
                return
            piece, self._rest = self._rest[:_PIECE], self._rest[_PIECE:]
            library.receive_data(piece)
            events = library.events_received()
            self._flush(library)
            for event in events:
                if isinstance(event, Request):
                    self._shake_hands(library, event)
                    return
                if not isinstance(event, Frame):
                    continue
                if event.opcode in _DATA:
                    self._part += event.data
                    if event.fin:
                        texts.append(bytes(self._part))
                        self._part.clear()
                        continue
                if self._receiver is not None:
                    self._receiver.take_nothing()

    def _hand_over(self, text: bytes) -> None:
        if self._receiver is not None:
            self._receiver.take(text)

    def _call_library(self) -> ServerProtocol:
        """Leave everything that comes from now on to the library."""
        if self._library is None:
            self._library = ServerProtocol(state=State.OPEN, max_size=self._host.longest)
        return self._library

    def _shake_hands(self, library: ServerProtocol, request: Request) -> None:
        no = self._host.refusal(request.headers)
        if no is not None:
            self._turn_away(library, HTTPStatus.FORBIDDEN, no)
            return
        if request.path.partition("?")[0] != self._host.path:
            self._turn_away(library, HTTPStatus.NOT_FOUND, "There is no socket here.")
            return
        response = library.accept(request)
        library.send_response(response)
        self._flush(library)
        if library.state is State.OPEN:
            self._is_open = True
            self._library = self._texts = None
            peer = self._transport.get_extra_info("peername")
            self._receiver = self._host.admit(self, str(peer[0]) if peer else "?", request.headers)

    def _turn_away(self, library: ServerProtocol, status: HTTPStatus, why: str) -> None:
        response = library.reject(status, why)
        for name, value in HEADERS:
            response.headers[name] = value
        library.send_response(response)
        self._flush(library)

    def _flush(self, library: ServerProtocol) -> None:
        """Send what the library has to say; once it expects an end, there will be one."""
        writes = library.data_to_send()
        self._write(b"".join(writes))
        if library.close_expected() and self._farewell is None:
            self._is_open = False
            self._farewell = asyncio.get_running_loop().call_later(FAREWELL, self.abort)
        if SEND_EOF in writes:
            self._transport.close()
