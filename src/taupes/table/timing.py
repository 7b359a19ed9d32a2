"""Clocks as pure functions: how much time a seat has, when it is up. All in milliseconds."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from taupes.table.setup import Clock, DaysClock, FischerClock, MoveClock, NoClock

SECOND: Final = 1000
DAY: Final = 24 * 3600 * SECOND

LEAST_ON_RETURN: Final = 10 * SECOND
"""Who comes back to an empty store can at least make a move."""


class Watch(Struct, frozen=True, gc=False):
    """All clocks of a table."""

    left: tuple[int, ...]
    """By seat, as the running turn began."""
    since: int
    """When the running turn began, or went on after a pause."""
    used: int = 0
    """Of the running turn, before `since`."""
    is_up: bool = False
    """Whether the time of the running turn was up: the stand-in plays it to its end."""

    def deadline(self, seat: int) -> int:
        """When this seat's time is up, if its clock runs."""
        return self.since + self.left[seat] - self.used


def new_watch(clock: Clock, seats: int, now: int) -> Watch | None:
    """The clocks as a game starts."""
    match clock:
        case MoveClock(seconds):
            each = seconds * SECOND
        case FischerClock(seconds):
            each = seconds * SECOND
        case DaysClock(days):
            each = days * DAY
        case NoClock():
            return None
    return Watch((each,) * seats, now)


def after_turn(watch: Watch, clock: Clock, seat: int, now: int, *, charged: bool) -> Watch:
    """The clocks when a turn has ended; a stand-in's turn costs nothing."""
    left = watch.left
    if charged and isinstance(clock, FischerClock):
        rest = max(0, watch.deadline(seat) - now) + clock.increment * SECOND
        left = (*left[:seat], rest, *left[seat + 1 :])
    return Watch(left, now)


def paused(watch: Watch, now: int) -> Watch:
    """The clocks as the game begins to rest."""
    return replace(watch, used=watch.used + now - watch.since, since=now)


def resumed(watch: Watch, now: int) -> Watch:
    """The clocks as the game goes on."""
    return replace(watch, since=now)


def run_out(watch: Watch, clock: Clock, seat: int) -> Watch:
    """The clocks when a seat's time is up."""
    left = watch.left
    if isinstance(clock, FischerClock):
        left = (*left[:seat], 0, *left[seat + 1 :])
    return replace(watch, left=left, is_up=True)


def returned(watch: Watch, clock: Clock, seat: int) -> Watch:
    """The clocks when a person is back: a turn that runs has begun when it began."""
    if not isinstance(clock, FischerClock):
        return watch
    least = max(clock.increment * SECOND, LEAST_ON_RETURN)
    left = (*watch.left[:seat], max(watch.left[seat], least), *watch.left[seat + 1 :])
    return replace(watch, left=left)
