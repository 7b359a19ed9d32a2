"""What a table waits for besides messages."""

from asyncio import TimerHandle


class Timers:
    """The timers of one table in memory, and whether a bot is thinking."""

    __slots__ = ("away", "clock", "retry", "thinking")

    def __init__(self) -> None:
        self.clock: TimerHandle | None = None
        """Until the time of the seat to act is up."""
        self.away: TimerHandle | None = None
        """Until the person to act counts as gone."""
        self.retry: TimerHandle | None = None
        """Until something is tried again that could not be stored."""
        self.thinking: int | None = None
        """The entry after which a bot is thinking."""

    @property
    def is_idle(self) -> bool:
        """Whether nothing is under way that needs the table in memory."""
        return self.thinking is None and self.away is None and self.retry is None

    def stop(self) -> None:
        """Forget all timers."""
        for timer in (self.clock, self.away, self.retry):
            if timer is not None:
                timer.cancel()
        self.clock = self.away = self.retry = None
