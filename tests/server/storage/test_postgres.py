"""A PostgreSQL that has gone silent: nobody waits for ever, and nothing is lost."""

import asyncio
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from taupes.server.storage import StorageAway, base, open_storage
from taupes.server.storage.postgres import storage as engine
from tests.server.client import Client
from tests.server.hall.test_live import Serve
from tests.server.process import PATIENCE, Postgres, ServerProcess
from tests.server.test_faults import compare, make_pairs, play_all, progress

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="finds the processes in /proc")


@pytest.fixture
def cluster() -> Iterator[Postgres]:
    """A PostgreSQL that may be frozen."""
    found = Postgres()
    yield found
    found.thaw()
    found.stop()


def test_a_frozen_database_is_said_and_survived(cluster: Postgres, serve: Serve) -> None:
    database = cluster.new_database()
    one, other = serve(database), serve(database)

    async def run() -> list[Client]:
        clients = await make_pairs([one, other], 3)

        async def trouble() -> None:
            await progress(clients, 100)
            cluster.freeze()
            try:
                for status, answer in await asyncio.to_thread(ask_many, one, other):
                    assert (status, answer["code"]) == (503, "database_away")
                # A move that was under way is answered too, on a connection that goes on.
                await asyncio.to_thread(seen_refusing, clients)
                assert (await asyncio.to_thread(one.get, "/api/health"))[0] == 200
                assert (await asyncio.to_thread(one.post, "/api/guests"))[0] == 201
            finally:
                cluster.thaw()

        await play_all(clients, trouble)
        return clients

    compare(database, asyncio.run(run()))


def ask_many(one: ServerProcess, other: ServerProcess) -> list[tuple[int, Any]]:
    """Far more at once than there are threads to read: those at the end wait no longer."""
    with ThreadPoolExecutor(21) as threads:
        asked = [threads.submit(one.get, "/api/tables") for _ in range(20)]
        asked.append(threads.submit(not_ready, other))
        return [each.result() for each in asked]


def not_ready(server: ServerProcess) -> tuple[int, Any]:
    """What a server says of itself once it has noticed: it asks its storage once a second."""
    end = time.monotonic() + PATIENCE
    while (answer := server.get("/api/ready"))[0] == 200:
        assert time.monotonic() < end
        time.sleep(0.1)
    return answer


def seen_refusing(clients: list[Client]) -> None:
    """Wait until somebody who wanted to move was asked to try again."""
    end = time.monotonic() + PATIENCE
    while not any(m.get("code") == "try_again" for c in clients for m in c.inbox):
        assert time.monotonic() < end
        time.sleep(0.05)


def test_those_who_are_refused_are_told_when_to_come_back(cluster: Postgres, serve: Serve) -> None:
    server = serve(cluster.new_database())
    cluster.freeze()
    with pytest.raises(HTTPError) as found:
        urlopen(f"{server.http}/api/tables", timeout=PATIENCE)  # noqa: S310
    with found.value as answer:
        assert answer.code == 503
        assert int(answer.headers["Retry-After"]) > 0


def test_a_server_ends_while_its_database_is_frozen(cluster: Postgres) -> None:
    with ServerProcess(cluster.new_database()) as server:
        asyncio.run(leave_while_frozen(server, cluster))
        assert server.process is not None
        server.process.terminate()
        server.process.wait(PATIENCE)
        assert "stopped" in server.output()


async def leave_while_frozen(server: ServerProcess, cluster: Postgres) -> None:
    """Leave a move and a request behind that nobody has answered."""
    clients = await make_pairs([server], 1)
    cluster.freeze()
    mover = next(client for client in clients if client.wants_to_act() is not None)
    acting = asyncio.create_task(mover.act(Random(1)))
    asking = asyncio.create_task(asyncio.to_thread(server.get, "/api/tables"))
    await asyncio.wait([acting, asking], return_when=asyncio.FIRST_COMPLETED)
    for client in clients:
        await client.close()
    acting.cancel()
    await asking


def test_a_connection_that_is_silent_is_hung_up(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "ANSWER", 0.5)
    storage = open_storage(postgres.new_database())

    async def wait() -> None:
        await storage.start()
        try:
            with pytest.raises(StorageAway):
                await asyncio.to_thread(storage.run, "SELECT pg_sleep(60)")
            assert storage.run("SELECT 1") == [(1,)]
        finally:
            await storage.stop()

    asyncio.run(wait())


def test_whoever_waits_in_the_queue_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "ANSWER", 0.2)
    storage = open_storage(f"sqlite:///{tmp_path}/taupes.sqlite")

    async def wait() -> None:
        await storage.start()
        done = asyncio.Event()
        loop = asyncio.get_running_loop()
        blocking = [storage.read(lambda: time.sleep(1.5)) for _ in range(base.READERS)]
        queued = storage.read(lambda: loop.call_soon_threadsafe(done.set))
        results = await asyncio.gather(*blocking, queued, return_exceptions=True)
        assert [type(result) for result in results] == [StorageAway] * len(results)
        # What nobody waits for any more is not done either.
        assert not done.is_set()
        await storage.stop()

    asyncio.run(wait())


def test_nobody_opens_a_connection_once_all_are_closed(cluster: Postgres) -> None:
    storage = open_storage(cluster.new_database())

    async def begin_and_end() -> None:
        await storage.start()
        await storage.stop()

    asyncio.run(begin_and_end())
    # A thread that was still reading as the storage was stopped asks once more.
    with pytest.raises(StorageAway):
        storage.run("SELECT 1")
