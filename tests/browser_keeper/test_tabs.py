"""Several tabs at one shelf: nobody harms anybody."""

import asyncio
import json
from functools import partial
from random import Random

import pytest

from taupes.browser import automation
from taupes.rules import parse_record
from taupes.table.fairness import verify
from tests.browser_keeper.device import NOON, Device, Locks, Screen, SlowMinds, TabLeads
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


def _tell(tabs: list[Device], table: str) -> None:
    for tab in tabs:
        tab.keeper.changed(table)


def led_tabs(count: int = 2) -> tuple[list[Device], list[SlowMinds], Locks]:
    """Tabs that know who of them leads, and whose bots wait until they are let think."""
    locks, goods = Locks(), MemoryShelf().goods
    minds = [SlowMinds() for _ in range(count)]
    devices = [
        Device(MemoryShelf(goods), mind, chance=n, leads=TabLeads(locks))
        for n, mind in enumerate(minds)
    ]
    for one in devices:
        one.shelf.on_stored = partial(_tell, [other for other in devices if other is not one])
    return devices, minds, locks


def test_only_the_tab_that_leads_lets_bots_think() -> None:
    async def run() -> None:
        devices, minds, locks = led_tabs(3)
        for mind in minds:
            mind.gate.set()
        table = await devices[0].make([ME, BOT, BOT])
        screens = [await device.screen(table) for device in devices]
        for number in range(6):
            # Whoever acts, the first tab thinks.
            await screens[number % 3].until(lambda n=number: screens[n % 3].turn is not None)  # type: ignore[misc]
            await alike(*screens)
            await screens[number % 3].act(Random(number))
        assert minds[0].count > 3
        assert [mind.count for mind in minds[1:]] == [0, 0]
        assert locks.queues[table] == [device.keeper.tables.leads for device in devices]

    asyncio.run(run())


def test_when_the_leader_goes_another_tab_thinks_on() -> None:
    async def run() -> None:
        devices, minds, locks = led_tabs()
        table = await devices[0].make([BOT, ME], first=0)
        first, second = [await device.screen(table) for device in devices]
        await minds[0].asked.wait()
        assert not minds[1].asked.is_set()
        # A tab that dies says nothing: its locks are gone, and that is all.
        devices[1].shelf.on_stored = None
        leads = devices[0].keeper.tables.leads
        assert leads is not None
        leads.leave(table)
        minds[1].gate.set()
        await second.until(lambda: second.turn == 1)
        assert len(devices[1].shelf.goods.logs[table]) == 2
        assert first.turn is None
        second.line.close()
        assert locks.queues[table] == []

    asyncio.run(run())


def test_a_leader_that_sleeps_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(automation, "PATIENCE", -automation.SECONDS)

    async def run() -> None:
        devices, minds, locks = led_tabs()
        table = await devices[0].make([BOT, ME], first=0)
        await devices[0].screen(table)
        await minds[0].asked.wait()
        devices[0].keeper.tables.attend = lambda _: None  # whatever happens there is too late
        second = await devices[1].screen(table)
        minds[1].gate.set()
        await second.until(lambda: second.turn == 1)
        assert locks.queues[table][0] is devices[1].keeper.tables.leads
        # It wakes up, finds that its move is made, and follows.
        minds[0].gate.set()
        await second.act(Random(1))
        await second.until(lambda: second.turn == 1)
        assert minds[0].count == 1

    asyncio.run(run())


def test_time_is_up_at_the_leader_or_a_little_later_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(automation, "PATIENCE", 0)

    async def run() -> None:
        devices, _, _ = led_tabs()
        table = await devices[0].make([ME, ME], clock={"kind": "move", "seconds": 10})
        await devices[0].screen(table)
        # The leader sleeps: its timer never rings.
        devices[0].keeper.tables.live[table].stop()
        devices[0].keeper.tables.attend = lambda _: None
        devices[1].clock.now = NOON + 60_000  # type: ignore[attr-defined]
        second = await devices[1].screen(table)
        await second.until(lambda: second.is_over or second.view["events"])

    asyncio.run(run())


def test_a_table_that_is_deleted_or_left_is_led_no_more() -> None:
    async def run() -> None:
        devices, _, locks = led_tabs()
        table = await devices[0].make([ME, ME])
        screens = [await device.screen(table) for device in devices]
        screens[0].line.close()
        assert locks.queues[table] == [devices[1].keeper.tables.leads]
        await screens[1].ask(type="close", table=table)
        await devices[1].ask("DELETE", f"/api/records/{table}")
        assert locks.queues[table] == []
        screens[1].line.close()
        assert locks.queues[table] == []

    asyncio.run(run())


def test_tabs_that_cannot_know_who_leads_both_let_the_bot_think_and_it_acts_once() -> None:
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
