"""What happens at a table by itself, and at what pace."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET, UnsetType

from taupes.server.hall.automation import TOLD_PER_SECOND, Automation
from taupes.server.hall.live import Crowd, Live, Wish
from taupes.server.hall.memory import Memory
from taupes.server.hall.presence import Roster
from taupes.server.settings import Settings
from taupes.server.storage.sqlite import SqliteStorage
from taupes.server.tasks import Tasks
from taupes.table.setup import BotSeat, MySeat, SeatWish, Setup
from tests.server.process import PATIENCE
from tests.table.desk import new_desk


@asynccontextmanager
async def automation(folder: Path) -> AsyncIterator[Automation]:
    tasks = Tasks()
    memory = Memory(SqliteStorage(folder / "taupes.sqlite"))
    pool: Any = None  # a stand-in that makes any move needs none
    try:
        yield Automation(Roster(memory, tasks), pool, tasks, Settings(""))
    finally:
        await tasks.close()


@pytest.mark.parametrize("spectators", [0, 20, 50 * TOLD_PER_SECOND])
def test_bots_take_their_time_before_a_crowd(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spectators: int
) -> None:
    slept: list[float] = []
    sleep = asyncio.sleep

    async def no_sleep(seconds: float) -> None:
        slept.append(seconds)
        await sleep(0)

    async def choose(*_: object) -> tuple[None, str, UnsetType]:
        return None, "bot", UNSET

    monkeypatch.setattr(asyncio, "sleep", no_sleep)
    monkeypatch.setattr(Automation, "_choose", choose)

    async def run() -> None:
        bot, person = BotSeat("greedy"), MySeat("A")
        orders: list[list[SeatWish]] = [[bot, person], [person, bot]]
        tables = [new_desk(Setup(), seats).table for seats in orders]
        live = Live(next(one for one in tables if one.driver(one.awaited or 0) == "bot"))
        live.elsewhere["another process"] = Crowd(frozenset(), spectators)
        wishes: asyncio.Queue[Wish] = asyncio.Queue()
        async with automation(tmp_path) as automatic:
            automatic.attend(live, lambda _, wish: wishes.put_nowait(wish))
            await asyncio.wait_for(wishes.get(), PATIENCE)

    asyncio.run(run())
    (pause,) = slept
    # What was thought meanwhile counts.
    assert pause <= spectators / TOLD_PER_SECOND
    assert (pause > 40) == (spectators == 50 * TOLD_PER_SECOND)
