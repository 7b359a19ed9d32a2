"""Whoever is slow, sends too much or does not read is cut off, and nobody else notices."""

import asyncio
import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from taupes.server.http.connection import Connections, HttpConnection
from taupes.server.limits.backlog import Backlog
from taupes.server.limits.proxies import Proxies
from taupes.server.metrics import Metrics
from taupes.server.settings import Limits
from tests.server.http.raw import HOST, connect, exchange, status, until_closed
from tests.server.process import PATIENCE, ServerProcess
from tests.server.socket.wires import Wire
from tests.server.test_limits import options

LIMITS = {
    "connections_per_address": 12,
    "header_bytes": 4000,
    "headers": 30,
    "header_seconds": 1,
    "body_seconds": 1,
    "stalled_seconds": 1,
    "body_bytes": 50_000,
}

GET = b"GET /api/server HTTP/1.1\r\n" + HOST
POST = b"POST /api/boards/check HTTP/1.1\r\n" + HOST


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    path = tmp_path_factory.mktemp("connections") / "taupes.sqlite"
    with ServerProcess(f"sqlite:///{path}", *options(LIMITS)) as running:
        yield running


@pytest.fixture(autouse=True)
def all_places_free(server: ServerProcess) -> None:
    """Whatever a test before has left open is gone."""
    until(lambda: server.figure("connections") <= 1)


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.parametrize(
    "half",
    [b"", b"G", GET, GET + b"X-Half: a", b"\r\n", GET + b"\r\n" + GET],
    ids=["nothing", "a letter", "half a head", "half a header", "an empty line", "a second one"],
)
def test_half_a_head_is_not_waited_for(server: ServerProcess, half: bytes) -> None:
    answer = exchange(server, half)
    assert b"408 Request Timeout" in answer
    assert server.get("/api/server")[0] == 200


def test_a_head_in_drops_is_not_waited_for(server: ServerProcess) -> None:
    with connect(server) as connection:
        connection.sendall(GET)
        connection.settimeout(0.1)
        end, answer = time.monotonic() + PATIENCE, b""
        while not answer and time.monotonic() < end:
            with suppress(TimeoutError):
                connection.sendall(b"a")
                answer = connection.recv(4096)
        assert status(answer) == 408


def test_half_a_body_is_not_waited_for(server: ServerProcess) -> None:
    for head in (b"Content-Length: 100\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\n5\r\n{"):
        assert exchange(server, POST + head) == b""
    with connect(server) as connection:
        connection.sendall(POST + b"Expect: 100-continue\r\nContent-Length: 100\r\n\r\n")
        assert until_closed(connection) == b"HTTP/1.1 100 Continue\r\n\r\n"
    until(lambda: server.figure('dropped_total{why="too_slow"}') >= 3)


def test_a_body_that_was_refused_is_not_read_for_ever(server: ServerProcess) -> None:
    with connect(server) as connection:
        connection.sendall(POST + b"Transfer-Encoding: chunked\r\n\r\n")
        piece, sent = b"1000\r\n" + b" " * 4096 + b"\r\n", 0
        with suppress(ConnectionError):
            while sent < 100 * LIMITS["body_bytes"]:
                connection.sendall(piece)
                sent += 4096
    assert sent < 100 * LIMITS["body_bytes"]


def test_bodies_in_pieces_count_as_they_arrive(server: ServerProcess) -> None:
    piece = b"1000\r\n" + b" " * 4096 + b"\r\n"
    head = POST + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    answer = exchange(server, head + piece * 13 + b"0\r\n\r\n")
    assert status(answer) == 413
    assert b"too_large" in answer


def test_the_limit_for_boards_holds_without_a_length(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    path = tmp_path_factory.mktemp("boards") / "taupes.sqlite"
    with ServerProcess(f"sqlite:///{path}", *options({"boards_bytes": 1000})) as server:
        body = b"400\r\n" + b" " * 1024 + b"\r\n0\r\n\r\n"
        for place in (b"check", b"preview"):
            head = b"POST /api/boards/" + place + b" HTTP/1.1\r\n" + HOST
            head += b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
            assert status(exchange(server, head + body)) == 413


@pytest.mark.parametrize(
    "head",
    [
        GET + b"X: " + b"a" * 5000 + b"\r\n\r\n",
        GET + b"X: " + b"a" * 500_000,
        GET + b"".join(b"X%d: a\r\n" % n for n in range(40)) + b"\r\n",
        b"GET /api/server?" + b"a" * 5000 + b" HTTP/1.1\r\n" + HOST + b"\r\n",
        b"GET /" + b"a" * 500_000,
        POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\n" + b"X: a\r\n" * 40 + b"\r\n",
    ],
    ids=["long", "endless", "many", "address", "endless address", "trailers"],
)
def test_a_head_that_is_too_large_is_refused(server: ServerProcess, head: bytes) -> None:
    answer = exchange(server, head)
    # What is still under way when the server ends a connection may cost its last word.
    assert not answer or b" 431 " in answer or b" 400 " in answer
    assert b"HTTP/1.1 200" not in answer
    assert server.get("/api/server")[0] == 200


@pytest.mark.parametrize(
    "line", [b"Host: evil.example", b"Origin: http://evil.example", b"Authorization: Bearer x"]
)
def test_what_stands_after_a_body_is_no_header(server: ServerProcess, line: bytes) -> None:
    place = b"/api/me/tables" if line.startswith(b"Auth") else b"/api/boards/check"
    before = b"Authorization: Bearer " + server.guest().encode() + b"\r\n"
    method = b"GET " if line.startswith(b"Auth") else b"POST "
    request = method + place + b" HTTP/1.1\r\n" + HOST + before + b"Connection: close\r\n"
    request += b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n" + line + b"\r\n\r\n"
    assert status(exchange(server, request)) == 200


def test_nobody_behind_a_proxy_says_where_they_are_after_a_body(tmp_path: Path) -> None:
    limits = options({"guests_per_address": 3})
    database = f"sqlite:///{tmp_path / 'taupes.sqlite'}"
    with ServerProcess(database, "--proxy", "127.0.0.1", *limits) as server:
        head = b"POST /api/guests HTTP/1.1\r\n" + HOST + b"Connection: close\r\n"
        head += b"X-Forwarded-For: 198.51.100.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
        forged = [head + b"X-Forwarded-For: 203.0.113.%d\r\n\r\n" % n for n in range(5)]
        assert [status(exchange(server, each)) for each in forged] == [201, 201, 201, 429, 429]


def test_a_head_of_a_good_size_is_read(server: ServerProcess) -> None:
    request = GET + b"Connection: close\r\nX: " + b"a" * 3000 + b"\r\n\r\n"
    assert status(exchange(server, request)) == 200


def test_connections_of_one_address(server: ServerProcess) -> None:
    with ExitStack() as everything:
        for _ in range(20):
            everything.enter_context(connect(server))
        refused = exchange(server, GET + b"Connection: close\r\n\r\n")
        assert not refused or status(refused) == 503
    until(lambda: status(exchange(server, GET + b"Connection: close\r\n\r\n")) == 200)


def test_idle_connections_are_closed(server: ServerProcess) -> None:
    with connect(server) as connection:
        connection.sendall(GET + b"\r\n")
        assert status(until_closed(connection)) == 200


def test_few_requests_wait_on_one_connection(server: ServerProcess) -> None:
    few = exchange(server, (GET + b"\r\n") * 4 + GET + b"Connection: close\r\n\r\n")
    assert few.count(b"HTTP/1.1 200 ") == 5
    many = exchange(server, (GET + b"\r\n") * 500)
    assert many.count(b"HTTP/1.1 200 ") < 20


def test_a_socket_is_not_made_of_a_connection_that_is_not_read(server: ServerProcess) -> None:
    upgrade = (
        b"GET /api/socket HTTP/1.1\r\n" + HOST + b"Upgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    answer = exchange(server, GET + b"\r\n" + upgrade)
    assert b" 101 " not in answer


LARGE = 900_000


def ask_without_reading(server: ServerProcess, clients: int, cut: int) -> None:
    """Have large answers sent to clients that read none, and see so many of them cut."""
    token = server.guest()
    body = {"seats": [{"who": "me", "name": "Ada"}, {"who": "bot", "level": "random"}]}
    table = server.post("/api/tables", body | {"start": True}, token)[1]["table"]
    record = server.get(f"/api/tables/{table}/record", token)[1] | {"padding": "x" * LARGE}
    kept = server.post("/api/records", record, token)[1]["record"]
    ask = b"GET /api/records/" + kept.encode() + b" HTTP/1.1\r\n" + HOST + b"\r\n"
    with ExitStack() as everything:
        for _ in range(clients):
            deaf = everything.enter_context(socket.socket())
            # A small window: what the client does not take stays with the server.
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.connect(("127.0.0.1", server.port))
            # More than the system takes for it, and no more than may wait.
            deaf.sendall(ask * 8)
        until(lambda: server.figure('dropped_total{why="too_slow"}') >= cut)
    until(lambda: server.figure("unread") == 0)
    assert len(json.dumps(server.get(f"/api/records/{kept}")[1])) > LARGE


def test_an_answer_that_nobody_reads_ends_its_connection(tmp_path: Path) -> None:
    limits = options({"stalled_seconds": 1, "record_bytes": 1_000_000})
    with ServerProcess(f"sqlite:///{tmp_path / 'taupes.sqlite'}", *limits) as server:
        ask_without_reading(server, clients=3, cut=3)


def test_answers_that_nobody_reads_do_not_pile_up(tmp_path: Path) -> None:
    limits = options(
        {"stalled_seconds": 10_000, "unread_bytes": 1_000_000, "record_bytes": 1_000_000}
    )
    with ServerProcess(f"sqlite:///{tmp_path / 'taupes.sqlite'}", *limits) as server:
        ask_without_reading(server, clients=6, cut=5)


def on_a_wire(limits: Limits, app: Any = lambda: None) -> tuple[HttpConnection, Wire, Connections]:
    """A connection without a network."""
    connections = Connections(limits, Proxies(), Backlog(1_000_000), Metrics())
    config = uvicorn.Config(app, log_config=None, interface="asgi3")
    config.load()
    http = HttpConnection(connections, config=config, server_state=ServerState(), app_state={})
    return http, Wire(), connections


@pytest.mark.parametrize("request_", [b"GET / HT", b"nonsense\r\n\r\n"], ids=["late", "bad"])
def test_who_is_turned_away_and_does_not_read_is_cut(request_: bytes) -> None:
    async def run() -> None:
        http, wire, connections = on_a_wire(Limits(header_seconds=0.01, stalled_seconds=0.01))
        # What earlier answers have left: little, so nobody counts it as being behind.
        wire.unread = 100
        http.connection_made(wire)
        http.data_received(request_)
        async with asyncio.timeout(PATIENCE):
            while wire.end != "aborted":
                await asyncio.sleep(0.005)
        assert b" 408 " in wire.written or b" 400 " in wire.written
        http.connection_lost(None)
        assert connections.count == 0

    asyncio.run(run())


def test_who_reads_slowly_is_waited_for_until_they_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []

    async def run() -> None:
        http, wire, connections = on_a_wire(Limits(stalled_seconds=0.01))
        look = http._look

        def reading(before: int) -> None:
            looks.append(before)
            if len(looks) <= 5:
                # A little more than has to be, each time that somebody looks.
                wire.unread -= 5_000
            look(before)

        monkeypatch.setattr(http, "_look", reading)
        wire.unread = 100_000
        http.connection_made(wire)
        http.pause_writing()
        async with asyncio.timeout(PATIENCE):
            while wire.end is None:
                await asyncio.sleep(0.005)
        assert wire.end == "aborted"
        assert looks == [100_000, 95_000, 90_000, 85_000, 80_000, 75_000]
        http.connection_lost(None)
        assert (connections.count, connections.backlog.total) == (0, 0)

    asyncio.run(run())


def test_the_next_answer_is_made_when_the_one_before_was_read() -> None:
    begun: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        begun.append(scope["path"])
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"x" * 100_000})

    async def settled(count: int) -> None:
        for _ in range(50):
            await asyncio.sleep(0)
        assert len(begun) == count

    async def run() -> None:
        http, wire, _ = on_a_wire(Limits(), app)
        http.connection_made(wire)
        # As asyncio does it when a client takes nothing of an answer.
        wire.write = lambda data: http.pause_writing() if len(data) > 50_000 else None  # type: ignore[method-assign]
        http.data_received(b"".join(b"GET /%d HTTP/1.1\r\n" % n + HOST + b"\r\n" for n in range(3)))
        try:
            for count in (1, 2, 3):
                await settled(count)
                http.resume_writing()
        finally:
            http.connection_lost(None)

    asyncio.run(run())


def test_connections_behind_a_proxy_are_not_one_persons(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    path = tmp_path_factory.mktemp("proxy") / "taupes.sqlite"
    limits = options({"connections_per_address": 3})
    with (
        ServerProcess(f"sqlite:///{path}", *limits, "--proxy", "127.0.0.1") as server,
        ExitStack() as everything,
    ):
        for _ in range(8):
            everything.enter_context(connect(server))
        assert server.get("/api/server")[0] == 200
