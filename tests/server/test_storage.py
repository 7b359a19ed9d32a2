"""The same promises on SQLite and on PostgreSQL."""

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from taupes.server.storage import (
    Append,
    BadDatabase,
    Facts,
    Outcome,
    RecordRow,
    Storage,
    base,
    migrations,
    open_storage,
    sqlite,
)


class Writer:
    """A storage, with the outcomes it has delivered."""

    def __init__(self, address: str) -> None:
        self.storage: Storage = open_storage(address)
        self.outcomes: dict[tuple[str, int, bytes], Outcome] = {}
        self._more = threading.Condition()
        self.storage.start(self._delivered)

    def _delivered(self, group: Sequence[Append], outcomes: Sequence[Outcome]) -> None:
        with self._more:
            for item, outcome in zip(group, outcomes, strict=True):
                self.outcomes[item.table, item.number, item.body] = outcome
            self._more.notify_all()

    def append(self, table: str, number: int, body: bytes, facts: Facts | None = None) -> None:
        self.storage.append(Append(table, number, 5, body, facts, lambda _: None))

    def wait(self, count: int) -> None:
        with self._more:
            assert self._more.wait_for(lambda: len(self.outcomes) >= count, 30)


@pytest.fixture
def writer(database: str) -> Iterator[Writer]:
    found = Writer(database)
    yield found
    found.storage.stop()


def facts(stage: str = "open", due: int | None = None, record: RecordRow | None = None) -> Facts:
    people = ["ada", "bob"]
    return Facts(
        7, stage, is_public=True, owner="ada", summary="{}", due=due, people=people, record=record
    )


def test_a_long_log_is_copied_and_begun_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "_COPY_AFTER", 20)
    path = tmp_path / "taupes.sqlite"
    writer = Writer(f"sqlite:///{path}")
    sizes = []
    for number in range(1, 401):
        writer.append("T", number, bytes(3000))
        writer.wait(number)
        sizes.append(path.with_name("taupes.sqlite-wal").stat().st_size)
    # Without it the log would have grown with every entry, and the file would be empty.
    assert sizes[-1] < 400 * 3000
    assert path.stat().st_size > 200 * 3000
    writer.storage.stop()
    again = Writer(f"sqlite:///{path}")
    assert len(again.storage.entries("T")) == 400
    again.storage.stop()


def test_a_number_is_taken_once(writer: Writer) -> None:
    for body in (b"one", b"two"):
        writer.append("T", 1, body)
    writer.append("T", 2, b"next")
    writer.wait(3)
    assert writer.outcomes == {
        ("T", 1, b"one"): Outcome.STORED,
        ("T", 1, b"two"): Outcome.TAKEN,
        ("T", 2, b"next"): Outcome.STORED,
    }
    assert writer.storage.entries("T") == [b"one", b"next"]
    assert writer.storage.entries("T", 1) == [b"next"]
    assert writer.storage.entries("U") == []


def test_many_waiting_entries_share_transactions(writer: Writer) -> None:
    for number in range(1, 2001):
        writer.append("T", number, b"x")
    writer.wait(2000)
    assert len(writer.storage.entries("T")) == 2000
    assert writer.storage.groups < 1000


def test_lists_follow_the_facts(writer: Writer) -> None:
    storage = writer.storage
    writer.append("T", 1, b"x", facts(due=10))
    writer.wait(1)
    assert [row.id for row in storage.lobby(None, 99, 9)] == ["T"]
    assert storage.lobby("playing", 99, 9) == []
    assert [row.id for row in storage.tables_of("bob", 9)] == ["T"]
    assert (storage.unfinished("ada"), storage.unfinished("bob")) == (1, 0)
    assert (storage.due(9), storage.due(10)) == ([], ["T"])
    assert storage.forgotten(8, 0) == ["T"]
    record = RecordRow("T", 9, "{}", "body", ["ada"])
    writer.append("T", 2, b"y", facts("over", None, record))
    writer.wait(2)
    assert storage.due(10) == []
    assert storage.lobby(None, 99, 9) == []
    assert storage.record("T") == "body"
    assert storage.record_people("T") == ["ada"]
    assert storage.records_of("ada", 99, 9) == [("T", 9, "{}")]
    storage.erase_table("T")
    assert storage.entries("T") == []
    assert storage.record("T") is None
    assert storage.tables_of("ada", 9) == []


def test_the_secret_is_made_once(writer: Writer) -> None:
    secret = writer.storage.secret()
    assert len(secret) == 32
    assert writer.storage.secret() == secret


def test_old_databases_are_brought_up_to_date(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    everything = migrations.MIGRATIONS
    monkeypatch.setattr(base, "MIGRATIONS", everything[:1])
    old = Writer(database)
    old.append("T", 1, b"kept", facts())
    old.wait(1)
    old.storage.stop()
    monkeypatch.setattr(base, "MIGRATIONS", (*everything, ("CREATE TABLE newest (id TEXT)",)))
    new = Writer(database)
    assert new.storage.entries("T") == [b"kept"]
    assert new.storage.run("SELECT * FROM newest") == []
    new.storage.stop()
    again = Writer(database)
    assert again.storage.entries("T") == [b"kept"]
    again.storage.stop()


def test_addresses_are_checked(tmp_path: Path) -> None:
    with pytest.raises(BadDatabase, match="expected sqlite"):
        open_storage("mysql://x")
    open_storage(f"sqlite:///{tmp_path}/deep/er.sqlite").migrate()
    assert (tmp_path / "deep" / "er.sqlite").is_file()
