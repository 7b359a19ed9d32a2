"""Databases of every earlier version are brought up to date; those of later ones are left alone."""

import asyncio

import pytest

from taupes.server.storage import BadDatabase, migrations, open_storage
from tests.server.process import PATIENCE, ServerProcess
from tests.server.storage.test_storage import Writer, facts


def test_old_databases_are_brought_up_to_date(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    everything = migrations.MIGRATIONS
    monkeypatch.setattr(migrations, "MIGRATIONS", everything[:1])
    with Writer(database) as old:
        old.append("T", 1, b'"kept"', facts())
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
