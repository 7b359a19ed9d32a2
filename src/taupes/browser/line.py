"""One screen of the device: its messages in, one after the other; answers and news out."""

from collections import deque
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from typing import Final, Protocol

from taupes.answers.hints import LEVEL, hint_given, hint_refusal, seed_of_hint
from taupes.browser.automation import choose
from taupes.browser.faults import note
from taupes.browser.live import LiveTable
from taupes.browser.minds import Minds, NoReply
from taupes.browser.shelf import PERSON, ShelfFull
from taupes.browser.tables import DeviceTables, built
from taupes.table import messages, replies
from taupes.table.create import recreate
from taupes.table.decide import decide
from taupes.table.decision import Decision
from taupes.table.encoding import encode, explained_text, missed_text, refused_text, shown_text
from taupes.table.entries import Entry
from taupes.table.ids import device_id
from taupes.table.refusals import Refusal
from taupes.table.table import Table

MESSAGE_BYTES: Final = 16_384
"""The longest message."""

WAITING: Final = 200
"""Messages of one line that wait for an answer; more are refused."""

FOLLOWED: Final = 8
"""Tables on one line."""

TOKEN: Final = "device"  # noqa: S105 - it opens nothing
"""What a line without a token is told to keep."""

_CATCH_UP: Final = 500
"""Entries sent as one update to a line that comes back; more, and the whole table is sent."""


class House(Protocol):
    """What a line needs of the keeper."""

    tables: DeviceTables
    minds: Minds

    def new_seed(self) -> str:
        """The seed of a table's discs."""


class DeviceLine:
    """A line to the keeper; as much of a socket as the page needs."""

    def __init__(self, house: House, send: Callable[[str], None]) -> None:
        self._house = house
        self._send = send
        self._language = "en"
        self._is_known = False
        self._is_asking = False
        """Whether a bot is thinking about a hint."""
        self._joined: dict[str, LiveTable] = {}
        self._waiting: deque[bytes] = deque()
        self._is_busy = False
        self._is_over = False

    # Out

    def push(self, data: bytes) -> None:
        """Send what is encoded already."""
        if self._is_over:
            return
        try:
            self._send(data.decode())
        except Exception as error:  # noqa: BLE001 - nobody listens: the others are told all the same
            note(error)
            self.close()

    def tell(self, message: replies.ServerMessage) -> None:
        """Send a message of the protocol."""
        self.push(encode(message))

    def refuse(
        self, refusal: Refusal, message: str | None = None, table: Table | None = None
    ) -> None:
        """Say no."""
        self.push(refused_text(refusal, self._language, message, table))

    def close(self) -> None:
        """Let go of everything."""
        self._is_over = True
        self._waiting.clear()
        joined, self._joined = self._joined, {}
        for live in joined.values():
            self._house.tables.leave(live, self)

    # In

    def receive(self, text: str) -> None:
        """Answer a message when those before it are answered."""
        if self._is_over:
            return
        # Half a character is no text; what is left of it cannot be read, and that is said.
        data = text.encode("utf-8", "replace")
        if len(data) > MESSAGE_BYTES:
            self.refuse(Refusal("too_large", f"at most {MESSAGE_BYTES} bytes"))
        elif len(self._waiting) >= WAITING:
            self.refuse(Refusal("too_fast"))
        else:
            self._waiting.append(data)
            if not self._is_busy:
                self._is_busy = True
                self._house.tables.spawn(self._work())

    async def _work(self) -> None:
        try:
            while self._waiting:
                await self._read(self._waiting.popleft())
        finally:
            self._is_busy = False

    async def _read(self, data: bytes) -> None:
        try:
            message = messages.read_message(data)
        except messages.BadMessage as error:
            self.refuse(Refusal("bad_message", error.detail), error.mark)
            return
        try:
            await self._answer(message)
        except ShelfFull:
            self.refuse(Refusal("device_full"), message.id)
        except Exception as error:  # noqa: BLE001 - whatever it is, the next message may do better
            note(error)
            self.refuse(Refusal("device_fault"), message.id)

    async def _answer(self, message: messages.ClientMessage) -> None:
        tables = self._house.tables
        match message:
            case messages.Hello():
                self._hello(message)
            case messages.Ping():
                self.tell(replies.Pong(tables.now_ms(), message.id))
            case _ if not self._is_known:
                self.refuse(Refusal("say_hello_first"), message.id)
            case messages.Join():
                await self._join(message)
            case _ if message.table not in self._joined:
                self.refuse(Refusal("not_joined"), message.id)
            case _:
                await self._at_table(self._joined[message.table], message)

    def _hello(self, message: messages.Hello) -> None:
        self._language, self._is_known = message.language, True
        now, is_new = self._house.tables.now_ms(), message.token is None
        token = message.token or TOKEN
        self.tell(
            replies.Welcome(messages.PROTOCOL, now, token, message.language, is_new, message.id)
        )

    async def _join(self, message: messages.Join) -> None:
        tables = self._house.tables
        if message.table not in self._joined and len(self._joined) >= FOLLOWED:
            self.refuse(Refusal("too_many_tables", str(FOLLOWED)), message.id)
            return
        entries = await tables.entries(message.table)
        table = tables.latest(built(message.table, entries))
        if table is None:
            self.refuse(Refusal("no_such_table"), message.id)
            return
        since, missed = message.since, None
        if since and 0 <= table.number - since <= _CATCH_UP:
            missed = missed_text(table, entries[since:], PERSON, message, tables.now_ms())
        self.push(missed or shown_text(table, PERSON, message.id, tables.now_ms()))
        if not self._is_over:
            self._joined[message.table] = tables.follow(table, self)

    async def _at_table(self, live: LiveTable, message: messages.AtTable) -> None:
        tables = self._house.tables
        match message:
            case messages.Leave():
                del self._joined[message.table]
                tables.leave(live, self)
                self.tell(replies.Done(message.id, message.table))
            case messages.Look():
                self.push(shown_text(live.table, PERSON, message.id, tables.now_ms()))
            case messages.Explain():
                self.push(explained_text(live.table, self._language, message))
            case messages.Hint():
                self._hint(live.table, message)
            case messages.Rematch():
                await self._rematch(live, message)
            case _:
                wish = partial(decide, message=message, person=PERSON)
                await tables.carry_out(live, wish, message.id, self)

    def _hint(self, table: Table, message: messages.Hint) -> None:
        no = hint_refusal(table, message.seat, PERSON)
        if no is None and self._is_asking:
            no = Refusal("too_fast")
        if no is not None:
            self.refuse(no, message.id, table)
            return
        self._is_asking = True
        self._house.tables.spawn(self._advise(table, message))

    async def _advise(self, table: Table, message: messages.Hint) -> None:
        play = table.play
        assert play is not None  # noqa: S101 - somebody is to act
        try:
            reply = await choose(self._house.minds, play.state, LEVEL, seed_of_hint(table))
        except NoReply:
            self.refuse(Refusal("no_hint"), message.id, table)
        else:
            self.tell(hint_given(table, play, reply, message))
        finally:
            self._is_asking = False

    async def _rematch(self, live: LiveTable, message: messages.Rematch) -> None:
        """The same table again, once, however often and from however many tabs it is asked for."""
        tables, old = self._house.tables, live.table
        # The new id follows from the old one: two who ask at once meet at the same table.
        table_id = device_id(sha256(f"rematch:{old.id}".encode()).hexdigest()[:24])
        wanted = messages.Rematch(table_id, id=message.id)
        decision = decide(old, wanted, PERSON)
        if isinstance(decision, Decision) and decision.happenings:
            entry = recreate(table_id, old, PERSON, self._house.new_seed(), tables.now_ms())
            if isinstance(entry, Entry):
                await tables.create(table_id, entry)
        wish = partial(decide, message=wanted, person=PERSON)
        await tables.carry_out(live, wish, message.id, self)
