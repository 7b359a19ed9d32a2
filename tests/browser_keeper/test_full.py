"""A shelf that is full, or fails: a clear word, and nothing lost."""

import asyncio
import json
from random import Random
from typing import Any

import pytest

from taupes.browser import automation
from tests.browser_keeper.device import Device, SlowMinds

ME = {"who": "me"}
BOT = {"who": "bot", "level": "pup"}


def test_a_move_that_finds_no_room_has_not_happened_and_can_be_made_later() -> None:
    async def run() -> None:
        device = Device()
        table = await device.make([ME, ME], first=0)
        screen = await device.screen(table)
        before = json.dumps(screen.view)
        device.shelf.is_full = True
        cell = screen.view["position"]["legal"][0]["cells"][0]
        act: dict[str, Any] = {"type": "act", "table": table, "seat": 0, "id": "one"}
        act["action"] = {"type": "place", "cell": cell}
        answer = await screen.ask(**act)
        assert (answer["type"], answer["code"]) == ("refused", "device_full")
        assert "room" in answer["sentence"]
        assert json.dumps(screen.view) == before
        _, view = await device.ask("GET", f"/api/tables/{table}")
        assert view["events"] == []
        device.shelf.is_full = False
        screen.heard.clear()
        assert (await screen.ask(**act))["type"] == "update"

    asyncio.run(run())


def test_a_bots_move_that_finds_no_room_is_said_and_made_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(automation, "_FULL", 0.01)

    async def run() -> None:
        minds = SlowMinds()
        device = Device(minds=minds)
        table = await device.make([BOT, ME], first=0)
        screen = await device.screen(table)
        await minds.asked.wait()
        device.shelf.is_full = True
        minds.gate.set()
        said = await screen.until(
            lambda: next((m for m in screen.heard if m["type"] == "refused"), None)
        )
        assert (said["code"], said["table"]) == ("device_full", table)
        calls = device.shelf.calls
        while device.shelf.calls < calls + 3:
            await asyncio.sleep(0.005)
        assert sum(m["type"] == "refused" for m in screen.heard) == 1
        device.shelf.is_full = False
        await screen.until(lambda: screen.turn == 1)

    asyncio.run(run())


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_nothing_new_is_begun_without_room(language: str) -> None:
    async def run() -> None:
        device = Device()
        table = await device.make([BOT, BOT])
        screen = await device.screen(table)
        await screen.play(Random(1))
        _, record = await device.ask("GET", f"/api/records/{table}")
        device.shelf.is_full = True
        wish = {"seats": [ME, BOT], "start": True}
        for path, body in (("/api/tables", wish), ("/api/records", record)):
            status, no = await device.ask("POST", path, body, language)
            assert (status, no["code"]) == (507, "device_full")
            assert len(no["sentence"]) > 40
        answer = await screen.ask(type="rematch", table=table)
        assert answer["code"] == "device_full"
        assert list(device.shelf.goods.logs) == [table]
        # What is there can still be read, and deleting makes room.
        assert (await device.ask("GET", f"/api/records/{table}"))[1] == record
        assert (await device.ask("DELETE", f"/api/records/{table}"))[0] == 200
        assert not device.shelf.goods.logs

    asyncio.run(run())


def test_an_entry_that_may_be_stored_is_looked_for_before_anything_else(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def run() -> None:
        device = Device()
        table = await device.make([ME, ME], first=0)
        screen = await device.screen(table)
        device.shelf.fault = OSError("the transaction was aborted, or was it?")
        cell = screen.view["position"]["legal"][0]["cells"][0]
        act: dict[str, Any] = {"type": "act", "table": table, "seat": 0, "id": "one"}
        act["action"] = {"type": "place", "cell": cell}
        assert (await screen.ask(**act))["code"] == "try_again"
        device.shelf.fault = None
        screen.heard.clear()
        # It was stored after all: sent again with its id, it happens once.
        answer = await screen.ask(**act)
        assert answer["type"] == "done"
        assert len(screen.view["events"]) == 1
        assert len(device.shelf.goods.logs[table]) == 2

    asyncio.run(run())
    assert "OSError at " in caplog.text
    assert "transaction" not in caplog.text


def test_what_is_damaged_is_said_and_harms_nothing_else() -> None:
    async def run() -> None:
        device = Device()
        bad, good = await device.make([ME, ME]), await device.make([ME, ME])
        device.shelf.goods.logs[bad][0] = b'{"number": 1, "at": 0, "events": []}'
        device.shelf.goods.logs["d-torn"] = [b"{", b""]
        screen = await device.screen()
        for table in (bad, "d-torn"):
            answer = await screen.ask(type="join", table=table)
            assert (answer["type"], answer["code"]) == ("refused", "device_fault")
            assert (await device.ask("GET", f"/api/tables/{table}"))[0] == 500
        assert (await screen.ask(type="join", table=good))["type"] == "table"
        assert len((await device.ask("GET", "/api/me/tables"))[1]) == 2
        status, export = await device.ask("GET", "/api/me/export")
        assert (status, [one["table"] for one in export["tables"]]) == (200, [good])
        device.shelf.goods.lines[bad] = b'{"created": 1, "table": '
        device.shelf.goods.brought["d-record"] = (1, b"\xff", b"{}")
        assert [one["table"] for one in (await device.ask("GET", "/api/me/tables"))[1]] == [good]
        assert await device.ask("GET", "/api/records") == (200, [])
        assert (await device.ask("DELETE", "/api/me"))[1] == {"erased": 3}

    asyncio.run(run())


def test_after_a_failure_nothing_is_decided_by_what_was_known_before() -> None:
    async def run() -> None:
        device = Device()
        table = await device.make([ME, ME], first=0)
        screen = await device.screen(table)
        first, second = screen.view["position"]["legal"][0]["cells"][:2]
        device.shelf.fault = OSError("stored, but nobody was told")
        act: dict[str, Any] = {"type": "act", "table": table}
        no = await screen.ask(**act, seat=0, action={"type": "place", "cell": first})
        assert no["code"] == "try_again"
        device.shelf.fault = None
        # By what was known before, it would not be their turn.
        answer = await screen.ask(**act, seat=1, action={"type": "place", "cell": second})
        assert answer["type"] == "update", answer
        assert len(screen.view["events"]) == 2

    asyncio.run(run())
