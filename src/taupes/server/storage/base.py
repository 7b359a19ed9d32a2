"""What a storage does. The SQL is the same for both engines; an engine knows how to run it.

One thread writes, in groups: everything that is waiting goes into one transaction, which is on
disk before anybody is told. Reads run elsewhere and never wait for it.
"""

import queue
import secrets
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from enum import Enum, auto
from typing import Any, Final, Protocol

from msgspec import Struct

from taupes.server.storage.migrations import MIGRATIONS

GROUP: Final = 512
"""The most appends in one transaction."""

_PAUSE_AFTER_FAILURE: Final = 0.2
"""Seconds; nobody is served faster by asking a full disk again and again."""


class StorageAway(Exception):
    """The database cannot be reached, or cannot store: nothing was lost, try again later."""


class Outcome(Enum):
    """How an append ended."""

    STORED = auto()
    """On disk."""
    TAKEN = auto()
    """Somebody else has written an entry of this number: catch up and decide again."""
    FAILED = auto()
    """Not stored, or it is not known whether it was: read before deciding again."""


class RecordRow(Struct, frozen=True):
    """A record as it is kept."""

    id: str
    created: int
    summary: str
    body: str
    people: list[str] = []
    uploader: str | None = None


class TableRow(Struct, frozen=True):
    """What lists say about a table."""

    id: str
    created: int
    stage: str
    summary: str


class Facts(Struct, frozen=True):
    """What lists and sweeps need to know of a table; stored with the entry that changes it."""

    created: int
    stage: str
    is_public: bool
    owner: str
    summary: str
    due: int | None
    people: list[str]
    record: RecordRow | None = None


class Append(Struct):
    """One entry to be stored."""

    table: str
    number: int
    at: int
    body: bytes
    facts: Facts | None
    done: Callable[[Outcome], None]


class Listener(Protocol):
    """Who is told what other processes have stored."""

    def heard(self, table: str, number: int) -> None:
        """Another process has stored an entry."""

    def missed(self) -> None:
        """Something may have been missed: look at everything again."""

    def shouted(self, word: str, table_id: str, person: str) -> None:
        """Another process asks whether somebody is here, or answers."""


Deliver = Callable[[list[tuple[Append, Outcome]]], None]
"""Takes the outcomes of a group back to the event loop."""


class Storage(ABC):
    """Logs, lists and records."""

    blob = "BLOB"
    clustered = ""
    is_shared = False
    """Whether other processes may use it at the same time."""

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[Append | None] = queue.SimpleQueue()
        self._writer: threading.Thread | None = None
        self._deliver: Deliver | None = None
        self.groups = 0
        """Transactions of appends so far."""
        self.appended = 0
        """Entries stored so far."""
        self.last_failure = ""
        """Why the last group that failed could not be stored."""

    def start(self, deliver: Deliver) -> None:
        """Bring the database up to date and begin to write."""
        self.migrate()
        self._deliver = deliver
        self._writer = threading.Thread(target=self._write, name="taupes-writer", daemon=True)
        self._writer.start()

    def stop(self) -> None:
        """Write what is waiting, then let go."""
        if self._writer is not None:
            self._waiting.put(None)
            self._writer.join()
            self._writer = None
        self.close()

    def append(self, item: Append) -> None:
        """Store an entry soon; its `done` is called when it is on disk, or is not."""
        self._waiting.put(item)

    def _write(self) -> None:
        failing = threading.Event()
        while True:
            first = self._waiting.get()
            if first is None:
                return
            group, stop = [first], False
            while len(group) < GROUP and not self._waiting.empty():
                item = self._waiting.get()
                if item is None:
                    stop = True
                    break
                group.append(item)
            # Of two with the same number in one group the first is the one that counts.
            firsts = {(item.table, item.number): item for item in reversed(group)}
            try:
                stored = self.store_group([i for i in group if firsts[i.table, i.number] is i])
            except Exception as error:  # noqa: BLE001 - whatever it is, the writer must go on
                self.last_failure = str(error)
                outcomes = [(item, Outcome.FAILED) for item in group]
                failing.wait(_PAUSE_AFTER_FAILURE)
            else:
                self.groups += 1
                self.appended += len(stored)
                outcomes = [
                    (
                        item,
                        Outcome.STORED if key in stored and firsts[key] is item else Outcome.TAKEN,
                    )
                    for item in group
                    for key in [(item.table, item.number)]
                ]
            if self._deliver is not None:
                self._deliver(outcomes)
            if stop:
                return

    @abstractmethod
    def store_group(self, group: Sequence[Append]) -> set[tuple[str, int]]:
        """Store entries in one transaction; those whose number was free."""

    @abstractmethod
    def run(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """One statement in a transaction of its own; the rows it gives."""

    @abstractmethod
    def run_all(self, statements: Iterable[tuple[str, tuple[Any, ...]]]) -> None:
        """Several statements in one transaction."""

    @abstractmethod
    def migrate(self) -> None:
        """Bring the database to the newest version."""

    @abstractmethod
    def close(self) -> None:
        """Let go of the database."""

    def listen(self, listener: Listener) -> None:  # noqa: B027 - one process alone hears nothing
        """Tell a listener what other processes store."""

    def shout(self, text: str) -> None:  # noqa: B027 - one process alone is heard by nobody
        """Say something to all other processes."""

    def migration_steps(self, version: int) -> list[tuple[int, list[str]]]:
        """The steps from a version to the newest, in this engine's words."""
        return [
            (number + 1, [s.format(blob=self.blob, clustered=self.clustered) for s in step])
            for number, step in enumerate(MIGRATIONS)
            if number >= version
        ]

    # Facts about the server itself

    def secret(self) -> bytes:
        """The server's secret, made by whoever comes first."""
        self.run(
            "INSERT INTO facts (name, value) VALUES ('secret', ?) ON CONFLICT DO NOTHING",
            secrets.token_hex(32),
        )
        return bytes.fromhex(self.run("SELECT value FROM facts WHERE name = 'secret'")[0][0])

    def check(self) -> None:
        """Whether something can be stored now; StorageAway if not."""
        # A new value each time: writing the same again might not touch the disk.
        self.run(
            "INSERT INTO facts (name, value) VALUES ('checked', ?)"
            " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            secrets.token_hex(8),
        )

    # Tables

    def entries(self, table: str, since: int = 0) -> list[bytes]:
        """The bodies of a table's entries after a number."""
        rows = self.run(
            "SELECT body FROM entries WHERE table_id = ? AND number > ? ORDER BY number",
            table,
            since,
        )
        return [bytes(body) for (body,) in rows]

    def lobby(self, stage: str | None, before: int, limit: int) -> list[TableRow]:
        """Public tables, newest first."""
        stages = (stage,) if stage else ("open", "playing", "paused")
        marks = ", ".join("?" * len(stages))
        rows = self.run(
            "SELECT id, created, stage, summary FROM tables WHERE is_public = 1 AND created < ?"  # noqa: S608
            f" AND stage IN ({marks}) ORDER BY created DESC LIMIT ?",
            before,
            *stages,
            limit,
        )
        return [TableRow(*row) for row in rows]

    def tables_of(self, person: str, limit: int) -> list[TableRow]:
        """The tables where a person sits or that they made, newest first."""
        rows = self.run(
            "SELECT id, created, stage, summary FROM tables WHERE owner = ?"
            " OR id IN (SELECT table_id FROM seats WHERE person = ?)"
            " ORDER BY created DESC LIMIT ?",
            person,
            person,
            limit,
        )
        return [TableRow(*row) for row in rows]

    def unfinished(self, owner: str) -> int:
        """How many tables a person has made that are not over."""
        rows = self.run(
            "SELECT count(*) FROM tables WHERE owner = ?"
            " AND stage IN ('open', 'playing', 'paused')",
            owner,
        )
        return int(rows[0][0])

    def due(self, now: int, limit: int = 200) -> list[str]:
        """Tables that somebody should have looked at by now."""
        rows = self.run("SELECT id FROM tables WHERE due <= ? ORDER BY due LIMIT ?", now, limit)
        return [row[0] for row in rows]

    def forgotten(self, open_before: int, idle_before: int, limit: int = 200) -> list[str]:
        """Tables that never started, or that nobody has touched for long."""
        rows = self.run(
            "SELECT id FROM tables t WHERE (stage = 'open' AND created < ?)"
            " OR (stage IN ('playing', 'paused') AND created < ? AND NOT EXISTS"
            " (SELECT 1 FROM entries e WHERE e.table_id = t.id AND e.at >= ?)) LIMIT ?",
            open_before,
            idle_before,
            idle_before,
            limit,
        )
        return [row[0] for row in rows]

    def erase_table(self, table: str) -> None:
        """Remove a table, its log and its record for good."""
        self.run_all(
            (f"DELETE FROM {where}", (table,))  # noqa: S608 - our own words
            for where in (
                "entries WHERE table_id = ?",
                "seats WHERE table_id = ?",
                "tables WHERE id = ?",
                "record_people WHERE record_id = ?",
                "records WHERE id = ?",
            )
        )

    # Records

    def add_record(self, row: RecordRow) -> None:
        """Keep an uploaded record."""
        self.run_all(record_statements(row))

    def record(self, record: str) -> str | None:
        """A record's text."""
        rows = self.run("SELECT body FROM records WHERE id = ?", record)
        return rows[0][0] if rows else None

    def record_people(self, record: str) -> list[str]:
        """Whose record it is."""
        rows = self.run("SELECT person FROM record_people WHERE record_id = ?", record)
        return [row[0] for row in rows]

    def records_of(self, person: str, before: int, limit: int) -> list[tuple[str, int, str]]:
        """A person's records, newest first: id, time, summary."""
        rows = self.run(
            "SELECT r.id, r.created, r.summary FROM records r JOIN record_people p"
            " ON p.record_id = r.id WHERE p.person = ? AND r.created < ?"
            " ORDER BY r.created DESC LIMIT ?",
            person,
            before,
            limit,
        )
        return [(row[0], row[1], row[2]) for row in rows]

    def uploads(self, person: str) -> int:
        """How many records a person has uploaded."""
        return int(self.run("SELECT count(*) FROM records WHERE uploader = ?", person)[0][0])


def record_statements(row: RecordRow) -> list[tuple[str, tuple[Any, ...]]]:
    """The statements that keep a record."""
    return [
        (
            (
                "INSERT INTO records (id, created, uploader, summary, body) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT DO NOTHING"
            ),
            (row.id, row.created, row.uploader, row.summary, row.body),
        ),
        *(
            (
                (
                    "INSERT INTO record_people (person, record_id) VALUES (?, ?)"
                    " ON CONFLICT DO NOTHING"
                ),
                (person, row.id),
            )
            for person in row.people
        ),
    ]


def facts_statements(table: str, facts: Facts) -> list[tuple[str, tuple[Any, ...]]]:
    """The statements that keep what is known of a table."""
    upsert = (
        (
            "INSERT INTO tables (id, created, stage, is_public, owner, summary, due)"
            " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET stage = excluded.stage,"
            " is_public = excluded.is_public, summary = excluded.summary, due = excluded.due"
        ),
        (
            table,
            facts.created,
            facts.stage,
            int(facts.is_public),
            facts.owner,
            facts.summary,
            facts.due,
        ),
    )
    seats = [
        (
            "INSERT INTO seats (person, table_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
            (person, table),
        )
        for person in facts.people
    ]
    return [upsert, *seats, *(record_statements(facts.record) if facts.record else [])]
