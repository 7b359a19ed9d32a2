"""A tab killed at any moment: what was shown is there again, and the game goes on."""

import asyncio
import json
from collections.abc import Coroutine
from random import Random
from typing import Any

import pytest

from taupes.rules import parse_record
from taupes.table.fairness import verify
from tests.browser_keeper.device import Device, Screen
from tests.browser_keeper.shelf import Goods, MemoryShelf, When

TOKEN = "t1.somebody.elsewhere"  # noqa: S105 - it opens nothing

SEATS = [{"who": "me"}, {"who": "bot", "level": "pup"}, {"who": "bot", "level": "pup"}]


async def played(shelf: MemoryShelf, screens: list[Screen]) -> None:
    """A game from its making to its end, and its rematch asked for."""
    device = Device(shelf)
    table = await device.make(SEATS)
    screen = await device.screen(table)
    screens.append(screen)
    await screen.play(Random(5))
    await screen.ask(type="rematch", table=table)


async def until_killed(shelf: MemoryShelf, work: Coroutine[Any, Any, None]) -> None:
    """Let somebody play until the shelf does not come back."""
    playing = asyncio.create_task(work)
    killed = asyncio.create_task(shelf.stopped.wait())
    await asyncio.wait({playing, killed}, return_when=asyncio.FIRST_COMPLETED)
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        task.cancel()
    if playing.done() and not playing.cancelled():
        playing.result()


def all_calls() -> int:
    async def run() -> int:
        shelf = MemoryShelf()
        await played(shelf, [])
        return shelf.calls

    return asyncio.run(run())


CALLS = 401
"""Of the shelf, in the game above; a test looks whether that is so."""

MOMENTS = sorted({*range(1, 10), *range(20, CALLS, 60), *range(CALLS - 6, CALLS + 1)})


def test_the_moments_reach_from_the_first_call_to_the_last() -> None:
    assert all_calls() == CALLS


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("moment", MOMENTS)
def test_nothing_that_was_shown_is_lost(moment: int, when: When) -> None:
    goods = Goods()
    screens: list[Screen] = []

    async def first() -> None:
        shelf = MemoryShelf(goods)
        shelf.stop_at = (moment, when)
        await until_killed(shelf, played(shelf, screens))

    asyncio.run(first())

    async def second() -> None:
        device = Device(MemoryShelf(goods), chance=9)
        status, mine = await device.ask("GET", "/api/me/tables")
        assert status == 200
        assert {line["table"] for line in mine} == set(goods.logs)
        for line in mine:
            assert line["stage"] == goods.stages[line["table"]]
        if not screens:
            return
        shown = screens[0]
        table = shown.view["table"] if shown.view else mine[0]["table"]
        # At most the one entry that was on its way is there and was not seen.
        number = shown.view.get("number", 0)
        assert number <= len(goods.logs[table]) <= number + 1
        again = await device.screen(table)
        _, kept = await device.ask("GET", f"/api/tables/{table}/entries?since=1")
        assert kept[: len(shown.entries)] == shown.entries[:200]
        assert again.view["number"] >= number
        if again.view["stage"] == "over":
            _, listed = await device.ask("GET", "/api/records")
            assert [line["record"] for line in listed] == [table]
        if moment in (4, MOMENTS[-3]):
            await again.play(Random(8))
            _, record = await device.ask("GET", f"/api/records/{table}")
            assert verify(parse_record(record)).fair is True

    asyncio.run(second())


def test_a_page_that_comes_back_is_sent_what_it_missed() -> None:
    async def run() -> None:
        device = Device()
        table = await device.make(SEATS)
        screen = await device.screen(table)
        seen = json.loads(json.dumps(screen.view))
        await screen.play(Random(2), until=lambda: screen.view["number"] > 12)
        screen.line.close()
        back = Screen(device)
        await back.ask(type="hello", token=TOKEN)
        assert back.heard[0]["token"] == TOKEN
        back.view = seen
        since = seen["number"]
        update = await back.ask(type="join", table=table, since=since)
        assert update["type"] == "update"
        assert update["entries"][0]["number"] == since + 1
        assert back.view["events"][: len(screen.view["events"])] == screen.view["events"]
        other = Screen(device)
        await other.ask(type="hello")
        await back.until(lambda: back.turn is not None)
        last = len(device.shelf.goods.logs[table])
        assert (await other.ask(type="join", table=table, since=last))["type"] == "done"
        assert (await other.ask(type="join", table=table, since=10_000))["type"] == "table"

    asyncio.run(run())
