"""One HTTP connection on uvicorn: how many there are, how long each may take, and how much.

Uvicorn reads and answers requests, and waits for ever for whoever is slow. It makes one of these
for every connection (its option `http`); each counts what arrives, and has one timer for what is
to arrive and one for what is to be read (docs/decisions/0060).
"""

import asyncio
from collections import Counter
from contextlib import ExitStack
from http import HTTPStatus
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from taupes.server.limits.backlog import Backlog
from taupes.server.limits.proxies import Proxies, counted
from taupes.server.metrics import Metrics
from taupes.server.settings import Limits

_WAITING: Final = 8
"""Requests that may wait for the answer to an earlier one on the same connection."""

_BEHIND: Final = 16_384
"""Bytes that a client has not read, from which on it is behind: until it has read everything."""

_PROGRESS: Final = 4096
"""Bytes that a client must read of an answer before it counts as stalled."""


class Connections:
    """Counts HTTP connections, by address and in all."""

    def __init__(
        self, limits: Limits, proxies: Proxies, backlog: Backlog, metrics: Metrics
    ) -> None:
        self.limits = limits
        self.backlog = backlog
        self.metrics = metrics
        self._proxies = proxies
        self._addresses: Counter[str] = Counter()
        self.count = 0
        """Open connections."""

    def admit(self, peer: str) -> str | None:
        """Let a connection in: what it is counted under, or None if there are too many."""
        # Behind a proxy are many people: they are counted by their requests.
        address = "" if self._proxies.trusts(peer) else counted(peer)
        most = self.limits.connections_per_address
        if self.count >= self.limits.connections or (address and self._addresses[address] >= most):
            self.metrics.dropped["too_many"] += 1
            return None
        self.count += 1
        self._addresses[address] += 1
        return address

    def release(self, address: str) -> None:
        """Forget a connection."""
        self.count -= 1
        self._addresses[address] -= 1
        if not self._addresses[address]:
            del self._addresses[address]


class TooMuch(Exception):
    """Ends the reading of a request that is too large, from within the parser."""


class HttpConnection(HttpToolsProtocol):
    """A connection that is counted and timed."""

    def __init__(self, connections: Connections, **uvicorn: Any) -> None:
        super().__init__(**uvicorn)
        self._connections = connections
        self._limits = connections.limits
        self._address: str | None = None
        """What we are counted under, while we are."""
        self._received = 0
        """Bytes of the request that is being read."""
        self._arrived = 0
        """Bytes of what arrived last."""
        self._lines = 0
        """Headers of it, and what stands after its body."""
        self._is_in_body = False
        self._is_answered = False
        """Whether an answer was given and not yet read: the next request waits."""
        self._status = HTTPStatus.BAD_REQUEST
        """What is said of a request that cannot be read."""
        self._arrival: asyncio.TimerHandle | None = None
        """Ends a request that does not arrive."""
        self._reading: asyncio.TimerHandle | None = None
        """Looks whether the client has read more of an answer."""

    # What asyncio tells

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, or say at once that there are too many."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=_BEHIND, low=0)
        self._address = self._connections.admit(self.client[0] if self.client else "?")
        if self._address is None:
            self._turn_away(HTTPStatus.SERVICE_UNAVAILABLE)
        else:
            self._expect(self._limits.header_seconds)

    def data_received(self, data: bytes) -> None:
        """Take what has arrived, unless it is too much."""
        if self._arrival is None and self._is_idle:
            self._expect(self._limits.header_seconds)
        self._arrived = len(data)
        self._received += self._arrived
        super().data_received(data)
        most = self._limits.header_bytes
        if self._is_in_body:
            # Pieces of a body have heads too; together they are not as long as what they bring.
            most += 2 * self._limits.body_bytes
        if self._received > most and not self.transport.is_closing():
            self._refuse_large()

    def pause_writing(self) -> None:
        """Note that the client does not read."""
        super().pause_writing()
        self._connections.backlog.note(self)
        if self._reading is None:
            self._watch()

    def resume_writing(self) -> None:
        """Note that it has read everything, and take up its next request."""
        super().resume_writing()
        self._caught_up()
        if self._is_answered:
            self._is_answered = False
            super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """End; whatever fails, the rest ends all the same."""
        with ExitStack() as everything:
            everything.callback(self._leave)
            super().connection_lost(exc)

    # What the parser tells

    def on_message_begin(self) -> None:
        """Begin a request: its head is to come."""
        super().on_message_begin()
        self._received, self._lines = self._arrived, 0
        self._is_in_body = False
        self._expect(self._limits.header_seconds)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header; what stands after a body is none, though uvicorn takes it for one.

        A proxy that overwrites what a client says of itself looks at the head only.
        """
        self._lines += 1
        if self._lines > self._limits.headers:
            self._status = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            raise TooMuch
        if not self._is_in_body:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Take the head of a request."""
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if size > self._limits.header_bytes:
            self._status = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            raise TooMuch
        if len(self.pipeline) >= _WAITING:
            raise TooMuch
        self._is_in_body = True
        self._expect(self._limits.body_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Take the end of a request: from now on it is our turn."""
        self._is_in_body = False
        self._received = 0
        self._expect(None)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Go on with the next request, once the client has read the answer to this one."""
        if self.transport.is_closing():
            if self.unread and self._reading is None:
                self._watch()
        elif self.flow.write_paused:
            # Or else it could have one answer after the other made, and leave them all with us.
            self._is_answered = True
            self.flow.pause_reading()
            return
        super().on_response_complete()

    def timeout_keep_alive_handler(self) -> None:
        """End a connection on which nothing more comes, even if a little was never read."""
        self._close()

    def handle_websocket_upgrade(self) -> None:
        """Hand a connection over that becomes a socket, unless an answer is still under way."""
        if not self._is_idle or self.unread:
            self.cut()
            return
        self._leave()
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        """Say what is wrong with a request that cannot be read."""
        self._turn_away(self._status)

    # Limits

    @property
    def unread(self) -> int:
        """Bytes that wait for the client to read them."""
        return int(self.transport.get_write_buffer_size())

    @property
    def _is_idle(self) -> bool:
        """Whether no request waits for its answer."""
        return self.cycle is None or self.cycle.response_complete

    def cut(self) -> None:
        """Cut the connection: the client is too slow."""
        self._connections.metrics.dropped["too_slow"] += 1
        self.transport.abort()

    def _refuse_large(self) -> None:
        if self._is_in_body:
            self.cut()
        else:
            self._turn_away(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def _expect(self, seconds: float | None) -> None:
        """Give the client so long for what it is to send now; None if it is to send nothing."""
        if self._arrival is not None:
            self._arrival.cancel()
        self._arrival = None if seconds is None else self.loop.call_later(seconds, self._late)

    def _late(self) -> None:
        self._arrival = None
        if self._is_idle:
            self._turn_away(HTTPStatus.REQUEST_TIMEOUT)
        else:
            self.cut()

    def _watch(self) -> None:
        wait = self._limits.stalled_seconds
        self._reading = self.loop.call_later(wait, self._look, self.unread)

    def _look(self, before: int) -> None:
        unread, self._reading = self.unread, None
        if unread > max(0, before - _PROGRESS):
            self.cut()
        elif unread:
            self._connections.backlog.note(self)
            self._watch()

    def _caught_up(self) -> None:
        self._connections.backlog.forget(self)
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def _leave(self) -> None:
        """Be neither timed nor counted any more."""
        self._expect(None)
        self._caught_up()
        if self._address is not None:
            address, self._address = self._address, None
            self._connections.release(address)

    def _turn_away(self, status: HTTPStatus) -> None:
        """Answer outside of any request, and end."""
        self._connections.metrics.dropped["turned_away"] += 1
        text = f"{status.phrase}\n".encode()
        headers = [
            *self.server_state.default_headers,
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"content-length", str(len(text)).encode()),
            (b"connection", b"close"),
        ]
        lines = [name + b": " + value + b"\r\n" for name, value in headers]
        self.transport.write(b"".join([STATUS_LINE[status], *lines, b"\r\n", text]))
        self._close()

    def _close(self) -> None:
        """End in peace: what is still unread is waited for as an answer is, and no longer."""
        if self.unread and self._reading is None:
            self._watch()
        self.transport.close()
