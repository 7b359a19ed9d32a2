"""However a connection ends, its place becomes free and its person is gone."""

import asyncio
import socket
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.server.client import Client
from tests.server.hall.test_live import finish, new_table, seated_pair
from tests.server.process import PATIENCE, ServerProcess
from tests.server.socket.wires import frame
from tests.server.test_limits import options

UPGRADE = (
    b"GET /api/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)

ENDS = {
    "half a frame of a reserved kind": b"\xff\x54\x00",
    "half a head": b"\x81",
    "half a text": b"\x81\x85\x00\x00\x00\x00he",
    "a fragment": b"\x01\x82\x00\x00\x00\x00he",
    "half a fragment": b"\x01\x82\x00\x00\x00\x00h",
    "half a ping": b"\x89\x85\x00\x00",
    "a text without a mask": b"\x81\x02hi",
    "a close without a code": b"\x88\x80\x00\x00\x00\x00",
    "a close, and more": b"\x88\x80\x00\x00\x00\x00\x81\x85\x00\x00",
    "a frame of 2^63 bytes": b"\x81\xff" + b"\xff" * 8,
    "nothing": b"",
}


def open_socket(server: ServerProcess) -> socket.socket:
    """A raw connection whose hand was shaken."""
    connection = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
    connection.sendall(UPGRADE)
    assert connection.recv(4096).startswith(b"HTTP/1.1 101 ")
    return connection


async def until_sockets(server: ServerProcess, count: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while await asyncio.to_thread(server.figure, "sockets") != count:
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("end", ENDS)
def test_every_end_frees_a_place(server: ServerProcess, end: str) -> None:
    for _ in range(5):
        with open_socket(server) as connection:
            connection.sendall(ENDS[end])
    asyncio.run(until_sockets(server, 0))


def test_two_hundred_half_frames_take_no_place(server: ServerProcess) -> None:
    for _ in range(200):
        with open_socket(server) as connection:
            connection.sendall(ENDS["half a frame of a reserved kind"])
    # Were their places not free, an address would have none left.
    asyncio.run(until_sockets(server, 0))
    with open_socket(server):
        assert server.figure("sockets") == 1
    asyncio.run(until_sockets(server, 0))


def test_who_leaves_in_the_middle_of_a_frame_is_gone(server: ServerProcess) -> None:
    async def run() -> None:
        ada, bob = await seated_pair(server)

        def last(client: Client) -> Any:
            notes = [m for m in client.inbox if m["type"] == "presence"]
            return notes[-1]["here"]

        await ada.until(lambda: last(ada) == [True, True])
        assert bob.socket is not None
        bob.socket.transport.write(ENDS["half a frame of a reserved kind"])
        bob.socket.transport.abort()
        await ada.until(lambda: last(ada) == [True, False])
        await finish(ada, bob)
        await until_sockets(server, 0)

    asyncio.run(run())


def test_sockets_that_never_read_hold_little_of_our_memory(tmp_path: Path) -> None:
    limits = {"unread_bytes": 200_000, "burst": 1_000_000, "backlog_bytes": 100_000_000}
    with ServerProcess(f"sqlite:///{tmp_path / 'taupes.sqlite'}", *options(limits)) as server:
        table, _ = new_table(server)
        greeting = frame(b'{"type":"hello"}') + frame(
            b'{"type":"join","table":"%b"}' % table.encode()
        )
        look = frame(b'{"type":"look","table":"%b"}' % table.encode()) * 50
        with ExitStack() as everything:
            deaf = [everything.enter_context(open_socket(server)) for _ in range(8)]
            for connection in deaf:
                connection.settimeout(0.05)
                connection.sendall(greeting)
            end = time.monotonic() + PATIENCE
            while len(deaf) > 1 and time.monotonic() < end:
                for connection in list(deaf):
                    try:
                        connection.sendall(look)
                    except TimeoutError:
                        pass
                    except ConnectionError:
                        deaf.remove(connection)
                assert server.figure("unread") <= 400_000
            assert len(deaf) <= 1
            assert server.figure('dropped_total{why="too_slow"}') >= 7
        asyncio.run(until_sockets(server, 0))
        assert server.figure("unread") == 0
