"""A table is in memory while somebody needs it there, and no longer."""

import asyncio
import socket
from pathlib import Path
from random import Random

import pytest

from taupes.server.hall.live import Live
from taupes.server.hall.memory import Memory
from taupes.server.storage import Append, AppendResult
from taupes.server.storage.sqlite import SqliteStorage
from taupes.table.encoding import encode
from tests.server.client import Client
from tests.server.hall.test_live import Serve, finish, new_table, seated_pair
from tests.server.process import PATIENCE, ServerProcess
from tests.server.socket.test_leaks import UPGRADE, until_sockets
from tests.server.socket.wires import frame
from tests.table.desk import pair_desk


async def until_tables(server: ServerProcess, count: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while await asyncio.to_thread(server.figure, "tables") != count:
            await asyncio.sleep(0.02)


def test_who_is_refused_keeps_no_table_in_memory(database: str, serve: Serve) -> None:
    server = serve(database)

    async def run() -> None:
        tables = []
        for _ in range(3):
            ada, bob = await seated_pair(server, spectators=False)
            tables.append(ada.table)
            await finish(ada, bob)
        await until_tables(server, 0)
        for table in tables:
            for token in ("nobody's", server.guest(), None):
                for path in ("", "/entries", "/record"):
                    status, _ = server.get(f"/api/tables/{table}{path}", token)
                    assert status in (401, 403)
        assert server.figure("tables") == 0
        eve = await Client(server.socket).connect()
        for table in tables:
            assert (await eve.ask("join", table=table))["code"] == "no_spectators"
        assert server.figure("tables") == 0
        await eve.close()

    asyncio.run(run())


def test_who_does_not_wait_for_a_table_keeps_none_in_memory(server: ServerProcess) -> None:
    tables = [new_table(server)[0] for _ in range(20)]
    for table in tables:
        with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as eve:
            eve.sendall(UPGRADE)
            assert eve.recv(4096).startswith(b"HTTP/1.1 101 ")
            join = b'{"type":"join","table":"%b","since":1}' % table.encode()
            eve.sendall(frame(b'{"type":"hello"}') + frame(join))
    asyncio.run(until_sockets(server, 0))
    asyncio.run(until_tables(server, 0))


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    return Memory(SqliteStorage(tmp_path / "taupes.sqlite"))


async def store(memory: Memory) -> str:
    """A table in the log and nowhere else."""
    desk = pair_desk()
    await memory.storage.start()
    for entry in desk.log:
        done = asyncio.get_running_loop().create_future()
        item = Append(desk.table.id, entry.number, entry.at, encode(entry), None, done.set_result)
        memory.storage.append(item)
        assert await done is AppendResult.STORED
    return desk.table.id


def test_a_table_that_nobody_waited_for_is_put_back(memory: Memory) -> None:
    async def run() -> None:
        table = await store(memory)
        waiting = asyncio.create_task(memory.open(table))
        await asyncio.sleep(0)
        waiting.cancel()
        others = asyncio.create_task(memory.open(table))
        live = await others
        assert isinstance(live, Live)
        async with asyncio.timeout(PATIENCE):
            while memory.live:
                await asyncio.sleep(0.001)
        await memory.storage.stop()

    asyncio.run(run())


def test_others_play_on_at_a_table_that_strangers_look_at(server: ServerProcess) -> None:
    async def run() -> None:
        ada, bob = await seated_pair(server)

        async def look() -> None:
            for number in range(60):
                path = f"/api/tables/{ada.table}"
                token = "nobody's" if number % 2 else None
                await asyncio.to_thread(server.get, path, token)

        await asyncio.gather(ada.play(Random(1)), bob.play(Random(2)), look())
        assert ada.is_over()
        await finish(ada, bob)

    asyncio.run(run())
