"""Whole games on a device, by messages alone."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from taupes.rules import PRESETS, parse_record
from taupes.table.fairness import verify
from tests.browser_keeper.device import Device, NoMinds, Screen, SlowMinds
from tests.browser_keeper.shelf import MemoryShelf

ME = {"who": "me"}
BOT = {"who": "bot", "level": "pup"}
GREEDY = {"who": "bot", "level": "greedy"}


async def finished(device: Device, seats: list[dict[str, Any]], **setup: Any) -> tuple[Screen, str]:
    """A game played to its end."""
    table = await device.make(seats, **setup)
    screen = await device.screen(table)
    await screen.play(Random(3))
    return screen, table


@pytest.mark.parametrize(
    ("preset", "seats"), [(preset, 2 + n % 3) for n, preset in enumerate([*sorted(PRESETS), "web"])]
)
def test_a_whole_game_leads_to_a_record_whose_discs_are_proved(preset: str, seats: int) -> None:
    async def run() -> None:
        device = Device()
        others = [GREEDY, BOT, BOT][: seats - 1]
        screen, table = await finished(device, [ME, *others], preset=preset)
        assert screen.view["stage"] == "over"
        status, record = await device.ask("GET", f"/api/records/{table}")
        assert status == 200
        parsed = parse_record(record)
        assert parsed.outcome is not None
        assert verify(parsed).fair is True
        status, found = await device.ask("POST", "/api/records/check", record)
        assert (status, found["ok"], found["fair"]) == (200, True, True)
        # What was shown on the way is what is kept.
        status, kept = await device.ask("GET", f"/api/tables/{table}/entries?limit=200&since=1")
        assert kept == screen.entries[:200]
        assert len(screen.view["events"]) == len(record["events"])

    asyncio.run(run())


def test_several_people_on_one_screen_and_their_own_numbers() -> None:
    async def run() -> None:
        device = Device()
        table = await device.make([{**ME, "name": "Ada"}, {"who": "open"}], start=False)
        screen = await device.screen(table)
        assert screen.heard[-1]["type"] == "presence"
        sat = await screen.ask(type="sit", table=table, seat=1, name="Bob", nonce="ab" * 8)
        assert sat["type"] == "update"
        assert screen.view["you"] == [0, 1]
        await screen.ask(type="mix", table=table, seat=0, nonce="cd" * 8)
        await screen.ask(type="start", table=table)
        await screen.play(Random(1))
        _, record = await device.ask("GET", f"/api/records/{table}")
        assert [nonce["source"] for nonce in record["fairness"]["nonces"]] == ["player"] * 2
        assert verify(parse_record(record)).fair is True

    asyncio.run(run())


def test_bots_alone_play_while_somebody_looks() -> None:
    async def run() -> None:
        device = Device()
        table = await device.make([BOT, BOT, BOT])
        assert not device.keeper.tables.live
        screen = await device.screen(table)
        await screen.until(lambda: screen.view["number"] >= 5)
        await screen.ask(type="leave", table=table)
        while device.keeper.tables.live:
            await asyncio.sleep(0)
        count = len(device.shelf.goods.logs[table])
        for _ in range(50):
            await asyncio.sleep(0)
        assert len(device.shelf.goods.logs[table]) == count
        again = await device.screen(table, since=count)
        await again.until(lambda: len(device.shelf.goods.logs[table]) > count)
        assert again.answer_to(again.heard[1]["id"])

    asyncio.run(run())


def test_one_undoes_and_the_bots_answer_goes_too() -> None:
    async def run() -> None:
        device = Device()
        table = await device.make([ME, BOT], first=0)
        screen = await device.screen(table)
        await screen.act(Random(1))
        await screen.until(lambda: screen.turn == 0 and len(screen.view["events"]) >= 2)
        before = len(screen.view["events"])
        undone = await screen.ask(type="ask", table=table, seat=0, what="undo")
        assert undone["type"] == "update"
        assert len(screen.view["events"]) < before
        _, view = await device.ask("GET", f"/api/tables/{table}")
        assert view["events"] == screen.view["events"]

    asyncio.run(run())


def test_a_hint_is_given_beside_the_game() -> None:
    async def run() -> None:
        minds = SlowMinds()
        device = Device(minds=minds)
        table = await device.make([ME, BOT], first=0)
        screen = await device.screen(table)
        mark = screen.send(type="hint", table=table, seat=0)
        await minds.asked.wait()
        second = await screen.ask(type="hint", table=table, seat=0)
        assert second["code"] == "too_fast"
        # The line goes on while a bot thinks.
        assert (await screen.ask(type="ping"))["type"] == "pong"
        minds.gate.set()
        hint = await screen.until(lambda: screen.answer_to(mark))
        assert hint["type"] == "hint"
        assert hint["action"]["type"] == "place"
        assert (await screen.ask(type="hint", table=table, seat=1))["code"] == "not_your_seat"

    asyncio.run(run())


def test_without_minds_somebody_acts_all_the_same_and_no_hint_is_given() -> None:
    async def run() -> None:
        device = Device(minds=NoMinds())
        screen, table = await finished(device, [ME, GREEDY])
        assert screen.view["stage"] == "over"
        by = {e["by"] for entry in screen.entries for e in entry["events"] if e["type"] == "acted"}
        assert "auto" in by
        other = await device.make([ME, BOT], first=0)
        again = await device.screen(other)
        for _ in range(2):
            assert (await again.ask(type="hint", table=other, seat=0))["code"] == "no_hint"
        _, record = await device.ask("GET", f"/api/records/{table}")
        assert (await device.ask("POST", "/api/analyse", {"record": record}))[0] == 422

    asyncio.run(run())


def test_there_is_one_rematch_however_often_it_is_asked_for() -> None:
    async def run() -> None:
        shelf = MemoryShelf()
        device, other = Device(shelf), Device(shelf, chance=8)
        screen, table = await finished(device, [ME, BOT])
        twin = await other.screen(table)
        marks = [one.send(type="rematch", table=table) for one in (screen, twin, screen)]
        await screen.until(lambda: screen.answer_to(marks[0]) and screen.answer_to(marks[2]))
        await twin.until(lambda: twin.answer_to(marks[1]))
        _, view = await device.ask("GET", f"/api/tables/{table}")
        assert view["rematch"].startswith("d-")
        assert set(shelf.goods.logs) == {table, view["rematch"]}
        again = await device.screen(view["rematch"])
        assert again.view["stage"] == "open"
        assert (await again.ask(type="start", table=view["rematch"]))["type"] == "update"
        assert again.view["fairness"]["commitment"] != screen.view["fairness"]["commitment"]

    asyncio.run(run())


def test_time_runs_out_and_a_stand_in_plays() -> None:
    async def run() -> None:
        device = Device()
        clock = {"kind": "move", "seconds": 5}
        table = await device.make([ME, BOT], first=0, clock=clock)
        device.clock.now += 3_600_000  # type: ignore[attr-defined]
        screen = await device.screen(table)
        await screen.until(lambda: screen.view["seats"][0]["away"])
        assert (await screen.ask(type="back", table=table, seat=0))["type"] in ("refused", "update")
        await screen.until(lambda: len(screen.view["events"]) >= 1)

    asyncio.run(run())


def test_a_message_sent_twice_happens_once() -> None:
    async def run() -> None:
        device = Device(minds=SlowMinds())
        table = await device.make([ME, {**ME, "name": "Bob"}], first=0)
        screen = await device.screen(table)
        cell = screen.view["position"]["legal"][0]["cells"][0]
        act = {"type": "act", "seat": 0, "action": {"type": "place", "cell": cell}, "id": "x"}
        for _ in range(3):
            screen.line.receive(json.dumps({**act, "table": table}))
        await screen.until(lambda: sum(m["type"] == "done" for m in screen.heard) == 2)
        assert len(screen.view["events"]) == 1

    asyncio.run(run())


def test_the_command_verifies_a_devices_record(tmp_path: Path) -> None:
    async def run() -> dict[str, Any]:
        device = Device()
        _, table = await finished(device, [ME, BOT])
        return dict((await device.ask("GET", f"/api/records/{table}"))[1])

    record = asyncio.run(run())
    draw = next(event for event in record["events"] if event["type"] == "draw")
    for disc, fair in ((draw["disc"], True), (draw["disc"] % 4 + 1, False)):
        draw["disc"] = disc
        (tmp_path / "game.json").write_text(json.dumps(record), "utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "taupes", "verify", "--json", str(tmp_path / "game.json")],
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode == 0) == fair, done
        if fair:
            assert json.loads(done.stdout)["fair"] is True


def test_a_bot_is_asked_once_however_many_come_and_look() -> None:
    async def run() -> None:
        minds = SlowMinds()
        device = Device(minds=minds)
        table = await device.make([BOT, ME], first=0)
        screens = [await device.screen(table) for _ in range(3)]
        await screens[0].ask(type="say", table=table, seat=1, text="take your time")
        await minds.asked.wait()
        before = minds.count
        late = await device.screen(table)
        await asyncio.sleep(0.01)
        assert minds.count == before
        minds.gate.set()
        await late.until(lambda: all(one.turn == 1 for one in (*screens, late)))
        assert len(late.view["events"]) == 1

    asyncio.run(run())


def test_a_record_stays_listed_when_something_changes_after_the_game() -> None:
    async def run() -> None:
        device = Device()
        screen, table = await finished(device, [ME, BOT])
        _, before = await device.ask("GET", "/api/records")
        assert (await screen.ask(type="set_chat", table=table, chat="off"))["type"] == "update"
        _, after = await device.ask("GET", "/api/records")
        assert [line["record"] for line in after] == [table]
        assert after[0]["result"] == before[0]["result"]
        assert after[0]["you"] == before[0]["you"] == [0]

    asyncio.run(run())
