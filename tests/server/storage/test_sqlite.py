"""A file that is private, whole, and used by one server."""

import asyncio
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from taupes.server.storage import (
    Append,
    AppendResult,
    BadDatabase,
    StorageAway,
    open_storage,
)
from taupes.server.storage.sqlite import storage as sqlite
from taupes.server.storage.transfer import reading
from tests.server.hall.test_live import Serve, new_table
from tests.server.process import PATIENCE, ServerProcess
from tests.server.storage.test_storage import Writer

BOTS = [{"who": "bot", "level": "greedy"}, {"who": "bot", "level": "greedy"}]


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "taupes.sqlite"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such rights")
def test_only_its_owner_reads_the_file(tmp_path: Path, serve: Serve) -> None:
    path = tmp_path / "new" / "taupes.sqlite"
    before = os.umask(0)
    try:
        server = serve(f"sqlite:///{path}")
    finally:
        os.umask(before)
    new_table(server)
    files = sorted(path.parent.iterdir())
    assert [file.name.removeprefix("taupes.sqlite") for file in files] == [
        "",
        "-lock",
        "-shm",
        "-wal",
    ]
    assert {file.name: mode(file) for file in files} == {file.name: 0o600 for file in files}
    assert mode(path.parent) == 0o700


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such rights")
def test_what_others_could_read_is_closed(path: Path, serve: Serve) -> None:
    server = serve(f"sqlite:///{path}")
    new_table(server)
    server.kill()
    files = [path, path.with_name("taupes.sqlite-wal"), path.with_name("taupes.sqlite-shm")]
    for file in files:
        file.chmod(0o644)
    server.start()
    assert [mode(file) for file in files] == [0o600] * 3


def test_a_second_server_is_refused(path: Path, serve: Serve) -> None:
    one = serve(f"sqlite:///{path}")
    new_table(one, BOTS, start=True)  # whoever thinks for them must not keep the file either
    assert one.process is not None
    other = ServerProcess(one.database).start(wait=False)
    assert other.process is not None
    assert other.process.wait(PATIENCE) != 0
    assert f"another server (process {one.process.pid}) is using this file" in other.output()
    assert one.get("/api/ready")[0] == 200
    new_table(one)
    one.kill()
    other.start()
    assert other.get("/api/ready")[0] == 200
    other.stop()


def test_a_file_that_is_no_database_is_refused(path: Path) -> None:
    path.write_bytes(b"My dear diary, " * 1000)
    with pytest.raises(BadDatabase, match=r"taupes\.sqlite: not an SQLite file.*taupes restore"):
        open_storage(f"sqlite:///{path}").migrate()


def test_a_damaged_file_is_refused_at_the_start(path: Path) -> None:
    open_storage(f"sqlite:///{path}").migrate()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executemany(
            "INSERT INTO entries VALUES ('T', ?, 0, ?)", ((n, bytes(3000)) for n in range(100))
        )
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with path.open("r+b") as file:
        file.seek(4096 * 50)
        file.write(b"\xff" * 4096 * 3)
    server = ServerProcess(f"sqlite:///{path}").start(wait=False)
    assert server.process is not None
    assert server.process.wait(PATIENCE) != 0
    assert "a damaged one" in server.output()
    server.stop()


def test_a_file_that_is_damaged_later_is_not_ready(path: Path) -> None:
    with Writer(f"sqlite:///{path}") as writer:
        storage = writer.storage
        for number in range(1, 101):
            writer.append("T", number, bytes(3000))
        writer.wait(100)
        storage.check()
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with path.open("r+b") as file:
            file.seek(4096 * 50)
            file.write(b"\xff" * 4096 * 3)
        with pytest.raises(StorageAway, match="malformed"):
            storage.entries("T")
        # What is asked for here is not where the damage is: it is remembered.
        with pytest.raises(StorageAway, match="malformed"):
            storage.check()


def test_a_storage_lets_go_of_its_file(path: Path) -> None:
    async def twice() -> None:
        for _ in range(2):
            storage = open_storage(f"sqlite:///{path}")
            await storage.start()
            await storage.stop()

    asyncio.run(twice())


def test_whoever_looks_into_the_file_takes_nothing_away(path: Path, serve: Serve) -> None:
    server = serve(f"sqlite:///{path}")
    new_table(server)
    for _ in range(3):
        # The last one who closes a file empties its log: the server must be seen to use it.
        with closing(sqlite3.connect(path)) as connection:
            before = connection.execute("SELECT count(*) FROM entries").fetchone()
        new_table(server)
        with closing(sqlite3.connect(path)) as connection:
            after = connection.execute("SELECT count(*) FROM entries").fetchone()
        assert after[0] == before[0] + 1


def test_nobody_waits_for_a_backup(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[Sequence[Append]] = []
    patiently = sqlite.SqliteStorage._store_patiently

    def watched(self: sqlite.SqliteStorage, group: Sequence[Append]) -> Sequence[AppendResult]:
        waited.append(group)
        return patiently(self, group)

    monkeypatch.setattr(sqlite.SqliteStorage, "_store_patiently", watched)
    monkeypatch.setattr(sqlite, "_COPY_AFTER", 100)
    monkeypatch.setattr(sqlite, "_LITTLE", 20)
    monkeypatch.setattr(sqlite, "_SLOW", 60)
    with Writer(f"sqlite:///{path}") as writer:
        writer.append("T", 1, b"1")
        writer.wait(1)
        with reading(f"sqlite:///{path}") as source:
            assert len(source.run("SELECT * FROM entries")) == 1
            for number in range(2, 302):
                writer.append("T", number, b"1")
                writer.wait(number)
            assert len(source.run("SELECT * FROM entries")) == 1
        # Whoever copies the log must not keep it from the loop until the reader has gone.
        assert not waited


LOOK = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
print(connection.execute("SELECT count(*) FROM notes").fetchone()[0])
connection.close()
"""


def look_at(path: Path) -> int:
    """How many notes another process finds, which then closes the file as the last one would."""
    command = [sys.executable, "-c", LOOK, str(path)]
    return int(subprocess.run(command, capture_output=True, check=True).stdout)


def test_whoever_looks_at_the_file_does_not_take_the_log_away(path: Path) -> None:
    storage = sqlite.SqliteStorage(path)
    storage.run("CREATE TABLE notes (what)")
    # A second connection of this process must not drop what holds the file for the first.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(storage.run, "SELECT 1").result()
    for count in range(3):
        assert look_at(path) == count
        storage.run("INSERT INTO notes VALUES (?)", count)
    asyncio.run(storage.close())
