"""What a device answers to requests: as a server does, or in words why not."""

import asyncio
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from taupes.browser.routes import tables as table_routes
from taupes.rules import format_boards, load_boards, parse_record, read_game
from taupes.table.fairness import verify
from tests.browser_keeper.device import Device, NoMinds, Screen

ME = {"who": "me"}
BOT = {"who": "bot", "level": "pup"}
WIRE = Path(__file__).parents[2] / "web" / "src" / "wire"
DOCS = Path(__file__).parents[2] / "docs" / "server.md"
CARDS = ("tables/{table}", "records/{record}", "boards/{name}")


def answers(method: str, path: str, body: Any = None, language: str = "en") -> Any:
    """What a fresh device answers."""
    return asyncio.run(Device().ask(method, path, body, language))


async def game(device: Device) -> tuple[str, dict[str, Any]]:
    """A finished game: its table and its record."""
    table = await device.make([{**ME, "name": "Ada"}, BOT])
    screen = await device.screen(table)
    await screen.play(Random(3))
    return table, (await device.ask("GET", f"/api/records/{table}"))[1]


def test_every_route_that_the_page_asks_for_is_answered() -> None:
    asked = set()
    for file in WIRE.glob("*.ts"):
        for path in re.findall(r"[`'](/api/[^`'?]*)", file.read_text("utf-8")):
            if path != "/api/socket":
                asked.add(re.sub(r"\$\{[^}]*\}", "classic", path).rstrip("$"))
    assert {"/api/tables", "/api/me/tables", "/api/analyse", "/api/boards/check"} <= asked
    for path in sorted(asked):
        codes = set()
        for method in ("GET", "POST"):
            status, body = answers(method, path)
            assert status != 500, path
            codes.add(body.get("code") if isinstance(body, dict) else None)
        assert codes != {"not_found"}, path


def test_every_documented_route_is_a_devices_too_or_a_servers_alone() -> None:
    servers = {"GET /api/print", "POST /api/print", "GET /api/tables", "GET /api/ready"}
    servers |= {"GET /api/push", "DELETE /api/me/push/{device}", "GET /api/tables/{table}/push"}
    servers |= {"GET /api/me/handover", "POST /api/me/handover", "POST /api/handovers"}
    servers |= {f"GET /api/{kind}/card" for kind in CARDS}
    documented = re.findall(r"^\| `(GET|POST|DELETE) (/api/[^`?]+)", DOCS.read_text("utf-8"), re.M)
    assert len(documented) > 25
    for method, path in documented:
        real = path.replace("{language}", "fr").replace("{name}", "classic")
        status, body = answers(method, real)
        code = body.get("code") if isinstance(body, dict) else None
        assert code != "not_found", path
        assert (code == "no_server") == (f"{method} {path}" in servers), path
        assert status == 404 or code != "no_server"


def test_what_hardly_changes() -> None:
    assert answers("POST", "/api/guests", {}) == (201, {"token": "device"})
    assert answers("GET", "/api/health") == (200, {"ok": True})
    status, server = answers("GET", "/api/server")
    assert status == 200
    assert server["limits"]["record_events"] == 5000
    assert "fr" in server["languages"]
    _, bots = answers("GET", "/api/bots?language=fr")
    assert {"pup", "master"} <= {bot["name"] for bot in bots}
    _, rules = answers("GET", "/api/rules?language=de")
    assert {"web"} <= {preset["name"] for preset in rules["presets"]}
    assert answers("GET", "/api/sentences/fr")[0] == 200
    assert answers("GET", "/api/sentences/xx")[1]["code"] == "not_found"
    _, sets = answers("GET", "/api/boards")
    assert sets[0] == answers("GET", f"/api/boards/{sets[0]['name']}")[1]
    assert answers("GET", "/api/boards/nowhere")[1]["code"] == "not_found"
    status, picture = answers("GET", "/api/boards/classic/picture?orientations=0351")
    assert status == 200
    assert picture.startswith("<svg")
    assert answers("GET", "/api/boards/classic/picture?orientations=9")[1]["code"] == "bad_boards"
    for name in ("protocol", "record"):
        assert "$defs" in answers("GET", f"/api/schema/{name}")[1]


def test_refusals_speak_the_readers_language() -> None:
    said = {answers("GET", "/api/tables", language=x)[1]["sentence"] for x in ("en", "fr", "de")}
    assert len(said) == 3


def test_boards_are_checked_and_drawn() -> None:
    boards = format_boards(load_boards("classic"))
    status, found = answers("POST", "/api/boards/check", {"boards": boards, "language": "fr"})
    assert (status, found["ok"]) == (200, True)
    assert answers("POST", "/api/boards/check", {"toml": found["toml"]})[1]["ok"] is True
    assert answers("POST", "/api/boards/check", {"boards": {}})[1]["ok"] is False
    assert answers("POST", "/api/boards/preview", {"boards": boards})[1].startswith("<svg")
    huge = b'{"toml": "' + b"#" * 100_001 + b'"}'
    assert answers("POST", "/api/boards/check", huge)[0] == 413


def test_a_game_is_replayed_tried_weighed_and_written() -> None:
    async def run() -> None:
        device = Device()
        table, record = await game(device)
        status, replayed = await device.ask("POST", "/api/replay", {"record": record})
        assert status == 200
        assert len(replayed["positions"]) == len(record["events"]) + 1
        cell = next(e["cell"] for e in record["events"] if e["type"] == "place")
        wish = {"record": record, "at": 0, "action": {"type": "place", "cell": cell}}
        status, tried = await device.ask("POST", "/api/try", wish)
        assert (status, tried["ok"]) == (200, True)
        status, text = await device.ask("GET", f"/api/records/{table}?format=notation")
        assert status == 200
        assert len(read_game(text).events) == len(record["events"])
        assert (await device.ask("GET", f"/api/records/{table}?format=pdf"))[0] == 422
        begun = {**record, "events": record["events"][:4], "result": None}
        begun.pop("fairness")
        status, analysis = await device.ask("POST", "/api/analyse", {"record": begun})
        assert status == 200, analysis
        assert len(analysis["positions"]) >= 4

    asyncio.run(run())


def test_records_are_taken_home_brought_back_and_deleted() -> None:
    async def run() -> None:
        device, other = Device(), Device(chance=11)
        table, record = await game(device)
        assert (await device.ask("GET", f"/api/tables/{table}/record"))[1] == record
        status, kept = await other.ask("POST", "/api/records", record)
        assert status == 201
        there = kept["record"]
        assert there.startswith("d-")
        assert (await other.ask("GET", f"/api/records/{there}"))[1] == record
        _, listed = await other.ask("GET", "/api/records?limit=100")
        assert [line["record"] for line in listed] == [there]
        assert listed[0]["players"][0]["name"] == "Ada"
        _, mine = await device.ask("GET", f"/api/records?record={table}")
        assert {k: mine[0][k] for k in ("players", "events", "result")} == {
            k: listed[0][k] for k in ("players", "events", "result")
        }
        assert (await device.ask("GET", f"/api/records?before={mine[0]['created']}"))[1] == []
        assert (await device.ask("GET", "/api/records?record=d-none"))[1] == []
        assert (await other.ask("DELETE", f"/api/records/{there}"))[1] == {"ok": True}
        assert (await other.ask("DELETE", f"/api/records/{there}"))[0] == 404
        assert (await other.ask("GET", f"/api/records/{there}"))[1]["code"] == "no_such_record"
        assert (await other.ask("POST", "/api/records", {"format": "x"}))[1]["code"] == "bad_record"
        assert verify(parse_record(record)).fair is True

    asyncio.run(run())


def test_all_that_is_kept_is_handed_out_or_gone() -> None:
    async def run() -> None:
        device = Device()
        table, record = await game(device)
        await device.ask("POST", "/api/records", record)
        screen = await device.screen(table)
        await screen.ask(type="say", table=table, seat=0, text="well played")
        _, export = await device.ask("GET", "/api/me/export")
        assert [one["table"] for one in export["tables"]] == [table]
        assert [one["body"] for one in export["records"]] == [record, record]
        assert [one["text"] for one in export["said"]] == ["well played"]
        assert await device.ask("DELETE", "/api/me") == (200, {"erased": 2})
        assert screen.heard[-1]["code"] == "no_such_table"
        assert (await device.ask("GET", "/api/me/tables"))[1] == []
        assert (await device.ask("GET", "/api/records"))[1] == []

    asyncio.run(run())


def test_a_companion_rules_and_advises() -> None:
    clay: dict[str, Any] = {
        "level": 1,
        "turn": 0,
        "disc": 3,
        "moles": [[[-2, 2], [1, -1]], [[-1, 0]]],
    }
    clay["discs"] = [[1, 2, 2, 3, 4], [1, 2, 2, 3, 3, 4]]
    wish: dict[str, Any] = {"position": clay, "names": ["Ada", "Bob"], "boards": "classic"}
    wish["orientations"] = [0, 3, 5, 1]
    status, found = answers("POST", "/api/companion", wish)
    assert (status, found["problems"], found["phase"]) == (200, [], "move")
    assert found["hint"] is None
    status, advised = answers("POST", "/api/companion", {**wish, "hint": True})
    assert status == 200
    assert {key: advised[key] for key in found if key != "hint"} == {
        key: found[key] for key in found if key != "hint"
    }
    assert advised["hint"]["action"]["type"] == "move"
    assert len(advised["hint"]["choices"]) > 1
    no = asyncio.run(Device(minds=NoMinds()).ask("POST", "/api/companion", {**wish, "hint": True}))
    assert no[1]["code"] == "no_hint"
    assert answers("POST", "/api/companion", {**wish, "names": []})[1]["code"] == "bad_message"


def test_lists_show_first_where_one_is_to_act() -> None:
    async def run() -> None:
        device = Device()
        over, _ = await game(device)
        waits = await device.make([ME, BOT], first=0)
        unbegun = await device.make([ME, {"who": "open"}], start=False)
        _, mine = await device.ask("GET", "/api/me/tables")
        assert [line["table"] for line in mine] == [waits, unbegun, over]
        assert mine[0]["you"] == [0]
        assert "record" not in mine[2]
        assert len((await device.ask("GET", "/api/me/tables?limit=1"))[1]) == 1
        assert (await device.ask("GET", "/api/me/tables?limit=0"))[0] == 422

    asyncio.run(run())


def test_tables_that_nobody_plays_at_go_and_games_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_routes, "UNFINISHED", 3)

    async def run() -> None:
        device = Device()
        played = await device.make([ME, BOT])
        unbegun = await device.make([ME, {"who": "open"}], start=False)
        given_up = await device.make([ME, BOT])
        screen = await device.screen(given_up)
        await screen.ask(type="close", table=given_up)
        screen.line.close()
        await device.make([ME, BOT])
        seen = await device.screen(unbegun)
        status, no = await device.ask("POST", "/api/tables", {"seats": [ME, BOT]})
        assert (status, no["code"]) == (429, "too_many_tables")
        device.clock.now += 3 * 24 * 3600 * 1000  # type: ignore[attr-defined]
        # A table that somebody looks at stays, and counts.
        assert (await device.ask("POST", "/api/tables", {"seats": [ME, BOT]}))[0] == 429
        assert unbegun in device.shelf.goods.logs
        assert given_up not in device.shelf.goods.logs
        seen.line.close()
        fresh = await device.make([ME, BOT])
        left = set(device.shelf.goods.logs)
        assert {played, fresh} <= left
        assert not {unbegun, given_up} & left

    asyncio.run(run())


NONSENSE: list[bytes] = [
    b"",
    b"null",
    b"[]",
    b"{}",
    b"{",
    b"\xff\xfe",
    b'"' + b"x" * 70_000 + b'"',
    b"[" * 5_000,
    b'{"record": {"events": [{}]}, "action": 3, "boards": 7, "seats": 5, "toml": 1}',
    b'{"seats": [{"who": "me"}], "setup": {"boards": "../../etc/passwd"}}',
    b'{"seats": [{"who": "me"}, {"who": "bot", "level": "../x"}]}',
    b'{"seats": [{"who": "me"}, {"who": "me"}], "setup": {"boards": "../../etc/passwd"}}',
    b"1" * 1_000_001,
]


@pytest.mark.parametrize("body", NONSENSE, ids=range(len(NONSENSE)))
def test_nonsense_is_refused_in_words(body: bytes, caplog: pytest.LogCaptureFixture) -> None:
    paths = ("tables", "records", "records/check", "boards/check", "boards/preview", "replay")
    for path in (*paths, "try", "analyse", "companion"):
        status, no = answers("POST", f"/api/{path}", body)
        if status == 200:
            assert no["ok"] is False
        else:
            assert status in (413, 422), (path, no)
            assert no["sentence"], path
    assert not caplog.records


@pytest.mark.parametrize(
    "path",
    ["", "/", "//", "/api", "/api/", "/api/tables/", "/api/tables/%2e%2e", "/api/tables/a/b/c/d",
     "/api/bots?language=xx", "/api/records?limit=a", "/api/records?limit=201", "/x?%", "http://[",
     "/api/tables/d-none/entries?since=-1", "/api/records/%00", "/api/boards/%F0/picture"],
)  # fmt: skip
def test_any_path_is_answered(path: str, caplog: pytest.LogCaptureFixture) -> None:
    for method in ("GET", "POST", "DELETE", "PATCH", ""):
        status, no = answers(method, path)
        assert status in (404, 422), (method, no)
        assert set(no) == {"code", "sentence"}
    assert not caplog.records


def test_messages_that_are_none_are_refused_and_the_line_lives_on() -> None:
    async def run() -> None:
        device = Device()
        table = await device.make([ME, ME])
        screen = await device.screen()
        line = screen.line
        texts = ["", "{", "null", "[]", '{"type": "fly"}', '{"type": "act", "id": 7}', "\ud800"]
        texts += ['{"type":"join"}', '{"type":"say","table":"x","seat":9}', "x" * 20_000]
        screen.heard.clear()
        for text in texts:
            line.receive(text)
        await screen.until(lambda: len(screen.heard) == len(texts))
        assert {m["type"] for m in screen.heard} == {"refused"}
        assert all(m["sentence"] for m in screen.heard)
        bad = await screen.ask(type="act", table=table, seat=0, action={"type": "jump"})
        assert bad["code"] == "bad_message"
        assert (await screen.ask(type="look", table=table))["code"] == "not_joined"
        assert (await screen.ask(type="join", table="d-none"))["code"] == "no_such_table"
        assert (await screen.ask(type="join", table=table))["type"] == "table"
        explained = await screen.ask(
            type="explain", table=table, action={"type": "place", "cell": [9, 9]}
        )
        assert (explained["type"], explained["legal"]) == ("explained", False)
        stranger = Screen(device)
        assert (await stranger.ask(type="join", table=table))["code"] == "say_hello_first"
        stranger.line.close()
        stranger.line.receive('{"type": "hello"}')
        assert len(stranger.heard) == 1

    asyncio.run(run())


def test_a_flood_of_messages_is_bounded() -> None:
    async def run() -> None:
        device = Device()
        screen = await device.screen()
        screen.heard.clear()
        for _ in range(1000):
            screen.line.receive('{"type": "ping"}')
        await screen.until(lambda: len(screen.heard) == 1000)
        kinds = [message["type"] for message in screen.heard]
        assert kinds.count("pong") == 200
        assert {m.get("code") for m in screen.heard if m["type"] == "refused"} == {"too_fast"}

    asyncio.run(run())
