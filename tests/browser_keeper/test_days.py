"""The stack of the day on a device: by date, once, for oneself."""

import asyncio
from random import Random

import pytest

from taupes.rules import parse_record
from taupes.table.day import day_at, day_before, end_of, open_seed
from taupes.table.fairness import commitment_of, verify
from tests.browser_keeper.device import NOON, Clock, Device, NoMinds
from tests.browser_keeper.shelf import MemoryShelf

TODAY = day_at(NOON)
THURSDAY = end_of("2026-11-19") - 3_600_000


class Thursday(Clock):
    """A day on which bots need no engine."""

    def __init__(self) -> None:
        self.now = THURSDAY


async def played(device: Device, seed: int) -> str:
    """Today's game, played to the end."""
    _, view = await device.ask("POST", "/api/days/today", {"name": "Ada"})
    screen = await device.screen(view["table"])
    await screen.play(Random(seed))
    await screen.until(lambda: screen.view["fairness"]["seed"] is not None)
    return str(view["table"])


def test_a_day_is_told_before_during_and_after() -> None:
    async def run() -> None:
        device = Device(clock=Thursday())
        _, info = await device.ask("GET", "/api/days/today")
        assert (info["day"], info["counted"], info["table"]) == ("2026-11-19", False, None)
        assert info["seed"] == open_seed("2026-11-19")
        assert info["commitment"] == commitment_of(info["seed"])
        table = await played(device, 1)
        _, info = await device.ask("GET", "/api/days/2026-11-19")
        assert (info["table"], info["stage"]) == (table, "over")
        own = info["yours"]
        assert (own["name"], own["you"], own["record"]) == ("Ada", True, table)
        assert own["holes"] == sum(home for home, _ in own["course"])
        _, record = await device.ask("GET", f"/api/records/{table}")
        assert verify(parse_record(record)).fair

    asyncio.run(run())


def test_the_same_game_on_every_device() -> None:
    async def run() -> None:
        records = []
        for seed in (1, 1, 2):
            device = Device(clock=Thursday(), chance=seed * 99)
            table = await played(device, seed)
            records.append((await device.ask("GET", f"/api/records/{table}"))[1])
        assert records[0] == records[1] != records[2]
        assert records[0]["orientations"] == records[2]["orientations"]

    asyncio.run(run())


def test_two_tabs_play_one_game() -> None:
    async def run() -> None:
        shelf, clock = MemoryShelf(), Thursday()
        tabs = [Device(shelf, clock=clock), Device(shelf, clock=clock)]
        wish = {"name": "Ada"}
        both = await asyncio.gather(*(tab.ask("POST", "/api/days/today", wish) for tab in tabs))
        assert {(status, view["table"]) for status, view in both} == {(201, "d-day-2026-11-19")}
        clock.now = end_of("2026-11-19")
        _, view = await tabs[0].ask("POST", "/api/days/today", wish)
        assert view["table"] == "d-day-2026-11-20"

    asyncio.run(run())


def test_no_undo_and_no_hint() -> None:
    async def run() -> None:
        device = Device(clock=Thursday())
        _, view = await device.ask("POST", "/api/days/today", {})
        screen = await device.screen(view["table"])
        assert (await screen.ask(type="hint", table=view["table"], seat=0))["code"] == "counted"
        undo = await screen.ask(type="ask", table=view["table"], seat=0, what="undo")
        assert undo["code"] == "counted"

    asyncio.run(run())


def test_a_bot_that_cannot_be_asked_is_asked_again_and_nobody_moves_for_it() -> None:
    async def run() -> None:
        device = Device(clock=Thursday(), minds=NoMinds())
        table = (await device.ask("POST", "/api/days/today", {}))[1]["table"]
        screen = await device.screen(table)
        if screen.view["position"]["turn"] == 0:
            await screen.act(Random(1))
        live = device.keeper.tables.live[table]
        while live.retry is None:
            await asyncio.sleep(0)
        assert all(event["player"] == 0 for event in screen.view["events"])

    asyncio.run(run())


@pytest.mark.parametrize("day", [day_before(TODAY, -1), day_before(TODAY, 40), "someday", ""])
def test_what_is_no_day_is_refused(day: str) -> None:
    async def run() -> None:
        status, refusal = await Device().ask("GET", f"/api/days/{day}")
        assert (status, refusal["code"]) == (404, "no_such_day")

    asyncio.run(run())
