"""The same promises on SQLite and on PostgreSQL."""

import asyncio
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from taupes.server.storage import (
    Append,
    AppendResult,
    BadDatabase,
    Storage,
    open_storage,
    sqlite,
)
from taupes.table.facts import Facts, RecordRow
from tests.server.process import PATIENCE


class Writer:
    """A storage on a loop of its own, with the results it has delivered."""

    def __init__(self, address: str) -> None:
        self.storage: Storage = open_storage(address)
        self.results: dict[tuple[str, int, bytes], AppendResult] = {}
        self._runner = asyncio.Runner()
        self._runner.run(self.storage.start())

    def append(self, table: str, number: int, body: bytes, facts: Facts | None = None) -> None:
        def done(result: AppendResult) -> None:
            self.results[table, number, body] = result

        self.storage.append(Append(table, number, 5, body, facts, done))

    def wait(self, count: int) -> None:
        async def until() -> None:
            while len(self.results) < count:
                await asyncio.sleep(0.001)

        self._runner.run(asyncio.wait_for(until(), PATIENCE))

    def __enter__(self) -> "Writer":
        return self

    def __exit__(self, *_: object) -> None:
        with self._runner:
            self._runner.run(self.storage.stop())


@pytest.fixture
def writer(database: str) -> Iterator[Writer]:
    with Writer(database) as found:
        yield found


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
    with Writer(f"sqlite:///{path}") as writer:
        for number in range(1, 401):
            writer.append("T", number, bytes(3000))
            writer.wait(number)
        # Without it the log would have grown with every entry, and the file would be empty.
        log = path.with_name("taupes.sqlite-wal").read_bytes()
        times_begun_anew = int.from_bytes(log[12:16], "big")
        assert times_begun_anew > 0
        assert path.stat().st_size > 20 * 3000
    with Writer(f"sqlite:///{path}") as again:
        assert len(again.storage.entries("T")) == 400


def test_a_file_that_somebody_else_writes_to_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "taupes.sqlite"
    with (
        Writer(f"sqlite:///{path}") as writer,
        closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other,
    ):
        other.execute("BEGIN IMMEDIATE")
        writer.append("T", 1, b"1")
        threading.Timer(0.3, lambda: other.execute("COMMIT")).start()
        writer.wait(1)
        assert set(writer.results.values()) == {AppendResult.STORED}


def test_a_slow_disk_is_left_to_a_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    on_the_loop: list[bool] = []
    insert = sqlite._insert

    def watched(connection: sqlite3.Connection, group: Sequence[Append]) -> int:
        on_the_loop.append(threading.current_thread() is threading.main_thread())
        return insert(connection, group)

    monkeypatch.setattr(sqlite, "_insert", watched)
    monkeypatch.setattr(sqlite, "_WARY", 2)
    with Writer(f"sqlite:///{tmp_path}/taupes.sqlite") as writer:
        for number, slow in enumerate((9.0, 0.0, 9.0, 9.0, 9.0), start=1):
            monkeypatch.setattr(sqlite, "_SLOW", slow)
            writer.append("T", number, b"1")
            writer.wait(number)
    # The second is taken to be slow: two more go to a thread, then the loop tries again.
    assert on_the_loop == [True, True, False, False, True]


def test_a_number_is_taken_once(writer: Writer) -> None:
    for body in (b'"one"', b'"two"'):
        writer.append("T", 1, body)
    writer.append("T", 2, b'"next"')
    writer.wait(3)
    assert writer.results == {
        ("T", 1, b'"one"'): AppendResult.STORED,
        ("T", 1, b'"two"'): AppendResult.TAKEN,
        ("T", 2, b'"next"'): AppendResult.STORED,
    }
    assert writer.storage.entries("T") == [b'"one"', b'"next"']
    assert writer.storage.entries("T", 1) == [b'"next"']
    assert writer.storage.entries("U") == []


def test_bodies_are_kept_to_the_letter(writer: Writer) -> None:
    long = b'"' + b"x" * 20_000 + b'"'
    bodies = [rb'{"a" : "\u0000\n\u00e9", "b":[1.0, 2e3,{}]}', '["é日本\u2028😀"]'.encode(), long]
    for number, body in enumerate(bodies, start=1):
        writer.append("T", number, body)
    writer.wait(3)
    assert writer.storage.entries("T") == bodies


def test_many_waiting_entries_share_transactions(writer: Writer) -> None:
    for number in range(1, 2001):
        writer.append("T", number, b"1")
    writer.wait(2000)
    assert len(writer.storage.entries("T")) == 2000
    assert writer.storage.groups < 1000


def test_lists_follow_the_facts(writer: Writer) -> None:
    storage = writer.storage
    writer.append("T", 1, b"1", facts(due=10))
    writer.wait(1)
    assert [row.id for row in storage.lobby(None, 99, 9)] == ["T"]
    assert storage.lobby("playing", 99, 9) == []
    assert [row.id for row in storage.tables_of("bob", 9)] == ["T"]
    assert (storage.unfinished("ada"), storage.unfinished("bob")) == (1, 0)
    assert (storage.due(9), storage.due(10)) == ([], ["T"])
    assert storage.forgotten(8, 0) == ["T"]
    record = RecordRow("T", 9, "{}", "body", ["ada"])
    writer.append("T", 2, b"2", facts("over", None, record))
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


def test_postgresql_is_not_for_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "win32")
    with pytest.raises(BadDatabase, match="Docker or WSL"):
        open_storage("postgresql://db/taupes")


def test_addresses_are_checked(tmp_path: Path) -> None:
    with pytest.raises(BadDatabase, match="expected sqlite"):
        open_storage("mysql://x")
    open_storage(f"sqlite:///{tmp_path}/deep/er.sqlite").migrate()
    assert (tmp_path / "deep" / "er.sqlite").is_file()
