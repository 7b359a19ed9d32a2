"""The socket: as thin as it can be over uvicorn, one connection an object.

Messages go out without a task for each: `send` does not wait while there is room in the buffer,
so one step of its coroutine is all it takes. A client that does not read is dropped.
"""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

import msgspec

from taupes.server import messages
from taupes.server.answers import (
    encode,
    may_see,
    now_ms,
    radius_and_names,
    refused_text,
    shown_text,
)
from taupes.server.decide import whys
from taupes.server.hall import Hall
from taupes.server.live import Live
from taupes.server.meeting import rematch
from taupes.server.metrics import Metrics
from taupes.server.refusals import Refusal, reason_of
from taupes.server.settings import Limits
from taupes.server.showing import update_of
from taupes.server.storage import StorageAway
from taupes.server.thin import ThinProtocol
from taupes.server.tokens import Signer

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Any]

_decode: Final = msgspec.json.Decoder(messages.ClientMessage).decode

HELLO_WITHIN: Final = 30.0
"""Seconds that a connection has for its first message."""

RETRY: Final = 1000
"""Milliseconds after which clients come back from a restart."""


class Door:
    """Lets connections in and knows them all."""

    def __init__(self, hall: Hall, signer: Signer, metrics: Metrics, limits: Limits) -> None:
        self.hall = hall
        self.signer = signer
        self.metrics = metrics
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
        if is_full:
            self.metrics.dropped.labels("too_many").inc()
            await send({"type": "websocket.close", "code": 1013})
            return
        await send({"type": "websocket.accept"})
        socket = getattr(receive, "__self__", None)
        connection = Connection(self, send, socket if isinstance(socket, ThinProtocol) else None)
        self.connections.add(connection)
        self.metrics.sockets.inc()
        self._addresses[address] = self._addresses.get(address, 0) + 1
        try:
            await connection.run(receive)
        finally:
            connection.end()
            self.connections.discard(connection)
            self.metrics.sockets.dec()
            self._addresses[address] -= 1
            if not self._addresses[address]:
                del self._addresses[address]

    def say_goodbye(self) -> None:
        """Tell everybody to come back in a moment: the server restarts."""
        for connection in list(self.connections):
            connection.drop("restart", RETRY)


class Connection:
    """One client."""

    __slots__ = (
        "_backlog",
        "_backlog_size",
        "_door",
        "_draining",
        "_ended",
        "_is_working",
        "_joined",
        "_send",
        "_socket",
        "_task",
        "_tokens",
        "_updated",
        "is_known",
        "language",
        "person",
    )

    def __init__(self, door: Door, send: Send, socket: ThinProtocol | None = None) -> None:
        self._door = door
        self._send = send
        self._socket = socket
        """Uvicorn's own end, when it is there: a shorter way in and out."""
        self._is_working = False
        """Whether a message is being answered that takes a while: later ones must wait."""
        self.person = ""
        self.is_known = False
        """Whether it has said hello."""
        self.language = "en"
        self._joined: dict[str, Live] = {}
        self._backlog: deque[str] = deque()
        self._backlog_size = 0
        self._draining: asyncio.Task[None] | None = None
        self._task = asyncio.current_task()
        self._tokens = float(door.limits.burst)
        self._updated = time.monotonic()
        self._ended = False

    # Out

    def push(self, text: str) -> None:
        """Send a message, without ever waiting."""
        if self._ended:
            return
        if not self._backlog:
            if self._socket is not None and self._socket.try_send(text):
                return
            step = self._send({"type": "websocket.send", "text": text})
            try:
                step.send(None)
            except StopIteration:
                return
            except (OSError, RuntimeError):
                self._ended = True
                return
            # It would have to wait, before it has written anything: a task does that instead.
            step.close()
        self._backlog.append(text)
        self._backlog_size += len(text)
        if self._backlog_size > self._door.limits.backlog_bytes:
            self.drop("too_slow", RETRY)
        elif self._draining is None:
            self._draining = asyncio.get_running_loop().create_task(self._drain())

    async def _drain(self) -> None:
        try:
            while self._backlog:
                await self._send({"type": "websocket.send", "text": self._backlog[0]})
                self._backlog_size -= len(self._backlog.popleft())
        except (OSError, RuntimeError):
            self._ended = True
        finally:
            self._draining = None

    def drop(self, code: str, retry: int | None = None) -> None:
        """Close the connection, with a word why if there is room for one."""
        if self._ended:
            return
        self._door.metrics.dropped.labels(code).inc()
        refusal = _GOODBYES.get(code, Refusal("try_again"))
        sentence = msgspec.json.decode(refused_text(refusal, self.language, None))
        if not self._backlog:
            bye = messages.Bye(code, sentence["sentence"], retry)  # type: ignore[arg-type]
            self.push(encode(bye).decode())
        self._ended = True
        if self._task is not None:
            self._task.cancel()

    def end(self) -> None:
        """Follow nothing any more."""
        self._ended = True
        if self._socket is not None:
            self._socket.sink = None
        if self._draining is not None:
            self._draining.cancel()
        for live in self._joined.values():
            self._door.hall.leave(live, self)
        self._joined.clear()

    # In

    def take_at_once(self, data: bytes) -> bool:
        """Answer a message here and now, if that needs no waiting."""
        if self._is_working or not self.is_known or self._ended:
            return False
        if self._tokens < 1 or len(data) > self._door.limits.message_bytes:
            return False
        try:
            message = _decode(data)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return False
        if not isinstance(message, _AT_ONCE):
            return False
        live = self._joined.get(message.table)
        if live is None or self not in live.followers:
            return False
        self._count()
        self._door.hall.ask(live, self, message)
        return True

    async def run(self, receive: Receive) -> None:
        """Take messages until the connection ends."""
        if self._socket is not None:
            self._socket.sink = self.take_at_once
        try:
            async with asyncio.timeout(HELLO_WITHIN) as patience:
                while not self._ended:
                    message = await receive()
                    if message["type"] != "websocket.receive":
                        return
                    self._is_working = True
                    data = message.get("text") or message.get("bytes") or ""
                    await self._keep_pace()
                    await self._take(data)
                    self._is_working = False
                    if self.is_known and patience.when() is not None:
                        patience.reschedule(None)
        except TimeoutError:
            self.drop("idle")
        except asyncio.CancelledError:
            if not self._ended:
                raise

    async def _keep_pace(self) -> None:
        """Read no more for a while when messages come too fast: they wait, none is lost."""
        self._count()
        if self._tokens < 0:
            self._door.metrics.throttled.inc()
            await asyncio.sleep(-self._tokens / self._door.limits.messages_per_second)

    def _count(self) -> None:
        """Count a message against what this connection may send."""
        self._door.metrics.messages.inc()
        limits, now = self._door.limits, time.monotonic()
        earned = (now - self._updated) * limits.messages_per_second
        self._tokens = min(float(limits.burst), self._tokens + earned) - 1
        self._updated = now

    async def _take(self, data: str | bytes) -> None:
        try:
            if len(data) > self._door.limits.message_bytes:
                detail = f"at most {self._door.limits.message_bytes} bytes"
                self._refuse(Refusal("too_large", detail), None)
                return
            message = _decode(data)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            self._refuse(Refusal("bad_message", str(error)), _id_of(data))
            return
        try:
            await self._answer(message)
        except StorageAway:
            self._refuse(Refusal("database_away"), message.id)

    async def _answer(self, message: messages.ClientMessage) -> None:
        match message:
            case messages.Hello():
                self._hello(message)
            case messages.Ping():
                self._tell(messages.Pong(now_ms(), message.id))
            case _ if not self.is_known:
                self._refuse(Refusal("say_hello_first"), message.id)
            case messages.Join():
                await self._join(message)
            case _:
                live = self._joined.get(message.table)
                if live is None or self not in live.followers:
                    self._refuse(Refusal("not_joined"), message.id)
                else:
                    await self._at_table(live, message)

    async def _at_table(self, live: Live, message: messages.AtTable) -> None:
        match message:
            case messages.Leave():
                self._joined.pop(message.table)
                self._door.hall.leave(live, self)
                self._tell(messages.Done(message.id, message.table))
            case messages.Look():
                self.push(shown_text(live.table, self.person, message.id))
            case messages.Explain():
                self._explain(live, message)
            case messages.Hint() | messages.Analyse():
                self._refuse(Refusal("not_available"), message.id, live)
            case messages.Rematch():
                await rematch(self._door.hall, self._door.signer, live, self, message)
            case _:
                self._door.hall.ask(live, self, message)

    def _hello(self, message: messages.Hello) -> None:
        self.language = message.language
        signer = self._door.signer
        token = message.token or signer.new_token()
        person = signer.person_of(token)
        if person is None or (self.is_known and person != self.person):
            self._refuse(Refusal("bad_token"), message.id)
            return
        self.person, self.is_known = person, True
        is_new = message.token is None
        self._tell(
            messages.Welcome(
                messages.PROTOCOL, now_ms(), token, message.language, is_new, message.id
            )
        )

    async def _join(self, message: messages.Join) -> None:
        hall = self._door.hall
        if (
            message.table not in self._joined
            and len(self._joined) >= self._door.limits.tables_followed
        ):
            limit = str(self._door.limits.tables_followed)
            self._refuse(Refusal("too_many_tables", limit), message.id)
            return
        while True:
            live = await hall.open(message.table)
            if live is None:
                self._refuse(Refusal("no_such_table"), message.id)
                return
            if not may_see(live.table, self.person):
                self._refuse(Refusal("no_spectators"), message.id, live)
                return
            if message.since is not None and message.since > live.table.number:
                await hall.refresh(live)
            missed = await self._missed(live, message)
            if hall.live.setdefault(message.table, live) is live:
                break
            # It was put out of memory and taken up again while we were reading.
        self.push(missed or shown_text(live.table, self.person, message.id))
        self._joined[message.table] = hall.join(live, self)

    async def _missed(self, live: Live, message: messages.Join) -> str | None:
        """What happened since an entry, as one update; None when it is better shown whole."""
        since, number = message.since, live.table.number
        if not since or not 0 <= number - since <= self._door.limits.catch_up:
            return None
        if since == number:
            return encode(messages.Done(message.id, live.table.id, since)).decode()
        entries = await self._door.hall.entries(live.table.id, since)
        table = live.table
        entries = [entry for entry in entries if entry.number <= table.number]
        if not entries or entries[-1].number != table.number:
            return None
        update = msgspec.structs.replace(
            update_of(None, table, entries, now_ms()),
            you=table.seats_of(self.person),
            done=message.id or msgspec.UNSET,
        )
        return encode(update).decode()

    def _explain(self, live: Live, message: messages.Explain) -> None:
        is_legal, reasons = whys(live.table, message.action)
        radius, names = radius_and_names(live.table)
        self._tell(
            messages.Explained(
                live.table.id,
                is_legal,
                [reason_of(why, self.language, radius, names) for why in reasons],
                message.id,
            )
        )

    def _tell(self, message: messages.ServerMessage) -> None:
        self.push(encode(message).decode())

    def _refuse(self, refusal: Refusal, message: str | None, live: Live | None = None) -> None:
        self._door.metrics.refusals.labels(refusal.code).inc()
        table = live.table if live else None
        self.push(refused_text(refusal, self.language, message, table))


_AT_ONCE: Final = (messages.Act, messages.Say, messages.Answer, messages.Ask)
"""Messages that are answered without waiting for anything but the disk."""

_GOODBYES: Final = {
    "too_slow": Refusal("too_slow"),
    "idle": Refusal("say_hello_first"),
}


def _id_of(data: str | bytes) -> str | None:
    """The id of a message that could not be understood, if it has one."""
    try:
        found = msgspec.json.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    mark = found.get("id") if isinstance(found, dict) else None
    return mark if isinstance(mark, str) and len(mark) <= 64 else None
