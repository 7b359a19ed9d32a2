"""Deletion races whatever else is being stored, at two processes: nothing of the person is left."""

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest

from taupes.server.storage import open_storage
from taupes.server.storage.migrations import TABLES
from tests.server.client import Client
from tests.server.hall.test_deletion import WITH_BOT, close, meet
from tests.server.hall.test_live import Serve, finish
from tests.server.process import Postgres, ServerProcess
from tests.server.push.service import Browser
from tests.server.wide import long_record

SERVICE = "http://127.0.0.1:1"
"""A push service that is not there: nothing is sent in these tests."""
OPTIONS = (
    *("--push-contact", "ada@club.example", "--push-service", SERVICE),
    *("--limit", "tables_per_person=100000"),  # on a quick machine fifty are made in no time
)
BROWSER = Browser(f"{SERVICE}/ursula")
RECORD = long_record(12, radius=4) | {
    "format": "taupes-record",
    "version": 1,
}
NAMED = RECORD | {"players": [p | {"name": "Ursula"} for p in RECORD["players"]]}

Do = Callable[[ServerProcess, str], tuple[int, Any]]


def keep_a_record(server: ServerProcess, token: str) -> tuple[int, Any]:
    return server.post("/api/records", NAMED, token)


def name_a_device(server: ServerProcess, token: str) -> tuple[int, Any]:
    quiet = {"zone": "Europe/Paris", "begins": 0, "ends": 1}
    return server.request("PUT", "/api/me/push", BROWSER.wish(quiet=quiet), token)


def make_a_code(server: ServerProcess, token: str) -> tuple[int, Any]:
    return server.post("/api/me/handover", {}, token)


def make_a_table(server: ServerProcess, token: str) -> tuple[int, Any]:
    return server.post("/api/tables", {"seats": WITH_BOT, "setup": {"title": "Ursulas"}}, token)


def left_of(database: str, *traces: str) -> dict[str, list[Any]]:
    """The rows that have something of a person, by table; that they are deleted is known."""
    storage = open_storage(database)
    try:
        rows = {name: storage.run(f"SELECT * FROM {name}") for name in TABLES}  # noqa: S608
    finally:
        close(storage)
    rows.pop("deletions")
    found = {
        name: [row for row in held if any(trace in str(row) for trace in traces)]
        for name, held in rows.items()
    }
    return {name: held for name, held in found.items() if held}


@pytest.fixture(params=["one process", "two processes"])
def pair(
    request: pytest.FixtureRequest, tmp_path: Path, serve: Serve
) -> Iterator[tuple[ServerProcess, ServerProcess]]:
    """Two ways to the same database."""
    if request.param == "one process":
        server = serve(f"sqlite:///{tmp_path / 'taupes.sqlite'}", *OPTIONS)
        yield server, server
    else:
        cluster: Postgres = request.getfixturevalue("postgres")
        database = cluster.new_database()
        yield serve(database, *OPTIONS), serve(database, *OPTIONS)


@pytest.mark.parametrize(
    "do", [keep_a_record, name_a_device, make_a_code, make_a_table], ids=lambda do: do.__name__
)
def test_what_is_stored_while_somebody_is_deleted(
    pair: tuple[ServerProcess, ServerProcess], do: Do
) -> None:
    first, second = pair
    for seed in range(4):
        token, rng, is_over = first.guest(), Random(seed), Event()
        status, answer = do(second, token)
        assert status in (200, 201), answer

        def repeat(server: ServerProcess, token: str = token, end: Event = is_over) -> set[int]:
            seen = set()
            while not end.is_set():
                seen.add(do(server, token)[0])
            return seen

        with ThreadPoolExecutor(4) as pool:
            busy = [pool.submit(repeat, server) for server in (first, second, first, second)]
            time.sleep(rng.uniform(0, 0.05))  # at any moment, not to wait for one
            assert first.request("DELETE", "/api/me", token=token)[0] == 200
            assert do(second, token)[0] == 401
            is_over.set()
            seen = set[int]().union(*(one.result() for one in busy))
        assert seen <= {200, 201, 401, 503}, seen
        person = token.split(".")[1]
        assert left_of(first.database, person, "Ursula") == {}


def test_a_rematch_while_somebody_is_deleted(pair: tuple[ServerProcess, ServerProcess]) -> None:
    first, second = pair

    async def run(seed: int) -> None:
        ursula, viktor = await meet(first, second)
        await asyncio.gather(ursula.play(Random(1)), viktor.play(Random(2)))
        assert ursula.token is not None
        person, rng = ursula.token.split(".")[1], Random(seed)

        async def ask(client: Client) -> None:
            await asyncio.sleep(rng.uniform(0, 0.01))
            await client.send(type="rematch", table=client.table)

        async def delete() -> None:
            await asyncio.sleep(rng.uniform(0, 0.01))
            status, _ = await asyncio.to_thread(
                second.request, "DELETE", "/api/me", None, ursula.token
            )
            assert status == 200

        await asyncio.gather(ask(ursula), ask(viktor), delete())
        await ursula.until(lambda: not ursula.is_connected)
        await viktor.until(lambda: not viktor.pending)
        assert left_of(first.database, person, "Ursula") == {}
        # Viktor is not worse off than if they had asked a little later.
        answer = await viktor.do("rematch")
        assert answer["type"] in ("update", "done"), answer
        table = first.get(f"/api/tables/{viktor.table}", viktor.token)[1]["rematch"]
        status, view = first.get(f"/api/tables/{table}", viktor.token)
        assert status == 200, view
        assert [seat["name"] for seat in view["seats"]] == [None, "Viktor"]
        assert view["owner"] is True
        again = await Client(first.socket).connect()
        await again.join(table)
        assert (await again.do("sit", seat=0, name="Xenia"))["type"] == "update"
        await finish(ursula, viktor, again)

    for seed in range(6):
        asyncio.run(run(seed))
