"""Who is there, when those who are there are at different processes on one database."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from taupes.server.hall import presence
from taupes.server.hall.hall import Hall
from taupes.server.hall.live import Live
from taupes.server.hall.memory import Memory
from taupes.server.hall.presence import Roster
from taupes.server.metrics import Metrics
from taupes.server.storage.sqlite import SqliteStorage
from taupes.server.tasks import Tasks
from tests.server.client import Client
from tests.server.hall.test_live import Serve, finish, new_table
from tests.server.process import PATIENCE, Postgres
from tests.table.desk import ADA, EVE, pair_desk


def seen(client: Client) -> Any:
    """Who is here and how many watch, as this client was told last."""
    notes = [message for message in client.inbox if message["type"] == "presence"]
    return (notes[-1]["here"], notes[-1]["spectators"]) if notes else None


async def agree(clients: list[Client], here: list[bool], spectators: int) -> None:
    for client in clients:

        def is_told(client: Client = client) -> bool:
            return bool(seen(client) == (here, spectators))

        await client.until(is_told)


def test_people_and_spectators_at_two_processes(postgres: Postgres, serve: Serve) -> None:
    database = postgres.new_database()
    first, second = serve(database), serve(database)
    table, token = new_table(first)

    async def run() -> None:
        ada = await Client(first.socket, token).connect()
        await ada.join(table)
        await agree([ada], [True, False], 0)
        bob = await Client(second.socket).connect()
        await bob.join(table)
        await agree([ada, bob], [True, False], 1)
        await bob.do("sit", seat=1, name="Bob")
        await agree([ada, bob], [True, True], 0)
        eve = await Client(second.socket).connect()
        await eve.join(table)
        dan = await Client(first.socket).connect()
        await dan.join(table)
        await agree([ada, bob, eve, dan], [True, True], 2)
        await ada.close()
        await agree([bob, eve, dan], [False, True], 2)
        await dan.close()
        await agree([bob, eve], [False, True], 1)
        await ada.connect()
        await ada.join(table)
        await agree([ada, bob, eve], [True, True], 1)
        await finish(ada, bob, eve)

    asyncio.run(run())


class Channel(SqliteStorage):
    """A storage that others seem to share; what is said to them is kept."""

    is_shared = True

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.said: list[str] = []

    def send_notes(self, notes: Sequence[str]) -> None:
        self.said += notes


class Watcher:
    """Somebody who follows a table."""

    language = "en"
    address = "192.0.2.1"

    def __init__(self, person: str) -> None:
        self.person = person
        self.told: list[Any] = []

    def push(self, data: bytes) -> None:
        self.told.append(json.loads(data))


def test_what_a_dead_process_said_gets_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "_AGAIN_AFTER", 0.01)
    monkeypatch.setattr(presence, "_OLD_AFTER", 0.03)
    channel, tasks = Channel(tmp_path / "taupes.sqlite"), Tasks()
    memory = Memory(channel)
    roster = Roster(memory, tasks)
    hall = Hall(memory, roster, lambda *_: None, tasks, Metrics())

    async def run() -> None:
        watcher = Watcher(EVE)
        live = hall.join(Live(pair_desk().table), watcher)
        assert watcher.told[-1]["spectators"] == 1
        hall.noted("other", f"!T:2:{ADA}")
        assert watcher.told[-1] == {
            "type": "presence",
            "table": "T",
            "here": [True, False],
            "spectators": 3,
        }
        repeating = asyncio.create_task(roster.run())
        async with asyncio.timeout(PATIENCE):
            while watcher.told[-1]["spectators"] != 1:
                await asyncio.sleep(0.01)
        assert watcher.told[-1]["here"] == [False, False]
        assert channel.said[:2] == ["?T", "!T:1:"]
        assert channel.said.count("!T:1:") > 1
        hall.noted("other", "?T")
        hall.leave(live, watcher)
        async with asyncio.timeout(PATIENCE):
            while channel.said[-1] != "!T:0:":
                await asyncio.sleep(0.01)
        repeating.cancel()
        await hall.stop()

    asyncio.run(run())
