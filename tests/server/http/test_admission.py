"""By which names the server is called, from whose pages, and what it says to nonsense."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
import websockets
from fastapi import FastAPI

from taupes.server.headers import HEADERS
from taupes.server.http.admission import Admission
from taupes.server.http.app import add_errors
from taupes.server.limits.hosts import Hosts
from taupes.server.settings import Settings
from tests.server.client import Client
from tests.server.http.raw import HOST, exchange, status
from tests.server.process import ServerProcess
from tests.server.test_limits import options

UPGRADE = (
    b"Upgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
)
CLOSE = b"Connection: close\r\n\r\n"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("page")
    (folder / "index.html").write_text("<!doctype html><title>Taupes</title>")
    return folder


@pytest.fixture(scope="module")
def server(page: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    path = tmp_path_factory.mktemp("door") / "taupes.sqlite"
    names = ("--allow-host", "moles.example", "--page", str(page))
    with ServerProcess(f"sqlite:///{path}", *names) as running:
        yield running


def ask(server: ServerProcess, line: bytes, *headers: bytes) -> bytes:
    return exchange(server, b"\r\n".join((line + b" HTTP/1.1", *headers, CLOSE)))


@pytest.mark.parametrize("host", [b"localhost", b"moles.example", b"192.168.1.7:8080", b"[::1]"])
def test_known_names_are_answered(server: ServerProcess, host: bytes) -> None:
    for path in (b"GET /", b"GET /api/server", b"POST /api/guests"):
        assert status(ask(server, path, b"Host: " + host)) in (200, 201)


def test_other_names_are_refused_with_a_way_out(server: ServerProcess) -> None:
    for path in (b"GET /", b"GET /api/server", b"POST /api/guests", b"GET /metrics"):
        answer = ask(server, path, b"Host: evil.example", b"Accept-Language: fr")
        assert status(answer) == 421
        assert b"bad_host" in answer
        assert b"--allow-host" in answer
        assert b"Ce serveur" in answer
    twice = ask(server, b"GET /api/server", b"Host: localhost", b"Host: evil.example")
    assert status(twice) in (400, 421)


def test_whoever_watches_may_call_it_what_they_like(server: ServerProcess) -> None:
    for path in (b"GET /api/health", b"GET /api/ready"):
        assert status(ask(server, path, b"Host: taupes-1:8080")) == 200


@pytest.mark.parametrize("origin", [b"http://evil.example", b"null", b"http://localhost:3000"])
def test_pages_of_others_change_nothing(server: ServerProcess, origin: bytes) -> None:
    headers = (b"Host: localhost:8080", b"Origin: " + origin)
    for line in (b"POST /api/guests", b"DELETE /api/me", b"POST /api/tables"):
        answer = ask(server, line, *headers)
        assert status(answer) == 403
        assert b"bad_origin" in answer
    assert status(ask(server, b"GET /api/server", *headers)) == 200
    shaken = exchange(
        server,
        b"GET /api/socket HTTP/1.1\r\n" + b"\r\n".join(headers) + b"\r\n" + UPGRADE + b"\r\n",
    )
    assert status(shaken) == 403
    assert b"--allow-host" in shaken


def test_its_own_page_may(server: ServerProcess) -> None:
    async def run(origin: str) -> None:
        async with websockets.connect(server.socket, origin=origin) as socket:  # type: ignore[arg-type]
            await socket.send('{"type":"hello"}')
            assert "welcome" in str(await socket.recv())

    for origin in (server.http, "https://moles.example"):
        asyncio.run(run(origin))
        headers = (b"Host: 127.0.0.1:%d" % server.port, b"Origin: " + origin.encode())
        assert status(ask(server, b"POST /api/guests", *headers)) == 201


def test_a_socket_by_another_name_is_refused(server: ServerProcess) -> None:
    request = b"GET /api/socket HTTP/1.1\r\nHost: evil.example\r\n" + UPGRADE + b"\r\n"
    assert status(exchange(server, request)) == 403
    assert server.figure("sockets") == 0


@pytest.mark.parametrize(
    "request_line",
    [
        b"GET /%00",
        b"GET /assets/%00",
        b"GET /" + b"a" * 300,
        b"GET /" + b"a/" * 3000,
        b"GET /%ff%fe",
        b"GET /..%2f..%2fetc/passwd",
        b"GET /api/%00",
        b"GET /api/tables/%00",
        b"GET /api/tables/%00/entries",
        b"GET /api/records/%ed%a0%80",
        b"GET /api/boards/%00/picture",
        b"GET /api/tables?before=" + b"9" * 5000,
        b"GET /api/tables?stage=%00",
        b"HEAD /",
        b"HEAD /api/server",
        b"OPTIONS /api/tables",
        b"OPTIONS *",
        b"TRACE /",
        b"PUT /api/tables",
        b"BREW /",
        b"CONNECT localhost:80",
        b"GET http://evil.example/",
        b"nonsense",
    ],
)
def test_nonsense_is_no_fault_of_ours(server: ServerProcess, request_line: bytes) -> None:
    answer = ask(server, request_line, HOST.strip())
    assert 200 <= status(answer) < 500
    head = answer.partition(b"\r\n\r\n")[0].lower()
    for name, value in HEADERS:
        assert f"\r\n{name}: {value}".lower().encode() in head


def test_sockets_that_are_refused_have_the_headers_too(server: ServerProcess) -> None:
    answer = exchange(server, b"GET /nowhere HTTP/1.1\r\n" + HOST + UPGRADE + b"\r\n")
    assert status(answer) == 404
    for name, _ in HEADERS:
        assert name.encode() in answer.lower()


@pytest.mark.parametrize(
    "value",
    [b"1" * 10_000, b"1e999", b"NaN", b"-Infinity", b'"\\ud800"', b"[" * 5000 + b"]" * 5000],
    ids=["digits", "infinite", "nan", "constant", "half a character", "deep"],
)
def test_what_json_cannot_hold_is_refused_at_the_door(server: ServerProcess, value: bytes) -> None:
    token = server.guest()
    wish = {"seats": [{"who": "me", "name": "Ada"}, {"who": "bot", "level": "random"}]}
    table = server.post("/api/tables", wish | {"start": True}, token)[1]["table"]
    code, record = server.request("GET", f"/api/tables/{table}/record", token=token)
    assert code == 200
    text = json.dumps(record).encode()[:-1] + b', "extra": ' + value + b"}"
    assert server.request("POST", "/api/records", text, token)[0] == 422
    assert server.request("POST", "/api/records/check", text)[1]["ok"] is False
    for path, key in (
        ("/api/boards/check", b"boards"),
        ("/api/boards/preview", b"boards"),
        ("/api/tables", b"setup"),
        ("/api/replay", b"record"),
    ):
        body = b'{"seats": [], "%b": {"x": %b}}' % (key, value)
        assert 400 <= server.request("POST", path, body, token)[0] < 500
    assert server.get("/api/me/export", token)[0] == 200


def test_numbers_of_toml_have_an_end(server: ServerProcess) -> None:
    toml = f"a = {'1' * 10_000}"
    code, found = server.post("/api/boards/check", {"toml": toml})
    assert (code, found["ok"], found["errors"][0]["code"]) == (200, False, "not_toml")
    assert server.post("/api/print", {"toml": toml})[0] == 422


def test_a_fault_of_ours_is_answered_and_ends_at_the_door() -> None:
    app = FastAPI()
    add_errors(app)

    @app.get("/broken")
    async def broken() -> None:
        raise RuntimeError("a name that somebody typed")

    settings = Settings("sqlite:///")
    services: Any = SimpleNamespace(settings=settings, hosts=Hosts(), address=lambda _: "here")

    async def run() -> None:
        # Were it to go on to the web server, it would be raised here.
        inside = httpx.ASGITransport(Admission(app, services))
        async with httpx.AsyncClient(transport=inside, base_url="http://localhost") as client:
            answer = await client.get("/broken", headers={"accept-language": "de"})
        assert (answer.status_code, answer.json()["code"]) == (500, "fault")
        assert "typed" not in answer.text

    asyncio.run(run())


def test_requests_of_one_address_at_once(tmp_path: Path) -> None:
    limits = options({"requests_at_once": 0})
    with ServerProcess(f"sqlite:///{tmp_path / 'taupes.sqlite'}", *limits) as server:
        assert status(ask(server, b"POST /api/guests", HOST.strip())) == 429
        for place in (b"/api/health", b"/api/server"):
            assert status(ask(server, b"GET " + place, HOST.strip())) == 200


def test_files_have_a_pace_of_their_own(page: Path, tmp_path: Path) -> None:
    limits = options({"files_per_second": 1, "files_burst": 5})
    database = f"sqlite:///{tmp_path / 'taupes.sqlite'}"
    with ServerProcess(database, *limits, "--page", str(page), "--proxy", "127.0.0.1") as server:
        forwarded = b"X-Forwarded-For: 198.51.100.1"
        found = [status(ask(server, b"GET /", HOST.strip(), forwarded)) for _ in range(12)]
        assert found[:5] == [200] * 5
        assert 429 in found
        # Others behind the same proxy do not notice.
        other = b"X-Forwarded-For: 198.51.100.2"
        assert status(ask(server, b"GET /", HOST.strip(), other)) == 200


def test_a_client_that_is_no_browser_needs_no_origin(server: ServerProcess) -> None:
    async def run() -> None:
        client = await Client(server.socket).connect()
        await client.close()

    asyncio.run(run())
