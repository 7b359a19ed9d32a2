"""Where people want to be told of their turns: devices, quiet hours, tables that stay silent."""

import hashlib
from typing import Final

from msgspec import Struct

from taupes.server.storage.base import Statement, Storage
from taupes.server.storage.rows import UNLESS_DELETED

_NEEDLESS: Final = (
    "DELETE FROM quiet_hours WHERE NOT EXISTS"
    " (SELECT 1 FROM subscriptions s WHERE s.person = quiet_hours.person)"
)


class Subscription(Struct, frozen=True):
    """A browser that a push service delivers to, as it described itself."""

    endpoint: str
    key: str
    """Its public key, and what only it and we know; both in Base64 for addresses."""
    auth: str
    language: str
    at: int
    """When it was last told to us."""

    @property
    def id(self) -> str:
        """A name for it that is no secret: whoever has the endpoint could try to send to it."""
        return hashlib.sha256(self.endpoint.encode()).hexdigest()[:32]


class QuietHours(Struct, frozen=True):
    """When a person is not to be told, in minutes of the day where they are."""

    zone: str
    begins: int
    ends: int


class Subscriptions:
    """What people have chosen; nothing of it is stored for whoever was deleted."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def add(self, person: str, one: Subscription, quiet: QuietHours | None, most: int) -> bool:
        """Keep a device and a person's quiet hours; whether the device is theirs now.

        Of too many devices the oldest goes. One that was somebody else's changes hands if whoever
        asks knows its secret.
        """
        add = (
            "INSERT INTO subscriptions (id, person, endpoint, key, auth, language, at)"
            f" SELECT ?, ?, ?, ?, ?, ?, ? {UNLESS_DELETED} ON CONFLICT (id) DO UPDATE SET"
            " person = excluded.person, key = excluded.key, language = excluded.language,"
            " at = excluded.at WHERE subscriptions.auth = excluded.auth"
        )
        trim = (
            "DELETE FROM subscriptions WHERE person = ? AND id NOT IN (SELECT id FROM"
            " subscriptions WHERE person = ? ORDER BY at DESC, id LIMIT ?)"
        )
        values = (one.id, person, one.endpoint, one.key, one.auth, one.language, one.at, person)
        self._storage.run_all(
            (
                *self._storage.people_lock(),
                (add, values),
                (trim, (person, person, most)),
                _quiet_statement(person, quiet),
                # What waits for the end of other quiet hours is looked at again.
                ("UPDATE calls SET due = since WHERE person = ? AND tries = 0", (person,)),
            )
        )
        return one.id in (kept.id for kept in self.of(person))

    def remove(self, person: str, device: str) -> None:
        """Forget one of a person's devices."""
        self._storage.run("DELETE FROM subscriptions WHERE person = ? AND id = ?", person, device)
        self._storage.run(f"{_NEEDLESS} AND person = ?", person)

    def clean(self, before: int) -> None:
        """Forget devices that were last told to us before a time, and hours of nobody."""
        self._storage.run("DELETE FROM subscriptions WHERE at < ?", before)
        self._storage.run(_NEEDLESS)

    def drop(self, device: str) -> None:
        """Forget a device that its push service does not know any more."""
        self._storage.run("DELETE FROM subscriptions WHERE id = ?", device)

    def of(self, person: str) -> list[Subscription]:
        """A person's devices, the newest first."""
        rows = self._storage.run(
            "SELECT endpoint, key, auth, language, at FROM subscriptions WHERE person = ?"
            " ORDER BY at DESC, id",
            person,
        )
        return [Subscription(*row) for row in rows]

    def quiet(self, person: str) -> QuietHours | None:
        """When a person is not to be told."""
        rows = self._storage.run(
            "SELECT zone, begins, ends FROM quiet_hours WHERE person = ?", person
        )
        return QuietHours(*rows[0]) if rows else None

    def mute(self, person: str, table: str, *, is_muted: bool) -> bool:
        """Let a person be told of their turns at a table, or not; whether they sit there."""
        rows = self._storage.run(
            "UPDATE seats SET is_muted = ? WHERE person = ? AND table_id = ? AND has_left = 0"
            " RETURNING is_muted",
            int(is_muted),
            person,
            table,
        )
        return bool(rows)

    def muted(self, person: str, table: str | None = None) -> list[str]:
        """The tables that stay silent for a person; with a table, that one if it does."""
        which = "" if table is None else " AND table_id = ?"
        rows = self._storage.run(
            f"SELECT table_id FROM seats WHERE person = ? AND is_muted = 1 AND has_left = 0{which}",  # noqa: S608
            person,
            *(() if table is None else (table,)),
        )
        return [found for (found,) in rows]


def _quiet_statement(person: str, quiet: QuietHours | None) -> Statement:
    if quiet is None:
        return "DELETE FROM quiet_hours WHERE person = ?", (person,)
    keep = (
        f"INSERT INTO quiet_hours (person, zone, begins, ends) SELECT ?, ?, ?, ? {UNLESS_DELETED}"
        " ON CONFLICT (person) DO UPDATE SET zone = excluded.zone, begins = excluded.begins,"
        " ends = excluded.ends"
    )
    return keep, (person, quiet.zone, quiet.begins, quiet.ends, person)
