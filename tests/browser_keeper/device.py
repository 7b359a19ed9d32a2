"""A device with a keeper, and a person at it who knows messages and requests and nothing else."""

import asyncio
import json
from collections.abc import Callable
from random import Random
from typing import Any

from taupes.answers.job import JobResult
from taupes.browser.keeper import Keeper
from taupes.browser.minds import Minds, OwnMinds
from tests.browser_keeper.shelf import MemoryShelf
from tests.choosing import choose

NOON = 1_800_000_000_000


class Clock:
    """A device's clock that goes a little with every look at it."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> int:
        self.now += 1
        return self.now


class SlowMinds(OwnMinds):
    """Bots that wait until they are let think."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.asked = asyncio.Event()
        self.count = 0

    async def think(self, question: bytes, seconds: float | None) -> bytes:
        self.asked.set()
        self.count += 1
        await self.gate.wait()
        return await super().think(question, seconds)


class NoMinds:
    """Nobody who thinks."""

    async def think(self, question: bytes, seconds: float | None) -> bytes:
        raise RuntimeError("the worker is gone")

    async def compute(self, job: str, data: bytes) -> JobResult:
        raise RuntimeError("the worker is gone")


class Locks:
    """What a browser has for all its tabs: for each table those who want to lead it, in order."""

    def __init__(self) -> None:
        self.queues: dict[str, list[TabLeads]] = {}

    def settle(self, table: str, before: "TabLeads | None") -> None:
        """Tell whoever leads now, and whoever does not any more, unless it is gone."""
        queue = self.queues[table]
        now = queue[0] if queue else None
        for tab in queue:
            if before is not now and tab in (before, now):
                tab.told(table, tab is now)


class TabLeads:
    """One tab's part in it."""

    def __init__(self, locks: Locks) -> None:
        self.locks = locks
        self.told: Callable[[str, bool], None]
        self.taken = asyncio.Event()

    def leader(self, table: str) -> "TabLeads | None":
        return next(iter(self.locks.queues.setdefault(table, [])), None)

    def seek(self, table: str) -> None:
        before = self.leader(table)
        self.locks.queues[table].append(self)
        self.locks.settle(table, before)

    def take(self, table: str) -> None:
        before = self.leader(table)
        self.locks.queues[table].remove(self)
        self.locks.queues[table].insert(0, self)
        self.locks.settle(table, before)
        self.taken.set()

    def leave(self, table: str) -> None:
        before = self.leader(table)
        self.locks.queues[table].remove(self)
        self.locks.settle(table, before)


class Device:
    """A tab: a keeper over a shelf that others may use too."""

    def __init__(
        self,
        shelf: MemoryShelf | None = None,
        minds: Minds | None = None,
        clock: Callable[[], int] | None = None,
        chance: int = 7,
        leads: TabLeads | None = None,
    ) -> None:
        self.shelf = shelf or MemoryShelf()
        self.clock = clock or Clock()
        self.keeper = Keeper(
            self.shelf, minds or OwnMinds(), self.clock, Random(chance).randbytes, leads
        )
        if leads is not None:
            leads.told = self.keeper.led

    async def ask(self, method: str, path: str, body: Any = None, language: str = "en") -> Any:
        """What a route answers: its status, and its body as data or as text."""
        data = (
            body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        )
        answer = await self.keeper.request(method, path, {"Accept-Language": language}, data)
        is_json = answer.media == "application/json"
        return answer.status, json.loads(answer.body) if is_json else answer.body.decode()

    async def make(self, seats: list[dict[str, Any]], *, start: bool = True, **setup: Any) -> str:
        """A new table."""
        status, view = await self.ask(
            "POST", "/api/tables", {"seats": seats, "setup": setup, "start": start}
        )
        assert status == 201, view
        return str(view["table"])

    async def screen(self, table: str | None = None, **join: Any) -> "Screen":
        """A line that has said hello, and follows a table."""
        screen = Screen(self)
        await screen.ask(type="hello")
        if table is not None:
            await screen.ask(type="join", table=table, **join)
        return screen


class Screen:
    """What a page does with a line: it follows a table's view by its updates."""

    def __init__(self, device: Device) -> None:
        self.device = device
        self.heard: list[dict[str, Any]] = []
        self.entries: list[dict[str, Any]] = []
        """All entries that were shown, in updates."""
        self.view: dict[str, Any] = {}
        self._news = asyncio.Event()
        self._count = 0
        self.line = device.keeper.connect(self._hear)

    def _hear(self, text: str) -> None:
        message = json.loads(text)
        self.heard.append(message)
        if message["type"] == "table":
            self.view = message["view"]
        elif message["type"] == "update":
            self._follow(message)
        self._news.set()

    def _follow(self, update: dict[str, Any]) -> None:
        for entry in update["entries"]:
            if entry["number"] <= self.view.get("number", 0):
                continue
            assert entry["number"] == self.view.get("number", 0) + 1, "entries are missing"
            self.entries.append(entry)
            self.view["number"] = entry["number"]
            for event in entry["events"]:
                if event["type"] == "acted":
                    self.view["events"] = self.view["events"] + event["events"]
                elif event["type"] == "undone":
                    self.view["events"] = self.view["events"][: event["events"]]
                elif event["type"] == "rematched":
                    self.view["rematch"] = event["table"]
        for part in ("stage", "position", "clock", "seats", "ask", "game", "fairness", "you"):
            if part in update:
                self.view[part] = update[part]

    async def until(self, condition: Callable[[], Any], seconds: float = 30) -> Any:
        """Wait on what is heard until something is so."""

        async def wait() -> Any:
            while not (found := condition()):
                self._news.clear()
                await self._news.wait()
            return found

        return await asyncio.wait_for(wait(), seconds)

    def send(self, **message: Any) -> str:
        """Say something; its id."""
        self._count += 1
        mark = message.setdefault("id", f"m{self._count}-{id(self)}")
        self.line.receive(json.dumps(message))
        return str(mark)

    def answer_to(self, mark: str) -> dict[str, Any] | None:
        """What was answered to a message."""
        found = [one for one in self.heard if mark in (one.get("id"), one.get("done"))]
        return found[-1] if found else None

    async def ask(self, **message: Any) -> dict[str, Any]:
        """Say something, and wait for the answer."""
        mark = self.send(**message)
        answer: dict[str, Any] = await self.until(lambda: self.answer_to(mark))
        return answer

    @property
    def is_over(self) -> bool:
        return self.view.get("stage") in ("over", "closed")

    @property
    def turn(self) -> int | None:
        """The seat of this screen that is to act."""
        if self.view.get("stage") != "playing":
            return None
        seat: int = self.view["position"]["turn"]
        return seat if seat in self.view["you"] else None

    async def act(self, rng: Random) -> dict[str, Any]:
        """Do anything that may be done."""
        seat = self.turn
        assert seat is not None
        return await self.ask(
            type="act",
            table=self.view["table"],
            seat=seat,
            action=choose(self.view, rng),
            at=len(self.view["events"]),
        )

    async def play(self, rng: Random, until: Callable[[], Any] = lambda: False) -> None:
        """Play on until the game is over, or something else is so."""
        while not self.is_over and not until():
            await self.until(lambda: self.is_over or self.turn is not None or until())
            if self.turn is not None and not until():
                answer = await self.act(rng)
                assert answer["type"] == "update", answer
