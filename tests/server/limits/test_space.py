"""Nothing new is begun when there is no room for it; what goes on goes on."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random

from taupes.server.limits.newcomers import Newcomers
from taupes.server.limits.space import Space
from taupes.server.settings import Limits
from tests.server.client import Client
from tests.server.process import ServerProcess

LIMITS = Limits(database_bytes=1000, free_bytes=50)
SEATS = {"seats": [{"who": "me", "name": "Ada"}, {"who": "bot", "level": "random"}], "start": True}


def is_full(size: int, free: int | None) -> bool:
    async def measure() -> tuple[int, int | None]:
        return size, free

    async def run() -> bool:
        space = Space(LIMITS, measure)
        await space.look()
        no = Newcomers(LIMITS, space).guest("192.0.2.1")
        assert (no is not None and no.code == "no_space") == space.is_full
        return space.is_full

    return asyncio.run(run())


def test_a_database_that_is_too_large_or_a_disk_with_too_little_left() -> None:
    assert not is_full(999, 50)
    assert not is_full(999, None)
    assert is_full(1000, 50)
    assert is_full(999, 49)


def test_what_cannot_be_known_is_as_it_was() -> None:
    sizes = iter([1000])

    async def measure() -> tuple[int, int | None]:
        return next(sizes), None

    async def run() -> None:
        space = Space(LIMITS, measure)
        await space.look()
        await space.look()
        assert space.is_full

    asyncio.run(run())


def test_games_go_on_where_nothing_new_has_room(
    database: str, serve: Callable[..., ServerProcess]
) -> None:
    server = serve(database)
    token = server.guest()
    table = server.post("/api/tables", SEATS, token)[1]["table"]
    record = server.get(f"/api/tables/{table}/record", token)[1]
    server.stop()
    server = serve(database, "--limit", "database_bytes=1")
    for path, body in (("/api/tables", SEATS), ("/api/records", record), ("/api/guests", None)):
        status, trouble = server.post(path, body, token)
        assert (status, trouble["code"]) == (507, "no_space")

    async def run() -> None:
        stranger = Client(server.socket)
        try:
            await stranger.connect()
        except KeyError:
            assert stranger.inbox[0]["code"] == "no_space"
        else:
            raise AssertionError("a new guest was taken")
        await stranger.close()
        ada = await Client(server.socket, token).connect()
        await ada.join(table)
        assert await ada.play(Random(1), 3) == 3
        assert (await ada.do("resign", seat=0))["type"] == "update"
        assert (await ada.do("rematch"))["code"] == "no_space"
        await ada.close()

    asyncio.run(run())


def test_room_on_a_disk_is_looked_for(tmp_path: Path) -> None:
    huge = f"free_bytes={1 << 60}"
    with ServerProcess(f"sqlite:///{tmp_path / 'taupes.sqlite'}", "--limit", huge) as server:
        assert server.post("/api/guests")[0] == 507
        assert server.get("/api/ready")[0] == 200
