"""Lets connections in, counts them, and says goodbye."""

from taupes.server.hall.hall import Hall
from taupes.server.hall.hints import Adviser
from taupes.server.settings import Limits
from taupes.server.socket.connection import RETRY, Connection, Receive, Scope, Send
from taupes.server.socket.dispatch import Dispatch
from taupes.server.socket.thin import ThinProtocol
from taupes.server.tokens import Signer


class Endpoint:
    """Lets connections in and knows them all."""

    def __init__(self, hall: Hall, signer: Signer, adviser: Adviser, limits: Limits) -> None:
        self.dispatch = Dispatch(hall, signer, adviser, limits)
        self.hall = hall
        self.limits = limits
        self.connections: set[Connection] = set()
        self._addresses: dict[str, int] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection, from its first message to its end."""
        await receive()
        address = (scope.get("client") or ("?", 0))[0]
        is_full = (
            self.hall.is_closing
            or len(self.connections) >= self.limits.sockets
            or self._addresses.get(address, 0) >= self.limits.sockets_per_address
        )
        # Also a server that is full accepts first: only so does a browser learn the code.
        await send({"type": "websocket.accept"})
        if is_full:
            self.hall.metrics.dropped["too_many"] += 1
            await send({"type": "websocket.close", "code": 1013})
            return
        socket = getattr(receive, "__self__", None)
        connection = Connection(
            self.dispatch, send, socket if isinstance(socket, ThinProtocol) else None
        )
        self.connections.add(connection)
        self._addresses[address] = self._addresses.get(address, 0) + 1
        try:
            await connection.run(receive)
        finally:
            connection.end()
            self.connections.discard(connection)
            self._addresses[address] -= 1
            if not self._addresses[address]:
                del self._addresses[address]

    def say_goodbye(self) -> None:
        """Tell everybody to come back in a moment: the server restarts."""
        for connection in list(self.connections):
            connection.drop("restart", RETRY)

    @property
    def count(self) -> int:
        """Open connections."""
        return len(self.connections)
