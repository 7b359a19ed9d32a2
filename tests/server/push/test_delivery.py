"""One request: to the address that was checked, over TLS, never further, never for longer."""

import asyncio
import ssl
import subprocess
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import pytest

from taupes.server.push.delivery import Delivery, Receipt, receipt_of
from taupes.server.push.endpoint import Target, parse_endpoint
from tests.server.process import free_port

HOST = "fcm.googleapis.com"
Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


async def loopback(host: str, port: int) -> list[str]:
    return ["127.0.0.1"]


def answering(data: bytes, seen: list[bytes]) -> Serve:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        seen.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(data)
        with suppress(OSError):
            await writer.drain()
        writer.close()

    return serve


def sent(serve: Serve, seconds: float = 60) -> Receipt:
    """What becomes of a message to somebody who serves so."""

    async def run() -> Receipt:
        served = asyncio.Event()

        async def once(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await serve(reader, writer)
            writer.close()
            served.set()

        server = await asyncio.start_server(once, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        target = Target(HOST, port, "/x", f"http://{HOST}", is_trial=True)
        receipt = await Delivery(loopback, seconds).send(target, {"TTL": "60"}, b"body")
        await served.wait()
        server.close()
        return receipt

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("status", "receipt"),
    [
        (200, Receipt.DELIVERED),
        (201, Receipt.DELIVERED),
        (404, Receipt.GONE),
        (410, Receipt.GONE),
        (301, Receipt.REFUSED),
        (307, Receipt.REFUSED),
        (400, Receipt.REFUSED),
        (403, Receipt.REFUSED),
        (413, Receipt.REFUSED),
        (429, Receipt.LATER),
        (500, Receipt.LATER),
        (503, Receipt.LATER),
    ],
)
def test_what_a_status_means(status: int, receipt: Receipt) -> None:
    seen: list[bytes] = []
    assert sent(answering(b"HTTP/1.1 %d So\r\n\r\n" % status, seen)) is receipt
    assert receipt_of(status) is receipt
    assert seen[0].startswith(b"POST /x HTTP/1.1\r\nHost: fcm.googleapis.com\r\n")
    assert b"Content-Length: 4\r\n" in seen[0]


def test_no_redirect_is_followed() -> None:
    seen: list[bytes] = []

    async def run() -> Receipt:
        port = free_port()
        answer = b"HTTP/1.1 307 There\r\nLocation: http://127.0.0.1:%d/there\r\n\r\n" % port
        server = await asyncio.start_server(answering(answer, seen), "127.0.0.1", port)
        target = Target(HOST, port, "/x", f"http://{HOST}", is_trial=True)
        receipt = await Delivery(loopback, 60).send(target, {}, b"")
        server.close()
        return receipt

    assert asyncio.run(run()) is Receipt.REFUSED
    assert len(seen) == 1


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 20", b"x" * 20_000, b"SSH-2.0-x\r\n"])
def test_what_is_no_answer(answer: bytes) -> None:
    assert sent(answering(answer, [])) in (Receipt.LATER, Receipt.REFUSED)


def test_an_answer_without_an_end_is_not_read() -> None:
    written = 0

    async def flood(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal written
        try:
            while True:
                writer.write(b"x" * 65_536)
                await writer.drain()
                written += 65_536
        except OSError:
            return

    assert sent(flood) is Receipt.LATER
    assert written < 50_000_000


def test_who_says_nothing_is_not_waited_for() -> None:
    async def hang(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            await reader.read()

    assert sent(hang, seconds=0.05) is Receipt.LATER


def test_a_name_server_that_hangs_is_not_waited_for() -> None:
    async def never(host: str, port: int) -> list[str]:
        await asyncio.Event().wait()
        return []

    target = parse_endpoint(f"https://{HOST}/x")
    assert asyncio.run(Delivery(never, 0.05).send(target, {}, b"")) is Receipt.LATER


def test_a_name_that_leads_to_loopback_is_not_connected_to() -> None:
    connected: list[object] = []

    async def run() -> Receipt:
        server = await asyncio.start_server(lambda *pair: connected.append(pair), "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        target = Target(HOST, port, "/x", f"https://{HOST}")
        receipt = await Delivery(loopback, 60).send(target, {}, b"")
        server.close()
        return receipt

    assert asyncio.run(run()) is Receipt.REFUSED
    assert connected == []


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("tls")
    key, cert = folder / "key.pem", folder / "cert.pem"
    names = f"subjectAltName=DNS:{HOST}"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt"]
    command += ["ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", f"/CN={HOST}"]
    command += ["-addext", names, "-keyout", str(key), "-out", str(cert)]
    subprocess.run(command, check=True, capture_output=True)
    return key, cert


@pytest.mark.parametrize(
    ("host", "is_trusted", "receipt"),
    [
        (HOST, True, Receipt.DELIVERED),
        (HOST, False, Receipt.LATER),
        ("web.push.apple.com", True, Receipt.LATER),
    ],
)
def test_only_who_proves_the_name_is_told(
    certificate: tuple[Path, Path],
    monkeypatch: pytest.MonkeyPatch,
    host: str,
    is_trusted: bool,
    receipt: Receipt,
) -> None:
    key, cert = certificate
    inside = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    inside.load_cert_chain(cert, key)
    outside = ssl.create_default_context(cafile=str(cert) if is_trusted else None)
    # The checked address is loopback here: for once it counts as public.
    monkeypatch.setattr("taupes.server.push.endpoint.is_public", lambda _: True)
    seen: list[bytes] = []

    async def run() -> Receipt:
        serve = answering(b"HTTP/1.1 201 Created\r\n\r\n", seen)
        server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=inside)
        asyncio.get_running_loop().set_exception_handler(lambda *_: None)
        port = server.sockets[0].getsockname()[1]
        target = Target(host, port, "/x", f"https://{host}")
        found = await Delivery(loopback, 60, outside).send(target, {}, b"")
        server.close()
        return found

    assert asyncio.run(run()) is receipt
    assert len(seen) == (receipt is Receipt.DELIVERED)
