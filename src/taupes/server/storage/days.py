"""Results of the stack of the day: stored with the entry that ends a game, kept for some weeks."""

from typing import Final

import msgspec
from msgspec import Struct

from taupes.server.storage.base import Storage
from taupes.table.day import DAYS_KEPT, DayResult, day_before

UNKNOWN: Final = -1
"""In the place of what choices have cost, where nobody could work it out."""

_BEST_FIRST: Final = "ORDER BY won DESC, turns, holes DESC, lost IS NULL, lost, at, table_id"
_COLUMNS: Final = "table_id, person, name, at, won, turns, course, lost"


class ResultRow(Struct, frozen=True):
    """A line on the board of a day."""

    table: str
    person: str
    name: str | None
    at: int
    result: DayResult
    lost: int | None
    """What choices gave away, in thousandths of a win; null until it is known."""


class Days:
    """The boards of the last days."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def board(self, day: str, limit: int) -> list[ResultRow]:
        """The best results of a day: won, in few turns, with many holes, giving little away."""
        return self._read(f"WHERE day = ? {_BEST_FIRST} LIMIT ?", day, limit)

    def of(self, day: str, person: str) -> ResultRow | None:
        """A person's own result."""
        found = self._read("WHERE day = ? AND person = ? LIMIT 1", day, person)
        return found[0] if found else None

    def all_of(self, person: str) -> list[ResultRow]:
        """All results of a person that are kept, the newest first."""
        return self._read("WHERE person = ? ORDER BY at DESC", person)

    def place(self, day: str, row: ResultRow) -> int:
        """How many results of a day are better, and this one: ties share a place."""
        won, turns, holes = int(row.result.won), row.result.turns, row.result.holes
        rows = self._storage.run(
            "SELECT count(*) FROM day_results WHERE day = ? AND (won > ? OR (won = ?"
            " AND (turns < ? OR (turns = ? AND holes > ?))))",
            *(day, won, won, turns, turns, holes),
        )
        return 1 + int(rows[0][0])

    def count(self, day: str) -> int:
        """How many have played a day to the end in time."""
        return int(self._storage.run("SELECT count(*) FROM day_results WHERE day = ?", day)[0][0])

    def unweighed(self) -> str | None:
        """The table of the oldest result of which it is not known what its choices cost."""
        rows = self._storage.run(
            "SELECT table_id FROM day_results WHERE lost IS NULL ORDER BY at LIMIT 1"
        )
        return rows[0][0] if rows else None

    def weigh(self, table: str, lost: int) -> None:
        """Keep what the choices of a game have cost."""
        self._storage.run("UPDATE day_results SET lost = ? WHERE table_id = ?", lost, table)

    def clean(self, today: str) -> None:
        """Forget the results of days that are long past."""
        before = day_before(today, DAYS_KEPT - 1)
        self._storage.run("DELETE FROM day_results WHERE day < ?", before)

    def _read(self, which: str, *values: object) -> list[ResultRow]:
        rows = self._storage.run(f"SELECT {_COLUMNS} FROM day_results {which}", *values)  # noqa: S608
        return [
            ResultRow(
                *(table, person, name, at),
                DayResult(
                    bool(won), turns, msgspec.json.decode(course, type=list[tuple[int, int]])
                ),
                lost,
            )
            for table, person, name, at, won, turns, course, lost in rows
        ]
