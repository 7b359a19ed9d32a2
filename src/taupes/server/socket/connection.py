"""The socket: as thin as it can be over uvicorn, one connection an object.

Messages go out without a task for each: `send` does not wait while there is room in the buffer,
so one step of its coroutine is all it takes. A client that does not read is dropped.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

import msgspec

from taupes.server.socket.dispatch import Dispatch, Guest
from taupes.server.socket.thin import ThinProtocol
from taupes.table import messages
from taupes.table.refusals import Refusal, words
from taupes.table.replies import Bye

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Any]

_decode: Final = msgspec.json.Decoder(messages.ClientMessage).decode

HELLO_WITHIN: Final = 30.0
"""Seconds that a connection has for its first message."""

RETRY: Final = 1000
"""Milliseconds after which clients come back from a restart."""

_AT_ONCE: Final = frozenset({messages.Act, messages.Say, messages.Answer, messages.Ask})
"""Messages that are answered without waiting for anything but the disk."""

_GOODBYES: Final = {
    "too_slow": Refusal("too_slow"),
    "idle": Refusal("say_hello_first"),
}


class Connection(Guest):
    """One client."""

    __slots__ = (
        "_backlog",
        "_backlog_size",
        "_dispatch",
        "_draining",
        "_ended",
        "_is_working",
        "_send",
        "_socket",
        "_task",
        "_tokens",
        "_updated",
    )

    def __init__(self, dispatch: Dispatch, send: Send, socket: ThinProtocol | None) -> None:
        super().__init__()
        self._dispatch = dispatch
        self._send = send
        self._socket = socket
        """Uvicorn's own end, when it is there: a shorter way in and out."""
        self._is_working = False
        """Whether a message is being answered that takes a while: later ones must wait."""
        self._backlog: list[bytes] = []
        self._backlog_size = 0
        self._draining: asyncio.Task[None] | None = None
        self._task = asyncio.current_task()
        self._tokens = float(dispatch.limits.burst)
        self._updated = time.monotonic()
        self._ended = False

    # Out

    def push(self, data: bytes) -> None:
        """Send a message, without ever waiting."""
        if self._ended:
            return
        if not self._backlog:
            if self._socket is not None and self._socket.try_send(data):
                return
            step = self._send({"type": "websocket.send", "text": data.decode()})
            try:
                step.send(None)
            except StopIteration:
                return
            except (OSError, RuntimeError):
                self._ended = True
                return
            # It would have to wait, before it has written anything: a task does that instead.
            step.close()
        self._backlog.append(data)
        self._backlog_size += len(data)
        if self._backlog_size > self._dispatch.limits.backlog_bytes:
            self.drop("too_slow", RETRY)
        elif self._draining is None:
            self._draining = asyncio.get_running_loop().create_task(self._drain())

    async def _drain(self) -> None:
        try:
            while self._backlog:
                await self._send({"type": "websocket.send", "text": self._backlog[0].decode()})
                self._backlog_size -= len(self._backlog.pop(0))
        except (OSError, RuntimeError):
            self._ended = True
        finally:
            self._draining = None

    def drop(self, code: str, retry: int | None = None) -> None:
        """Close the connection, with a word why if there is room for one."""
        if self._ended:
            return
        self._dispatch.hall.metrics.dropped[code] += 1
        if not self._backlog:
            sentence = words(_GOODBYES.get(code, Refusal("try_again")), self.language)
            self.tell(Bye(code, sentence, retry))  # type: ignore[arg-type]
        self._ended = True
        if self._task is not None:
            self._task.cancel()

    def end(self) -> None:
        """Follow nothing any more."""
        self._ended = True
        if self._socket is not None:
            self._socket.let_go()
        if self._draining is not None:
            self._draining.cancel()
        self._dispatch.leave(self)

    # In

    def take_at_once(self, data: bytes) -> bool:
        """Answer a message here and now, if that needs no waiting."""
        if self._is_working or not self.is_known or self._ended:
            return False
        if self._tokens < 1 or len(data) > self._dispatch.limits.message_bytes:
            return False
        try:
            message = _decode(data)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return False
        if type(message) not in _AT_ONCE:
            return False
        live = self.joined.get(message.table)
        if live is None or self not in live.followers:
            return False
        self._count()
        self._dispatch.hall.ask(live, self, message)
        return True

    async def run(self, receive: Receive) -> None:
        """Take messages until the connection ends."""
        if self._socket is not None:
            self._socket.take_hold(self.take_at_once)
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
            self._dispatch.hall.metrics.throttled += 1
            await asyncio.sleep(-self._tokens / self._dispatch.limits.messages_per_second)

    def _count(self) -> None:
        """Count a message against what this connection may send."""
        dispatch, now = self._dispatch, time.monotonic()
        dispatch.hall.metrics.messages += 1
        limits = dispatch.limits
        tokens = self._tokens + (now - self._updated) * limits.messages_per_second
        self._tokens = (tokens if tokens < limits.burst else limits.burst) - 1
        self._updated = now

    async def _take(self, data: str | bytes) -> None:
        most = self._dispatch.limits.message_bytes
        if len(data) > most:
            self._dispatch.refuse(self, Refusal("too_large", f"at most {most} bytes"), None)
            return
        try:
            message = _decode(data)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            self._dispatch.refuse(self, Refusal("bad_message", str(error)), _id_of(data))
            return
        await self._dispatch.answer(self, message)


def _id_of(data: str | bytes) -> str | None:
    """The id of a message that could not be understood, if it has one."""
    try:
        found = msgspec.json.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    mark = found.get("id") if isinstance(found, dict) else None
    return mark if isinstance(mark, str) and len(mark) <= 64 else None
