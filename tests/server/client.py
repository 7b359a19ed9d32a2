"""A client for tests: keeps what a page keeps, and checks that nothing is missing or doubled."""

import asyncio
import json
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import websockets
from websockets.asyncio.client import ClientConnection

from tests.choosing import choose
from tests.server.process import PATIENCE

Message = dict[str, Any]


class Client:
    """One person's connection to one table."""

    def __init__(self, address: str, token: str | None = None, language: str = "en") -> None:
        self.address = address
        self.token = token
        self.language = language
        self.view: Message = {"stage": "open", "number": 0}
        self.entries: dict[int, Message] = {}
        self.inbox: list[Message] = []
        """Every message that was received."""
        self.answers: dict[str, Message] = {}
        """Answers to messages, by id."""
        self.pending: dict[str, Message] = {}
        """Messages that wait for an answer, to be sent again after a lost connection."""
        self.socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self._count = 0
        self.table = ""
        self.failure: AssertionError | None = None
        """What this client found wrong with what it was sent."""

    async def connect(self) -> "Client":
        self.socket = await websockets.connect(self.address, max_queue=None)
        self._reader = asyncio.create_task(self._read(self.socket))
        answer = await self.ask("hello", token=self.token, language=self.language)
        self.token = answer["token"]
        return self

    async def close(self) -> None:
        if self._reader is not None:
            self._reader.cancel()
            with suppress(asyncio.CancelledError):
                await self._reader
            self._reader = None
        if self.socket is not None:
            await self.socket.close()
            self.socket = None

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                self.take(json.loads(text))
        except websockets.ConnectionClosed:
            pass
        except AssertionError as error:
            self.failure = error
        finally:
            self._changed.set()

    @property
    def is_connected(self) -> bool:
        return self._reader is not None and not self._reader.done()

    def take(self, message: Message) -> None:
        self.inbox.append(message)
        match message["type"]:
            case "table":
                self.view = message["view"]
            case "update":
                for entry in message["entries"]:
                    known = self.entries.get(entry["number"])
                    assert known in (None, entry), "an entry has changed"
                    self.entries[entry["number"]] = entry
                last = message["entries"][-1]["number"]
                assert message["entries"][0]["number"] == self.view["number"] + 1, "a gap"
                parts = ("stage", "position", "clock", "seats", "ask", "game", "fairness", "you")
                self.view |= {part: message[part] for part in parts if part in message}
                self.view["number"] = last
        mark = message.get("done") or message.get("id")
        if mark is not None:
            self.answers[mark] = message
            self.pending.pop(mark, None)
        self._changed.set()

    async def until(self, condition: Callable[[], Any]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not condition():
                self._changed.clear()
                await self._changed.wait()
                if self.failure is not None:
                    raise self.failure

    async def send(self, **message: Any) -> str:
        """Send a message; its id."""
        mark = message.get("id") or f"{id(self):x}-{self._count}"
        self._count += 1
        message["id"] = mark
        self.pending[mark] = message
        assert self.socket is not None
        with suppress(websockets.ConnectionClosed):
            await self.socket.send(json.dumps(message))
        return mark

    async def ask(self, kind: str, **message: Any) -> Message:
        """Send a message and wait for its answer."""
        mark = await self.send(type=kind, **message)
        await self.until(lambda: mark in self.answers or not self.is_connected)
        assert mark in self.answers, "the connection was lost"
        return self.answers[mark]

    async def join(self, table: str) -> Message:
        self.table = table
        since = {"since": self.view["number"]} if self.view["number"] else {}
        return await self.ask("join", table=table, **since)

    async def do(self, kind: str, **message: Any) -> Message:
        return await self.ask(kind, table=self.table, **message)

    def wants_to_act(self) -> int | None:
        """The seat of ours that is to act."""
        position = self.view.get("position")
        if self.view["stage"] != "playing" or not position or not position["legal"]:
            return None
        return position["turn"] if position["turn"] in self.view["you"] else None

    def choose(self, rng: random.Random) -> Message:
        """A legal action; into a hole if possible."""
        return choose(self.view, rng)

    async def act(self, rng: random.Random) -> Message:
        seat = self.wants_to_act()
        assert seat is not None
        at = self.view["position"]["events"]
        return await self.do("act", seat=seat, action=self.choose(rng), at=at)

    async def play(self, rng: random.Random, most: int = 100_000) -> int:
        """Act whenever it is our turn, until the game is over; how often."""
        acted = 0
        while acted < most:
            await self.until(lambda: self.is_over() or self.wants_to_act() is not None)
            if self.is_over():
                break
            answer = await self.act(rng)
            assert answer["type"] == "update", answer
            acted += 1
        return acted

    def is_over(self) -> bool:
        return self.view["stage"] in ("over", "closed")

    async def play_through_anything(self, rng: random.Random) -> None:
        """Play to the end, coming back and sending again whenever the connection is lost."""
        while not self.is_over():
            try:
                if not self.is_connected:
                    await self.close()
                    await self.connect()
                    await self.join(self.table)
                    for message in list(self.pending.values()):
                        if message["type"] not in ("hello", "join") and self.socket is not None:
                            await self.socket.send(json.dumps(message))
                await self.until(
                    lambda: (
                        self.is_over()
                        or not self.is_connected
                        or (self.wants_to_act() is not None and not self.pending)
                    )
                )
                if self.is_connected and not self.is_over() and not self.pending:
                    answer = await self.act(rng)
                    assert answer["type"] in ("update", "done", "refused"), answer
                    if answer["type"] == "refused":
                        assert answer["code"] in ("try_again", "stale", "database_away"), answer
                        await asyncio.sleep(0.05)
            except (OSError, AssertionError, websockets.WebSocketException) as error:
                if isinstance(error, AssertionError) and "lost" not in str(error):
                    raise
                self.pending = {
                    k: m for k, m in self.pending.items() if m["type"] not in ("hello", "join")
                }
                await asyncio.sleep(0.05)
