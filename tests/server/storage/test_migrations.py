"""Databases of every earlier version are brought up to date; those of later ones are left alone."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import psycopg
import pytest

from taupes.rules import load_record
from taupes.server.storage import BadDatabase, Storage, migrations, open_storage
from taupes.server.tokens import Signer
from taupes.table.entries import Entry
from taupes.table.evolve import rebuild
from taupes.table.fairness import verify
from taupes.table.table import Table
from tests.server.client import Client
from tests.server.hall.test_live import Serve
from tests.server.process import PATIENCE, Postgres, ServerProcess
from tests.server.storage.test_storage import Writer

STORED = sorted((Path(__file__).parent / "schemas").glob("*.sql"))
TABLES = dict.fromkeys(("facts", "tables", "entries", "records", "record_people"), "*")
"""By table, the columns that all versions have."""
TABLES["seats"] = "person, table_id"


@pytest.fixture(params=STORED, ids=lambda path: path.stem)
def stored(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database as an earlier version has left it."""
    script = request.param.read_text("utf-8")
    if request.param.name.startswith("sqlite"):
        path = tmp_path / "taupes.sqlite"
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(script)
        return f"sqlite:///{path}"
    cluster: Postgres = request.getfixturevalue("postgres")
    address = cluster.new_database()
    with psycopg.connect(address) as connection:
        connection.execute(script.encode())
    return address


def contents(storage: Storage) -> dict[str, list[Any]]:
    """Every row, without what the server notes of itself at every start."""
    found = {
        name: sorted(storage.run(f"SELECT {columns} FROM {name}"), key=repr)  # noqa: S608
        for name, columns in TABLES.items()
    }
    found["facts"] = [row for row in found["facts"] if row[0] == "secret"]
    return found


def schema(storage: Storage) -> list[Any]:
    """How the database is made, in its engine's words."""
    if storage.is_shared:
        return sorted(
            storage.run(
                "SELECT table_name, column_name, data_type, is_nullable"
                " FROM information_schema.columns WHERE table_schema = 'public'"
            )
            + storage.run("SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'")
        )
    made = storage.run("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
    # The first step once kept entries in the order of their key: docs/decisions/0045.
    return [
        sql.removesuffix(" WITHOUT ROWID") if "TABLE entries" in sql else sql for (sql,) in made
    ]


def tables(storage: Storage) -> dict[str, Table]:
    """The tables by their titles; of two with the same, the first that was made."""
    rows = storage.run("SELECT id FROM tables ORDER BY created DESC")
    rebuilt = [
        rebuild(name, [msgspec.json.decode(body, type=Entry) for body in storage.entries(name)])
        for (name,) in rows
    ]
    return {table.setup.title: table for table in rebuilt}


def test_every_earlier_version_is_stored() -> None:
    names = {path.stem for path in STORED}
    for version in range(1, len(migrations.MIGRATIONS)):
        assert {f"sqlite-{version}", f"postgres-{version}"} <= names


def test_a_stored_version_is_what_its_steps_make(
    stored: str, tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = open_storage(stored)
    is_shared = old.is_shared
    query = migrations.POSTGRES.version if is_shared else migrations.SQLITE.version
    version = int(old.run(query)[0][0])
    monkeypatch.setattr(migrations, "MIGRATIONS", migrations.MIGRATIONS[:version])
    new = open_storage(postgres.new_database() if is_shared else f"sqlite:///{tmp_path}/new")
    new.migrate()
    assert schema(old) == schema(new)
    for storage in (old, new):
        asyncio.run(storage.stop())


def test_nothing_of_an_earlier_version_is_lost(
    stored: str, tmp_path: Path, postgres: Postgres
) -> None:
    storage = open_storage(stored)
    before = contents(storage)
    assert all(before.values())
    storage.migrate()
    assert contents(storage) == before
    new = open_storage(
        postgres.new_database() if storage.is_shared else f"sqlite:///{tmp_path}/new"
    )
    new.migrate()
    assert schema(storage) == schema(new)
    for each in (storage, new):
        asyncio.run(each.stop())


def test_games_of_an_earlier_version_go_on(stored: str, serve: Serve) -> None:
    # They were stored some time ago, and nobody waits so long for the others.
    server = serve(stored, "--limit", "open_days=36500", "--limit", "idle_days=36500")
    storage = open_storage(stored)
    signer = Signer(storage.secret())
    found = tables(storage)
    assert {title: table.stage for title, table in found.items()} == {
        "Over": "over",
        "Running": "playing",
        "With a bot": "playing",
        "Open": "open",
    }

    async def play(table: Table) -> None:
        people = sorted({seat.person for seat in table.seats if seat.person})
        clients = [
            await Client(server.socket, signer.token_of(person)).connect() for person in people
        ]
        for client in clients:
            view = (await client.join(table.id))["view"]
            assert view["number"] == table.number
        if table.stage == "open":
            clients.append(await Client(server.socket).connect())
            await clients[1].join(table.id)
            await clients[1].do("sit", seat=1, name="New")
            await clients[0].until(lambda: clients[0].view["seats"][1]["name"] == "New")
            assert (await clients[0].do("start"))["type"] == "update"
        await asyncio.gather(*(c.play(Random(n)) for n, c in enumerate(clients)))
        for client in clients:
            await client.close()

    async def run() -> None:
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(play(table) for table in found.values() if not is_over(table)))

    asyncio.run(run())
    for table in found.values():
        record = storage.record(table.id)
        assert record is not None
        assert verify(load_record(record)).fair is True
    (owner,) = {seat.person for seat in found["Over"].seats[:1]}
    assert owner is not None
    records = server.get("/api/records", signer.token_of(owner))[1]
    assert len(records) == 2  # the game's own, and the one that was uploaded
    asyncio.run(storage.stop())


def is_over(table: Table) -> bool:
    return table.stage == "over"


def test_old_databases_are_brought_up_to_date(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    everything = migrations.MIGRATIONS
    monkeypatch.setattr(migrations, "MIGRATIONS", everything[:1])
    with Writer(database) as old:
        old.append("T", 1, b'"kept"')
        old.wait(1)
    newest = (*everything, ("CREATE TABLE newest (id TEXT)",))
    monkeypatch.setattr(migrations, "MIGRATIONS", newest)
    with Writer(database) as new:
        assert new.storage.entries("T") == [b'"kept"']
        assert new.storage.run("SELECT * FROM newest") == []
    with Writer(database) as again:
        assert again.storage.entries("T") == [b'"kept"']


def test_a_database_from_the_future_is_left_alone(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    newest = (*migrations.MIGRATIONS, ("CREATE TABLE future (id TEXT)",))
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "MIGRATIONS", newest)
        with Writer(database) as future:
            future.append("T", 1, b'"kept"')
            future.wait(1)
    storage = open_storage(database)
    with pytest.raises(
        BadDatabase, match=rf"has version {len(newest)}, .* up to {len(newest) - 1}"
    ):
        storage.migrate()
    assert storage.entries("T") == [b'"kept"']
    asyncio.run(storage.stop())
    server = ServerProcess(database).start(wait=False)
    assert server.process is not None
    assert server.process.wait(PATIENCE) != 0
    assert f"the database has version {len(newest)}" in server.output()
    server.stop()
