"""The tables of a device: wishes in, entries to the shelf, updates out.

No tab owns a table. An entry is stored under its number only if that number is free; whoever comes
second reads what the first has written and decides again, as processes of a server do. One of them
leads it, so that a bot's thoughts are thought once.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final, Protocol

import msgspec

from taupes.browser.faults import note
from taupes.browser.live import LiveTable, Watcher
from taupes.browser.shelf import PERSON, Shelf, ShelfFull, summary_of_step
from taupes.table.decision import Decision
from taupes.table.effects import BadLog
from taupes.table.encoding import encode, marked_text, update_texts
from taupes.table.entries import Entry
from taupes.table.evolve import evolve, rebuild
from taupes.table.facts import facts_of
from taupes.table.refusals import Refusal
from taupes.table.replies import Done, Presence
from taupes.table.step import TableStep, step_of
from taupes.table.table import Table

_TRIES: Final = 8
"""How often a wish is decided again when other tabs were faster."""

_decode: Final = msgspec.json.Decoder(Entry).decode

Decide = Callable[[Table], Decision | Refusal]


class Damaged(Exception):
    """What lies on the shelf is no log of a table."""


class Leads(Protocol):
    """Which of several tabs leads a table; what comes of a wish is told by `DeviceTables.led`."""

    def seek(self, table: str) -> None:
        """Lead a table as soon as nobody else does."""

    def take(self, table: str) -> None:
        """Lead a table that is sought, now: whoever does so is asleep."""

    def leave(self, table: str) -> None:
        """Lead a table, or seek to, no longer."""


class DeviceTables:
    """Where things happen at the tables of a device."""

    def __init__(self, shelf: Shelf, now_ms: Callable[[], int], leads: Leads | None = None) -> None:
        self.shelf = shelf
        self.now_ms = now_ms
        self.leads = leads
        """None where there is one tab only."""
        self.live: dict[str, LiveTable] = {}
        """The tables that somebody follows."""
        self.attend: Callable[[LiveTable], None] = lambda _: None
        """Sees to what a table needs now."""
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run something on the side."""
        task = asyncio.get_running_loop().create_task(work)
        # Asyncio itself remembers a task only loosely.
        self._tasks.add(task)
        task.add_done_callback(self._over)

    def _over(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            note(error)

    # Reading

    async def entries(self, table_id: str) -> list[Entry]:
        """A table's log as it lies on the shelf; Damaged if it is none."""
        try:
            return [_decode(body) for body in await self.shelf.entries(table_id)]
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise Damaged(table_id) from error

    async def look(self, table_id: str) -> Table | None:
        """A table as it is now; None if there is none."""
        return built(table_id, await self.entries(table_id))

    def latest(self, read: Table | None) -> Table | None:
        """A table that was read, or as it is in memory if more has been stored since."""
        if read is None:
            return None
        live = self.live.get(read.id)
        return live.table if live is not None and live.table.number > read.number else read

    # Following

    def follow(self, table: Table, watcher: Watcher) -> LiveTable:
        """Let a line follow a table that was read just now."""
        live = self.live.get(table.id)
        if live is None:
            live = self.live[table.id] = LiveTable(table, leads=self.leads is None)
            if self.leads is not None:
                self.leads.seek(table.id)
        live.followers[watcher] = None
        if live.table.number < table.number:
            self.changed(table.id)
        here = [seat.person is not None or seat.level is not None for seat in live.table.seats]
        watcher.tell(Presence(table.id, here, 0))
        self.attend(live)
        return live

    def leave(self, live: LiveTable, watcher: Watcher) -> None:
        """Let a line go."""
        live.followers.pop(watcher, None)
        self.forget(live)

    def forget(self, live: LiveTable) -> None:
        """Put a table out of memory when nobody needs it there; the shelf has everything."""
        if not live.followers:
            live.stop()
        if live.is_idle and self.live.get(live.table.id) is live:
            self._let_go(live.table.id)

    def _let_go(self, table_id: str) -> LiveTable | None:
        if table_id in self.live and self.leads is not None:
            self.leads.leave(table_id)
        return self.live.pop(table_id, None)

    def led(self, table_id: str, *, leads: bool) -> None:
        """See to what a table needs from now on, or leave that to another tab."""
        live = self.live.get(table_id)
        if live is not None:
            live.leads = leads
            self.attend(live)

    def changed(self, table_id: str) -> None:
        """Another tab has stored something: see what, and show it."""
        live = self.live.get(table_id)
        if live is not None:
            live.is_suspect = True
            self.spawn(self.carry_out(live, lambda _: Decision([])))

    async def delete(self, table_id: str) -> None:
        """Delete a table; whoever follows it is told."""
        await self.shelf.delete_table(table_id)
        live = self._let_go(table_id)
        if live is not None:
            _erase(live)

    # Changing

    async def create(self, table_id: str, entry: Entry) -> bool:
        """Store the first entry of a table; False if there is such a table. ShelfFull if full."""
        table = rebuild(table_id, [entry])
        summary = summary_of_step(table, facts_of(None, table))
        return await self.shelf.append(table_id, 1, encode(entry), summary, table.stage)

    async def carry_out(
        self,
        live: LiveTable,
        decide: Decide,
        message: str | None = None,
        watcher: Watcher | None = None,
    ) -> Refusal | None:
        """Decide on a wish as soon as the table is free, store what follows and show it.

        Whoever asked is answered: with the update itself, with `done`, or with a refusal, which
        is given back as well.
        """
        async with live.lock:
            result = await self._decide(live, decide, message, watcher)
        self.forget(live)
        if isinstance(result, Refusal):
            if watcher is not None:
                watcher.refuse(result, message, live.table)
            return result
        if result is not None and watcher is not None:
            watcher.tell(Done(message, live.table.id, result))
        return None

    async def _decide(
        self, live: LiveTable, decide: Decide, message: str | None, watcher: Watcher | None
    ) -> int | Refusal | None:
        """Carry a wish out: None if it was shown, else its number or why not."""
        person = PERSON if watcher is not None else None
        for _ in range(_TRIES):
            if live.is_suspect and not await self._catch_up(live):
                return Refusal("try_again")
            step = step_of(live.table, decide, person, message, self.now_ms())
            if not isinstance(step, TableStep):
                return step
            try:
                is_stored = await self._store(step)
            except ShelfFull:
                return Refusal("device_full")
            except Exception as error:  # noqa: BLE001 - whatever it is: it may be stored, or not
                note(error)
                live.is_suspect = True
                return Refusal("try_again")
            if is_stored:
                self._advance(live, step.after, [step.entry], message, watcher)
                return None
            live.is_suspect = True
        return Refusal("try_again")

    async def _store(self, step: TableStep) -> bool:
        after, entry = step.after, step.entry
        summary = summary_of_step(after, step.facts)
        return await self.shelf.append(after.id, entry.number, encode(entry), summary, after.stage)

    async def _catch_up(self, live: LiveTable) -> bool:
        """Take over what other tabs have written; whether it could be read."""
        table = live.table
        try:
            entries = await self.entries(table.id)
        except Exception as error:  # noqa: BLE001 - it is read again before the next wish
            note(error)
            return False
        live.is_suspect = False
        if len(entries) < table.number:
            _erase(live)
            return True
        news = entries[table.number :]
        after = table
        for entry in news:
            after = evolve(after, entry)
        if news:
            self._advance(live, after, news, None, None)
        return True

    def _advance(
        self,
        live: LiveTable,
        after: Table,
        entries: list[Entry],
        message: str | None,
        watcher: Watcher | None,
    ) -> None:
        """Go on to the table that is stored now, and show everybody what happened."""
        before, live.table = live.table, after
        live.is_full = False
        if live.followers:
            data = update_texts(before, after, entries, self.now_ms())(PERSON)
            for follower in list(live.followers):
                is_answer = follower is watcher and message is not None
                follower.push(marked_text(data, message) if is_answer else data)  # type: ignore[arg-type]
        self.attend(live)


def _erase(live: LiveTable) -> None:
    """Tell everybody that a table is gone."""
    live.stop()
    live.table = msgspec.structs.replace(live.table, is_erased=True)
    for watcher in list(live.followers):
        watcher.refuse(Refusal("no_such_table"), None, live.table)


def built(table_id: str, entries: list[Entry]) -> Table | None:
    """The table that a log leads to; None if there is no log, Damaged if it is none of a table."""
    if not entries:
        return None
    try:
        return rebuild(table_id, entries)
    except (BadLog, ValueError, KeyError, IndexError, TypeError) as error:
        raise Damaged(table_id) from error
