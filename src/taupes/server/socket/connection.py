"""One client on a socket: its messages in, one after the other; answers and news out."""

import asyncio
from collections.abc import Coroutine
from contextlib import ExitStack
from typing import Any, Final

from taupes.server.hall.live import Live
from taupes.server.limits.bucket import Bucket
from taupes.server.socket.dispatch import Dispatch
from taupes.server.socket.websocket import WebSocket
from taupes.table.encoding import encode
from taupes.table.messages import BadMessage, read_message
from taupes.table.refusals import Refusal, words
from taupes.table.replies import Bye, ServerMessage

RETRY: Final = 1000
"""Milliseconds after which clients come back."""

NOTHINGS: Final = 1000
"""Pings, pongs and fragments that a client may send between two looks after it."""

_GOODBYES: Final = {
    "restart": (Refusal("try_again"), 1012),
    "too_slow": (Refusal("too_slow"), 1013),
    "idle": (Refusal("say_hello_first"), 1008),
    "deleted": (Refusal("deleted"), 1008),
}
"""By the reason why the server closes: what is said, and the socket's own code for it."""

_PASSING: Final = ("restart", "too_slow")
"""Reasons after which a client may come back as it was."""


class Connection:
    """A client, as far as it has said who it is."""

    __slots__ = (
        "_bucket",
        "_dispatch",
        "_is_new",
        "_is_over",
        "_nothings",
        "_socket",
        "_work",
        "address",
        "is_known",
        "joined",
        "language",
        "person",
    )

    def __init__(self, dispatch: Dispatch, socket: WebSocket, address: str) -> None:
        self.address = address
        self.person = ""
        self.is_known = False
        """Whether it has said hello."""
        self.language = "en"
        self.joined: dict[str, Live] = {}
        """The tables it follows."""
        self._dispatch = dispatch
        self._socket = socket
        limits = dispatch.limits
        self._bucket = Bucket(limits.messages_per_second, limits.burst)
        self._work: asyncio.Task[None] | None = None
        """A message that takes a while to answer: later ones wait for it."""
        self._is_over = False
        self._is_new = True
        """Whether nobody has looked after it yet."""
        self._nothings = 0
        """Frames without a message since somebody has."""

    # Out

    def push(self, data: bytes) -> None:
        """Send a message, without ever waiting; a client that does not read is dropped."""
        self._socket.send(data)

    @property
    def unread(self) -> int:
        """Bytes that wait for the client to read them."""
        return self._socket.unread

    def cut(self) -> None:
        """Drop a client that does not read."""
        self.drop("too_slow")

    def tell(self, message: ServerMessage) -> None:
        """Send a message of the protocol."""
        self.push(encode(message))

    def drop(self, code: str) -> None:
        """Close the connection, with a word why if the client listens."""
        if self._is_over:
            return
        self._is_over = True
        self._dispatch.hall.metrics.dropped[code] += 1
        if self._socket.is_behind:
            self._socket.abort()
            return
        refusal, number = _GOODBYES[code]
        retry = RETRY if code in _PASSING else None
        self._socket.send(encode(Bye(code, words(refusal, self.language), retry)))  # type: ignore[arg-type]
        self._socket.close(number)

    def look_after(self) -> None:
        """See whether anybody is still there, and has said hello in all that time."""
        if not self._socket.is_alive():
            self._dispatch.hall.metrics.dropped["gone"] += 1
            self._socket.abort()
        elif not self.is_known and not self._is_new:
            self.drop("idle")
        self._is_new = False
        self._nothings = 0

    def end(self) -> None:
        """Let go of everything; whatever fails, the rest is let go all the same."""
        self._is_over = True
        joined, self.joined = self.joined, {}
        with ExitStack() as everything:
            for live in joined.values():
                everything.callback(self._dispatch.hall.leave, live, self)
            if self._work is not None:
                everything.callback(self._work.cancel)
            if self.is_known:
                everything.callback(self._dispatch.forget, self.person)

    # In

    def take(self, data: bytes) -> None:
        """Answer a message; until that is done, and while messages come too fast, read no more."""
        if self._is_over:
            return
        metrics = self._dispatch.hall.metrics
        metrics.messages += 1
        seconds = self._bucket.take()
        work = self._answer(data)
        if seconds:
            metrics.throttled += 1
        if work is not None or seconds:
            self._socket.hold()
            self._work = asyncio.get_running_loop().create_task(self._finish(work, seconds))

    def take_nothing(self) -> None:
        """Count a frame without a message: a flood of them is work, and nobody's game."""
        self._nothings += 1
        if self._nothings > NOTHINGS and not self._is_over:
            self._is_over = True
            self._dispatch.hall.metrics.dropped["flood"] += 1
            self._socket.abort()

    def _answer(self, data: bytes) -> Coroutine[Any, Any, None] | None:
        most = self._dispatch.limits.message_bytes
        if len(data) > most:
            self._dispatch.refuse(self, Refusal("too_large", f"at most {most} bytes"), None)
            return None
        try:
            message = read_message(data)
        except BadMessage as error:
            self._dispatch.refuse(self, Refusal("bad_message", error.detail), error.mark)
            return None
        return self._dispatch.answer(self, message)

    async def _finish(self, work: Coroutine[Any, Any, None] | None, seconds: float) -> None:
        try:
            if work is not None:
                await work
            await asyncio.sleep(seconds)
        finally:
            self._work = None
            self._socket.release()
