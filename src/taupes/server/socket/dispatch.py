"""Answers the messages of a connection, one after the other."""

from collections import Counter
from collections.abc import Coroutine
from typing import Any, Final, Protocol

from taupes.server.clock import now_ms
from taupes.server.hall.creation import rematch
from taupes.server.hall.hall import Hall
from taupes.server.hall.hints import Hints
from taupes.server.hall.live import Follower, Live
from taupes.server.limits.bucket import Buckets
from taupes.server.limits.newcomers import Newcomers
from taupes.server.settings import Limits
from taupes.server.storage import StorageAway
from taupes.server.storage.deletions import Deletions
from taupes.server.tokens import Signer
from taupes.table import messages, replies
from taupes.table.encoding import (
    explained_text,
    may_see,
    missed_text,
    refused_text,
    shown_text,
)
from taupes.table.refusals import Refusal

READ_PER_MESSAGE: Final = 100
"""Entries of a log whose reading counts as much as a message or a request."""

TOLD_PER_MESSAGE: Final = 50
"""People who are told of something, which counts as much as a message of whoever has caused it."""


class Guest(Follower, Protocol):
    """Whoever is at the other end of a connection, as far as they have said."""

    address: str
    is_known: bool
    joined: dict[str, Live]

    def tell(self, message: replies.ServerMessage) -> None:
        """Send a message of the protocol."""

    def charge(self, messages: float) -> None:
        """Count work that was done for them as so many messages more."""


class Dispatch:
    """Knows what to do with every message."""

    def __init__(
        self,
        hall: Hall,
        signer: Signer,
        hints: Hints,
        limits: Limits,
        newcomers: Newcomers,
    ) -> None:
        self.hall = hall
        self.limits = limits
        self._signer = signer
        self._hints = hints
        self._newcomers = newcomers
        self._people: Counter[str] = Counter()
        """Connections of everybody who has said hello."""
        self._chat = Buckets(limits.chat_per_second, limits.chat_burst)

    def answer(
        self, guest: Guest, message: messages.ClientMessage
    ) -> Coroutine[Any, Any, None] | None:
        """Answer a message at once, or else give the work that has to be waited for."""
        match message:
            case messages.Act() if guest.is_known:
                # By far the most common: it need not be compared with all others first.
                return self._of_table(guest, message)
            case messages.Hello():
                return self._hello(guest, message)
            case messages.Ping():
                guest.tell(replies.Pong(now_ms(), message.id))
            case _ if not guest.is_known:
                self.refuse(guest, Refusal("say_hello_first"), message.id)
            case messages.Join():
                return self._patiently(self._join(guest, message), guest, message)
            case _:
                return self._of_table(guest, message)
        return None

    def _of_table(
        self, guest: Guest, message: messages.AtTable
    ) -> Coroutine[Any, Any, None] | None:
        live = guest.joined.get(message.table)
        if live is None or guest not in live.followers:
            self.refuse(guest, Refusal("not_joined"), message.id)
        elif type(message) is messages.Rematch:
            return self._patiently(self._rematch(live, guest, message), guest, message)
        else:
            self._at_table(live, guest, message)
        return None

    async def _patiently(
        self, work: Coroutine[Any, Any, None], guest: Guest, message: messages.ClientMessage
    ) -> None:
        try:
            await work
        except StorageAway:
            self.refuse(guest, Refusal("database_away"), message.id)

    def refuse(
        self, guest: Guest, refusal: Refusal, message: str | None, live: Live | None = None
    ) -> None:
        """Say no."""
        self.hall.metrics.refusals[refusal.code] += 1
        table = live.table if live else None
        guest.push(refused_text(refusal, guest.language, message, table))

    def _at_table(self, live: Live, guest: Guest, message: messages.AtTable) -> None:
        match message:
            case messages.Act():
                self._ask(live, guest, message)
            case messages.Leave():
                guest.joined.pop(message.table)
                self.hall.leave(live, guest)
                guest.tell(replies.Done(message.id, message.table))
            case messages.Look():
                guest.push(shown_text(live.table, guest.person, message.id, now_ms()))
            case messages.Explain():
                guest.push(explained_text(live.table, guest.language, message))
            case messages.Hint():
                no = self._hints.ask(live, guest, message)
                if no is not None:
                    self.refuse(guest, no, message.id, live)
            case messages.Say() if not self._chat.allows(f"{message.table}:{guest.person}"):
                self.refuse(guest, Refusal("too_fast"), message.id, live)
            case _:
                self._ask(live, guest, message)

    def _ask(self, live: Live, guest: Guest, message: messages.TableMessage) -> None:
        guest.charge(live.audience / TOLD_PER_MESSAGE)
        self.hall.ask(live, guest, message)

    def forget(self, person: str) -> None:
        """Somebody who had said hello is gone."""
        self._people[person] -= 1
        if not self._people[person]:
            del self._people[person]

    def _hello(self, guest: Guest, message: messages.Hello) -> Coroutine[Any, Any, None] | None:
        guest.language = message.language
        is_new = message.token is None
        no = self._newcomers.guest(guest.address) if is_new and not guest.is_known else None
        if no is not None:
            self.refuse(guest, no, message.id)
            return None
        token = message.token or self._signer.new_token()
        person = self._signer.person_of(token)
        if person is None or (guest.is_known and person != guest.person):
            self.refuse(guest, Refusal("bad_token"), message.id)
            return None
        if message.token is not None:
            return self._welcome_back(guest, person, message)
        self._welcome(guest, person, message)
        return None

    async def _welcome_back(self, guest: Guest, person: str, message: messages.Hello) -> None:
        if await self._is_deleted(person):
            self.refuse(guest, Refusal("deleted"), message.id)
        else:
            self._welcome(guest, person, message)

    def _welcome(self, guest: Guest, person: str, message: messages.Hello) -> None:
        if not guest.is_known:
            if self._people[person] >= self.limits.sockets_per_person:
                no = Refusal("too_many_connections", str(self.limits.sockets_per_person))
                self.refuse(guest, no, message.id)
                return
            self._people[person] += 1
        guest.person, guest.is_known = person, True
        token, is_new = self._signer.token_of(person), message.token is None
        guest.tell(
            replies.Welcome(
                messages.PROTOCOL, now_ms(), token, message.language, is_new, message.id
            )
        )

    async def _is_deleted(self, person: str) -> bool:
        """Whether somebody was deleted, as far as we can know now: nothing of theirs is stored."""
        storage = self.hall.memory.storage
        try:
            return bool(await storage.read(lambda: Deletions(storage).of([person])))
        except StorageAway:
            return False

    async def _rematch(self, live: Live, guest: Guest, message: messages.Rematch) -> None:
        # If there is one already, nothing more is made.
        no = self._newcomers.table(guest.address) if live.table.rematch is None else None
        if no is not None:
            self.refuse(guest, no, message.id, live)
            return
        most = self.limits.tables_per_person
        await rematch(self.hall, self._signer, live, guest, message, most)

    async def _join(self, guest: Guest, message: messages.Join) -> None:
        most = self.limits.tables_followed
        if message.table not in guest.joined and len(guest.joined) >= most:
            self.refuse(guest, Refusal("too_many_tables", str(most)), message.id)
            return
        memory = self.hall.memory
        while True:
            is_here = message.table in memory.live
            live = await self.hall.open(message.table)
            if live is None:
                self.refuse(guest, Refusal("no_such_table"), message.id)
                return
            if not is_here:
                guest.charge(live.table.number / READ_PER_MESSAGE)
            try:
                if not may_see(live.table, guest.person):
                    self.refuse(guest, Refusal("no_spectators"), message.id, live)
                    return
                if message.since is not None and message.since > live.table.number:
                    await self.hall.refresh(live)
                missed = await self._missed(live, guest.person, message)
                if memory.live.get(message.table, live) is live:
                    guest.push(missed or shown_text(live.table, guest.person, message.id, now_ms()))
                    guest.joined[message.table] = self.hall.join(live, guest)
                    return
                # It was put out of memory and taken up again while we were reading.
            finally:
                # Whoever was refused, or is gone before they were shown it, keeps it in no memory.
                memory.maybe_forget(live)

    async def _missed(self, live: Live, person: str, message: messages.Join) -> bytes | None:
        """What happened since an entry, as one update; None when it is better shown whole."""
        since, number = message.since, live.table.number
        if not since or not 0 <= number - since <= self.limits.catch_up:
            return None
        entries = [] if since == number else await self.hall.memory.entries(live.table.id, since)
        return missed_text(live.table, entries, person, message, now_ms())
