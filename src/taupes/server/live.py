"""A table in memory, those who follow it, and what they want."""

from collections import deque
from collections.abc import Callable
from typing import Protocol

from taupes.server.attendance import Attendance
from taupes.server.decide import Verdict
from taupes.server.refusals import Refusal
from taupes.server.table import Table


class Follower(Protocol):
    """A connection that follows tables."""

    person: str
    language: str

    def push(self, text: str) -> None:
        """Send a message, without ever waiting."""


class Wish:
    """Something that somebody wants to happen at a table."""

    __slots__ = ("decide", "done", "follower", "id", "person", "refused", "tries")

    def __init__(
        self,
        decide: Callable[[Table], Verdict],
        *,
        person: str | None = None,
        id: str | None = None,  # noqa: A002 - the protocol's word
        follower: Follower | None = None,
        done: Callable[[int], None] | None = None,
        refused: Callable[[Refusal], None] | None = None,
    ) -> None:
        self.decide = decide
        self.person = person
        self.id = id
        self.follower = follower
        self.done = done
        self.refused = refused
        self.tries = 0


class Live:
    """A table in memory, with those who follow it."""

    __slots__ = ("attendance", "busy", "followers", "heard", "inbox", "is_suspect", "table")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.followers: dict[Follower, None] = {}
        self.inbox: deque[Wish] = deque()
        self.busy = False
        """Whether an entry is on its way to the disk, or others' entries are being read."""
        self.is_suspect = False
        """Whether the log may hold more than we know: read before deciding."""
        self.heard = 0
        """The latest entry that another process has told us of."""
        self.attendance: Attendance | None = None
        """Timers and thoughts, for tables that need any."""
