"""Everything that can die does, in the middle of games; afterwards nothing is lost or doubled."""

import asyncio
import resource
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from random import Random
from typing import Any

import msgspec
import psycopg
import pytest

from taupes.rules import parse_record
from taupes.server.storage import Storage, open_storage
from taupes.table.entries import Entry, public
from taupes.table.evolve import rebuild
from taupes.table.fairness import verify
from taupes.table.projection import record_of, table_view
from taupes.table.table import Table
from tests.server.client import Client
from tests.server.hall.test_live import Serve, new_table
from tests.server.process import PATIENCE, Postgres, ServerProcess, free_port

TABLES = 6


async def make_pairs(servers: list[ServerProcess], count: int) -> list[Client]:
    """Tables for two, each started, its players at different servers if there are several."""
    clients = []
    for number in range(count):
        one, other = servers[number % len(servers)], servers[(number + 1) % len(servers)]
        table, token = new_table(one)
        ada = await Client(one.socket, token).connect()
        bob = await Client(other.socket).connect()
        for client in (ada, bob):
            await client.join(table)
        await bob.do("sit", seat=1, name="Bob", nonce="b0" * 8)
        await ada.until(lambda ada=ada: ada.view["seats"][1]["name"] == "Bob")  # type: ignore[misc]
        assert (await ada.do("start"))["type"] == "update"
        await bob.until(lambda bob=bob: bob.view["stage"] == "playing")  # type: ignore[misc]
        clients += [ada, bob]
    return clients


async def play_all(clients: list[Client], trouble: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Let everybody play to the end while something goes wrong."""
    games = [
        asyncio.create_task(client.play_through_anything(Random(n)))
        for n, client in enumerate(clients)
    ]
    troubled = asyncio.create_task(trouble())
    try:
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*games, troubled)
        assert all(client.is_over() for client in clients)
    finally:
        for task in (*games, troubled):
            task.cancel()
        for client in clients:
            await client.close()


async def progress(clients: list[Client], entries: int) -> None:
    """Wait until the games have gone on by so many entries."""
    aim = sum(client.view["number"] for client in clients) + entries
    async with asyncio.timeout(PATIENCE):
        while sum(c.view["number"] for c in clients) < aim and not all(
            c.is_over() for c in clients
        ):
            await asyncio.sleep(0.01)


def logged(storage: Storage, client: Client) -> Table:
    """The table of a client from its log, with which all that the client has seen must agree."""
    entries = [msgspec.json.decode(b, type=Entry) for b in storage.entries(client.table)]
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    stored = {
        entry.number: msgspec.json.decode(msgspec.json.encode(public(entry))) for entry in entries
    }
    assert client.entries, "this client has seen nothing"
    for number, entry in client.entries.items():
        assert stored[number] == entry
    table = rebuild(client.table, entries)
    view = msgspec.json.decode(msgspec.json.encode(table_view(table, None)))
    assert client.view["number"] == table.number
    assert client.view["position"] == view["position"]
    marks = [(e.secrets.person, e.secrets.message) for e in entries if e.secrets]
    sent = [mark for mark in marks if mark[1] is not None]
    assert len(sent) == len(set(sent)), "a message was applied twice"
    return table


def compare(database: str, clients: list[Client]) -> None:
    """Every client's view, the database, and an independent replay must be the same.

    The record of a finished game is kept, and its discs are proved.
    """
    storage = open_storage(database)
    try:
        for client in clients:
            table = logged(storage, client)
            if table.stage != "over":
                continue
            text = storage.record(client.table)
            assert text is not None
            kept = parse_record(msgspec.json.decode(text))
            assert kept == record_of(table)
            assert verify(kept).fair is True
    finally:
        asyncio.run(storage.stop())


def test_kill_the_server_under_load(database: str, serve: Serve) -> None:
    server = serve(database)

    async def run() -> list[Client]:
        clients = await make_pairs([server], TABLES)

        async def trouble() -> None:
            for _ in range(3):
                await progress(clients, 150)
                server.kill()
                await asyncio.to_thread(server.start)

        await play_all(clients, trouble)
        return clients

    compare(database, asyncio.run(run()))


def test_kill_one_of_two_processes(postgres: Postgres, serve: Serve) -> None:
    database = postgres.new_database()
    one, other = serve(database), serve(database)

    async def run() -> list[Client]:
        clients = await make_pairs([one, other], TABLES)

        async def trouble() -> None:
            await progress(clients, 200)
            other.kill()
            for client in clients:
                client.address = one.socket
            await progress(clients, 200)
            await asyncio.to_thread(other.start)
            one.kill()
            for client in clients:
                client.address = other.socket

        await play_all(clients, trouble)
        return clients

    compare(database, asyncio.run(run()))


def test_kill_the_database(serve: Serve) -> None:
    cluster = Postgres()
    try:
        database = cluster.new_database()
        one, other = serve(database), serve(database)

        async def run() -> list[Client]:
            clients = await make_pairs([one, other], TABLES // 2)

            async def trouble() -> None:
                for _ in range(2):
                    await progress(clients, 150)
                    await asyncio.to_thread(cluster.kill)
                    # What is said may be a second old.
                    while (told := await asyncio.to_thread(one.get, "/api/ready"))[0] == 200:
                        await asyncio.sleep(0.1)
                    assert (told[0], told[1].get("code")) == (503, "database_away")
                    await asyncio.to_thread(cluster.start)

            await play_all(clients, trouble)
            return clients

        compare(database, asyncio.run(run()))
    finally:
        cluster.stop()


def test_cut_the_fan_out(postgres: Postgres, serve: Serve) -> None:
    database = postgres.new_database()
    servers = [serve(database), serve(database)]

    async def run() -> list[Client]:
        clients = await make_pairs(servers, TABLES // 2)

        async def trouble() -> None:
            for _ in range(4):
                await progress(clients, 100)
                await asyncio.to_thread(cut_listeners, database)

        await play_all(clients, trouble)
        return clients

    compare(database, asyncio.run(run()))


def cut_listeners(database: str) -> None:
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND query LIKE 'LISTEN%'"
        )


def test_cut_delay_and_repeat_on_the_way(server: ServerProcess) -> None:
    async def run() -> list[Client]:
        rng = Random(7)
        proxy = BadNetwork(server.port, rng)
        await proxy.start()
        clients = await make_pairs([server], TABLES // 2)
        for client in clients:
            await client.close()
            client.address = f"ws://127.0.0.1:{proxy.port}/api/socket"

        async def trouble() -> None:
            for _ in range(8):
                await progress(clients, 60)
                proxy.cut()
            proxy.is_calm = True

        await play_all(clients, trouble)
        await proxy.stop()
        return clients

    compare(server.database, asyncio.run(run()))


class BadNetwork:
    """A way to the server on which packets are late and connections break."""

    def __init__(self, target: int, rng: Random) -> None:
        self.target = target
        self.rng = rng
        self.port = free_port()
        self.is_calm = False
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", self.port)

    async def stop(self) -> None:
        assert self._server is not None
        self._server.close()
        self.cut()

    def cut(self) -> None:
        for writer in list(self._writers):
            writer.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
        self._writers |= {writer, far_writer}
        try:
            await asyncio.gather(self._pipe(reader, far_writer), self._pipe(far_reader, writer))
        finally:
            for end in (writer, far_writer):
                self._writers.discard(end)
                end.transport.abort()

    async def _pipe(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(4096):
                if not self.is_calm:
                    await asyncio.sleep(self.rng.random() * 0.01)
                # In odd pieces: a message may arrive in parts, several may arrive as one.
                middle = self.rng.randrange(len(data) + 1)
                for part in (data[:middle], data[middle:]):
                    writer.write(part)
                    await writer.drain()
        writer.transport.abort()


def test_a_full_disk_is_said_and_survived(tmp_path: Any, serve: Serve) -> None:
    database = f"sqlite:///{tmp_path / 'taupes.sqlite'}"
    server = serve(database)
    assert server.process is not None
    pid = server.process.pid

    @contextmanager
    def full_disk() -> Iterator[None]:
        before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, before[1]))
        yield
        resource.prlimit(pid, resource.RLIMIT_FSIZE, before)

    async def run() -> list[Client]:
        clients = await make_pairs([server], 1)
        ada, bob = clients
        mover = ada if ada.wants_to_act() is not None else bob
        before = mover.view["number"]
        with full_disk():
            answer = await mover.act(Random(1))
            assert (answer["type"], answer["code"]) == ("refused", "try_again")
            async with asyncio.timeout(PATIENCE):
                # An answer holds for a moment.
                while (await asyncio.to_thread(server.get, "/api/ready"))[0] != 503:
                    await asyncio.sleep(0.05)
            assert (await asyncio.to_thread(server.post, "/api/guests"))[0] == 201
        assert mover.view["number"] == before

        async def trouble() -> None:
            await progress(clients, 20)

        await play_all(clients, trouble)
        return clients

    compare(database, asyncio.run(run()))


def test_a_client_that_does_not_read_is_dropped(tmp_path: Any, serve: Serve) -> None:
    options = ("--limit", "backlog_bytes=20000", "--limit", "burst=100000")
    server = serve(f"sqlite:///{tmp_path / 'taupes.sqlite'}", *options)

    async def run() -> None:
        (ada, bob) = await make_pairs([server], 1)
        stuck = await Client(server.socket).connect()
        await stuck.join(ada.table)
        assert stuck.socket is not None
        stuck.socket.transport.pause_reading()
        with suppress(OSError, Exception):
            for _ in range(20_000):
                await asyncio.wait_for(
                    stuck.socket.send(f'{{"type":"look","table":"{ada.table}"}}'), 1
                )
        async with asyncio.timeout(PATIENCE):
            while 'why="too_slow"' not in (await asyncio.to_thread(server.get, "/metrics"))[1]:
                await asyncio.sleep(0.05)
        stuck.socket.transport.abort()
        await asyncio.gather(ada.play(Random(1)), bob.play(Random(2)))
        for client in (ada, bob):
            await client.close()

    asyncio.run(run())


def test_clocks_go_on_over_a_restart(database: str, serve: Serve) -> None:
    server = serve(database)

    async def run() -> None:
        table, token = new_table(
            server,
            [{"who": "me", "name": "Ada"}, {"who": "bot", "level": "greedy"}],
            start=True,
            clock={"kind": "move", "seconds": 5},
            first=0,
            stand_in="greedy",
        )
        deadline = server.get(f"/api/tables/{table}", token)[1]["clock"]["deadline"]
        server.kill()
        await asyncio.to_thread(server.start)
        # Nobody follows the table: the sweep alone must notice that the time is up.
        async with asyncio.timeout(PATIENCE):
            while True:
                view = (await asyncio.to_thread(server.get, f"/api/tables/{table}", token))[1]
                if view["position"]["events"] >= 4:
                    break
                await asyncio.sleep(0.05)
        assert view["seats"][0]["away"]
        entries = server.get(f"/api/tables/{table}/entries", token)[1]
        gone = next(e for e in entries if e["events"][0]["type"] == "went_away")
        assert gone["at"] >= deadline
        assert gone["events"] == [{"type": "went_away", "seat": 0, "why": "time"}]
        ada = await Client(server.socket, token).connect()
        await ada.join(table)
        if not ada.is_over():
            await ada.do("back", seat=0)
            assert not ada.view["seats"][0]["away"]
        await ada.close()

    asyncio.run(run())


def test_stopping_in_peace(database: str, serve: Serve) -> None:
    server = serve(database)

    async def run() -> None:
        clients = await make_pairs([server], 2)
        code = await asyncio.to_thread(server.stop)
        assert code in (0, -15)
        for client in clients:
            await client.until(lambda client=client: not client.is_connected)  # type: ignore[misc]
            assert client.inbox[-1]["type"] == "bye"
            assert (client.inbox[-1]["code"], client.inbox[-1]["retry"]) == ("restart", 1000)
            await client.close()

    asyncio.run(run())


def test_somebody_gone_and_back(postgres: Postgres, serve: Serve) -> None:
    # Ada follows at one process, the table is swept by both: she is not gone while she is there.
    database = postgres.new_database()
    one, other = serve(database), serve(database)

    async def run() -> None:
        table, token = new_table(one, first=1, away_after=10, stand_in="greedy")
        ada = await Client(one.socket, token).connect()
        bob = await Client(other.socket).connect()
        for client in (ada, bob):
            await client.join(table)
        await bob.do("sit", seat=1, name="Bob")
        await ada.until(lambda: ada.view["seats"][1]["name"] == "Bob")
        await ada.do("start")
        await bob.until(lambda: bob.wants_to_act() == 1)
        await bob.close()
        await ada.until(lambda: ada.view["seats"][1]["away"])
        await ada.play(Random(1), 2)
        assert not ada.view["seats"][0]["away"]
        await bob.connect()
        await bob.join(table)
        await bob.do("back", seat=1)
        await ada.until(lambda: not ada.view["seats"][1]["away"])
        for client in (ada, bob):
            await client.close()

    asyncio.run(run())


@pytest.mark.parametrize("pieces", [1, 3])
def test_messages_out_of_order_are_refused_not_misunderstood(
    server: ServerProcess, pieces: int
) -> None:
    async def run() -> list[Client]:
        clients = await make_pairs([server], pieces)
        for ada, bob in zip(clients[::2], clients[1::2], strict=True):
            mover = ada if ada.wants_to_act() is not None else bob
            seat, events = mover.wants_to_act(), mover.view["position"]["events"]
            # The later action arrives first: it belongs to a position that is not there yet.
            action = mover.choose(Random(1))
            late = await mover.do("act", seat=seat, action=action, at=events + 2)
            assert late["code"] == "stale"
            first = await mover.do("act", seat=seat, action=action, at=events)
            assert first["type"] == "update"
        await play_all(clients, lambda: asyncio.sleep(0))
        return clients

    compare(server.database, asyncio.run(run()))
