"""Lets connections in, counts them, looks after them, and says goodbye."""

import asyncio
from collections import Counter
from contextlib import ExitStack
from typing import Final

from websockets.datastructures import Headers

from taupes.server.limits.backlog import Backlog
from taupes.server.limits.bucket import Buckets
from taupes.server.limits.hosts import Hosts
from taupes.server.limits.proxies import Proxies
from taupes.server.socket.connection import Connection
from taupes.server.socket.dispatch import Dispatch
from taupes.server.socket.websocket import WebSocket
from taupes.table.refusals import words

LOOK_EVERY: Final = 30.0
"""Seconds between two looks after the same connection: it has so long to answer a ping."""

_STEPS: Final = 30
"""Parts of a round: nobody's move should wait for thousands of pings."""

_FULL: Final = 1013
"""The socket's code for: try again later."""

_LEAVING: Final = 100
"""Sockets that were sent away and may take their time to go; more are cut without a word."""


class Endpoint:
    """The place where sockets come in; it knows them all."""

    path: Final = "/api/socket"

    def __init__(
        self, dispatch: Dispatch, proxies: Proxies, hosts: Hosts, backlog: Backlog
    ) -> None:
        self._dispatch = dispatch
        self._proxies = proxies
        self._hosts = hosts
        self._backlog = backlog
        limits = dispatch.limits
        self._pace = Buckets(limits.requests_per_second, limits.requests_burst)
        self._houses = Buckets(limits.messages_per_address, limits.burst_per_address)
        self._connections: dict[WebSocket, Connection] = {}
        self._addresses: Counter[str] = Counter()
        self._leaving: set[WebSocket] = set()
        """Those that were sent away: nobody's, but each is an open file until it is gone."""
        self.is_closing = False
        """Whether nobody new is let in."""
        self.longest = 4 * limits.message_bytes
        """Bytes of a message that is read at all; one that is a little too long is refused."""
        dispatch.hall.connect(self)

    @property
    def count(self) -> int:
        """Open connections."""
        return len(self._connections)

    def refusal(self, headers: Headers) -> str | None:
        """Why nobody is let in who calls the server so, or from such a page."""
        hosts, origins = headers.get_all("Host"), headers.get_all("Origin")
        no = self._hosts.refusal(",".join(hosts) or None, ",".join(origins) or None)
        return None if no is None else words(no)

    def admit(self, socket: WebSocket, peer: str, headers: Headers) -> Connection | None:
        """Let a socket in, unless there are too many."""
        hall, limits = self._dispatch.hall, self._dispatch.limits
        address = self._proxies.client(peer, ",".join(headers.get_all("X-Forwarded-For")))
        if (
            self.is_closing
            or len(self._connections) >= limits.sockets
            or self._addresses[address] >= limits.sockets_per_address
            or not self._pace.allows(address)
        ):
            hall.metrics.dropped["too_many"] += 1
            if len(self._leaving) >= _LEAVING:
                socket.abort()
            else:
                self._leaving.add(socket)
                # Its hand was shaken first: only so does a browser learn the code.
                socket.close(_FULL)
            return None
        connection = self._connections[socket] = Connection(
            self._dispatch, socket, address, self._houses.of(address)
        )
        self._addresses[address] += 1
        return connection

    def fall_behind(self, socket: WebSocket) -> None:
        """Drop a client that has left too much unread; the slowest of all, if all have."""
        connection = self._connections.get(socket)
        if connection is None:
            # It was sent away, and has only so long to go.
            return
        if socket.unread > self._dispatch.limits.backlog_bytes:
            connection.cut()
        else:
            self._backlog.note(connection)

    def catch_up(self, socket: WebSocket) -> None:
        """Take note that a client has read what it was sent."""
        connection = self._connections.get(socket)
        if connection is not None:
            self._backlog.forget(connection)

    def release(self, socket: WebSocket) -> None:
        """Forget a socket that is gone; whatever fails, the rest is forgotten all the same."""
        self._leaving.discard(socket)
        connection = self._connections.pop(socket, None)
        if connection is not None:
            self._backlog.forget(connection)
            with ExitStack() as everything:
                everything.callback(self._forget, connection.address)
                everything.callback(connection.end)

    def _forget(self, address: str) -> None:
        self._addresses[address] -= 1
        if not self._addresses[address]:
            del self._addresses[address]

    def people(self) -> set[str]:
        """Who is connected."""
        return {one.person for one in self._connections.values() if one.is_known}

    def close_to(self, person: str) -> None:
        """Close the connections of a person who was deleted."""
        for connection in list(self._connections.values()):
            if connection.is_known and connection.person == person:
                connection.drop("deleted")

    async def run(self) -> None:
        """Look after everybody, a few at a time, for ever."""
        while True:
            everybody = list(self._connections.values())
            for step in range(_STEPS):
                for connection in everybody[step::_STEPS]:
                    connection.look_after()
                await asyncio.sleep(LOOK_EVERY / _STEPS)

    async def say_goodbye(self, patience: float) -> None:
        """Tell everybody to come back in a moment, and wait so many seconds for them to go."""
        self.is_closing = True
        for connection in list(self._connections.values()):
            connection.drop("restart")
        end = asyncio.get_running_loop().time() + patience
        while self._connections and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(0.01)
