"""The stack of the day over HTTP: what is told of a day, and to whom."""

import asyncio
import hashlib
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from taupes.table.day import DAYS_KEPT, DayPlan, day_before, plan_of
from taupes.table.fairness import commitment_of
from tests.server.client import Client
from tests.server.process import ServerProcess


def told(server: ServerProcess, day: str = "today", token: str | None = None) -> dict[str, Any]:
    status, info = server.get(f"/api/days/{day}", token)
    assert status == 200, info
    found: dict[str, Any] = info
    return found


def test_today_is_told_to_everybody_and_its_seed_to_nobody(server: ServerProcess) -> None:
    info = told(server)
    assert info["day"] == info["today"]
    assert info["now"] < info["ends"]
    assert info["counted"] is True
    assert DayPlan(info["boards"], tuple(info["levels"])) == plan_of(info["day"])
    assert info["seed"] is None
    assert (info["table"], info["yours"]) == (None, None)
    yesterday = told(server, day_before(info["day"]))
    assert commitment_of(yesterday["seed"]) == yesterday["commitment"]
    assert yesterday["commitment"] != info["commitment"]


@pytest.mark.parametrize("day", ["tomorrow", "2026-13-01", "1999-01-01", "..%2f", "x" * 500])
def test_what_is_no_day_is_refused(server: ServerProcess, day: str) -> None:
    assert server.get(f"/api/days/{day}")[0] == 404
    assert server.get("/api/days/today?limit=101")[0] == 422


def test_days_of_long_ago_and_to_come_are_not_told(server: ServerProcess) -> None:
    today = told(server)["day"]
    status, refusal = server.get(f"/api/days/{day_before(today, -1)}")
    assert (status, refusal["code"]) == (404, "no_such_day")
    assert server.get(f"/api/days/{day_before(today, DAYS_KEPT - 1)}")[0] == 200
    assert server.get(f"/api/days/{day_before(today, DAYS_KEPT)}")[0] == 404


def test_one_table_however_often_and_at_once_it_is_asked_for(server: ServerProcess) -> None:
    assert server.post("/api/days/today", {})[0] == 401
    token = server.guest()
    with ThreadPoolExecutor(8) as pool:
        wish = {"name": "Ada"}
        asked = [pool.submit(server.post, "/api/days/today", wish, token) for _ in range(8)]
        answers = [each.result() for each in asked]
    assert {status for status, _ in answers} == {201}
    assert len({view["table"] for _, view in answers}) == 1
    view = answers[0][1]
    assert view["day"] == told(server)["day"]
    assert view["stage"] == "playing"
    assert view["fairness"]["commitment"] == told(server)["commitment"]
    assert view["fairness"]["seed"] is None
    assert told(server, token=token)["table"] == view["table"]
    other = server.post("/api/days/today", {}, server.guest())[1]
    assert other["table"] != view["table"]
    assert other["game"] == view["game"], "everybody has the same stack"
    assert other["fairness"]["nonces"] == view["fairness"]["nonces"]
    assert server.get(f"/api/tables/{view['table']}", server.guest())[0] == 403


@pytest.mark.parametrize(
    "wish", [{"name": ""}, {"name": 7}, {"name": "\u200b"}, [], {"name": "x" * 41}]
)
def test_bad_wishes_are_refused(server: ServerProcess, wish: Any) -> None:
    assert server.post("/api/days/today", wish, server.guest())[0] == 422


def test_a_day_cannot_be_made_by_hand(server: ServerProcess) -> None:
    seats = [{"who": "me"}, {"who": "bot", "level": "greedy"}]
    wish = {"seats": seats, "setup": {"day": told(server)["day"]}, "start": True}
    assert server.post("/api/tables", wish, server.guest())[0] == 422
    wish = {"seats": seats, "day": told(server)["day"], "start": True}
    assert server.post("/api/tables", wish, server.guest())[1]["day"] is None


def test_giving_up_uses_the_try_and_shows_no_seed(server: ServerProcess) -> None:
    token = server.guest()
    table = server.post("/api/days/today", {}, token)[1]["table"]

    async def run() -> None:
        ada = await Client(server.socket, token).connect()
        await ada.join(table)
        assert (await ada.do("hint", seat=0))["code"] == "counted"
        await ada.do("resign", seat=0)
        await ada.until(lambda: ada.view["stage"] == "closed")
        assert (await ada.do("rematch"))["code"] == "counted"
        await ada.close()

    asyncio.run(run())
    again = server.post("/api/days/today", {}, token)[1]
    assert (again["table"], again["stage"]) == (table, "closed")
    assert again["fairness"]["seed"] is None
    assert told(server, token=token)["yours"] is None


def test_the_board_hides_records_until_the_day_is_over(
    serve: Callable[..., ServerProcess], tmp_path: Path
) -> None:
    path = tmp_path / "taupes.sqlite"
    server = serve(f"sqlite:///{path}")
    token = server.guest()
    today = told(server)["day"]
    yesterday = day_before(today)
    person = token.split(".")[1]
    rows = [
        ("a" * 22, today, person, "Ada", 1, 20, 8, 12),
        ("b" * 22, today, "bob", None, 1, 20, 8, None),
        ("c" * 22, today, "cy", "Cy", 0, 9, 1, -1),
        ("d" * 22, yesterday, "dan", "Dan", 1, 30, 9, 0),
    ]
    with closing(sqlite3.connect(path)) as database, database:
        database.executemany(
            "INSERT INTO day_results (table_id, day, person, name, at, won, turns, holes, course,"
            " lost) VALUES (?, ?, ?, ?, 1, ?, ?, ?, '[[8, 9]]', ?)",
            rows,
        )
    board = told(server, token=token)
    assert [(line["place"], line["name"]) for line in board["results"]] == [
        (1, "Ada"),
        (1, None),
        (3, "Cy"),
    ]
    assert [line["lost"] for line in board["results"]] == [0.012, None, None]
    assert [line["record"] for line in board["results"]] == ["a" * 22, None, None]
    assert board["yours"]["place"] == 1
    assert (board["count"], len(told(server, f"{today}?limit=1")["results"])) == (3, 1)
    (best,) = told(server, yesterday)["results"]
    assert best["record"] == "d" * 22
    assert not any(line["you"] for line in told(server)["results"])
    (own,) = server.get("/api/me/export", token)[1]["days"]
    assert (own["name"], own["turns"]) == ("Ada", 20)
    assert person not in str(told(server)), "nobody is told who others are"
    assert server.request("DELETE", "/api/me", token=token)[0] == 200
    assert [line["name"] for line in told(server)["results"]] == [None, "Cy"]


def test_the_seed_of_today_cannot_be_worked_out_from_those_before(server: ServerProcess) -> None:
    today = told(server)
    earlier = [told(server, day_before(today["day"], days))["seed"] for days in range(1, 4)]
    assert len(set(earlier)) == 3
    guesses = {hashlib.sha256(seed.encode()).hexdigest() for seed in earlier}
    assert today["commitment"] not in {commitment_of(guess) for guess in guesses}
