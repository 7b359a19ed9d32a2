"""The tables of one process: messages in, entries to disk, updates out.

No process owns a table. An entry is stored under its number only if that number is free; whoever
comes second reads what the first has written and decides again (docs/decisions/0011).
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Final, Protocol

from taupes.server.clock import CLOCK, now_ms
from taupes.server.hall.broadcast import send_spectators_out, tell_all, tell_done, tell_refused
from taupes.server.hall.live import Attend, Follower, Live, Wish
from taupes.server.hall.memory import Memory, decode_entry
from taupes.server.hall.presence import Roster
from taupes.server.metrics import Metrics
from taupes.server.storage import Append, AppendResult, News, StorageAway
from taupes.server.storage.deletions import Deletions
from taupes.server.tasks import Tasks
from taupes.table import messages
from taupes.table.decide import decide
from taupes.table.decision import Decision
from taupes.table.encoding import encode
from taupes.table.entries import Entry
from taupes.table.evolve import evolve, rebuild
from taupes.table.facts import facts_of
from taupes.table.refusals import Refusal
from taupes.table.step import step_of
from taupes.table.table import Table

_TRIES: Final = 8
"""How often a wish is decided again when others were faster."""

_LOOK_AGAIN: Final = 0.5
"""Seconds until a table is read again that could not be read."""


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
        self._automation = attend
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
        if live.announced > live.table.number and not live.busy:
            self._catch_up(live, None)
        self._attend(live)
        return live

    def join(self, live: Live, follower: Follower) -> Live:
        """Let somebody follow a table; the table as it is in memory now."""
        is_back = live.table.id not in self.memory.live
        live = self.memory.keep(live)
        live.followers[follower] = None
        if is_back and not live.busy:
            # Nobody has told us what happened since it was put out of memory.
            self._catch_up(live, None)
        self._roster.update(live)
        self._attend(live)
        return live

    def leave(self, live: Live, follower: Follower) -> None:
        """Let somebody go."""
        live.followers.pop(follower, None)
        self._roster.update(live)
        self._attend(live)
        self.memory.maybe_forget(live)

    def _attend(self, live: Live) -> None:
        self._automation(live, self.handle)

    async def refresh(self, live: Live) -> None:
        """Read what others have written, when somebody has seen more of a table than we have."""
        answer: asyncio.Future[int | Refusal] = asyncio.get_running_loop().create_future()
        live.is_suspect = True
        self.handle(
            live, Wish(lambda _: Decision([]), done=answer.set_result, refused=answer.set_result)
        )
        await answer

    # Wishes

    def ask(self, live: Live, follower: Follower, message: messages.TableMessage) -> None:
        """Carry out a person's message, or refuse it."""
        person = follower.person
        decision = partial(decide, message=message, person=person)
        self.handle(live, Wish(decision, person, message.id, follower))

    def handle(self, live: Live, wish: Wish) -> None:
        """Decide on a wish as soon as the table is free."""
        if live.busy:
            live.inbox.append(wish)
        elif live.is_suspect:
            self._catch_up(live, wish)
        else:
            self._decide(live, wish)

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

    async def create(self, table_id: str, entry: Entry) -> AppendResult:
        """Store the first entry of a table."""
        answer: asyncio.Future[AppendResult] = asyncio.get_running_loop().create_future()
        table = rebuild(table_id, [entry])
        facts = facts_of(None, table)
        item = Append(table_id, 1, entry.at, encode(entry), facts, answer.set_result)
        self._storage.append(item)
        result = await answer
        if result is AppendResult.STORED:
            live = self.memory.keep(Live(table))
            self._attend(live)
            self.memory.maybe_forget(live)
        return result

    def _decide(self, live: Live, wish: Wish) -> None:
        step = step_of(live.table, wish.decide, wish.person, wish.id, now_ms())
        if isinstance(step, int):
            tell_done(live, wish, step)
        elif isinstance(step, Refusal):
            self._refuse(live, wish, step)
        else:
            live.busy = True
            entry = step.entry
            done = partial(self._stored, live, wish, entry, step.after)
            body = encode(entry)
            self._storage.append(
                Append(live.table.id, entry.number, entry.at, body, step.facts, done)
            )

    def _stored(
        self, live: Live, wish: Wish, entry: Entry, after: Table, result: AppendResult
    ) -> None:
        live.busy = False
        if result is AppendResult.STORED:
            before, live.table = live.table, after
            self.metrics.entries += 1
            self._broadcast(live, before, [entry], wish)
            if wish.done is not None:
                wish.done(entry.number)
            if live.announced > after.number:
                self._catch_up(live, None)
            else:
                self._attend(live)
                self._next(live)
        elif result is AppendResult.TAKEN:
            self.metrics.conflicts += 1
            self._catch_up(live, wish)
        elif result is AppendResult.DELETED:
            self._refuse(live, wish, Refusal("deleted"))
            self._next(live)
        else:
            self.metrics.failures += 1
            live.is_suspect = True
            asyncio.get_running_loop().call_later(_LOOK_AGAIN, self._look_again, live)
            self._refuse(live, wish, Refusal("try_again"))
            self._attend(live)
            self._next(live)

    def _next(self, live: Live) -> None:
        """Take up the next wish that is waiting."""
        while live.inbox and not live.busy:
            self.handle(live, live.inbox.pop(0))
        if not live.followers:
            self.memory.maybe_forget(live)

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
                self._catch_up(live, None)
                continue
            self._advance(live, [decode_entry(body)])
            self._attend(live)
            self._next(live)

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
                self._catch_up(live, None)
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

    def _look_again(self, live: Live) -> None:
        if live.is_suspect and not live.busy and not self._tasks.is_closed:
            self._catch_up(live, None)

    def _catch_up(self, live: Live, wish: Wish | None) -> None:
        live.busy = True
        self._tasks.spawn(self._catching_up(live, wish))

    async def _catching_up(self, live: Live, wish: Wish | None) -> None:
        table_id, since = live.table.id, live.table.number
        try:
            bodies = await self._storage.read(lambda: self._storage.entries(table_id, since))
        except StorageAway:
            live.busy, live.is_suspect = False, True
            if wish is not None:
                self._refuse(live, wish, Refusal("try_again"))
            # Somebody may be waiting for an entry that was not announced to us.
            asyncio.get_running_loop().call_later(_LOOK_AGAIN, self._look_again, live)
            self._attend(live)
            self._next(live)
            return
        live.is_suspect = False
        if bodies:
            self._advance(live, [decode_entry(body) for body in bodies])
        if live.announced > live.table.number:
            # We were told of more while we were reading.
            self._catch_up(live, wish)
            return
        live.busy = False
        if wish is not None:
            wish.tries += 1
            if wish.tries < _TRIES:
                self.handle(live, wish)
            else:
                self._refuse(live, wish, Refusal("try_again"))
        self._attend(live)
        self._next(live)

    def _advance(self, live: Live, entries: list[Entry]) -> None:
        """Take over what others have written."""
        before = live.table
        for entry in entries:
            live.table = evolve(live.table, entry)
        CLOCK.hear(live.table.touched)
        self._broadcast(live, before, entries, None)

    # Answers

    def _broadcast(
        self, live: Live, before: Table, entries: list[Entry], wish: Wish | None
    ) -> None:
        """Show everybody what happened."""
        after = live.table
        if after.seats is not before.seats:
            self._roster.update(live)
        if before.stage == "open" and not after.setup.spectators:
            send_spectators_out(live)
        tell_all(live, before, entries, wish)
        if after.is_erased:
            self.memory.let_go(live)

    def _refuse(self, live: Live, wish: Wish, refusal: Refusal) -> None:
        self.metrics.refusals[refusal.code] += 1
        tell_refused(live, wish, refusal)
