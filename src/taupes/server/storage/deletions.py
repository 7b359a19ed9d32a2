"""People who were deleted, and what is still to be taken out of the database because of it."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from taupes.server.storage.base import Storage


class Rewrite(Struct, frozen=True):
    """An entry whose body is to be another."""

    number: int
    before: bytes
    after: bytes


class Deletions:
    """The list of those who were deleted: nothing new of theirs is stored from then on.

    Whoever stores something that brings a person in looks at the list in the same transaction, and
    whoever adds to it waits for those transactions: so what is theirs was stored before, or never.
    """

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def add(self, person: str, now: int) -> None:
        """Note that a person is deleted, and every table that has to do with them.

        No other device becomes them from now on.
        """
        self._storage.run_all(
            (
                *self._storage.people_lock(is_exclusive=True),
                (
                    (
                        "INSERT INTO deletions (person, at, is_done) VALUES (?, ?, 0)"
                        " ON CONFLICT DO NOTHING"
                    ),
                    (person, now),
                ),
                (
                    (
                        "INSERT INTO seats (person, table_id, has_left)"
                        " SELECT ?, id, 1 FROM tables WHERE owner = ? ON CONFLICT DO NOTHING"
                    ),
                    (person, person),
                ),
                *(
                    (f"DELETE FROM {table} WHERE person = ?", (person,))  # noqa: S608 - our words
                    for table in (
                        "handovers",
                        "subscriptions",
                        "quiet_hours",
                        "calls",
                        "day_results",
                    )
                ),
            )
        )

    def of(self, people: Iterable[str]) -> list[str]:
        """Those of some people who are deleted."""
        found = []
        # Each by the key: a list of all who are connected could be longer than a statement.
        for person in people:
            found += self._storage.run("SELECT person FROM deletions WHERE person = ?", person)
        return [person for (person,) in found]

    def unfinished(self) -> list[str]:
        """People of whom something may be left, for a process died in mid-deletion."""
        rows = self._storage.run("SELECT person FROM deletions WHERE is_done = 0 ORDER BY at")
        return [person for (person,) in rows]

    def finish(self, person: str) -> None:
        """Note that nothing of a person is left."""
        self._storage.run("UPDATE deletions SET is_done = 1 WHERE person = ?", person)

    def tables(self, person: str) -> list[str]:
        """The tables whose log has something of a person: where they sit, sat, or that they own."""
        rows = self._storage.run(
            "SELECT table_id FROM seats WHERE person = ?"
            " UNION SELECT id FROM tables WHERE owner = ?",
            person,
            person,
        )
        return [table for (table,) in rows]

    def uploads(self, person: str) -> list[str]:
        """The records that a person has uploaded."""
        rows = self._storage.run("SELECT id FROM records WHERE uploader = ?", person)
        return [record for (record,) in rows]

    def rewrite(self, table: str, entries: Sequence[Rewrite]) -> None:
        """Put other bodies in the place of entries, where nobody else has done so meanwhile."""
        self._storage.run_all(
            (
                "UPDATE entries SET body = ? WHERE table_id = ? AND number = ? AND body = ?",
                (entry.after, table, entry.number, entry.before),
            )
            for entry in entries
        )

    def forget(self, table: str, person: str) -> None:
        """Nothing links a person with a table and its record any more."""
        self._storage.run_all(
            (
                ("DELETE FROM seats WHERE table_id = ? AND person = ?", (table, person)),
                ("DELETE FROM record_people WHERE record_id = ? AND person = ?", (table, person)),
            )
        )

    def erase_table(self, table: str, first: bytes, last: tuple[int, bytes]) -> None:
        """Remove a table and its record. Two entries stay, so that nobody writes to it again."""
        number, body = last
        others = "DELETE FROM entries WHERE table_id = ? AND number NOT IN (1, ?)"
        another = "UPDATE entries SET body = ? WHERE table_id = ? AND number = ?"
        self._storage.run_all(
            (
                (others, (table, number)),
                (another, (first, table, 1)),
                (another, (body, table, number)),
                ("DELETE FROM seats WHERE table_id = ?", (table,)),
                ("DELETE FROM tables WHERE id = ?", (table,)),
                ("DELETE FROM calls WHERE table_id = ?", (table,)),
                ("DELETE FROM day_results WHERE table_id = ?", (table,)),
                ("DELETE FROM record_people WHERE record_id = ?", (table,)),
                ("DELETE FROM records WHERE id = ?", (table,)),
            )
        )

    def erase_record(self, record: str) -> None:
        """Remove a record that belongs to no table."""
        self._storage.run_all(
            (
                ("DELETE FROM record_people WHERE record_id = ?", (record,)),
                ("DELETE FROM records WHERE id = ?", (record,)),
            )
        )
