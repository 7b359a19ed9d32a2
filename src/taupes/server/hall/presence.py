"""Who follows a table: at this process, and at others on the same database.

A process says who follows a table there whenever that changes, once in a while again, and when
another asks. Nobody has to be told that a process died: what it said gets old.

Said are notes on the channel of the storage: `?TABLE` asks, `!TABLE:SPECTATORS:PERSON,PERSON` says.
"""

import asyncio
from contextlib import suppress
from typing import Final

from taupes.server.hall.live import Crowd, Follower, Live
from taupes.server.hall.memory import Memory
from taupes.server.storage import StorageAway
from taupes.server.tasks import Tasks
from taupes.table.encoding import encode
from taupes.table.replies import Presence

_TOGETHER: Final = 0.25
"""Seconds for which comings and goings are gathered, once those who are there have been told."""

_ANSWER_WITHIN: Final = 2.0
"""Seconds that other processes have to say that somebody is with them."""

_AGAIN_AFTER: Final = 20.0
"""Seconds after which everything is said again."""

_OLD_AFTER: Final = 60.0
"""Seconds after which what another process said no longer counts."""


class Roster:
    """Knows who is at which table and tells those who are there."""

    def __init__(self, memory: Memory, tasks: Tasks) -> None:
        self._memory = memory
        self._tasks = tasks
        self._questions: dict[tuple[str, str], asyncio.Future[bool]] = {}
        self._notes: list[str] = []
        """What is still to be said to other processes."""

    def welcome(self, live: Live, follower: Follower) -> None:
        """Say who is here, as somebody has come who does not know it."""
        before = live.shown
        self.update(live)
        if live.shown is before and before is not None:
            follower.push(_told(live, *before))

    def update(self, live: Live) -> None:
        """Say who is here, when that has changed: at once, and then together with what follows.

        A thousand who come back at the same moment would be told of each other a million times.
        """
        if live.gathering is None or not live.followers:
            self._tell(live)
            if live.followers:
                self._gather(live)

    def _gather(self, live: Live) -> None:
        live.gathering = asyncio.get_running_loop().call_later(_TOGETHER, self._gathered, live)

    def _gathered(self, live: Live) -> None:
        live.gathering = None
        if self._tell(live):
            self._gather(live)

    def _tell(self, live: Live) -> bool:
        """Say who is here, to those who are and to other processes; whether that has changed."""
        mine = _crowd(live)
        if self._memory.storage.is_shared and mine != live.crowd:
            if live.crowd is None:
                self._say(f"?{live.table.id}")
            self._say(_note(live, mine))
        live.crowd = mine
        crowds = (mine, *live.elsewhere.values())
        people = frozenset[str]().union(*(crowd.people for crowd in crowds))
        here = tuple(seat.level is not None or seat.person in people for seat in live.table.seats)
        spectators = sum(crowd.spectators for crowd in crowds)
        if live.shown == (here, spectators):
            return False
        live.shown = (here, spectators)
        data = _told(live, here, spectators) if live.followers else b""
        for follower in list(live.followers):
            follower.push(data)
        return True

    async def run(self) -> None:
        """Now and then say everything again, and forget what is old."""
        while self._memory.storage.is_shared:
            await asyncio.sleep(_AGAIN_AFTER)
            now = asyncio.get_running_loop().time()
            for live in list(self._memory.live.values()):
                if live.followers:
                    self._say(_note(live, _crowd(live)))
                old = [origin for origin, crowd in live.elsewhere.items() if crowd.until < now]
                for origin in old:
                    del live.elsewhere[origin]
                if old:
                    self.update(live)

    async def is_elsewhere(self, live: Live, person: str) -> bool:
        """Whether a person follows a table at another process, which takes a while to ask."""
        storage = self._memory.storage
        if not storage.is_shared:
            return False
        key = (live.table.id, person)
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._questions[key] = answer
        # What was said before may be from a process that has died since.
        live.elsewhere.clear()
        try:
            await storage.read(lambda: storage.send_notes([f"?{live.table.id}"]))
            async with asyncio.timeout(_ANSWER_WITHIN):
                return await answer
        except TimeoutError:
            self.update(live)
            return False
        except StorageAway:
            # Without a database nobody can be declared gone anyway.
            return True
        finally:
            self._questions.pop(key, None)

    def read(self, origin: str, note: str) -> None:
        """Take note of what another process says."""
        table, _, rest = note[1:].partition(":")
        live = self._memory.live.get(table)
        if live is None:
            return
        if note[0] == "?":
            if live.followers:
                self._say(_note(live, _crowd(live)))
            return
        spectators, _, names = rest.partition(":")
        people = frozenset(names.split(",")) if names else frozenset()
        until = asyncio.get_running_loop().time() + _OLD_AFTER
        if people or int(spectators):
            live.elsewhere[origin] = Crowd(people, int(spectators), until)
        else:
            live.elsewhere.pop(origin, None)
        for person in people:
            answer = self._questions.get((table, person))
            if answer is not None and not answer.done():
                answer.set_result(True)
        self.update(live)

    def _say(self, note: str) -> None:
        """Say something to the other processes, soon and together with others."""
        if not self._notes:
            self._tasks.spawn(self._send())
        self._notes.append(note)

    async def _send(self) -> None:
        notes, self._notes = self._notes, []
        # What cannot be said now is said again before long.
        with suppress(StorageAway):
            await self._memory.storage.read(lambda: self._memory.storage.send_notes(notes))


def _crowd(live: Live) -> Crowd:
    """Those who follow a table here."""
    seated = {seat.person for seat in live.table.seats}
    people = frozenset(follower.person for follower in live.followers)
    spectators = sum(follower.person not in seated for follower in live.followers)
    return Crowd(people & seated, spectators)


def _told(live: Live, here: tuple[bool, ...], spectators: int) -> bytes:
    return encode(Presence(live.table.id, list(here), spectators))


def _note(live: Live, crowd: Crowd) -> str:
    return f"!{live.table.id}:{crowd.spectators}:{','.join(sorted(crowd.people))}"
