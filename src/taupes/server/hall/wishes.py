"""A wish at a table: decided, stored, and shown to everybody.

No process owns a table. An entry is stored under its number only if that number is free; whoever
comes second reads what the first has written and decides again (docs/decisions/0011).
"""

import asyncio
from functools import partial
from typing import Final

from taupes.server.clock import CLOCK, now_ms
from taupes.server.hall.broadcast import send_spectators_out, tell_all, tell_done, tell_refused
from taupes.server.hall.live import Attend, Live, Wish
from taupes.server.hall.memory import Memory, decode_entry
from taupes.server.hall.presence import Roster
from taupes.server.metrics import Metrics
from taupes.server.storage import Append, AppendResult, StorageAway
from taupes.server.tasks import Tasks
from taupes.table.encoding import encode
from taupes.table.entries import Entry
from taupes.table.evolve import evolve
from taupes.table.refusals import Refusal
from taupes.table.step import step_of
from taupes.table.table import Table

_TRIES: Final = 8
"""How often a wish is decided again when others were faster."""

_LOOK_AGAIN: Final = 0.5
"""Seconds until a table is read again that could not be read."""


class Wishes:
    """Carries out wishes, for each table one after the other."""

    def __init__(
        self, memory: Memory, roster: Roster, attend: Attend, tasks: Tasks, metrics: Metrics
    ) -> None:
        self._memory = memory
        self._storage = memory.storage
        self._roster = roster
        self._automation = attend
        self._tasks = tasks
        self._metrics = metrics

    def attend(self, live: Live) -> None:
        """See to what a table needs by itself."""
        self._automation(live, self.handle)

    def handle(self, live: Live, wish: Wish) -> None:
        """Decide on a wish as soon as the table is free."""
        if live.busy:
            live.inbox.append(wish)
        elif live.is_suspect:
            self._catch_up(live, wish)
        else:
            self._decide(live, wish)

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
            self._metrics.entries += 1
            self._broadcast(live, before, [entry], wish)
            if wish.done is not None:
                wish.done(entry.number)
            if live.announced > after.number:
                self.catch_up(live)
            else:
                self.attend(live)
                self._next(live)
        elif result is AppendResult.TAKEN:
            self._metrics.conflicts += 1
            self._catch_up(live, wish)
        elif result is AppendResult.DELETED:
            self._refuse(live, wish, Refusal("deleted"))
            self._next(live)
        else:
            self._metrics.failures += 1
            live.is_suspect = True
            asyncio.get_running_loop().call_later(_LOOK_AGAIN, self._look_again, live)
            self._refuse(live, wish, Refusal("try_again"))
            self.attend(live)
            self._next(live)

    def _next(self, live: Live) -> None:
        """Take up the next wish that is waiting."""
        while live.inbox and not live.busy:
            self.handle(live, live.inbox.pop(0))
        if not live.followers:
            self._memory.maybe_forget(live)

    # Others' entries

    def catch_up(self, live: Live) -> None:
        """Read what others have written."""
        self._catch_up(live, None)

    def take_over(self, live: Live, entries: list[Entry]) -> None:
        """Go on from what others have written."""
        self._advance(live, entries)
        self.attend(live)
        self._next(live)

    def _look_again(self, live: Live) -> None:
        if live.is_suspect and not live.busy and not self._tasks.is_closed:
            self.catch_up(live)

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
            self.attend(live)
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
        self.attend(live)
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
        is_private = before.stage == "open" and not after.setup.spectators
        if is_private:
            send_spectators_out(live)
        if is_private or after.seats is not before.seats:
            self._roster.update(live)
        tell_all(live, before, entries, wish)
        if after.is_erased:
            self._memory.let_go(live)

    def _refuse(self, live: Live, wish: Wish, refusal: Refusal) -> None:
        self._metrics.refusals[refusal.code] += 1
        tell_refused(live, wish, refusal)
