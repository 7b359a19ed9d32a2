"""The tables of one process: who follows them, what they want, what other processes say."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, Protocol

from taupes.server.hall.live import Attend, Follower, Live, Wish
from taupes.server.hall.memory import Memory, decode_entry
from taupes.server.hall.presence import Roster
from taupes.server.hall.wishes import Wishes
from taupes.server.metrics import Metrics
from taupes.server.storage import Append, AppendResult, News, StorageAway
from taupes.server.storage.calls import Calls
from taupes.server.storage.deletions import Deletions
from taupes.server.tasks import Tasks
from taupes.table import messages
from taupes.table.decide import decide
from taupes.table.decision import Decision
from taupes.table.encoding import encode
from taupes.table.entries import Entry
from taupes.table.evolve import rebuild
from taupes.table.facts import facts_of, waited_for
from taupes.table.refusals import Refusal
from taupes.table.setup import DaysClock
from taupes.table.table import Table

_DELETED: Final = "~"
"""Begins what processes say to each other about a person who was deleted."""


class Sockets(Protocol):
    """Where people come in."""

    def people(self) -> set[str]:
        """Who is connected."""

    def close_to(self, person: str) -> None:
        """Close the connections of a person who was deleted."""


class Hall:
    """Where things happen at tables."""

    def __init__(
        self, memory: Memory, roster: Roster, attend: Attend, tasks: Tasks, metrics: Metrics
    ) -> None:
        self.memory = memory
        self._storage = memory.storage
        self.metrics = metrics
        self._roster = roster
        self._wishes = Wishes(memory, roster, attend, tasks, metrics)
        self._tasks = tasks
        self._sockets: Sockets | None = None

    def connect(self, sockets: Sockets) -> None:
        """Have the connections of people who are deleted closed there."""
        self._sockets = sockets

    async def start(self) -> None:
        """Begin to store and to listen."""
        await self._storage.start()
        await self._storage.listen(self)

    async def stop(self) -> None:
        """End what runs on the side, store what is under way, then let go."""
        await self._tasks.close()
        await self._storage.stop()

    async def open(self, table_id: str) -> Live | None:
        """A table, with everything it needs under way; None if there is none."""
        live = await self.memory.open(table_id)
        if live is None or live.table.is_erased:
            return None
        # Of several who have waited for it, one may have put it out of memory again already.
        live = self.memory.keep(live)
        if live.announced > live.table.number and not live.busy:
            self._wishes.catch_up(live)
        self._wishes.attend(live)
        return live

    def join(self, live: Live, follower: Follower) -> Live:
        """Let somebody follow a table; the table as it is in memory now."""
        is_back = live.table.id not in self.memory.live
        live = self.memory.keep(live)
        live.followers[follower] = None
        if is_back and not live.busy:
            # Nobody has told us what happened since it was put out of memory.
            self._wishes.catch_up(live)
        self._roster.welcome(live, follower)
        self._wishes.attend(live)
        if isinstance(live.table.setup.clock, DaysClock):
            self._tasks.spawn(self._see(live.table, follower.person))
        return live

    async def _see(self, table: Table, person: str) -> None:
        """Somebody looks at a table over days: if it is their turn, nobody has to tell them."""
        if waited_for(table) == person:
            with suppress(StorageAway):
                await self._storage.read(lambda: Calls(self._storage).see(table.id, person))

    def leave(self, live: Live, follower: Follower) -> None:
        """Let somebody go."""
        live.followers.pop(follower, None)
        self._roster.update(live)
        self._wishes.attend(live)
        self.memory.maybe_forget(live)

    async def refresh(self, live: Live) -> None:
        """Read what others have written, when somebody has seen more of a table than we have."""
        answer: asyncio.Future[int | Refusal] = asyncio.get_running_loop().create_future()
        live.is_suspect = True
        self.handle(
            live, Wish(lambda _: Decision([]), done=answer.set_result, refused=answer.set_result)
        )
        await answer

    def handle(self, live: Live, wish: Wish) -> None:
        """Decide on a wish as soon as the table is free."""
        self._wishes.handle(live, wish)

    def ask(self, live: Live, follower: Follower, message: messages.TableMessage) -> None:
        """Carry out a person's message, or refuse it."""
        person = follower.person
        wish = Wish(lambda table: decide(table, message, person), person, message.id, follower)
        self.handle(live, wish)

    async def perform(self, table_id: str, wish: Wish) -> int | Refusal:
        """Carry out a wish and wait for it: the number of its entry, or why not."""
        live = await self.open(table_id)
        if live is None:
            return Refusal("no_such_table")
        answer: asyncio.Future[int | Refusal] = asyncio.get_running_loop().create_future()
        wish.done = answer.set_result
        wish.refused = answer.set_result
        self.handle(live, wish)
        number = await answer
        self.memory.maybe_forget(live)
        return number

    async def create(self, table_id: str, entry: Entry, most: int) -> AppendResult:
        """Store the first entry of a table, unless its owner has so many that are not over."""
        answer: asyncio.Future[AppendResult] = asyncio.get_running_loop().create_future()
        table = rebuild(table_id, [entry])
        facts = facts_of(None, table)
        item = Append(table_id, 1, entry.at, encode(entry), facts, answer.set_result, most)
        self._storage.append(item)
        result = await answer
        if result is AppendResult.STORED:
            live = self.memory.keep(Live(table))
            self._wishes.attend(live)
            self.memory.maybe_forget(live)
        return result

    # Others' entries

    def announced(self, news: Sequence[News]) -> None:
        """Another process has stored entries."""
        for table_id, number, body in news:
            live = self.memory.live.get(table_id)
            if live is None:
                self.memory.hear(table_id, number)
                continue
            if number <= live.table.number:
                continue
            live.announced = max(live.announced, number)
            if live.busy:
                continue
            if body is None or number != live.table.number + 1 or live.is_suspect:
                self._wishes.catch_up(live)
                continue
            self._wishes.take_over(live, [decode_entry(body)])

    def noted(self, origin: str, note: str) -> None:
        """Another process says something."""
        if note.startswith(_DELETED):
            if self._sockets is not None:
                self._sockets.close_to(note.removeprefix(_DELETED))
        else:
            self._roster.read(origin, note)

    def missed(self) -> None:
        """Announcements may have been lost."""
        for live in self.memory.live.values():
            live.is_suspect = True
            if not live.busy:
                self._wishes.catch_up(live)
        self._tasks.spawn(self._close_to_deleted())

    # People who were deleted

    async def see_out(self, person: str) -> None:
        """Close all connections of a person who was deleted, at every process."""
        if self._sockets is not None:
            self._sockets.close_to(person)
        # A process that does not hear it finds out as it hears again: see `missed`.
        with suppress(StorageAway):
            note = _DELETED + person
            await self._storage.read(lambda: self._storage.send_notes([note]))

    async def _close_to_deleted(self) -> None:
        if self._sockets is None:
            return
        people = self._sockets.people()
        with suppress(StorageAway):
            for person in await self._storage.read(lambda: Deletions(self._storage).of(people)):
                self._sockets.close_to(person)
