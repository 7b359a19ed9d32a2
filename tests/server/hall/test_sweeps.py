"""Rounds through all tables go on, and it is known when they do not."""

import asyncio
from pathlib import Path

import pytest

from taupes.server.hall import sweeps as module
from taupes.server.hall.hall import Hall
from taupes.server.hall.memory import Memory
from taupes.server.hall.presence import Roster
from taupes.server.hall.sweeps import Sweeps
from taupes.server.metrics import Metrics
from taupes.server.settings import Settings
from taupes.server.storage.sqlite import SqliteStorage
from taupes.server.tasks import Tasks
from tests.server.process import PATIENCE


def make_sweeps(path: Path) -> tuple[Sweeps, Hall, Tasks]:
    memory, tasks = Memory(SqliteStorage(path / "taupes.sqlite")), Tasks()
    hall = Hall(memory, Roster(memory, tasks), lambda *_: None, tasks, Metrics())
    return Sweeps(hall, Settings("", sweep_seconds=0.001)), hall, tasks


async def until(seen: list[str], count: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while len(seen) < count:
            await asyncio.sleep(0.001)


async def noticed(sweeps: Sweeps) -> None:
    while sweeps.is_well:
        await asyncio.sleep(0.01)


def test_a_table_that_cannot_be_read_stops_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        sweeps, hall, tasks = make_sweeps(tmp_path)
        await hall.start()
        seen: list[str] = []
        due = lambda *_, **__: [(1, "bad"), (1, "good")]  # noqa: E731

        async def opened(table: str) -> None:
            seen.append(table)
            if table == "bad":
                raise ValueError("not a log")

        monkeypatch.setattr(hall.memory.storage, "due", due)
        monkeypatch.setattr(hall, "open", opened)
        tasks.keep("sweeps", sweeps.run)
        await until(seen, 4)
        assert seen[:4] == ["bad", "good", "bad", "good"]
        assert sweeps.is_well
        await hall.stop()

    asyncio.run(run())


def test_a_round_that_fails_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taupes.server.tasks._SHORTEST", 0.001)

    async def run() -> None:
        sweeps, hall, tasks = make_sweeps(tmp_path)
        await hall.start()
        rounds: list[str] = []

        def due(*_: object, **__: object) -> list[str]:
            rounds.append("round")
            if len(rounds) < 3:
                raise KeyError("nobody thought of this")
            return []

        monkeypatch.setattr(hall.memory.storage, "due", due)
        tasks.keep("sweeps", sweeps.run)
        await until(rounds, 5)
        assert sweeps.is_well
        await hall.stop()

    asyncio.run(run())


def test_a_round_that_never_ends_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("taupes.server.tasks._LATE", 0.05)

    async def run() -> None:
        sweeps, hall, tasks = make_sweeps(tmp_path)
        await hall.start()

        async def stuck(_: str) -> None:
            await asyncio.Event().wait()

        monkeypatch.setattr(hall.memory.storage, "due", lambda *_, **__: ["stuck"])
        monkeypatch.setattr(hall, "open", stuck)
        assert sweeps.is_well
        tasks.keep("sweeps", sweeps.run)
        async with asyncio.timeout(PATIENCE):
            await noticed(sweeps)
        await hall.stop()

    asyncio.run(run())


@pytest.mark.parametrize("which", [True, False], ids=["people", "bots alone"])
def test_tables_that_stay_due_keep_no_others_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, which: bool
) -> None:
    monkeypatch.setattr(module, "_DUE", 3)
    monkeypatch.setattr(module, "_ALONE", 3)
    everything = [(number, f"T{number}") for number in range(10)]

    async def run() -> None:
        sweeps, hall, tasks = make_sweeps(tmp_path)
        sweeps._settings = Settings("", sweep_seconds=0.001, bots_alone=True)
        await hall.start()
        seen: list[str] = []

        async def opened(table: str) -> None:
            seen.append(table)

        def due(_: int, most: int, *, has_people: bool, after: tuple[int, str]) -> object:
            if has_people != which:
                return []
            return [place for place in everything if place > after][:most]

        monkeypatch.setattr(hall.memory.storage, "due", due)
        monkeypatch.setattr(hall, "open", opened)
        tasks.keep("sweeps", sweeps.run)
        await until(seen, 20)
        # All of them, and then again from the beginning.
        assert seen[:20] == 2 * [table for _, table in everything]
        await hall.stop()

    asyncio.run(run())
