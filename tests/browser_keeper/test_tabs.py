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
    for one in screens:
        await one.until(lambda: all(screen.view["number"] >= last for screen in screens))


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


def test_whoever_joins_while_something_is_stored_sees_it() -> None:
    async def run() -> None:
        device = Device()
        table = await device.make([ME, ME], first=0)
        screen = await device.screen(table)
        late = await device.screen()
        # The log is read before the entry is stored, and given back after it.
        real, gate = device.shelf.entries, asyncio.Event()

        async def slow(table: str) -> list[bytes]:
            found = await real(table)
            await gate.wait()
            return found

        device.shelf.entries = slow  # type: ignore[method-assign]
        mark = late.send(type="join", table=table)
        await asyncio.sleep(0.01)
        await screen.act(Random(1))
        gate.set()
        await late.until(lambda: late.answer_to(mark))
        assert late.view["events"] == screen.view["events"] != []

    asyncio.run(run())


def test_a_screen_that_is_gone_keeps_nobody_from_seeing() -> None:
    async def run() -> None:
        device = Device()
        table = await device.make([ME, BOT], first=0)
        screen = await device.screen(table)

        def gone(text: str) -> None:
            if '"update"' in text:
                raise RuntimeError("the port is closed")

        line = device.keeper.connect(gone)
        line.receive('{"type": "hello"}')
        line.receive(json.dumps({"type": "join", "table": table}))
        live = device.keeper.tables.live[table]
        while len(live.followers) < 2:
            await asyncio.sleep(0)
        await screen.act(Random(1))
        await screen.until(lambda: screen.turn == 0 and len(screen.view["events"]) > 1)
        assert list(live.followers) == [screen.line]

    asyncio.run(run())


def test_a_line_follows_so_many_tables_and_no_more() -> None:
    async def run() -> None:
        device = Device()
        screen = await device.screen()
        tables = [await device.make([ME, ME]) for _ in range(9)]
        answers = [await screen.ask(type="join", table=table) for table in tables]
        assert [answer["type"] for answer in answers] == ["table"] * 8 + ["refused"]
        assert (await screen.ask(type="join", table=tables[0]))["type"] == "table"
        await screen.ask(type="leave", table=tables[0])
        assert (await screen.ask(type="join", table=tables[8]))["type"] == "table"
        screen.line.close()
        assert not device.keeper.tables.live

    asyncio.run(run())


def test_a_table_that_is_left_while_it_is_read_is_put_out_of_memory() -> None:
    async def run() -> None:
        device = Device()
        table = await device.make([ME, ME])
        screen = await device.screen(table)
        device.keeper.changed(table)
        await asyncio.sleep(0)
        assert device.keeper.tables.live[table].lock.locked()
        screen.line.close()
        assert table in device.keeper.tables.live
        while device.keeper.tables.live:
            await asyncio.sleep(0)
        device.keeper.changed(table)
        assert not device.keeper.tables.live

    asyncio.run(run())
