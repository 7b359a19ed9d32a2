"""The stack of a day at this terminal: the same game as on every device without a server."""

from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from taupes.rules import DISCS, BadRecord, Draw, Record, events_of
from taupes.table.create import create
from taupes.table.day import open_seed, table_of
from taupes.table.entries import Entry
from taupes.table.evolve import rebuild
from taupes.table.fairness import digits, row_of
from taupes.table.table import Play
from taupes.terminal.game.session import Chair, Session, resume


@dataclass(frozen=True)
class DaySession(Session):
    """A game of the day: its discs lie as everybody's, and nothing is taken back or advised."""

    mix: str = ""
    """The key of all shuffles."""

    @property
    def counts(self) -> bool:
        """It is played once."""
        return True

    def generator(self) -> Random:
        """The generator for the decision due now: the same for all who have played alike."""
        return Random(digits(self.seed, f"bot:{self._events}"))

    def undone(self) -> Session | None:
        """Nothing."""
        return None

    @cached_property
    def _events(self) -> int:
        """How many events a record has by now, with what followed by itself."""
        return sum(len(events_of(*step)) for step in self.steps)

    def _turned(self) -> Draw:
        """The next disc of the row: a terminal asks nobody for a slot."""
        seat = self.state.turn
        turned = sum(
            isinstance(action, Draw) and before.turn == seat for before, action, _ in self.steps
        )
        shuffle, slot = divmod(turned, len(DISCS))
        return Draw(row_of(self.mix, seat, shuffle + 1)[slot])


def begin_day(day: str, name: str) -> DaySession:
    """The game of a day, before its first placement."""
    setup, seats = table_of(day, None)
    entry = create("day", "", setup, seats, open_seed(day), 0, start=True, day=day)
    assert isinstance(entry, Entry), entry  # noqa: S101 - a test makes every day of the week
    table = rebuild("day", [entry])
    play: Play | None = table.play
    assert play is not None  # noqa: S101 - it has been started
    levels = [seat.level for seat in table.seats]
    chairs = tuple(Chair(level or name, level) for level in levels)
    return DaySession(play.game, chairs, open_seed(day), mix=play.mix)


def resume_day(record: Record, day: str) -> DaySession:
    """The game of a day as it was left; BadRecord if it is another game."""
    begun = begin_day(day, record.teams[0].name)
    if record.game != begun.game:
        raise BadRecord("terminal", f"this is not the game of {day}")
    return replace(begun, steps=resume(record, begun.seed).steps)
