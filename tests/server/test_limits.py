"""Whoever asks for too much is told so, and nobody else notices."""

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import websockets

from tests.server.client import Client
from tests.server.hall.test_live import new_table
from tests.server.process import PATIENCE, ServerProcess

LIMITS = {
    "sockets_per_address": 3,
    "tables_per_person": 2,
    "tables_followed": 2,
    "message_bytes": 1000,
    "messages_per_second": 20,
    "burst": 10,
    "body_bytes": 5000,
}


def options(limits: dict[str, int]) -> list[str]:
    return [part for name, value in limits.items() for part in ("--limit", f"{name}={value}")]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    path = tmp_path_factory.mktemp("limits") / "taupes.sqlite"
    with ServerProcess(f"sqlite:///{path}", *options(LIMITS)) as running:
        yield running


def test_sockets_of_one_address(server: ServerProcess) -> None:
    async def run() -> None:
        clients = [await Client(server.socket).connect() for _ in range(3)]
        async with websockets.connect(server.socket) as fourth:
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await fourth.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1013
        await clients.pop().close()
        async with asyncio.timeout(PATIENCE):
            while True:
                # The place becomes free as soon as the server has seen the other one go.
                try:
                    clients.append(await Client(server.socket).connect())
                    break
                except (AssertionError, websockets.WebSocketException):
                    await asyncio.sleep(0.05)
        for client in clients:
            await client.close()

    asyncio.run(run())
    assert 'taupes_dropped_total{why="too_many"}' in server.get("/metrics")[1]


def test_tables_of_one_person(server: ServerProcess) -> None:
    token = server.guest()
    body = {"seats": [{"who": "me", "name": "Ada"}, {"who": "bot", "level": "random"}]}
    tables = [server.post("/api/tables", body, token)[1]["table"] for _ in range(2)]
    status, trouble = server.post("/api/tables", body, token)
    assert (status, trouble["code"]) == (429, "too_many_tables")
    assert "2" in trouble["sentence"]
    assert server.post("/api/tables", body, server.guest())[0] == 201

    async def close() -> None:
        ada = await Client(server.socket, token).connect()
        await ada.join(tables[0])
        assert (await ada.do("close"))["type"] == "update"
        await ada.close()

    asyncio.run(close())
    assert server.post("/api/tables", body, token)[0] == 201


def test_tables_on_one_connection(server: ServerProcess) -> None:
    tables = [new_table(server)[0] for _ in range(3)]

    async def run() -> None:
        client = await Client(server.socket).connect()
        answers = [await client.ask("join", table=table) for table in tables]
        assert [answer["type"] for answer in answers] == ["table", "table", "refused"]
        assert answers[2]["code"] == "too_many_tables"
        assert (await client.ask("leave", table=tables[0]))["type"] == "done"
        assert (await client.ask("join", table=tables[2]))["type"] == "table"
        await client.close()

    asyncio.run(run())


def test_size_of_a_message(server: ServerProcess) -> None:
    async def run() -> None:
        async with websockets.connect(server.socket) as socket:
            await socket.send(json.dumps({"type": "ping", "id": "a", "pad": "x" * 1000}))
            assert json.loads(await socket.recv())["code"] == "too_large"
            # Far beyond it is not even read.
            await socket.send("x" * 100_000)
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await socket.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009

    asyncio.run(run())


def test_a_burst_is_answered_in_full_and_slowly(server: ServerProcess) -> None:
    async def run() -> None:
        async with websockets.connect(server.socket) as socket:
            begin = time.monotonic()
            for number in range(40):
                await socket.send(json.dumps({"type": "ping", "id": str(number)}))
            answers = [json.loads(await socket.recv()) for _ in range(40)]
            assert [answer["id"] for answer in answers] == [str(n) for n in range(40)]
            # Ten at once, the others at twenty a second: never sooner than that.
            assert time.monotonic() - begin > (40 - 10) / 20 - 0.1

    asyncio.run(run())
    throttled = [
        float(line.split()[1])
        for line in server.get("/metrics")[1].splitlines()
        if line.startswith("taupes_throttled_total")
    ]
    assert throttled[0] > 0


def test_size_of_a_request(server: ServerProcess) -> None:
    status, trouble = server.post("/api/records/check", b" " * 6000)
    assert (status, trouble["code"]) == (413, "too_large")
    assert server.post("/api/records/check", b" " * 4000)[1]["ok"] is False


def test_pace_of_requests(tmp_path: Path) -> None:
    limits = {"requests_per_second": 1, "requests_burst": 5}
    server = ServerProcess(f"sqlite:///{tmp_path / 'taupes.sqlite'}", *options(limits))
    with server:
        found = [server.get("/api/server")[0] for _ in range(12)]
        assert found[:5] == [200] * 5
        assert 429 in found
        assert server.get("/api/server")[1]["code"] == "too_fast"
        # Whoever watches over the server is never turned away.
        assert server.get("/api/health")[0] == 200
