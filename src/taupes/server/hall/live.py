"""A table in memory, those who follow it, and what they want."""

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from taupes.server.hall.timers import Attendance, Crowd
from taupes.table.decision import Decision
from taupes.table.refusals import Refusal
from taupes.table.table import Table


class Follower(Protocol):
    """A connection that follows tables."""

    person: str
    language: str

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


class Live:
    """A table in memory, with those who follow it."""

    __slots__ = (
        "attendance",
        "busy",
        "elsewhere",
        "followers",
        "heard",
        "inbox",
        "is_suspect",
        "table",
    )

    def __init__(self, table: Table) -> None:
        self.table = table
        self.followers: dict[Follower, None] = {}
        self.elsewhere: dict[str, Crowd] = {}
        """Who follows it at other processes, by process."""
        self.inbox: list[Wish] = []
        self.busy = False
        """Whether an entry is on its way to the disk, or others' entries are being read."""
        self.is_suspect = False
        """Whether the log may hold more than we know: read before deciding."""
        self.heard = 0
        """The latest entry that another process has told us of."""
        self.attendance: Attendance | None = None
        """Timers and thoughts, for tables that need any."""
