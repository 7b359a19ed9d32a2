"""Whoever asks for too much is told so, and nobody else notices."""

import asyncio
import json
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
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
    "sockets_per_person": 2,
}


def options(limits: Mapping[str, float]) -> list[str]:
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


def test_tables_made_at_the_same_time_are_counted(server: ServerProcess) -> None:
    token = server.guest()
    body = {"seats": [{"who": "me", "name": "Ada"}, {"who": "bot", "level": "random"}]}
    with ThreadPoolExecutor(30) as people:
        found = list(people.map(lambda _: server.post("/api/tables", body, token)[0], range(60)))
    assert (found.count(201), found.count(429)) == (2, 58)


def test_records_kept_at_the_same_time_are_counted(tmp_path: Path) -> None:
    limits = options({"records_per_person": 3})
    with ServerProcess(f"sqlite:///{tmp_path / 'taupes.sqlite'}", *limits) as server:
        token = server.guest()
        wish = {"seats": [{"who": "me", "name": "Ada"}, {"who": "bot", "level": "random"}]}
        table = server.post("/api/tables", wish | {"start": True}, token)[1]["table"]
        record = server.get(f"/api/tables/{table}/record")[1]
        with ThreadPoolExecutor(20) as people:
            found = list(
                people.map(lambda _: server.post("/api/records", record, token)[0], range(20))
            )
        # Whoever came while too many were being read is told to come back.
        assert found.count(201) == 3
        assert set(found) <= {201, 413, 503}


def test_sockets_of_one_person(server: ServerProcess) -> None:
    token = server.guest()

    async def run() -> None:
        clients = [await Client(server.socket, token).connect() for _ in range(2)]
        third = Client(server.socket, token)
        with pytest.raises(KeyError):
            await third.connect()
        assert third.inbox[0]["code"] == "too_many_connections"
        # Somebody else is welcome on the same connection.
        assert (await third.ask("hello"))["type"] == "welcome"
        await third.close()
        await clients.pop().close()
        async with asyncio.timeout(PATIENCE):
            while True:
                again = Client(server.socket, token)
                try:
                    clients.append(await again.connect())
                    break
                except (AssertionError, KeyError, websockets.WebSocketException):
                    await again.close()
        for client in clients:
            await client.close()

    asyncio.run(run())


def test_new_guests_of_one_address_and_in_all(tmp_path: Path) -> None:
    limits = options({"guests_per_address": 3, "guests_per_hour": 5})
    database = f"sqlite:///{tmp_path / 'taupes.sqlite'}"
    with ServerProcess(database, *limits, "--proxy", "127.0.0.1") as server:

        def guest(address: str) -> tuple[int, Any]:
            head = {"X-Forwarded-For": address}
            answer = httpx.post(f"{server.http}/api/guests", headers=head, timeout=PATIENCE)
            return answer.status_code, answer.json()

        assert [guest("198.51.100.1")[0] for _ in range(3)] == [201] * 3
        status, trouble = guest("198.51.100.1")
        assert (status, trouble["code"]) == (429, "too_many_guests")

        async def knock() -> None:
            # A hello without a token asks for the same; from the proxy's own address.
            client = await Client(server.socket).connect()
            await client.close()
            # Whoever is a guest already is not counted again.
            for _ in range(3):
                again = await Client(server.socket, client.token).connect()
                await again.close()

        asyncio.run(knock())
        assert guest("2001:db8::1")[0] == 201
        assert guest("198.51.100.2")[1]["code"] == "too_many_guests"


def test_new_tables_of_one_address_and_rematches(tmp_path: Path) -> None:
    limits = options({"tables_per_address": 3, "tables_per_hour": 4})
    database = f"sqlite:///{tmp_path / 'taupes.sqlite'}"
    with ServerProcess(database, *limits, "--proxy", "127.0.0.1") as server:
        token = server.guest()
        seats = {"seats": [{"who": "me", "name": "Ada"}, {"who": "open"}]}

        def make(address: str) -> tuple[int, Any]:
            head = {"X-Forwarded-For": address, "Authorization": f"Bearer {token}"}
            answer = httpx.post(f"{server.http}/api/tables", json=seats, headers=head)
            return answer.status_code, answer.json()

        tables = [make("127.0.0.1")[1]["table"] for _ in range(2)]

        async def again() -> list[str]:
            # Made, closed and made again: without an end that would be, if none were counted.
            found: list[Any] = []
            for table in tables:
                ada = await Client(server.socket, token).connect()
                await ada.join(table)
                await ada.do("close")
                answer = await ada.do("rematch")
                found.append(answer.get("code", answer["type"]))
                await ada.close()
            # What is there already costs nothing more.
            ada = await Client(server.socket, token).connect()
            await ada.join(tables[0])
            assert (await ada.do("rematch"))["type"] == "done"
            await ada.close()
            return found

        assert asyncio.run(again()) == ["update", "too_many_new"]
        assert make("127.0.0.1")[0] == 429
        assert make("198.51.100.1")[0] == 201
        assert make("198.51.100.2")[1]["code"] == "too_many_new"


def test_records_are_bounded_in_number_and_size(tmp_path: Path) -> None:
    limits = options({"records_per_address": 2, "record_bytes": 20_000})
    with ServerProcess(f"sqlite:///{tmp_path / 'taupes.sqlite'}", *limits) as server:
        token = server.guest()
        wish = {"seats": [{"who": "me", "name": "Ada"}, {"who": "bot", "level": "random"}]}
        table = server.post("/api/tables", wish | {"start": True}, token)[1]["table"]
        record = server.get(f"/api/tables/{table}/record")[1]
        found = server.post("/api/records", record | {"padding": "x" * 20_000}, token)
        assert (found[0], found[1]["code"]) == (413, "too_large")
        assert [server.post("/api/records", record, token)[0] for _ in range(2)] == [201, 201]
        found = server.post("/api/records", record, server.guest())
        assert (found[0], found[1]["code"]) == (429, "too_many_new")


def test_pace_of_chat(tmp_path: Path) -> None:
    limits = (*options({"chat_burst": 3}), "--limit", "chat_per_second=0.001")
    with ServerProcess(f"sqlite:///{tmp_path / 'taupes.sqlite'}", *limits) as server:
        table, token = new_table(server)

        async def talk() -> None:
            ada = await Client(server.socket, token).connect()
            bob = await Client(server.socket).connect()
            for client in (ada, bob):
                await client.join(table)
            await bob.do("sit", seat=1, name="Bob")
            said = [await ada.do("say", seat=0, text="x") for _ in range(5)]
            assert [answer.get("code") for answer in said] == [None] * 3 + ["too_fast"] * 2
            assert (await bob.do("say", seat=1, text="x"))["type"] == "update"
            # What belongs to the game is not chat.
            assert (await ada.do("start"))["type"] == "update"
            await asyncio.gather(ada.close(), bob.close())

        asyncio.run(talk())


def test_a_log_comes_in_pages(tmp_path: Path) -> None:
    limits = options({"chat_burst": 100})
    with ServerProcess(f"sqlite:///{tmp_path / 'taupes.sqlite'}", *limits) as server:
        token = server.guest()
        wish = {"seats": [{"who": "me", "name": "Ada"}, {"who": "open"}]}
        table = server.post("/api/tables", wish, token)[1]["table"]

        async def talk() -> None:
            ada = await Client(server.socket, token).connect()
            await ada.join(table)
            for number in range(30):
                await ada.do("say", seat=0, text=f"word {number}")
            await ada.close()

        asyncio.run(talk())
        path = f"/api/tables/{table}/entries"
        whole = server.get(path)[1]
        assert [entry["number"] for entry in whole] == list(range(1, 32))
        pages, since = [], 0
        while page := server.get(f"{path}?since={since}&limit=7")[1]:
            assert len(page) <= 7
            pages += page
            since = page[-1]["number"]
        assert pages == whole
        assert server.get(f"{path}?limit=201")[0] == 422
        assert server.get(f"{path}?limit=0")[0] == 422


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


def test_long_answers_and_long_logs_count_as_several_requests(tmp_path: Path) -> None:
    limits = options({"requests_per_second": 0.01, "requests_burst": 30})
    server = ServerProcess(
        f"sqlite:///{tmp_path / 'taupes.sqlite'}", *limits, "--proxy", "127.0.0.1"
    )

    def asked(path: str, address: str) -> int:
        """How often somebody at an address may ask for it."""
        with httpx.Client(headers={"X-Forwarded-For": address}, timeout=PATIENCE) as client:
            count = 0
            while client.get(f"{server.http}{path}").status_code == 200:
                count += 1
        return count

    with server:
        token = server.guest()
        wish = {"seats": [{"who": "me", "name": "Ada"}, {"who": "open"}]}
        table = server.post("/api/tables", wish, token)[1]["table"]

        async def mix() -> None:
            ada = await Client(server.socket, token).connect()
            await ada.join(table)
            for number in range(500):
                await ada.do("mix", seat=0, nonce=f"{number:016x}")
            await ada.close()

        asyncio.run(mix())
        assert asked("/api/boards/classic", "198.51.100.1") == 30
        # A log of five hundred entries is read for each.
        assert asked(f"/api/tables/{table}/entries?limit=1", "198.51.100.2") == 5
        # And this is long.
        size = len(httpx.get(f"{server.http}/api/openapi.json").content)
        assert size > 40_000
        assert asked("/api/openapi.json", "198.51.100.3") <= 30 // (size // 20_000)
        assert server.get("/api/health")[0] == 200
