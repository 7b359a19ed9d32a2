"""Codes by which another device becomes the same person: one for each person, used once."""

from taupes.server.storage.base import Storage


class Handovers:
    """The codes that are good now. What is kept of one is a mark, which leads to no code."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def put(self, person: str, mark: str, until: int) -> None:
        """Keep the mark of a person's code in place of an earlier one, unless they were deleted."""
        self._storage.run_all(
            (
                *self._storage.people_lock(),
                (
                    (
                        "INSERT INTO handovers (person, mark, until) SELECT ?, ?, ?"
                        " WHERE NOT EXISTS (SELECT 1 FROM deletions WHERE person = ?)"
                        " ON CONFLICT (person) DO UPDATE SET mark = excluded.mark,"
                        " until = excluded.until"
                    ),
                    (person, mark, until, person),
                ),
            )
        )

    def take(self, mark: str, now: int) -> str | None:
        """Whose code it is, if it is still good; from now on it is not, at any process."""
        rows = self._storage.run(
            "DELETE FROM handovers WHERE mark = ? AND until > ? RETURNING person", mark, now
        )
        return rows[0][0] if rows else None

    def until(self, person: str, now: int) -> int | None:
        """Until when a person's code is good, if they have one."""
        rows = self._storage.run(
            "SELECT until FROM handovers WHERE person = ? AND until > ?", person, now
        )
        return rows[0][0] if rows else None

    def clean(self, now: int) -> None:
        """Forget the codes that nobody has used in time."""
        self._storage.run("DELETE FROM handovers WHERE until <= ?", now)
