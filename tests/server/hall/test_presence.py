"""Who is there, when those who are there are at different processes on one database."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
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
from taupes.table import messages
from taupes.table.setup import MySeat, SeatWish, Setup
from tests.server.client import Client
from tests.server.hall.test_live import Serve, finish, new_table, presence_of
from tests.server.process import PATIENCE, Postgres
from tests.table.desk import ADA, EVE, new_desk, pair_desk


async def agree(clients: list[Client], here: list[bool], spectators: int) -> None:
    for client in clients:

        def is_told(client: Client = client) -> bool:
            return bool(presence_of(client) == (here, spectators))

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


@dataclass
class Foyer:
    """A hall without a server, and one table in it."""

    hall: Hall
    roster: Roster
    channel: Channel
    live: Live

    def come(self, person: str) -> Watcher:
        watcher = Watcher(person)
        self.live = self.hall.join(self.live, watcher)
        return watcher


@asynccontextmanager
async def foyer(folder: Path) -> AsyncIterator[Foyer]:
    channel, tasks = Channel(folder / "taupes.sqlite"), Tasks()
    memory = Memory(channel)
    roster = Roster(memory, tasks)
    hall = Hall(memory, roster, lambda *_: None, tasks, Metrics())
    try:
        yield Foyer(hall, roster, channel, Live(pair_desk().table))
    finally:
        await hall.stop()


async def told(watchers: list[Watcher], here: list[bool], spectators: int) -> None:
    """Wait until the last that everybody was told is this."""
    presence = {"type": "presence", "table": "T", "here": here, "spectators": spectators}
    async with asyncio.timeout(PATIENCE):
        while any(not one.told or one.told[-1] != presence for one in watchers):
            await asyncio.sleep(0.005)


def test_who_comes_in_a_crowd_is_told_once_of_all(tmp_path: Path) -> None:
    async def run() -> None:
        async with foyer(tmp_path) as room:
            ada = room.come(ADA)
            assert ada.told[-1]["here"] == [True, False]
            crowd = [room.come(f"p{number}") for number in range(300)]
            # Nobody waits to know who was there before.
            assert all(one.told == ada.told for one in crowd)
            await told([ada, *crowd], [True, False], 300)
            assert {len(one.told) for one in (ada, *crowd)} == {2}
            for one in crowd[:200]:
                room.hall.leave(room.live, one)
            await told([ada, *crowd[200:]], [True, False], 100)
            assert len(ada.told) <= 4
            # Other processes are told of it as often.
            async with asyncio.timeout(PATIENCE):
                while room.channel.said[-1] != f"!T:100:{ADA}":
                    await asyncio.sleep(0.005)
            assert len(room.channel.said) <= 5

    asyncio.run(run())


def test_a_second_page_of_the_same_person_knows_who_is_here(tmp_path: Path) -> None:
    async def run() -> None:
        async with foyer(tmp_path) as room:
            first = room.come(ADA)
            while room.live.gathering is not None:
                await asyncio.sleep(0.005)
            second = room.come(ADA)
            assert second.told == first.told
            assert second.told[-1]["here"] == [True, False]

    asyncio.run(run())


def test_the_last_to_go_is_missed_at_once(tmp_path: Path) -> None:
    async def run() -> None:
        async with foyer(tmp_path) as room:
            for _ in range(3):
                watcher = room.come(EVE)
                assert watcher.told[-1]["spectators"] in (0, 1)
                room.hall.leave(room.live, watcher)
            # Who has come back before that was told counts all the same.
            eve = room.come(EVE)
            await told([eve], [False, False], 1)
            while room.channel.said[-1] != "!T:1:":
                await asyncio.sleep(0.005)

    asyncio.run(run())


def test_who_is_sent_out_is_not_counted_as_watching(tmp_path: Path) -> None:
    async def run() -> None:
        async with foyer(tmp_path) as room:
            await room.hall.start()
            seats: list[SeatWish] = [MySeat("Ada"), MySeat("Bob")]
            room.live = Live(new_desk(Setup(spectators=False), seats, start=False).table)
            ada = room.come(ADA)
            room.come(EVE)
            await told([ada], [True, True], 1)
            while room.live.gathering is not None:
                await asyncio.sleep(0.005)
            room.hall.ask(room.live, ada, messages.Start("T"))
            async with asyncio.timeout(PATIENCE):
                while [m for m in ada.told if m["type"] == "presence"][-1]["spectators"]:
                    await asyncio.sleep(0.005)

    asyncio.run(run())


def test_what_a_dead_process_said_gets_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "_AGAIN_AFTER", 0.01)
    monkeypatch.setattr(presence, "_OLD_AFTER", 0.03)
    monkeypatch.setattr(presence, "_TOGETHER", 0.01)

    async def run() -> None:
        async with foyer(tmp_path) as room:
            watcher, said = room.come(EVE), room.channel.said
            assert watcher.told[-1]["spectators"] == 1
            room.hall.noted("other", f"!T:2:{ADA}")
            await told([watcher], [True, False], 3)
            repeating = asyncio.create_task(room.roster.run())
            await told([watcher], [False, False], 1)
            assert said[:2] == ["?T", "!T:1:"]
            async with asyncio.timeout(PATIENCE):
                while said.count("!T:1:") < 2:
                    await asyncio.sleep(0.01)
            room.hall.noted("other", "?T")
            room.hall.leave(room.live, watcher)
            async with asyncio.timeout(PATIENCE):
                while said[-1] != "!T:0:":
                    await asyncio.sleep(0.01)
            repeating.cancel()

    asyncio.run(run())
