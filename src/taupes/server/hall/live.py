"""A table in memory, those who follow it, and what they want."""

from asyncio import TimerHandle
from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from taupes.server.hall.timers import Timers
from taupes.table.decision import Decision
from taupes.table.refusals import Refusal
from taupes.table.table import Table


class Follower(Protocol):
    """A connection that follows tables."""

    person: str
    language: str
    address: str

    def push(self, data: bytes) -> None:
        """Send a message, without ever waiting."""


class Wish(Struct, eq=False):
    """Something that somebody wants to happen at a table."""

    decide: Callable[[Table], Decision | Refusal]
    person: str | None = None
    id: str | None = None
    """Its sender's mark of it."""
    follower: Follower | None = None
    """Who is answered."""
    done: Callable[[int], None] | None = None
    refused: Callable[[Refusal], None] | None = None
    tries: int = 0


class Crowd(Struct, frozen=True):
    """Those who follow a table at one process."""

    people: frozenset[str]
    """Those with a seat."""
    spectators: int
    until: float = 0.0
    """When this is old news, by the loop's clock; 0 for our own."""


class Live:
    """A table in memory, with those who follow it."""

    __slots__ = (
        "announced",
        "busy",
        "crowd",
        "elsewhere",
        "followers",
        "gathering",
        "inbox",
        "is_suspect",
        "shown",
        "table",
        "timers",
    )

    def __init__(self, table: Table) -> None:
        self.table = table
        self.followers: dict[Follower, None] = {}
        self.inbox: list[Wish] = []
        self.busy = False
        """Whether an entry is on its way to the disk, or others' entries are being read."""
        self.is_suspect = False
        """Whether the log may hold more than we know: read before deciding."""
        self.announced = 0
        """The latest entry that another process has announced."""
        self.timers = Timers()
        self.crowd: Crowd | None = None
        """Who followed it here when we last told other processes."""
        self.elsewhere: dict[str, Crowd] = {}
        """Who follows it at other processes, by process."""
        self.shown: tuple[tuple[bool, ...], int] | None = None
        """Who was here and how many watched when we last told those who are here."""
        self.gathering: TimerHandle | None = None
        """Until comings and goings since then are told together."""

    @property
    def audience(self) -> int:
        """How many are told of what happens here, at all processes as far as we know."""
        here = len(self.followers)
        if not self.elsewhere:
            return here
        return here + sum(crowd.spectators for crowd in self.elsewhere.values())


Handle = Callable[[Live, Wish], None]
"""Carries out a wish at a table as soon as the table is free."""

Attend = Callable[[Live, Handle], None]
"""Sees to what a table needs now that it was taken up, has changed, or has other followers."""
