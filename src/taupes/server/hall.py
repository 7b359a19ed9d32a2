"""The tables of one process: messages in, entries to disk, updates out.

No process owns a table. An entry is stored under its number only if that number is free; whoever
comes second reads what the first has written and decides again (docs/decisions/0011).
"""

import asyncio
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

import msgspec

from taupes.server import messages
from taupes.server.answers import encode, marked_text, may_see, now_ms, refused_text
from taupes.server.decide import Decision, decide
from taupes.server.evolve import evolve, rebuild
from taupes.server.facts import facts_of
from taupes.server.happenings import Entry, Secrets
from taupes.server.live import Follower, Live, Wish
from taupes.server.metrics import Metrics
from taupes.server.refusals import Refusal
from taupes.server.showing import has_new_hands, update_of
from taupes.server.storage import Append, Outcome, Storage, StorageAway
from taupes.server.table import Table

T = TypeVar("T")

TABLE_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)

_TRIES: Final = 8
"""How often a wish is decided again when others were faster."""

_LOOK_AGAIN: Final = 0.5
"""Seconds until a table is read again that could not be read."""

_ANSWER_WITHIN: Final = 2.0
"""Seconds that other processes have to say that somebody is with them."""

decode_entry: Final = msgspec.json.Decoder(Entry).decode


class Hall:
    """All tables that this process has to do with at the moment."""

    def __init__(self, storage: Storage, metrics: Metrics) -> None:
        self.storage = storage
        self.metrics = metrics
        self.live: dict[str, Live] = {}
        self.attend: Callable[[Live], None] = lambda _: None
        """Called whenever a table has changed or lost a follower: who is to act next?"""
        self.greet: Callable[[Live], None] = lambda _: None
        """Called whenever somebody came or went."""
        self._questions: dict[tuple[str, str], asyncio.Future[bool]] = {}
        self._opening: dict[str, asyncio.Task[Live | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._readers = ThreadPoolExecutor(4, thread_name_prefix="taupes-reader")
        self._loop: asyncio.AbstractEventLoop | None = None
        self.is_closing = False

    def start(self) -> None:
        """Begin to store and to listen."""
        self._loop = asyncio.get_running_loop()
        self.storage.start(self._deliver)
        self.storage.listen(self)

    async def stop(self) -> None:
        """Store what is under way, then let go."""
        self.is_closing = True
        await asyncio.get_running_loop().run_in_executor(None, self.storage.stop)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._readers.shutdown(wait=False, cancel_futures=True)

    async def read(self, what: Callable[[], T]) -> T:
        """Run a read of the storage without holding up anybody."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, what)

    def spawn(self, work: Any) -> None:
        """Run a coroutine on the side."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Opening and following

    async def open(self, table_id: str) -> Live | None:
        """A table, from memory or from its log; None if there is none."""
        live = self.live.get(table_id)
        if live is not None:
            return live
        if not TABLE_ID.fullmatch(table_id):
            return None
        task = self._opening.get(table_id)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._load(table_id))
            self._opening[table_id] = task
            task.add_done_callback(lambda _: self._opening.pop(table_id, None))
        return await asyncio.shield(task)

    async def _load(self, table_id: str) -> Live | None:
        table = await self.read(lambda: self._rebuild(table_id))
        if table is None:
            return None
        live = self.live.setdefault(table_id, Live(table))
        self.attend(live)
        return live

    def _rebuild(self, table_id: str) -> Table | None:
        bodies = self.storage.entries(table_id)
        return rebuild(table_id, map(decode_entry, bodies)) if bodies else None

    async def entries(self, table_id: str, since: int) -> list[Entry]:
        """A table's entries after a number, from its log."""
        bodies = await self.read(lambda: self.storage.entries(table_id, since))
        return [decode_entry(body) for body in bodies]

    def join(self, live: Live, follower: Follower) -> Live:
        """Let somebody follow a table; the table as it is in memory now."""
        live = self.live.setdefault(live.table.id, live)
        live.followers[follower] = None
        self.greet(live)
        self.attend(live)
        return live

    def leave(self, live: Live, follower: Follower) -> None:
        """Let somebody go."""
        live.followers.pop(follower, None)
        self.greet(live)
        self.attend(live)
        self.maybe_forget(live)

    def maybe_forget(self, live: Live) -> None:
        """Put a table out of memory when nobody needs it there; its log has everything."""
        if live.followers or live.busy or live.inbox:
            return
        if live.attendance is not None and not live.attendance.is_idle:
            return
        if live.attendance is not None:
            live.attendance.stop_timers()
        if self.live.get(live.table.id) is live:
            del self.live[live.table.id]

    async def refresh(self, live: Live) -> None:
        """Read what others have written, when somebody has seen more of a table than we have."""
        answer: asyncio.Future[int | Refusal] = asyncio.get_running_loop().create_future()
        live.is_suspect = True
        self.handle(
            live, Wish(lambda _: Decision([]), done=answer.set_result, refused=answer.set_result)
        )
        await answer

    async def erase(self, table_id: str) -> None:
        """Remove a table or a record for good, from memory too."""
        await self.read(lambda: self.storage.erase_table(table_id))
        live = self.live.pop(table_id, None)
        if live is not None and live.attendance is not None:
            live.attendance.stop_timers()

    # Who is at another process

    async def is_elsewhere(self, table_id: str, person: str) -> bool:
        """Whether a person follows a table at another process, which takes a while to ask."""
        if not self.storage.is_shared:
            return False
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._questions[(table_id, person)] = answer
        try:
            await self.read(lambda: self.storage.shout(f"? {table_id} {person}"))
            return await asyncio.wait_for(answer, _ANSWER_WITHIN)
        except TimeoutError:
            return False
        except StorageAway:
            # Without a database nobody can be declared gone anyway.
            return True
        finally:
            self._questions.pop((table_id, person), None)

    def shouted(self, word: str, table_id: str, person: str) -> None:
        """Another process asks who is here, or answers (called from the listener's thread)."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._shouted, word, table_id, person)

    def _shouted(self, word: str, table_id: str, person: str) -> None:
        if word == "!":
            answer = self._questions.get((table_id, person))
            if answer is not None and not answer.done():
                answer.set_result(True)
            return
        live = self.live.get(table_id)
        if live is not None and any(follower.person == person for follower in live.followers):
            self.spawn(self.read(lambda: self.storage.shout(f"! {table_id} {person}")))

    # Wishes

    def ask(self, live: Live, follower: Follower, message: messages.TableMessage) -> None:
        """Carry out a person's message, or refuse it."""
        person = follower.person
        wish = Wish(
            lambda table: decide(table, message, person),
            person=person,
            id=message.id,
            follower=follower,
        )
        self.handle(live, wish)

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
        result = await answer
        self.maybe_forget(live)
        return result

    async def create(self, table_id: str, entry: Entry) -> Outcome:
        """Store the first entry of a table."""
        answer: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        table = rebuild(table_id, [entry])
        facts = facts_of(None, table)
        item = Append(table_id, 1, entry.at, encode(entry), facts, answer.set_result)
        self.storage.append(item)
        outcome = await answer
        if outcome is Outcome.STORED:
            live = self.live.setdefault(table_id, Live(table))
            self.attend(live)
            self.maybe_forget(live)
        return outcome

    def _decide(self, live: Live, wish: Wish) -> None:
        table = live.table
        if wish.person is not None and wish.id is not None:
            number = table.answer_to(wish.person, wish.id)
            if number is not None:
                self._done(live, wish, number)
                return
        verdict = wish.decide(table)
        if type(verdict) is Refusal:
            self._refuse(live, wish, verdict)
            return
        assert type(verdict) is Decision  # noqa: S101 - a verdict is one or the other
        if not verdict.events:
            self._done(live, wish, table.number)
            return
        secrets = None if wish.person is None else Secrets(wish.person, wish.id)
        # Time never runs backwards at a table, whatever the machine's clock does.
        entry = Entry(table.number + 1, max(now_ms(), table.touched), verdict.events, secrets)
        after = evolve(table, entry, verdict.foreseen)
        live.busy = True

        def done(outcome: Outcome) -> None:
            self._stored(live, wish, entry, after, outcome)

        facts = facts_of(table, after)
        self.storage.append(Append(table.id, entry.number, entry.at, encode(entry), facts, done))

    def _deliver(self, outcomes: list[tuple[Append, Outcome]]) -> None:
        """Called by the writer's thread after each group."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._delivered, outcomes)

    @staticmethod
    def _delivered(outcomes: list[tuple[Append, Outcome]]) -> None:
        for item, outcome in outcomes:
            item.done(outcome)

    def _stored(self, live: Live, wish: Wish, entry: Entry, after: Table, outcome: Outcome) -> None:
        live.busy = False
        if outcome is Outcome.STORED:
            before, live.table = live.table, after
            self.metrics.entries.inc()
            self._broadcast(live, before, [entry], wish)
            if wish.done is not None:
                wish.done(entry.number)
            if live.heard > after.number:
                self._catch_up(live, None)
            else:
                self.attend(live)
                self._next(live)
        elif outcome is Outcome.TAKEN:
            self.metrics.conflicts.inc()
            self._catch_up(live, wish)
        else:
            self.metrics.failures.inc()
            live.is_suspect = True
            asyncio.get_running_loop().call_later(_LOOK_AGAIN, self._look_again, live)
            self._refuse(live, wish, Refusal("try_again"))
            self.attend(live)
            self._next(live)

    def _next(self, live: Live) -> None:
        """Take up the next wish that is waiting."""
        while live.inbox and not live.busy:
            self.handle(live, live.inbox.popleft())
        if not live.followers:
            self.maybe_forget(live)

    # Others' entries

    def heard(self, table: str, number: int) -> None:
        """Another process has stored an entry (called from the listener's thread)."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._heard, table, number)

    def missed(self) -> None:
        """Notices may have been lost (called from the listener's thread)."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._missed)

    def _heard(self, table_id: str, number: int) -> None:
        live = self.live.get(table_id)
        if live is None or number <= live.table.number:
            return
        live.heard = max(live.heard, number)
        if not live.busy:
            self._catch_up(live, None)

    def _missed(self) -> None:
        for live in self.live.values():
            live.is_suspect = True
            if not live.busy:
                self._catch_up(live, None)

    def _look_again(self, live: Live) -> None:
        if live.is_suspect and not live.busy and not self.is_closing:
            self._catch_up(live, None)

    def _catch_up(self, live: Live, wish: Wish | None) -> None:
        live.busy = True
        self.spawn(self._catching_up(live, wish))

    async def _catching_up(self, live: Live, wish: Wish | None) -> None:
        table_id, since = live.table.id, live.table.number
        try:
            bodies = await self.read(lambda: self.storage.entries(table_id, since))
        except StorageAway:
            live.busy, live.is_suspect = False, True
            if wish is not None:
                self._refuse(live, wish, Refusal("try_again"))
            # Somebody may be waiting for an entry that we have not heard of.
            asyncio.get_running_loop().call_later(_LOOK_AGAIN, self._look_again, live)
            self.attend(live)
            self._next(live)
            return
        live.is_suspect = False
        entries = [decode_entry(body) for body in bodies]
        if entries:
            before = live.table
            for entry in entries:
                live.table = evolve(live.table, entry)
            self._broadcast(live, before, entries, None)
        if live.heard > live.table.number:
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
        self.attend(live)
        self._next(live)

    # Answers

    def _broadcast(
        self, live: Live, before: Table, entries: list[Entry], wish: Wish | None
    ) -> None:
        """Show everybody what happened; whoever asked for it is told so in the same message."""
        after = live.table
        if after.seats is not before.seats:
            self.greet(live)
        if before.stage == "open" and not after.setup.spectators:
            self._send_spectators_out(live)
        if not live.followers:
            return
        update = update_of(before, after, entries, now_ms())
        origin_id = None if wish is None else wish.id
        origin = None if wish is None or wish.id is None else wish.follower
        if has_new_hands(before, after):
            for follower in list(live.followers):
                own = msgspec.structs.replace(update, you=after.seats_of(follower.person))
                text = encode(own).decode()
                follower.push(marked_text(text, origin_id) if follower is origin else text)
            return
        text = encode(update).decode()
        for follower in list(live.followers):
            follower.push(text if follower is not origin else marked_text(text, origin_id))

    def _send_spectators_out(self, live: Live) -> None:
        """A table that is not shown to others has started."""
        for follower in list(live.followers):
            if not may_see(live.table, follower.person):
                del live.followers[follower]
                no = Refusal("no_spectators")
                follower.push(refused_text(no, follower.language, None, live.table))

    def _done(self, live: Live, wish: Wish, number: int) -> None:
        if wish.follower is not None:
            answer = messages.Done(wish.id, live.table.id, number)
            wish.follower.push(encode(answer).decode())
        if wish.done is not None:
            wish.done(number)

    def _refuse(self, live: Live, wish: Wish, refusal: Refusal) -> None:
        self.metrics.refusals.labels(refusal.code).inc()
        if wish.follower is not None:
            wish.follower.push(refused_text(refusal, wish.follower.language, wish.id, live.table))
        if wish.refused is not None:
            wish.refused(refusal)
