"""Lists of tables: whose turn it is, since when, and that nobody is told who others are."""

import asyncio
import json
import sqlite3
from pathlib import Path
from random import Random
from typing import Any

from tests.server.hall.test_live import finish, new_table, seated_pair
from tests.server.process import ServerProcess

SOLO = [{"who": "me", "name": "Ada"}, {"who": "me", "name": "Ada, too"}]


def person_of(token: str) -> str:
    return token.split(".")[1]


def mine(server: ServerProcess, token: str) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = server.get("/api/me/tables", token)[1]
    return lines


def test_a_list_says_whose_turn_it_is(server: ServerProcess) -> None:
    async def run() -> None:
        ada, bob = await seated_pair(server, first=1, public=True)
        assert ada.token
        assert bob.token
        (hers,), (his,) = mine(server, ada.token), mine(server, bob.token)
        assert (hers["turn"], hers["you"]) == (1, [0])
        assert (his["turn"], his["you"]) == (1, [1])
        await bob.act(Random(1))
        await ada.until(lambda: ada.view["position"]["turn"] == 0)
        (line,) = mine(server, ada.token)
        assert (line["turn"], line["you"]) == (0, [0])
        assert line["since"] >= hers["since"] >= line["created"]
        (public,) = [one for one in server.get("/api/tables")[1] if one["table"] == ada.table]
        assert (public["turn"], public["you"]) == (0, [])
        await finish(ada, bob)

    asyncio.run(run())


def test_what_waits_for_you_comes_first(server: ServerProcess) -> None:
    async def run() -> None:
        ada, bob = await seated_pair(server, first=0)
        assert ada.token
        wish = {"seats": [{"who": "me", "name": "Ada"}, {"who": "open"}]}
        newer = [server.post("/api/tables", wish, ada.token)[1]["table"] for _ in range(2)]
        assert [line["table"] for line in mine(server, ada.token)] == [ada.table, *newer[::-1]]
        await ada.act(Random(1))
        assert [line["table"] for line in mine(server, ada.token)] == [*newer[::-1], ada.table]
        await finish(ada, bob)

    asyncio.run(run())


def test_what_is_not_over_comes_before_what_is(server: ServerProcess) -> None:
    old, token = new_table(server)
    new = server.post("/api/tables", {"seats": SOLO, "start": True}, token)[1]["table"]
    assert [line["table"] for line in mine(server, token)] == [new, old]
    assert server.request("DELETE", "/api/me", token=token)[0] == 200
    assert server.get("/api/me/tables", token)[0] == 401


def test_a_list_of_games_says_which_seats_are_its_readers(server: ServerProcess) -> None:
    async def run() -> None:
        ada, bob = await seated_pair(server, first=1)
        await asyncio.gather(ada.play(Random(1)), bob.play(Random(2)))
        for one, seats in ((ada, [0]), (bob, [1])):
            (line,) = server.get("/api/records", one.token)[1]
            assert (line["record"], line["you"]) == (one.table, seats)
            assert "people" not in line
        await finish(ada, bob)
        record = server.get(f"/api/records/{ada.table}")[1]
        brought = server.post("/api/records", record, bob.token)[1]["record"]
        (line,) = server.get(f"/api/records?record={brought}", bob.token)[1]
        assert line["you"] == []

    asyncio.run(run())


def test_nobody_is_told_who_others_are(server: ServerProcess) -> None:
    async def run() -> None:
        ada, bob = await seated_pair(server, public=True)
        assert ada.token
        assert bob.token
        for path, token in (
            ("/api/tables", None),
            ("/api/me/tables", ada.token),
            ("/api/me/export", ada.token),
        ):
            text = json.dumps(server.get(path, token)[1])
            assert ada.table in text
            assert '"people"' not in text
            assert person_of(ada.token) not in text
            assert person_of(bob.token) not in text
        await finish(ada, bob)

    asyncio.run(run())


def test_tables_stored_by_earlier_versions_are_listed(tmp_path: Path) -> None:
    file = tmp_path / "taupes.sqlite"
    with ServerProcess(f"sqlite:///{file}") as server:
        table, token = new_table(server)
        (line,) = mine(server, token)
        assert line["you"] == [0]
    with sqlite3.connect(file) as database:
        (text,) = database.execute("SELECT summary FROM tables").fetchone()
        old = json.loads(text)
        for key in ("turn", "since", "people", "options"):
            del old[key]
        database.execute("UPDATE tables SET summary = ?", (json.dumps(old),))
    database.close()
    with ServerProcess(f"sqlite:///{file}") as server:
        (again,) = mine(server, token)
    assert again == line | {"you": [], "turn": None, "since": line["created"]}
    assert again["table"] == table
