"""The same promises on SQLite and on PostgreSQL."""

import asyncio
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from taupes.server.storage import (
    Append,
    AppendResult,
    BadDatabase,
    Storage,
    open_storage,
)
from taupes.server.storage.deletions import Deletions, Rewrite
from taupes.server.storage.sqlite import insertion
from taupes.server.storage.sqlite import storage as sqlite
from taupes.table.facts import Facts, RecordRow
from tests.server.process import PATIENCE, Postgres


class Writer:
    """A storage on a loop of its own, with the results it has delivered."""

    def __init__(self, address: str) -> None:
        self.storage: Storage = open_storage(address)
        self.results: dict[tuple[str, int, bytes], AppendResult] = {}
        self._runner = asyncio.Runner()
        self._runner.run(self.storage.start())

    def append(
        self,
        table: str,
        number: int,
        body: bytes,
        facts: Facts | None = None,
        most: int | None = None,
    ) -> None:
        def done(result: AppendResult) -> None:
            self.results[table, number, body] = result

        self.storage.append(Append(table, number, 5, body, facts, done, most))

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
        log = path.with_name("taupes.sqlite-wal")

        def times_begun_anew() -> int:
            return int.from_bytes(log.read_bytes()[12:16], "big")

        # Without it the log would grow with every entry, and the file would stay empty. Who copies
        # does so beside the writing: on a busy machine only after some more entries.
        number = 0
        while number < 400 or not times_begun_anew():
            assert number < 20_000, "the log only grows"
            number += 1
            writer.append("T", number, bytes(3000))
            writer.wait(number)
        assert path.stat().st_size > 20 * 3000
    with Writer(f"sqlite:///{path}") as again:
        assert len(again.storage.entries("T")) == number


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
    insert = insertion._insert

    def watched(connection: sqlite3.Connection, group: Sequence[Append]) -> int:
        on_the_loop.append(threading.current_thread() is threading.main_thread())
        return insert(connection, group)

    monkeypatch.setattr(insertion, "_insert", watched)
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
    assert (storage.due(9, 9), storage.due(10, 9)) == ([], [(10, "T")])
    assert storage.forgotten(8, 0) == ["T"]
    record = RecordRow("T", 9, "{}", "body", ["ada"])
    writer.append("T", 2, b"2", facts("over", None, record))
    writer.wait(2)
    assert storage.due(10, 9) == []
    assert storage.lobby(None, 99, 9) == []
    assert storage.record("T") == "body"
    assert storage.record_people("T") == ["ada"]
    table = storage.table("T")
    assert table is not None
    assert storage.records_of("ada", 99, 9) == [("T", 9, "{}", table.summary)]
    Deletions(storage).erase_table("T", b"first", (2, b"last"))
    # Two entries stay: nobody can write to it, nor begin it again.
    assert storage.entries("T") == [b"first", b"last"]
    assert storage.record("T") is None
    assert storage.tables_of("ada", 9) == []
    assert Deletions(storage).tables("ada") == []


def test_a_seat_that_was_left_gives_no_right(writer: Writer) -> None:
    storage, deletions = writer.storage, Deletions(writer.storage)
    writer.append("T", 1, b"1", facts())
    writer.append("T", 2, b"2", replace(facts(), people=["ada", "eve"]))
    writer.append("T", 3, b"3", replace(facts("playing"), people=None))
    writer.wait(3)
    assert [storage.tables_of(person, 9) != [] for person in ("ada", "bob", "eve")] == [
        True,
        False,
        True,
    ]
    # What they have said there is still found.
    assert deletions.tables("bob") == ["T"]
    writer.append("T", 4, b"4", replace(facts(), people=["ada", "bob"]))
    writer.wait(4)
    assert [row.id for row in storage.tables_of("bob", 9)] == ["T"]


def test_nothing_new_is_stored_for_who_was_deleted(writer: Writer) -> None:
    storage, deletions = writer.storage, Deletions(writer.storage)
    writer.append("T", 1, b"1", facts())
    writer.wait(1)
    deletions.add("bob", 7)
    deletions.add("bob", 8)
    assert deletions.of(["ada", "bob"]) == ["bob"]
    assert deletions.unfinished() == ["bob"]
    writer.append("U", 1, b"bob", replace(facts(), newcomers=["ada", "bob"]))
    writer.append("V", 1, b"ada", replace(facts(), newcomers=["ada"], people=["ada"]))
    writer.append("T", 2, b"2", facts("playing"))
    writer.append("T", 2, b"again", replace(facts(), newcomers=["eve"], people=["eve"]))
    writer.wait(5)
    assert writer.results["U", 1, b"bob"] is AppendResult.DELETED
    assert writer.results["V", 1, b"ada"] is AppendResult.STORED
    assert writer.results["T", 2, b"2"] is AppendResult.STORED
    assert writer.results["T", 2, b"again"] is AppendResult.TAKEN
    assert storage.entries("U") == []
    for person in ("ada", "bob"):
        storage.add_record(RecordRow(person, 9, "{}", "body", [person], person), 9)
    assert (storage.record("ada"), storage.record("bob")) == ("body", None)
    assert (deletions.uploads("ada"), deletions.uploads("bob")) == (["ada"], [])
    deletions.finish("bob")
    assert (deletions.unfinished(), deletions.of(["bob"])) == ([], ["bob"])


def test_an_owner_without_a_seat_is_found_though_the_table_has_another_by_now(
    writer: Writer,
) -> None:
    deletions = Deletions(writer.storage)
    writer.append("T", 1, b"1", replace(facts(), people=["bob"]))
    writer.wait(1)
    deletions.add("ada", 7)
    writer.append("T", 2, b"2", replace(facts(), owner="bob", people=None))
    writer.wait(2)
    assert deletions.tables("ada") == ["T"]
    deletions.forget("T", "ada")
    assert deletions.tables("ada") == []
    assert deletions.tables("bob") == ["T"]


def test_a_body_is_replaced_only_where_it_is_still_the_one_that_was_read(writer: Writer) -> None:
    deletions = Deletions(writer.storage)
    for number in (1, 2):
        writer.append("T", number, b"old")
    writer.wait(2)
    deletions.rewrite("T", [Rewrite(1, b"old", b"new"), Rewrite(2, b"other", b"new")])
    assert writer.storage.entries("T") == [b"new", b"old"]


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


def test_tables_are_counted_as_they_are_stored(writer: Writer) -> None:
    for name in ("A", "B", "C"):
        writer.append(name, 1, b"1", facts(), most=2)
    # A move beside them, and somebody else's table.
    writer.append("M", 1, b"1")
    writer.append("N", 1, b"1", replace(facts(), owner="bob"), most=2)
    writer.wait(5)
    found = [writer.results[name, 1, b"1"] for name in ("A", "B", "C", "M", "N")]
    full = AppendResult.FULL
    assert found == [AppendResult.STORED, AppendResult.STORED, full, *[AppendResult.STORED] * 2]
    assert writer.storage.entries("C") == []
    assert (writer.storage.unfinished("ada"), writer.storage.unfinished("bob")) == (2, 1)
    # One that is there already is no further one, and one that is over makes room.
    writer.append("B", 1, b"again", facts(), most=2)
    writer.append("A", 2, b"2", facts("over"))
    writer.wait(7)
    assert writer.results["B", 1, b"again"] is AppendResult.TAKEN
    writer.append("C", 1, b"later", facts(), most=2)
    writer.wait(8)
    assert writer.results["C", 1, b"later"] is AppendResult.STORED


def test_two_processes_count_together(postgres: Postgres) -> None:
    address = postgres.new_database()
    with Writer(address) as one, Writer(address) as two:
        one.storage.run("SELECT 1")
        both = (one, two)
        threads = [
            threading.Thread(target=make_tables, args=(writer, name))
            for writer, name in zip(both, "PQ", strict=True)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        results = [result for writer in both for result in writer.results.values()]
        assert results.count(AppendResult.STORED) == one.storage.unfinished("ada") == 5
        assert results.count(AppendResult.FULL) == 35


def make_tables(writer: Writer, name: str) -> None:
    """Make tables, each in a transaction of its own, as fast as they are stored."""
    for number in range(20):
        writer.append(f"{name}{number}", 1, b"1", facts(), most=5)
        writer.wait(number + 1)


def test_records_are_counted_as_they_are_kept(database: str) -> None:
    with Writer(database) as writer:
        storage = writer.storage

        def keep(number: int) -> bool:
            row = RecordRow(f"R{number}", 9, "{}", "body", ["ada"], "ada")
            return storage.add_record(row, 3)

        with ThreadPoolExecutor(4) as threads:
            kept = list(threads.map(keep, range(12)))
        assert kept.count(True) == 3
        assert len(storage.records_of("ada", 1 << 62, 100)) == 3
        # Of those that were not kept, nothing is left.
        (people,) = storage.run("SELECT count(*) FROM record_people")[0]
        assert people == 3


def test_what_is_due_is_listed_from_any_place(writer: Writer) -> None:
    for number, name in enumerate("CABD"):
        writer.append(name, 1, b"1", facts(due=10 if name in "AB" else 11))
        writer.wait(number + 1)
    everything = [(10, "A"), (10, "B"), (11, "C"), (11, "D")]
    assert writer.storage.due(11, 9) == everything
    for at in range(4):
        assert writer.storage.due(11, 2, after=everything[at]) == everything[at + 1 : at + 3]
    assert writer.storage.due(11, 9, has_people=False) == []
