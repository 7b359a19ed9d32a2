"""The same person on two devices: by a code that is good once, and for ten minutes."""

import asyncio
import re
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from taupes.server.clock import now_ms
from taupes.server.http.handovers import SECONDS
from taupes.server.storage import open_storage
from taupes.server.storage.deletions import Deletions
from taupes.server.storage.handovers import Handovers
from taupes.server.tokens import CODE, new_code, plain_code
from tests.server.hall.test_live import Serve
from tests.server.process import Postgres, ServerProcess
from tests.server.test_limits import options

SEATS = [{"who": "me", "name": "Ada"}, {"who": "bot", "level": "random"}]


def code_of(server: ServerProcess, token: str) -> str:
    status, found = server.post("/api/me/handover", {}, token)
    assert (status, found["seconds"]) == (201, SECONDS)
    return str(found["code"])


def use(server: ServerProcess, code: Any, token: str | None = None) -> tuple[int, Any]:
    return server.post("/api/handovers", {"code": code}, token)


def rows(database: str, sql: str, *values: Any) -> list[tuple[Any, ...]]:
    """What a statement gives on a database that a server is using."""
    if database.startswith("sqlite"):
        with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as connection:
            found = connection.execute(sql, values).fetchall()
            connection.commit()
            return found
    with psycopg.connect(database) as connection:
        cursor = connection.execute(sql.replace("?", "%s").encode(), values)
        return cursor.fetchall() if cursor.description else []


def test_another_device_becomes_the_same_person(database: str, serve: Serve) -> None:
    server = serve(database)
    ada, other = server.guest(), server.guest()
    table = server.post("/api/tables", {"seats": SEATS, "start": True}, ada)[1]["table"]
    code = code_of(server, ada)
    assert re.fullmatch(r"([0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}", code)
    typed = f" {code.lower().replace('-', ' ').replace('0', 'o').replace('1', 'l')}"
    status, found = use(server, typed, other)
    assert (status, found) == (200, {"token": ada})
    # The other device plays on, and so does the first.
    for token in (found["token"], ada):
        assert [line["table"] for line in server.get("/api/me/tables", token)[1]] == [table]
    # Whoever the device was before is who they were.
    assert server.get("/api/me/tables", other) == (200, [])


def test_once_and_never_again(database: str, serve: Serve) -> None:
    server = serve(database)
    code = code_of(server, server.guest())
    assert use(server, code)[0] == 200
    status, found = use(server, code)
    assert (status, found["code"]) == (404, "no_such_code")
    assert rows(database, "SELECT * FROM handovers") == []


def test_two_at_once_at_two_processes(serve: Serve, postgres: Postgres) -> None:
    database = postgres.new_database()
    many = options({"codes_per_address": 1000})
    one, other = serve(database, *many), serve(database, *many)
    tokens = [one.guest() for _ in range(8)]
    with ThreadPoolExecutor(16) as pool:
        for token in tokens:
            code = code_of(one, token)
            found = list(pool.map(lambda server, code=code: use(server, code), (one, other) * 4))
            assert sorted(status for status, _ in found) == [200] + [404] * 7
            assert [body["token"] for status, body in found if status == 200] == [token]
        # Codes asked for at the same time: one of them is the last, and the only one.
        asked = list(pool.map(lambda server: code_of(server, tokens[0]), (one, other) * 4))
        good = [code for code in asked if use(one, code)[0] == 200]
        assert len(good) == 1


def test_a_new_code_takes_the_place_of_the_old(database: str, serve: Serve) -> None:
    server = serve(database)
    token = server.guest()
    first, second = code_of(server, token), code_of(server, token)
    assert use(server, first)[0] == 404
    assert use(server, second) == (200, {"token": token})


def test_whoever_shows_a_code_learns_that_it_was_used(database: str, serve: Serve) -> None:
    server = serve(database)
    ada, other = server.guest(), server.guest()
    assert server.get("/api/me/handover", ada) == (200, {"seconds": 0})
    code = code_of(server, ada)
    status, found = server.get("/api/me/handover", ada)
    assert status == 200
    assert 0 < found["seconds"] <= SECONDS
    # Nobody learns anything of another person's code.
    assert server.get("/api/me/handover", other) == (200, {"seconds": 0})
    assert server.get("/api/me/handover")[0] == 401
    assert use(server, code)[0] == 200
    assert server.get("/api/me/handover", ada) == (200, {"seconds": 0})


def test_after_ten_minutes_it_is_nobodys(database: str, serve: Serve) -> None:
    server = serve(database)
    token = server.guest()
    code = code_of(server, token)
    (until,) = rows(database, "SELECT until FROM handovers")[0]
    assert 0 < until - now_ms() <= SECONDS * 1000
    rows(database, "UPDATE handovers SET until = ?", now_ms() - 1)
    status, found = use(server, code)
    assert (status, found["code"]) == (404, "no_such_code")
    assert server.get("/api/me/export", token)[1]["handover"] is None


def test_export_tells_and_deletion_drops_it(database: str, serve: Serve) -> None:
    server = serve(database)
    token = server.guest()
    assert server.get("/api/me/export", token)[1]["handover"] is None
    code = code_of(server, token)
    (until,) = rows(database, "SELECT until FROM handovers")[0]
    assert server.get("/api/me/export", token)[1]["handover"] == until
    assert code not in str(server.get("/api/me/export", token)[1])
    used = code_of(server, token)
    twin = use(server, used)[1]["token"]
    code = code_of(server, twin)
    # Deleted on one device is deleted on both, and nobody becomes them any more.
    assert server.request("DELETE", "/api/me", token=token)[0] == 200
    assert rows(database, "SELECT * FROM handovers") == []
    assert use(server, code)[0] == 404
    assert server.get("/api/me/tables", twin)[0] == 401
    assert server.post("/api/me/handover", {}, twin)[0] == 401


def test_what_is_kept_leads_to_no_code(database: str, serve: Serve) -> None:
    server = serve(database)
    code = code_of(server, server.guest())
    assert rows(database, "SELECT person FROM handovers")
    text = str(rows(database, "SELECT * FROM handovers"))
    assert code not in text
    assert plain_code(code) not in text
    assert code not in server.output()


def test_who_tries_codes_is_stopped_and_nobody_else(tmp_path: Path) -> None:
    limits = options({"codes_per_address": 5})
    database = f"sqlite:///{tmp_path / 'taupes.sqlite'}"
    with ServerProcess(database, *limits) as server:
        code = code_of(server, server.guest())
        tried = [use(server, new_code())[1]["code"] for _ in range(7)]
        assert tried == ["no_such_code"] * 5 + ["too_many_codes"] * 2
        # The right one comes too late for them as well.
        assert use(server, code)[0] == 429
    with ServerProcess(database, *limits, "--proxy", "127.0.0.1") as server:
        assert use(server, code)[0] == 200


@pytest.mark.parametrize(
    "code", ["", "-", "7KQ2", "0" * CODE, "0" * 49, "\x00" * 12, "七" * 12, None, 7, ["a"]]
)
def test_what_is_no_code_is_refused(server: ServerProcess, code: Any) -> None:
    assert use(server, code)[0] in (404, 422)


def test_nobody_has_no_code(server: ServerProcess) -> None:
    assert server.post("/api/me/handover", {})[0] == 401
    assert server.post("/api/me/handover", {}, "t1.nobody.00")[0] == 401


def test_codes_are_not_met_twice() -> None:
    codes = {new_code() for _ in range(2000)}
    assert len(codes) == 2000
    letters = {letter for code in codes for letter in plain_code(code)}
    assert len(letters) == 32
    assert {len(plain_code(code)) for code in codes} == {CODE}


def test_nothing_is_kept_of_those_who_are_gone(database: str) -> None:
    storage = open_storage(database)
    storage.migrate()
    handovers = Handovers(storage)
    Deletions(storage).add("gone", 1)
    for person, until in (("gone", 99), ("late", 10), ("ada", 99)):
        handovers.put(person, f"mark of {person}", until)
    assert handovers.take("mark of gone", 1) is None
    handovers.clean(10)
    assert storage.run("SELECT person FROM handovers") == [("ada",)]
    assert handovers.until("ada", 98) == 99
    assert handovers.take("mark of ada", 99) is None
    assert handovers.take("mark of ada", 98) == "ada"
    asyncio.run(storage.stop())
