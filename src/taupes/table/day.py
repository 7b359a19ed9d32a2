"""The stack of the day: the same table for everybody who plays it, from midnight to midnight (UTC).

What is played follows from the date alone, and every disc and every bot's choice from one seed. A
server's seed is its secret until the day is over; without a server everybody knows it.
"""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Final

from msgspec import Struct

from taupes.rules import Draw, Pass, Phase, Record
from taupes.table.fairness import digits
from taupes.table.setup import BotSeat, MySeat, SeatWish, Setup

DAYS_KEPT: Final = 30
"""Days whose results are kept, today's included."""

YOURS: Final = 0
"""The seat of whoever plays; who begins is drawn."""


class DayPlan(Struct, frozen=True):
    """Where and against whom it is played."""

    boards: str
    levels: tuple[str, ...]
    """None that thinks by the clock: equal choices lead to equal games, however fast a machine."""


WEEK: Final = (
    DayPlan("classic", ("forager",)),
    DayPlan("classic", ("greedy", "forager")),
    DayPlan("quick", ("burrower",)),
    DayPlan("classic", ("greedy",)),
    DayPlan("classic", ("greedy", "greedy", "forager")),
    DayPlan("grand", ("burrower",)),
    DayPlan("classic", ("burrower", "greedy")),
)
"""From Monday to Sunday."""


class DayResult(Struct, frozen=True):
    """How somebody's game of a day has ended."""

    won: bool
    turns: int
    """How often it was their turn."""
    course: list[tuple[int, int]]
    """By board: how many of their moles were in a hole as it was over, of how many on it."""

    @property
    def holes(self) -> int:
        """How many holes their moles have filled, on all boards."""
        return sum(home for home, _ in self.course)


def day_at(now: int) -> str:
    """The day of a time in milliseconds since 1970.

    >>> day_at(0), day_at(86_400_000 - 1), day_at(86_400_000)
    ('1970-01-01', '1970-01-01', '1970-01-02')
    """
    return datetime.fromtimestamp(now // 1000, UTC).date().isoformat()


def end_of(day: str) -> int:
    """When a day is over, in milliseconds since 1970."""
    after = date.fromisoformat(day) + timedelta(days=1)
    return int(datetime(after.year, after.month, after.day, tzinfo=UTC).timestamp()) * 1000


def day_before(day: str, days: int = 1) -> str:
    """The date so many days earlier."""
    return (date.fromisoformat(day) - timedelta(days=days)).isoformat()


def is_kept(day: str, today: str) -> bool:
    """Whether a text is a day of which something may be known: not to come, nor long past.

    >>> is_kept("2026-11-18", "2026-11-18"), is_kept("2026-11-19", "2026-11-18")
    (True, False)
    """
    try:
        is_date = date.fromisoformat(day).isoformat() == day
    except ValueError:
        return False
    return is_date and day_before(today, DAYS_KEPT - 1) <= day <= today


def plan_of(day: str) -> DayPlan:
    """What is played on a day."""
    return WEEK[date.fromisoformat(day).weekday()]


def table_of(day: str, name: str | None) -> tuple[Setup, list[SeatWish]]:
    """How the table of a day is set up, for somebody of that name."""
    plan = plan_of(day)
    setup = Setup(title=day, boards=plan.boards, spectators=False, chat="off")
    return setup, [MySeat(name), *map(BotSeat, plan.levels)]


def open_seed(day: str) -> str:
    """The seed of a day where nobody keeps one secret: everybody works out the same."""
    return digits("taupes-day", day)


def result_of(record: Record) -> DayResult:
    """How a finished game of a day has ended for whoever played it."""
    states = list(record.replay())
    turns = sum(
        isinstance(event, Draw | Pass) and before.phase is Phase.DRAW and before.turn == YOURS
        for before, (_, event) in zip(states, record.events, strict=False)
    )
    course, there = list[tuple[int, int]](), record.game.counts[YOURS]
    for before, after in pairwise(states):
        # Those who stand on the next board were in a hole of the one before.
        for _ in range(before.level, after.level):
            home = after.moles[YOURS].bit_count()
            course.append((home, there))
            there = home
    end = states[-1]
    course.append(((end.moles[YOURS] & end.ground.holes).bit_count(), there))
    won = end.outcome is not None and YOURS in end.outcome.winners
    return DayResult(won, turns, [part for part in course if part[1]])
