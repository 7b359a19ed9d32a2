"""Turns of which somebody is to be told: stored with the entry that passes the turn on.

One row for each table at most. Whoever passes the turn on again replaces it, so what was not told
yet is never told too late; and it outlives every process.
"""

from msgspec import Struct

from taupes.server.storage.base import Storage


class DueCall(Struct, frozen=True):
    """A call that this process carries out, for as long as it has claimed it."""

    table: str
    person: str
    since: int
    tries: int
    """How often it was tried, with this time."""


class Calls:
    """Calls that wait, in the order in which they are due."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def claim(self, before: int, until: int, limit: int) -> list[DueCall]:
        """Take calls that were due before a time; nobody else does, until another time.

        Of several processes one has each: who comes second finds it due later, and leaves it.
        """
        rows = self._storage.run(
            "UPDATE calls SET due = ?, tries = tries + 1 WHERE due <= ? AND table_id IN"
            " (SELECT table_id FROM calls WHERE due <= ? ORDER BY due LIMIT ?)"
            " RETURNING table_id, person, since, tries",
            until,
            before,
            before,
            limit,
        )
        return [DueCall(*row) for row in rows]

    def settle(self, call: DueCall) -> None:
        """A call is over, unless it has become another one."""
        self._storage.run(
            "DELETE FROM calls WHERE table_id = ? AND person = ? AND since = ?",
            call.table,
            call.person,
            call.since,
        )

    def postpone(self, call: DueCall, due: int, tries: int) -> None:
        """A call waits for longer, unless it has become another one."""
        self._storage.run(
            "UPDATE calls SET due = ?, tries = ? WHERE table_id = ? AND person = ? AND since = ?",
            due,
            tries,
            call.table,
            call.person,
            call.since,
        )

    def see(self, table: str, person: str) -> None:
        """A person has seen for themselves that it is their turn."""
        self._storage.run("DELETE FROM calls WHERE table_id = ? AND person = ?", table, person)
