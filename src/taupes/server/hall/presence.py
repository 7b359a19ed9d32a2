"""Who follows a table: at this process, and at others on the same database.

A process says who follows a table there whenever that changes, once in a while again, and when
another asks. Nobody has to be told that a process died: what it said gets old.

Said are words on the channel of the storage: `?TABLE` asks, `!TABLE:SPECTATORS:PERSON,PERSON` says.
"""

import asyncio
from contextlib import suppress
from typing import Final

from taupes.server.hall.hall import Hall
from taupes.server.hall.live import Live
from taupes.server.hall.timers import Attendance, Crowd
from taupes.server.storage import StorageAway
from taupes.table.encoding import encode
from taupes.table.replies import Presence as PresenceNote

_ANSWER_WITHIN: Final = 2.0
"""Seconds that other processes have to say that somebody is with them."""

_AGAIN_AFTER: Final = 20.0
"""Seconds after which everything is said again."""

_OLD_AFTER: Final = 60.0
"""Seconds after which what another process said no longer counts."""


class Presence:
    """Knows who is at which table and tells those who are there."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        hall.greet = self.greet
        hall.hear = self._hear
        self._questions: dict[tuple[str, str], asyncio.Future[bool]] = {}
        self._words: list[str] = []
        """What is still to be said to other processes."""

    def greet(self, live: Live) -> None:
        """Say who is here, when that has changed."""
        attendance = live.attendance
        if attendance is None:
            attendance = live.attendance = Attendance()
        mine = _crowd(live)
        if self.hall.storage.is_shared and mine != attendance.crowd:
            if attendance.crowd is None:
                self._say(f"?{live.table.id}")
            self._say(_word(live, mine))
        attendance.crowd = mine
        crowds = (mine, *live.elsewhere.values())
        people = frozenset[str]().union(*(crowd.people for crowd in crowds))
        here = tuple(seat.level is not None or seat.person in people for seat in live.table.seats)
        spectators = sum(crowd.spectators for crowd in crowds)
        if attendance.presence == (here, spectators):
            return
        attendance.presence = (here, spectators)
        if live.followers:
            note = encode(PresenceNote(live.table.id, list(here), spectators))
            for follower in list(live.followers):
                follower.push(note)

    async def run(self) -> None:
        """Now and then say everything again, and forget what is old."""
        while self.hall.storage.is_shared:
            await asyncio.sleep(_AGAIN_AFTER)
            now = asyncio.get_running_loop().time()
            for live in list(self.hall.live.values()):
                if live.followers:
                    self._say(_word(live, _crowd(live)))
                old = [origin for origin, crowd in live.elsewhere.items() if crowd.until < now]
                for origin in old:
                    del live.elsewhere[origin]
                if old:
                    self.greet(live)

    async def is_elsewhere(self, live: Live, person: str) -> bool:
        """Whether a person follows a table at another process, which takes a while to ask."""
        if not self.hall.storage.is_shared:
            return False
        key = (live.table.id, person)
        answer = self._questions[key] = asyncio.get_running_loop().create_future()
        # What was said before may be from a process that has died since.
        live.elsewhere.clear()
        try:
            await self.hall.read(lambda: self.hall.storage.shout([f"?{live.table.id}"]))
            return await asyncio.wait_for(answer, _ANSWER_WITHIN)
        except TimeoutError:
            self.greet(live)
            return False
        except StorageAway:
            # Without a database nobody can be declared gone anyway.
            return True
        finally:
            self._questions.pop(key, None)

    def _say(self, word: str) -> None:
        """Say a word to the other processes, soon and together with others."""
        if not self._words:
            self.hall.spawn(self._speak())
        self._words.append(word)

    async def _speak(self) -> None:
        words, self._words = self._words, []
        # What cannot be said now is said again before long.
        with suppress(StorageAway):
            await self.hall.read(lambda: self.hall.storage.shout(words))

    def _hear(self, origin: str, word: str) -> None:
        table, _, rest = word[1:].partition(":")
        live = self.hall.live.get(table)
        if live is None:
            return
        if word[0] == "?":
            if live.followers:
                self._say(_word(live, _crowd(live)))
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
        self.greet(live)


def _crowd(live: Live) -> Crowd:
    """Those who follow a table here."""
    seated = {seat.person for seat in live.table.seats}
    people = frozenset(follower.person for follower in live.followers)
    spectators = sum(follower.person not in seated for follower in live.followers)
    return Crowd(people & seated, spectators)


def _word(live: Live, crowd: Crowd) -> str:
    return f"!{live.table.id}:{crowd.spectators}:{','.join(sorted(crowd.people))}"
