"""The stack of the day as it is told: what is played, how it went for oneself and for others."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec import Struct

from taupes.table.day import DayResult, day_at, end_of, plan_of
from taupes.table.fairness import commitment_of
from taupes.table.setup import Name


class DayWish(Struct, frozen=True):
    """Somebody wants to play the stack of the day."""

    name: Name | None = None


class DayLine(Struct, frozen=True):
    """One result, as everybody may see it."""

    place: int
    """From 1; who has done equally well shares it."""
    name: str | None
    won: bool
    turns: int
    holes: int
    course: list[tuple[int, int]]
    """By board: moles that came into a hole, of those on it."""
    lost: float | None
    """The chance to win that choices gave away, added up; null while it is not known."""
    you: bool
    record: str | None
    """Its record, once the day is over; one's own at once."""


class DayInfo(Struct, frozen=True):
    """A day: what is played, and what came of it."""

    day: str
    today: str
    ends: int
    """When the day is over, in milliseconds since 1970."""
    now: int
    counted: bool
    """Whether others play it too; on a device alone it is for oneself."""
    boards: str
    levels: list[str]
    commitment: str
    seed: str | None
    """Once the day is over."""
    table: str | None
    """Where you play it, if you have begun."""
    stage: str | None
    count: int
    yours: DayLine | None
    results: list[DayLine]
    """The best, best first."""


class OwnTry(NamedTuple):
    """How far whoever asks has come with a day."""

    table: str | None = None
    stage: str | None = None
    line: DayLine | None = None


NO_TRY: Final = OwnTry()


def line_of(
    result: DayResult,
    *,
    name: str | None = None,
    lost: float | None = None,
    place: int = 1,
    you: bool = False,
    record: str | None = None,
) -> DayLine:
    """A result as it is told."""
    return DayLine(
        *(place, name, result.won, result.turns, result.holes, result.course),
        *(lost, you, record),
    )


def share_text(result: DayResult, title: str, figures: str) -> str:
    """A result as signs to send: what came of it, and nothing that helps others.

    >>> print(share_text(DayResult(True, 9, [(3, 4), (1, 3)]), "Stack 2026-11-18", "9 turns"))
    Stack 2026-11-18 🏆
    🟢🟢🟢⚪
    🟢⚪⚪
    9 turns
    """
    boards = ["🟢" * home + "⚪" * (there - home) for home, there in result.course]
    return "\n".join([f"{title} {'🏆' if result.won else '🌱'}", *boards, figures])


def day_info(
    day: str,
    now: int,
    seed: str,
    *,
    counted: bool,
    own: OwnTry = NO_TRY,
    count: int = 0,
    results: Sequence[DayLine] = (),
) -> DayInfo:
    """What is told of a day; its seed only when it is over, or when everybody knows it."""
    plan = plan_of(day)
    is_open = not counted or now >= end_of(day)
    return DayInfo(
        day=day,
        today=day_at(now),
        ends=end_of(day),
        now=now,
        counted=counted,
        boards=plan.boards,
        levels=list(plan.levels),
        commitment=commitment_of(seed),
        seed=seed if is_open else None,
        table=own.table,
        stage=own.stage,
        count=count,
        yours=own.line,
        results=list(results),
    )
