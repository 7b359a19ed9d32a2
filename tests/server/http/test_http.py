"""HTTP against a real server."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from taupes.bots import LEVELS, make_bot, play_game, record_game
from taupes.rules import (
    MOLES,
    PRESETS,
    SHIPPED,
    Game,
    dump_record,
    format_boards,
    format_notation,
    load_boards,
    load_stack,
    parse_boards,
    parse_record,
    preset_rules,
)
from tests.server.hall.test_live import new_table
from tests.server.process import PATIENCE, ServerProcess

schemathesis = pytest.importorskip("schemathesis")


@pytest.fixture(scope="module")
def record() -> str:
    game = Game(load_stack("quick-0000"), preset_rules("web", 2), 2, MOLES[2])
    bots = [make_bot("greedy")] * 2
    return dump_record(record_game(game, ["Ada", "Bob"], list(play_game(game, bots, "s"))))


def test_about_the_server(server: ServerProcess) -> None:
    assert server.get("/api/health") == (200, {"ok": True})
    status, info = server.get("/api/server")
    assert (status, info["protocol"], info["languages"]) == (200, 1, ["en", "fr", "de"])
    assert [bot["name"] for bot in server.get("/api/bots")[1]] == [
        level.name for level in LEVELS.values() if level.is_offered
    ]
    assert "taupes_entries_total" in server.get("/metrics")[1]
    assert server.get("/api/schema/record")[1]["$id"].startswith("urn:taupes:record")
    assert server.get("/api/schema/protocol")[1]["$id"] == "urn:taupes:protocol:1"


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_rules_are_explained(server: ServerProcess, language: str) -> None:
    rules = server.get(f"/api/rules?language={language}")[1]
    assert [preset["name"] for preset in rules["presets"]] == list(PRESETS)
    assert rules["presets"][2]["rules"]["2"]["final_entry"] == "solid_only"
    assert all(option["about"] for option in rules["options"])
    fewer = {players: moles["first_has_fewer"] for players, moles in rules["moles"].items()}
    assert fewer == {"2": 1, "3": 0, "4": 0}
    assert "reasons" in server.get(f"/api/sentences/{language}")[1]


def test_boards(server: ServerProcess) -> None:
    assert [boards["name"] for boards in server.get("/api/boards")[1]] == list(SHIPPED)
    assert server.get("/api/boards/nope")[0] == 404
    assert server.get("/api/boards/quick/picture?orientations=0123")[1].startswith("<svg")
    assert server.get("/api/boards/quick/picture?orientations=9")[0] == 422
    boards = format_boards(load_boards("classic"))
    status, found = server.post("/api/boards/check", {"boards": boards})
    assert (status, found["ok"], found["boards"]) == (200, True, boards)
    again = server.post("/api/boards/check", {"toml": found["toml"]})[1]
    assert parse_boards(again["boards"]) == load_boards("classic")
    boards["levels"][0]["holes"][0] = [9, 9]
    found = server.post("/api/boards/check", {"boards": boards})[1]
    assert (found["ok"], found["errors"][0]["cell"]) == (False, [9, 9])
    assert not server.post("/api/boards/check", {"toml": "= no"})[1]["ok"]
    wish = {"boards": format_boards(load_boards("quick")), "orientations": [0, 1, 2, 3]}
    assert server.post("/api/boards/preview", wish)[1].startswith("<svg")
    assert server.post("/api/boards/preview", {"boards": {}})[0] == 422
    status, answer = server.post("/api/boards/check", b'{"toml": "' + b"x" * 100_001 + b'"}')
    assert (status, answer["code"]) == (413, "too_large")


def test_the_lobby_shows_public_tables_only(server: ServerProcess) -> None:
    public, _ = new_table(server, public=True, title="Club evening")
    private, token = new_table(server)
    lobby = server.get("/api/tables")[1]
    assert public in [line["table"] for line in lobby]
    assert private not in [line["table"] for line in lobby]
    assert lobby[0]["title"] == "Club evening"
    assert server.get("/api/tables?stage=playing&limit=1")[0] == 200
    assert [line["table"] for line in server.get("/api/me/tables", token)[1]] == [private]
    assert server.get("/api/me/tables")[0] == 401
    assert server.get("/api/me/tables", "t1.a.b")[1]["code"] == "bad_token"


def test_refused_tables_say_why(server: ServerProcess) -> None:
    token = server.guest()
    good: dict[str, Any] = {
        "seats": [{"who": "me", "name": "Ada"}, {"who": "bot", "level": "greedy"}]
    }
    assert server.post("/api/tables", good)[0] == 401
    changes: list[tuple[dict[str, Any], str]] = [
        ({"seats": []}, "bad_message"),
        ({"seats": [{"who": "x"}] * 2}, "bad_message"),
        ({"setup": {"preset": "x"}}, "bad_rules"),
        ({"setup": {"boards": "../../etc/passwd"}}, "bad_boards"),
        ({"setup": {"nonsense": 1}}, "bad_message"),
        ({"setup": {"clock": {"kind": "move", "seconds": 1}}}, "bad_message"),
    ]
    for change, code in changes:
        status, answer = server.post("/api/tables", good | change, token)
        assert (status, answer["code"]) == (422, code)
    assert server.post("/api/tables", b"x" * 1_000_001, token)[0] == 413


def test_own_boards_can_be_played_on(server: ServerProcess) -> None:
    boards = format_boards(load_boards("quick")) | {"name": "my own"}
    seats = [{"who": "me", "name": "Ada"}, {"who": "bot", "level": "random"}]
    table, token = new_table(server, seats, start=True, boards=boards)
    view = server.get(f"/api/tables/{table}", token)[1]
    assert view["game"]["boards"]["name"] == "my own"
    entries = server.get(f"/api/tables/{table}/entries?since=0")[1]
    assert entries[0]["events"][0]["type"] == "created"
    assert "secrets" not in entries[0]


def test_records_are_kept_listed_and_deleted(server: ServerProcess, record: str) -> None:
    ada, eve = server.guest(), server.guest()
    status, kept = server.post("/api/records", record.encode(), ada)
    assert status == 201
    path = f"/api/records/{kept['record']}"
    assert server.get(path)[1] == json.loads(record)
    notation = server.get(f"{path}?format=notation")[1]
    assert notation == format_notation(parse_record(json.loads(record)))
    assert server.post("/api/records", notation.encode(), ada)[0] == 201
    assert len(server.get("/api/records", ada)[1]) == 2
    assert server.get("/api/records", eve)[1] == []
    one = f"/api/records?record={kept['record']}"
    assert [line["record"] for line in server.get(one, ada)[1]] == [kept["record"]]
    assert server.get(one, eve) == (200, [])
    assert server.get("/api/records?record=no/such", ada)[0] == 404
    assert server.request("DELETE", path, token=eve)[0] == 403
    assert server.request("DELETE", path)[0] == 401
    assert server.request("DELETE", path, token=ada)[0] == 200
    assert server.get(path)[0] == 404
    assert server.request("DELETE", path, token=ada)[0] == 404
    bad = json.loads(record)
    bad["events"][0]["cell"] = [9, 9]
    status, answer = server.post("/api/records", bad, ada)
    assert (status, answer["code"]) == (422, "bad_record")
    found = server.post("/api/records/check", bad)[1]
    assert (found["ok"], found["event"]) == (False, 0)
    found = server.post("/api/records/check", record.encode())[1]
    assert (found["ok"], found["fair"]) == (True, None)


def test_replay_and_try(server: ServerProcess, record: str) -> None:
    data = json.loads(record)
    replay = server.post("/api/replay", {"record": data})[1]
    assert len(replay["positions"]) == len(data["events"]) + 1
    assert replay["legal"] == []
    place = {"type": "place", "cell": [0, 1]}
    tried = server.post("/api/try", {"record": data, "at": 0, "action": place})[1]
    assert tried["ok"] or tried["why"]["code"] == "place_in_hole"
    tried = server.post(
        "/api/try", {"record": data, "at": 0, "action": {"type": "pass"}, "language": "de"}
    )[1]
    assert (tried["ok"], tried["why"]["code"]) == (False, "still_placing")
    assert server.post("/api/try", {"record": data, "at": 9999, "action": place})[0] == 422
    lift = {"record": data, "at": 0, "action": {"type": "lift", "level": 0}}
    assert server.post("/api/try", lift)[0] == 422


def test_export_and_forgetting(server: ServerProcess, record: str) -> None:
    table, token = new_table(server)
    assert server.post("/api/records", record.encode(), token)[0] == 201
    found = server.get("/api/me/export", token)[1]
    assert [line["table"] for line in found["tables"]] == [table]
    assert len(found["records"]) == 1
    assert server.request("DELETE", "/api/me", token=token) == (200, {"erased": 2})
    kept = found["records"][0]["record"]
    for path in (f"/api/tables/{table}", f"/api/records/{kept}"):
        assert server.get(path)[0] == 404
    status, answer = server.get("/api/me/export", token)
    assert (status, answer["code"]) == (401, "deleted")
    assert server.post("/api/records", record.encode(), token)[0] == 401


def test_every_route_is_documented(server: ServerProcess) -> None:
    page = (Path(__file__).parents[3] / "docs" / "server.md").read_text("utf-8")
    documented = {
        (method, path)
        for method, paths in re.findall(r"\| `(GET|POST|PUT|DELETE) ([^|]+?)` \|", page)
        for path in re.sub(r"\?[^`,]*", "", paths).replace("`", "").split(", ")
    }
    paths = server.get("/api/openapi.json")[1]["paths"]
    real = {(method.upper(), path) for path, found in paths.items() for method in found}
    assert real == {pair for pair in documented if pair[1].startswith(("/api", "/metrics"))}


def test_verify_command(server: ServerProcess, record: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(record, encoding="utf-8")
    code = "import typer; from taupes.cli.commands.verify import verify; typer.run(verify)"
    done = subprocess.run(
        [sys.executable, "-c", code, "--json", str(file)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, json.loads(done.stdout)["fair"]) == (1, None)


def test_schemathesis(server: ServerProcess) -> None:
    schema = schemathesis.openapi.from_url(f"{server.http}/api/openapi.json")
    token = server.guest()
    count = 0
    for result in schema.get_all_operations():
        operation = result.ok()
        allowed = {*operation.definition.raw["responses"], "405"}

        def check(case: Any) -> None:
            response = case.call(headers={"Authorization": f"Bearer {token}"}, timeout=PATIENCE)
            assert response.status_code < 500, (case, response.text)
            assert str(response.status_code) in allowed, (case, response.text)  # noqa: B023

        limited = settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
        limited(given(operation.as_strategy())(check))()  # type: ignore[no-untyped-call]
        count += 1
    assert count > 25
    assert server.get("/api/ready")[0] == 200
