"""Backups while games run, of both databases and into both; what is wrong is refused, all of it."""

import asyncio
import gzip
import json
import os
import stat
import subprocess
import sys
import threading
import tracemalloc
import zlib
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taupes.server.storage import BadDatabase, StorageAway, backup, migrations, open_storage
from taupes.server.storage.archive import ArchiveReader, ArchiveWriter, BadBackup, Part
from taupes.server.storage.backup import back_up, check, restore, whole_file
from tests.server.client import Client
from tests.server.hall.test_live import Serve, new_table
from tests.server.process import PATIENCE, Postgres, ServerProcess
from tests.server.storage.test_migrations import contents, schema, stored
from tests.server.storage.test_storage import Writer, facts
from tests.server.test_faults import compare, make_pairs, progress

__all__ = ["stored"]  # a fixture

NewDatabase = Callable[[str], str]


@pytest.fixture
def new_database(request: pytest.FixtureRequest, tmp_path: Path) -> NewDatabase:
    """Makes empty databases, `sqlite` or `postgres`."""

    def make(kind: str) -> str:
        if kind == "postgres":
            cluster: Postgres = request.getfixturevalue("postgres")
            return cluster.new_database()
        return f"sqlite:///{tmp_path / f'{Random().random()}.sqlite'}"

    return make


def quiet(_: int) -> None:
    """No word on progress."""


def taupes(command: str, *arguments: str | Path, data: bytes = b"") -> tuple[int, bytes, str]:
    """Run `taupes backup` or `taupes restore`: its exit code and what it wrote."""
    words = [sys.executable, "-m", "taupes", command, *arguments]
    done = subprocess.run(words, input=data, capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr.decode()


def filled(database: str, rows: int = 3) -> str:
    """A database with a table of so many entries."""
    with Writer(database) as writer:
        writer.storage.secret()
        for number in range(1, rows + 1):
            writer.append("T", number, b'{"a":"\xc3\xa9\\u0000"}', facts("playing", due=9))
        writer.wait(rows)
    return database


def backup_of(database: str) -> bytes:
    file = BytesIO()
    back_up(database, file, quiet)
    return file.getvalue()


def everything(database: str) -> dict[str, Any]:
    storage = open_storage(database)
    try:
        return contents(storage)
    finally:
        asyncio.run(storage.stop())


async def all_progress(clients: list[Client]) -> None:
    """Wait until every game has gone on."""
    for client in clients:
        await progress([client], 12)


async def backed_up_in_mid_game(server: ServerProcess, file: Path) -> list[Client]:
    """Let people play, write a backup, and let them play on while it is being written."""
    begun, go_on = threading.Event(), threading.Event()

    def pause(_: int) -> None:
        begun.set()
        assert go_on.wait(PATIENCE)

    def write() -> None:
        with whole_file(file) as output:
            back_up(server.database, output, pause)

    clients = await make_pairs([server], 4)
    games = [asyncio.create_task(c.play(Random(n))) for n, c in enumerate(clients)]
    await all_progress(clients)
    writing = asyncio.create_task(asyncio.to_thread(write))
    await asyncio.to_thread(begun.wait, PATIENCE)
    await all_progress(clients)
    go_on.set()
    await writing
    for game in games:
        game.cancel()
    await asyncio.gather(*games, return_exceptions=True)
    for client in clients:
        await client.close()
    return clients


async def played_on(server: ServerProcess, clients: list[Client]) -> list[Client]:
    """Let the same people play to the end at another server."""
    # With the same tokens: the secret that signs them has moved too.
    again = [await Client(server.socket, client.token).connect() for client in clients]
    for client, known in zip(again, clients, strict=True):
        await client.join(known.table)
        assert client.view["you"] == known.view["you"]
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(c.play(Random(n)) for n, c in enumerate(again)))
    for client in again:
        await client.close()
    return again


@pytest.mark.parametrize("target", ["sqlite", "postgres"])
@pytest.mark.parametrize("source", ["sqlite", "postgres"])
def test_a_backup_of_running_games_goes_on_elsewhere(
    source: str,
    target: str,
    new_database: NewDatabase,
    serve: Serve,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(backup, "_EVERY", 1)
    before, after = new_database(source), new_database(target)
    file = tmp_path / "games.backup"
    clients = asyncio.run(backed_up_in_mid_game(serve(before), file))
    code, _, words = taupes("restore", file, "--database", after)
    assert code == 0, words
    tables = sorted({client.table for client in clients})
    old, new = open_storage(before), open_storage(after)
    for table in tables:
        entries = new.entries(table)
        assert 10 < len(entries) < len(old.entries(table))
        assert entries == old.entries(table)[: len(entries)]
    for storage in (old, new):
        asyncio.run(storage.stop())
    server = serve(after)
    compare(after, asyncio.run(played_on(server, clients)))
    records = [server.get(f"/api/records/{table}")[1] for table in tables]
    (tmp_path / "records").write_text("\n".join(map(json.dumps, records)))
    command = [sys.executable, "-m", "taupes", "verify", str(tmp_path / "records")]
    said = subprocess.run(command, capture_output=True, check=True)
    assert len(said.stdout.splitlines()) == len(tables)


def test_a_backup_of_an_earlier_version_is_brought_up_to_date(
    stored: str, new_database: NewDatabase
) -> None:
    storage = open_storage(stored)
    before = contents(storage)
    asyncio.run(storage.stop())
    data = backup_of(stored)
    for kind in ("sqlite", "postgres"):
        address, fresh = new_database(kind), new_database(kind)
        restore(address, BytesIO(data), "old", quiet)
        assert everything(address) == before
        here, there = open_storage(address), open_storage(fresh)
        here.migrate()  # it is up to date already: a second step would fail
        there.migrate()
        assert schema(here) == schema(there)
        for each in (here, there):
            asyncio.run(each.stop())


def test_a_backup_of_a_restored_database_is_the_same(
    database: str, new_database: NewDatabase
) -> None:
    data = backup_of(filled(database, 5))
    other = new_database("postgres" if database.startswith("sqlite") else "sqlite")
    restore(other, BytesIO(data), "file", quiet)
    lines = [gzip.decompress(each).splitlines()[1:-1] for each in (data, backup_of(other))]
    assert sorted(lines[0]) == sorted(lines[1])


def test_no_table_is_left_out(tmp_path: Path) -> None:
    storage = open_storage(f"sqlite:///{tmp_path / 'taupes.sqlite'}")
    storage.migrate()
    found = {name for (name,) in storage.run("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    asyncio.run(storage.stop())
    assert found == set(migrations.TABLES)


def test_by_pipe(database: str, new_database: NewDatabase) -> None:
    code, data, words = taupes("backup", "-", "--database", filled(database))
    assert (code, words) == (0, "-: 7 rows\n")
    other = new_database("sqlite")
    code, _, words = taupes("restore", "-", "--database", other, data=data)
    assert (code, words) == (0, "-: 7 rows, restored\n")
    assert everything(other) == everything(database)


def test_what_was_never_used_is_not_backed_up(database: str, tmp_path: Path) -> None:
    code, _, words = taupes("backup", tmp_path / "x", "--database", database)
    assert code == 2
    assert "there is no such file" in words or "nothing to back up" in words
    assert not (tmp_path / "x").exists()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such rights")
def test_only_its_owner_reads_a_backup(tmp_path: Path) -> None:
    database = filled(f"sqlite:///{tmp_path / 'taupes.sqlite'}")
    file = tmp_path / "backup"
    file.touch(0o644)
    before = os.umask(0)
    try:
        code, _, words = taupes("backup", file, "--database", database)
    finally:
        os.umask(before)
    assert code == 0, words
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize("has_nameless_files", [True, False])
def test_killed_in_the_middle(tmp_path: Path, has_nameless_files: bool) -> None:
    database = filled(f"sqlite:///{tmp_path / 'taupes.sqlite'}", 2_000)
    folder = tmp_path / "backups"
    folder.mkdir()
    file = folder / "taupes.backup"
    file.write_bytes(b"the one of yesterday")
    code = f"""if True:
        import os, signal
        from pathlib import Path
        from taupes.server.storage.backup import back_up, whole_file
        if not {has_nameless_files}:
            del os.O_TMPFILE
        def killed(rows):
            os.kill(os.getpid(), signal.SIGKILL)
        with whole_file(Path({str(file)!r})) as output:
            back_up({database!r}, output, killed)
    """
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == -9
    assert file.read_bytes() == b"the one of yesterday"
    others = [path.name for path in folder.iterdir() if path != file]
    assert len(others) == (0 if has_nameless_files and hasattr(os, "O_TMPFILE") else 1)
    assert all(name.startswith(".taupes.backup.") and name.endswith(".part") for name in others)


def test_what_fails_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "taupes.backup"
    file.write_bytes(b"the one of yesterday")

    def fail() -> None:
        with whole_file(file) as output:
            output.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert file.read_bytes() == b"the one of yesterday"
    with whole_file(file) as output:
        output.write(b"today")
    assert file.read_bytes() == b"today"
    assert [path.name for path in tmp_path.iterdir()] == ["taupes.backup"]


def says_the_same(copy: bytes, data: bytes) -> bool:
    """Whether a copy reads as its original does: some bits of a compressed file mean nothing."""
    with suppress(OSError, EOFError, zlib.error):
        return gzip.decompress(copy) == gzip.decompress(data)
    return False


def test_a_damaged_file_changes_nothing(database: str, tmp_path: Path) -> None:
    data = backup_of(filled(f"sqlite:///{tmp_path / 'source.sqlite'}", 40))
    filled(database)
    before = everything(database)
    cut = [data[:length] for length in (0, 1, 9, 30, len(data) // 2, len(data) - 9, len(data) - 1)]
    rng = Random(1)
    flipped = []
    for at in rng.sample(range(10, len(data)), 40):
        copy = bytearray(data)
        copy[at] ^= 1 << rng.randrange(8)
        if not says_the_same(bytes(copy), data):
            flipped.append(bytes(copy))
    assert len(flipped) > 30
    for bad in (*cut, *flipped, data + b"more", data + data):
        with pytest.raises(BadBackup, match=r"file, line \d+: .*; expected"):
            check(BytesIO(bad), "file", quiet)
        with pytest.raises(BadBackup):
            restore(database, BytesIO(bad), "file", quiet, replace=True)
    assert everything(database) == before
    assert check(BytesIO(data), "file", quiet) == 44


@pytest.mark.skipif(os.name == "nt", reason="pipes end otherwise there")
def test_a_pipe_that_nobody_reads_is_no_backup(tmp_path: Path) -> None:
    database = filled(f"sqlite:///{tmp_path / 'taupes.sqlite'}", 3_000)
    words = [sys.executable, "-m", "taupes", "backup", "-", "--database", database]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as writing:
        assert writing.stdout
        assert writing.stderr
        writing.stdout.close()
        said = writing.stderr.read().decode()
    assert writing.returncode == 1
    assert said == "-: nobody reads on; the backup is incomplete\n"


def lines_of(*lines: Any) -> bytes:
    return gzip.compress(b"".join(json.dumps(line).encode() + b"\n" for line in lines), mtime=0)


HEAD = {"taupes": "backup", "format": 1, "schema": 1}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"My dear diary", "file, line 1: damaged, or not a backup"),
        (gzip.compress(b"My dear diary\n", mtime=0), "file, line 1: not JSON"),
        (gzip.compress(b"\xff\xfe\n", mtime=0), "file, line 1: not JSON"),
        (lines_of([1, 2]), "file, line 1: not a backup of Taupes"),
        (lines_of(HEAD | {"format": 2}), "format 2; expected format 1"),
        (lines_of(HEAD | {"schema": "1"}), "schema '1'; expected a number"),
        (lines_of(HEAD | {"schema": 99}), "of a database of version 99; expected at most"),
        (lines_of(HEAD, [1]), "line 2: neither a row nor a table"),
        (lines_of(HEAD, {"table": "x", "columns": ["y"]}, [1]), "a table 'x' of 'y'"),
        (lines_of(HEAD, {"table": "seats", "columns": ["1; --"]}, [1]), "a table 'seats' of"),
        (lines_of(HEAD, {"table": "seats", "columns": ["person"]}, [1, 2]), "line 3: neither"),
        (lines_of(HEAD, {"end": True, "rows": 1, "sha256": ""}), "line 2: its checksum"),
    ],
)
def test_what_is_no_backup_is_refused(data: bytes, words: str, tmp_path: Path) -> None:
    with pytest.raises(BadBackup) as found:
        restore(f"sqlite:///{tmp_path / 'new.sqlite'}", BytesIO(data), "file", quiet)
    assert words in str(found.value)


def test_a_bad_file_leaves_no_database_behind(tmp_path: Path) -> None:
    new = tmp_path / "new" / "taupes.sqlite"
    # All is well with it until its rows are wanted, in a transaction.
    bad = lines_of(HEAD, {"table": "x", "columns": ["y"]}, [1])
    with pytest.raises(BadBackup):
        restore(f"sqlite:///{new}", BytesIO(bad), "file", quiet)
    assert [file.name for file in new.parent.iterdir()] == ["taupes.sqlite-lock"]
    good = backup_of(filled(f"sqlite:///{tmp_path / 'source.sqlite'}"))
    assert restore(f"sqlite:///{new}", BytesIO(good), "file", quiet) == 7


@pytest.mark.parametrize(
    "row", [["T", 1, 1, {"bytes": "twice"}], ["T", None, 1, {"bytes": ""}], ["T", {}, 1, None]]
)
def test_rows_that_do_not_fit_are_refused(database: str, row: list[Any]) -> None:
    file = BytesIO()
    archive = ArchiveWriter(file, 2)
    archive.begin(Part("entries", ("table_id", "number", "at", "body")))
    archive.add(["T", 1, 1, b"once"])
    archive.add(row)
    archive.close()
    with pytest.raises(BadBackup, match="a row does not fit"):
        restore(database, BytesIO(file.getvalue()), "file", quiet)
    storage = open_storage(database)
    storage.migrate()
    assert storage.entries("T") == []
    asyncio.run(storage.stop())


def test_what_is_there_is_replaced_only_if_asked_for(
    database: str, new_database: NewDatabase, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    source = filled(new_database("sqlite"), 7)
    file.write_bytes(backup_of(source))
    filled(database, 2)
    before = everything(database)
    code, _, words = taupes("restore", file, "--database", database)
    assert code == 2
    assert "the database is not empty (there are tables, entries, seats)" in words
    assert everything(database) == before
    code, _, words = taupes("restore", file, "--check")
    assert (code, words) == (0, f"{file}: 11 rows, all intact\n")
    code, _, words = taupes("restore", file, "--database", database, "--replace")
    assert (code, words) == (0, f"{file}: 11 rows, restored\n")
    assert everything(database) == everything(source)


def test_a_database_of_a_server_is_left_alone(database: str, serve: Serve, tmp_path: Path) -> None:
    data = backup_of(filled(f"sqlite:///{tmp_path / 'source.sqlite'}"))
    server = serve(database)
    for replace in (False, True):
        with pytest.raises(BadDatabase, match="using this"):
            restore(database, BytesIO(data), "file", quiet, replace=replace)
    new_table(server)
    server.stop()
    assert restore(database, BytesIO(data), "file", quiet, replace=True) == 7


def test_a_database_from_the_future_is_left_alone(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = backup_of(filled(database))
    with monkeypatch.context() as patch:
        newest = (*migrations.MIGRATIONS, ("CREATE TABLE future (id TEXT)",))
        patch.setattr(migrations, "MIGRATIONS", newest)
        storage = open_storage(database)
        storage.migrate()
        asyncio.run(storage.stop())
    with pytest.raises(BadDatabase, match="this program knows versions up to"):
        restore(database, BytesIO(data), "file", quiet, replace=True)
    with pytest.raises(BadDatabase, match="this program knows versions up to"):
        backup_of(database)


def test_a_database_that_is_away_is_said(tmp_path: Path) -> None:
    with pytest.raises(StorageAway, match="connection"):
        backup_of("postgresql://nobody@127.0.0.1:1/none")
    code, _, words = taupes(
        "backup", tmp_path / "x", "--database", "postgresql://nobody@127.0.0.1:1/none"
    )
    assert code == 2
    assert "Traceback" not in words


def test_memory_does_not_grow_with_the_database(
    database: str, new_database: NewDatabase, tmp_path: Path
) -> None:
    rng = Random(1)
    with Writer(database) as writer:
        for number in range(1, 2_001):
            writer.append("T", number, rng.randbytes(4_000).hex().encode())
            if number % 500 == 0:
                writer.wait(number)
    other = new_database("postgres" if database.startswith("sqlite") else "sqlite")
    path = tmp_path / "file"
    peaks = []
    tracemalloc.start()
    try:
        with whole_file(path) as output:
            assert back_up(database, output, quiet) == 2_000
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.reset_peak()
        with path.open("rb") as file:
            restore(other, file, "file", quiet)
        peaks.append(tracemalloc.get_traced_memory()[1])
    finally:
        tracemalloc.stop()
    assert path.stat().st_size > 7_500_000
    assert max(peaks) < 7_500_000


rows = st.lists(
    st.tuples(st.text(), st.none() | st.integers(-(1 << 62), 1 << 62), st.binary() | st.none()),
    max_size=5,
)


@given(rows)
def test_rows_come_back_as_they_were(rows: list[tuple[str, int | None, bytes | None]]) -> None:
    file = BytesIO()
    archive = ArchiveWriter(file, 1)
    part = Part("t", ("a", "b", "c"))
    archive.begin(part)
    for row in rows:
        archive.add(row)
    archive.close()
    reader = ArchiveReader(BytesIO(file.getvalue()), "file")
    assert [(part, list(row)) for row in rows] == list(reader.parts())
