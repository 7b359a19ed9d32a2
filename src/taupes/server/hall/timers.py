"""What a table needs besides messages: its timers, its bots, and who is there."""

from asyncio import TimerHandle

from msgspec import Struct


class Crowd(Struct, frozen=True):
    """Those who follow a table at one process."""

    people: frozenset[str]
    """Those with a seat."""
    spectators: int
    until: float = 0.0
    """When this is old news, by the loop's clock; 0 for our own."""


class Attendance:
    """The timers and thoughts of one table in memory."""

    __slots__ = ("away", "clock", "crowd", "presence", "retry", "thinking")

    def __init__(self) -> None:
        self.clock: TimerHandle | None = None
        """Until the time of the seat to act is up."""
        self.away: TimerHandle | None = None
        """Until the person to act counts as gone."""
        self.retry: TimerHandle | None = None
        """Until something is tried again that could not be stored."""
        self.thinking: int | None = None
        """The entry after which a bot is thinking."""
        self.crowd: Crowd | None = None
        """Who was at this process when we last said so to the others."""
        self.presence: tuple[tuple[bool, ...], int] | None = None
        """Who was here and how many watched when we last said so."""

    @property
    def is_idle(self) -> bool:
        """Whether nothing is under way that needs the table in memory."""
        return self.thinking is None and self.away is None and self.retry is None

    def stop_timers(self) -> None:
        """Forget all timers."""
        for timer in (self.clock, self.away, self.retry):
            if timer is not None:
                timer.cancel()
        self.clock = self.away = self.retry = None
