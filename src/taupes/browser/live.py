"""A table that somebody on the device follows, and what it waits for."""

import asyncio
from typing import Protocol

from taupes.table.refusals import Refusal
from taupes.table.replies import ServerMessage
from taupes.table.table import Table


class Watcher(Protocol):
    """A line that follows tables."""

    def push(self, data: bytes) -> None:
        """Send what is encoded already."""

    def tell(self, message: ServerMessage) -> None:
        """Send a message of the protocol."""

    def refuse(
        self, refusal: Refusal, message: str | None = None, table: Table | None = None
    ) -> None:
        """Say no."""


class LiveTable:
    """A table in memory."""

    __slots__ = (
        "clock",
        "followers",
        "is_full",
        "is_suspect",
        "leads",
        "lock",
        "retry",
        "table",
        "thinking",
    )

    def __init__(self, table: Table, *, leads: bool) -> None:
        self.table = table
        self.leads = leads
        """Whether bots think and clocks run out in this tab; in others they are waited for."""
        self.followers: dict[Watcher, None] = {}
        self.lock = asyncio.Lock()
        """Held by whoever changes the table: one after the other, as they came."""
        self.is_suspect = False
        """Whether the shelf may hold more than we know: read before deciding."""
        self.is_full = False
        """Whether those who follow were told that there is no room for what comes next."""
        self.clock: asyncio.TimerHandle | None = None
        """Until the time of the seat to act is up, or that of the tab that leads."""
        self.retry: asyncio.TimerHandle | None = None
        """Until something is tried again that could not be stored."""
        self.thinking: int | None = None
        """The entry after which a bot is thinking."""

    @property
    def is_idle(self) -> bool:
        """Whether nobody needs it in memory."""
        return not self.followers and self.thinking is None and not self.lock.locked()

    def stop(self) -> None:
        """Forget what it waits for."""
        for timer in (self.clock, self.retry):
            if timer is not None:
                timer.cancel()
        self.clock = self.retry = None
