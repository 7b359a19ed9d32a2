"""Several tabs at one shelf: nobody harms anybody."""

import asyncio
import json
from random import Random

from taupes.rules import parse_record
from taupes.table.fairness import verify
from tests.browser_keeper.device import Device, Screen, SlowMinds
from tests.browser_keeper.shelf import MemoryShelf

ME = {"who": "me"}
BOT = {"who": "bot", "level": "pup"}


def tabs() -> tuple[Device, Device]:
    """Two tabs that tell each other what they have stored."""
    one = Device(MemoryShelf())
    two = Device(MemoryShelf(one.shelf.goods), chance=8)
    one.shelf.on_stored = two.keeper.changed
    two.shelf.on_stored = one.keeper.changed
    return one, two


async def alike(*screens: Screen) -> None:
    """Wait until all screens show the same."""
    last = max(screen.view["number"] for screen in screens)
    for screen in screens:
        await screen.until(lambda screen=screen: screen.view["number"] >= last)


def test_two_tabs_play_one_game_at_once() -> None:
    async def run() -> None:
        one, two = tabs()
        table = await one.make([ME, BOT, ME])
        first, second = await one.screen(table), await two.screen(table)
        rng = Random(4)
        while not (first.is_over or second.is_over):
            await first.until(lambda: first.is_over or first.turn is not None)
            await alike(first, second)
            if first.is_over or first.turn is None or second.turn is None:
                continue
            # Both at the same moment: one of them is told that the game has moved on.
            answers = await asyncio.gather(first.act(rng), second.act(rng))
            assert [a["type"] for a in answers].count("update") == 1, answers
            assert {a.get("code") for a in answers} - {None} <= {"stale", "not_playing"}
        await alike(first, second)
        assert first.view["events"] == second.view["events"]
        log = [json.loads(body) for body in one.shelf.goods.logs[table]]
        assert [entry["number"] for entry in log] == list(range(1, len(log) + 1))
        _, record = await two.ask("GET", f"/api/records/{table}")
        assert verify(parse_record(record)).fair is True

    asyncio.run(run())


def test_a_tab_that_heard_nothing_catches_up_when_it_acts() -> None:
    async def run() -> None:
        one = Device()
        two = Device(MemoryShelf(one.shelf.goods), chance=8)
        table = await one.make([ME, ME], first=0)
        first, second = await one.screen(table), await two.screen(table)
        await first.act(Random(1))
        await first.act(Random(2))
        assert second.view["events"] == []
        answer = await second.act(Random(3))
        assert answer["code"] == "stale"
        assert second.view["events"] == first.view["events"]
        assert (await second.act(Random(3)))["type"] == "update"

    asyncio.run(run())


def test_both_let_the_bot_think_and_it_acts_once() -> None:
    async def run() -> None:
        goods = MemoryShelf().goods
        minds = [SlowMinds(), SlowMinds()]
        one, two = (Device(MemoryShelf(goods), mind, chance=n) for n, mind in enumerate(minds))
        table = await one.make([BOT, ME], first=0)
        first, second = await one.screen(table), await two.screen(table)
        for mind in minds:
            await mind.asked.wait()
            mind.gate.set()
        await first.until(lambda: first.turn == 1)
        await second.until(lambda: second.turn == 1)
        assert len(goods.logs[table]) == 2
        assert first.view["events"] == second.view["events"]

    asyncio.run(run())


def test_a_table_deleted_in_one_tab_is_gone_in_the_other() -> None:
    async def run() -> None:
        one, two = tabs()
        table = await one.make([ME, ME])
        first, second = await one.screen(table), await two.screen(table)
        assert (await one.ask("DELETE", f"/api/records/{table}"))[1]["code"] == "still_playing"
        assert (await first.ask(type="close", table=table))["type"] == "update"
        await second.until(lambda: second.is_over)
        assert await one.ask("DELETE", f"/api/records/{table}") == (200, {"ok": True})
        assert first.heard[-1]["code"] == "no_such_table"
        two.keeper.changed(table)
        await second.until(lambda: second.heard[-1].get("code") == "no_such_table")
        answer = await second.ask(type="say", table=table, seat=0, text="hello?")
        assert answer["code"] == "no_such_table"
        assert not one.shelf.goods.logs
        assert (await two.ask("GET", f"/api/tables/{table}"))[0] == 404

    asyncio.run(run())


def test_an_entry_for_a_deleted_table_is_not_stored() -> None:
    async def run() -> None:
        one = Device()
        two = Device(MemoryShelf(one.shelf.goods), chance=8)
        table = await one.make([ME, ME], first=0)
        screen = await two.screen(table)
        await one.keeper.tables.delete(table)
        assert (await screen.act(Random(1)))["code"] == "no_such_table"
        assert not one.shelf.goods.logs

    asyncio.run(run())
