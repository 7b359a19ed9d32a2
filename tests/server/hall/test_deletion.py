"""Deletion over real sockets and real databases: at every stage, at every process, for good."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
import websockets

from taupes.server.storage import Storage, open_storage
from taupes.server.storage.deletions import Deletions
from tests.server.client import Client
from tests.server.hall.test_live import finish, new_table, seated_pair
from tests.server.process import Postgres, ServerProcess

Serve = Callable[..., ServerProcess]
WITH_BOT = [{"who": "me", "name": "Ursula"}, {"who": "bot", "level": "random"}]


def delete(server: ServerProcess, client: Client) -> tuple[int, Any]:
    return server.request("DELETE", "/api/me", token=client.token)


def close(storage: Storage) -> None:
    """Let go of a database that was only looked at."""
    for connection in list(storage._all):  # type: ignore[attr-defined]
        connection.close()


def everything(database: str) -> str:
    """All rows of a database, as one text."""
    storage = open_storage(database)
    tables = ("tables", "entries", "seats", "records", "record_people")
    try:
        return str([storage.run(f"SELECT * FROM {table}") for table in tables])  # noqa: S608
    finally:
        close(storage)


async def gone(client: Client) -> None:
    """Wait until a client's connection was closed."""
    await client.until(lambda: not client.is_connected)


async def meet(server: ServerProcess, other: ServerProcess | None = None) -> tuple[Client, Client]:
    """Ursula's table, and Viktor at it, who may have come in elsewhere."""
    seats = [{"who": "me", "name": "Ursula"}, {"who": "open"}]
    table, token = new_table(server, seats, title="Ursulas Tisch", boards="quick", public=True)
    ursula = await Client(server.socket, token).connect()
    viktor = await Client((other or server).socket, language="fr").connect()
    for client in (ursula, viktor):
        await client.join(table)
    await viktor.do("sit", seat=1, name="Viktor")
    await ursula.until(lambda: ursula.view["seats"][1]["kind"] == "person")
    await ursula.do("start")
    await viktor.until(lambda: viktor.view["stage"] == "playing")
    return ursula, viktor


def test_in_a_running_game(database: str, serve: Serve) -> None:
    server = serve(database)

    async def run() -> None:
        ursula, viktor = await meet(server)
        await ursula.do("say", seat=0, text="Geheimnis")
        assert delete(server, ursula) == (200, {"erased": 0})
        await gone(ursula)
        assert ursula.inbox[-1]["code"] == "deleted"
        assert ursula.inbox[-1]["retry"] is None
        await viktor.until(lambda: viktor.view["seats"][0]["name"] is None)
        assert viktor.view["seats"][0]["kind"] == "person"
        # The game goes on to its end, the stand-in plays for nobody.
        await viktor.play(Random(1))
        assert viktor.view["stage"] == "over"
        assert (await viktor.do("say", seat=1, text="where are you?"))["type"] == "update"
        kept = everything(database)
        for trace in ("Ursula", "Geheimnis", ursula.token.split(".")[1] if ursula.token else "?"):
            assert trace not in kept
        record = server.get(f"/api/records/{viktor.table}")[1]
        assert [player["name"] for player in record["players"]] != ["Ursula", "Viktor"]
        assert record["players"][1]["name"] == "Viktor"
        assert server.post("/api/records/check", record)[1]["fair"] is True
        view = server.get(f"/api/tables/{viktor.table}", viktor.token)[1]
        assert (view["owner"], view["setup"]["title"]) == (True, "")
        await finish(ursula, viktor)
        # Read from the log again, it is the same.
        server.kill()
        server.start()
        assert server.get(f"/api/tables/{viktor.table}", viktor.token)[1] == view

    asyncio.run(run())


def test_a_token_is_worth_nothing_after_it(server: ServerProcess) -> None:
    async def run() -> None:
        ursula, viktor = await meet(server)
        assert delete(server, ursula)[0] == 200
        status, answer = delete(server, ursula)
        assert (status, answer["code"]) == (401, "deleted")
        for path in ("/api/me/export", "/api/me/tables", "/api/records"):
            assert server.get(path, ursula.token)[1]["code"] == "deleted"
        assert server.get(f"/api/tables/{viktor.table}", ursula.token)[0] == 401
        body = {"seats": WITH_BOT}
        assert server.post("/api/tables", body, ursula.token)[0] == 401
        async with websockets.connect(server.socket) as socket:
            hello = {"type": "hello", "token": ursula.token, "language": "de", "id": "hello"}
            await socket.send(json.dumps(hello))
            refused = json.loads(await socket.recv())
            assert (refused["code"], refused["id"]) == ("deleted", "hello")
            await socket.send(json.dumps({"type": "hello"}))
            assert json.loads(await socket.recv())["new"] is True
        await finish(ursula, viktor)

    asyncio.run(run())


def test_a_finished_game_stays_for_the_other(database: str, serve: Serve) -> None:
    server = serve(database)

    async def run() -> None:
        ursula, viktor = await meet(server)
        await asyncio.gather(ursula.play(Random(1)), viktor.play(Random(2)))
        table = ursula.table
        assert delete(server, ursula) == (200, {"erased": 0})
        await gone(ursula)
        await viktor.until(lambda: viktor.view["seats"][0]["name"] is None)
        kept = everything(database)
        assert "Ursula" not in kept
        assert "Viktor" in kept
        assert [line["record"] for line in server.get("/api/records", viktor.token)[1]] == [table]
        found = server.get("/api/me/export", viktor.token)[1]
        assert [line["table"] for line in found["tables"]] == [table]
        assert len(found["records"]) == 1
        # A rematch brings nobody back: the seat is open.
        await viktor.do("rematch")
        again = next(
            event["table"]
            for entry in viktor.entries.values()
            for event in entry["events"]
            if event["type"] == "rematched"
        )
        seats = server.get(f"/api/tables/{again}", viktor.token)[1]["seats"]
        assert [seat["name"] for seat in seats] == [None, "Viktor"]
        assert [seat["kind"] for seat in seats] == ["open", "person"]
        # With the last person everything goes.
        assert delete(server, viktor) == (200, {"erased": 2})
        assert server.get(f"/api/tables/{table}")[0] == 404
        assert server.get(f"/api/records/{table}")[0] == 404
        assert "Viktor" not in everything(database)
        await finish(ursula, viktor)

    asyncio.run(run())


def test_a_stranger_erases_nothing(database: str, serve: Serve) -> None:
    server = serve(database)

    async def run() -> None:
        table, token = new_table(server, title="Club", boards="quick")
        ada, bob, eve = Client(server.socket, token), Client(server.socket), Client(server.socket)
        for client in (ada, bob, eve):
            await client.connect()
            await client.join(table)
        await eve.do("sit", seat=1, name="Eve")
        await eve.do("say", seat=1, text="Geheimnis")
        await eve.do("stand", seat=1)
        await bob.do("sit", seat=1, name="Bob")
        await ada.do("start")
        await asyncio.gather(ada.play(Random(1)), bob.play(Random(2)))
        assert server.get("/api/me/tables", eve.token)[1] == []
        assert server.get("/api/records", eve.token)[1] == []
        assert server.request("DELETE", f"/api/records/{table}", token=eve.token)[0] == 403
        found = server.get("/api/me/export", eve.token)[1]
        assert (found["tables"], found["records"]) == ([], [])
        assert [line["text"] for line in found["said"]] == ["Geheimnis"]
        for name in ("Ada", "Bob", "Club"):
            assert name not in json.dumps(found)
        record = server.get(f"/api/records/{table}")[1]
        assert delete(server, eve) == (200, {"erased": 0})
        assert server.get(f"/api/records/{table}")[1] == record
        assert server.get(f"/api/tables/{table}")[1]["stage"] == "over"
        kept = everything(database)
        assert "Eve" not in kept
        assert "Geheimnis" not in kept
        await finish(ada, bob, eve)

    asyncio.run(run())


def test_one_of_two_players_deletes_a_record_for_themselves(server: ServerProcess) -> None:
    async def run() -> None:
        ursula, viktor = await meet(server)
        await asyncio.gather(ursula.play(Random(1)), viktor.play(Random(2)))
        path = f"/api/records/{ursula.table}"
        assert server.request("DELETE", path, token=viktor.token)[0] == 200
        assert server.get("/api/records", viktor.token)[1] == []
        assert "Viktor" not in json.dumps(server.get(path)[1])
        assert len(server.get("/api/records", ursula.token)[1]) == 1
        assert server.request("DELETE", path, token=viktor.token)[0] == 403
        # Their other things and their token are as they were.
        assert server.get("/api/me/export", viktor.token)[0] == 200
        assert server.request("DELETE", path, token=ursula.token)[0] == 200
        assert server.get(path)[0] == 404
        assert (await viktor.do("look"))["code"] == "not_joined"
        await finish(ursula, viktor)

    asyncio.run(run())


def test_an_erased_table_takes_no_message_and_comes_back_no_more(
    database: str, serve: Serve
) -> None:
    server = serve(database)

    async def run() -> None:
        table, token = new_table(server, [{"who": "me", "name": "Ursula"}, {"who": "open"}])
        ursula = await Client(server.socket, token).connect()
        watcher = await Client(server.socket).connect()
        seated = await Client(server.socket).connect()
        for client in (ursula, watcher, seated):
            await client.join(table)
        await seated.do("sit", seat=1, name="Viktor")
        assert delete(server, ursula) == (200, {"erased": 1})
        await seated.until(lambda: seated.view["stage"] == "closed")
        for message in ({"kind": "say", "seat": 1, "text": "x"}, {"kind": "look"}):
            assert (await seated.do(**message))["code"] == "not_joined"
        assert (await watcher.join(table))["code"] == "no_such_table"
        assert server.get(f"/api/tables/{table}", seated.token)[0] == 404
        assert server.get(f"/api/tables/{table}/entries", seated.token)[0] == 404
        assert server.get("/api/me/tables", seated.token)[1] == []
        assert server.get("/api/me/export", seated.token)[0] == 200
        kept = everything(database)
        assert "Ursula" not in kept
        assert "Viktor" not in kept
        server.kill()
        server.start()
        assert server.get(f"/api/tables/{table}", seated.token)[0] == 404
        await finish(ursula, watcher, seated)

    asyncio.run(run())


def test_nothing_is_left_in_the_pages_of_the_file(tmp_path: Path, serve: Serve) -> None:
    path = tmp_path / "taupes.sqlite"
    server = serve(f"sqlite:///{path}")

    async def run() -> None:
        table, token = new_table(server, WITH_BOT, title="Ursulas Tisch", start=True)
        ursula = await Client(server.socket, token).connect()
        await ursula.join(table)
        await ursula.do("say", seat=0, text="Geheimnis")
        other, viktor = await meet(server)
        await other.do("say", seat=0, text="Geheimnis")
        assert delete(server, ursula)[0] == 200
        assert delete(server, other)[0] == 200
        await finish(ursula, other, viktor)

    asyncio.run(run())
    server.stop()
    data = path.read_bytes()
    assert b"Viktor" in data
    assert b"Ursula" not in data
    assert b"Geheimnis" not in data


# Several processes


@pytest.fixture
def two(postgres: Postgres, serve: Serve) -> tuple[ServerProcess, ServerProcess]:
    database = postgres.new_database()
    return serve(database), serve(database)


def test_every_process_knows(two: tuple[ServerProcess, ServerProcess]) -> None:
    one, other = two

    async def run() -> None:
        ursula, viktor = await meet(one, other)
        await ursula.do("say", seat=0, text="Geheimnis")
        await viktor.until(lambda: viktor.view["number"] == ursula.view["number"])
        second = await Client(other.socket, ursula.token).connect()
        await second.join(ursula.table)
        assert delete(one, ursula) == (200, {"erased": 0})
        # Her sockets at the other process are closed too, and her token is refused there.
        await asyncio.gather(gone(ursula), gone(second))
        assert other.get("/api/me/export", ursula.token)[1]["code"] == "deleted"
        await viktor.until(lambda: viktor.view["seats"][0]["name"] is None)
        for server in two:
            for path in ("", "/entries", "/record"):
                shown = json.dumps(server.get(f"/api/tables/{viktor.table}{path}")[1])
                assert "Ursula" not in shown
                assert "Geheimnis" not in shown
        # The other process reads the log anew, or goes on from memory: the game is the same.
        await viktor.play(Random(1))
        assert viktor.view["stage"] == "over"
        views = [server.get(f"/api/tables/{viktor.table}", viktor.token)[1] for server in two]
        assert views[0] == views[1]
        await finish(ursula, second, viktor)

    asyncio.run(run())


def test_two_who_delete_themselves_at_once_at_two_processes(
    two: tuple[ServerProcess, ServerProcess],
) -> None:
    one, other = two

    async def run() -> None:
        pairs = [await meet(one, other) for _ in range(6)]
        for ursula, viktor in pairs:
            await ursula.do("say", seat=0, text="Geheimnis")
            await viktor.do("say", seat=1, text="Geheimnis")
        answers = await asyncio.gather(
            *(asyncio.to_thread(delete, one, ursula) for ursula, _ in pairs),
            *(asyncio.to_thread(delete, other, viktor) for _, viktor in pairs),
            # And one of them twice: the second finds it done, or is told so.
            *(asyncio.to_thread(delete, other, ursula) for ursula, _ in pairs),
        )
        assert {status for status, _ in answers} <= {200, 401}
        kept = everything(one.database)
        for trace in ("Ursula", "Viktor", "Geheimnis"):
            assert trace not in kept
        for ursula, viktor in pairs:
            for server in two:
                assert server.get(f"/api/tables/{ursula.table}")[0] == 404
            await finish(ursula, viktor)

    asyncio.run(run())


def test_in_mid_move_and_while_a_rematch_is_made(two: tuple[ServerProcess, ServerProcess]) -> None:
    one, other = two

    async def run() -> None:
        ursula, viktor = await meet(one, other)
        playing = asyncio.gather(
            ursula.play(Random(1)), viktor.play(Random(2)), return_exceptions=True
        )
        await viktor.until(lambda: len(viktor.entries) > 20)
        assert (await asyncio.to_thread(delete, other, ursula))[0] == 200
        await playing
        assert viktor.view["stage"] == "over"
        again = [await meet(one, other) for _ in range(4)]
        for a, b in again:
            await asyncio.gather(a.play(Random(1)), b.play(Random(2)))
        work = [
            task for a, b in again for task in (b.do("rematch"), asyncio.to_thread(delete, one, a))
        ]
        await asyncio.gather(*work)
        kept = everything(one.database)
        assert "Ursula" not in kept
        assert "Viktor" in kept
        for a, b in again:
            # However it ended, the other one can play again, with somebody else.
            answer = await b.do("rematch")
            assert answer["type"] in ("update", "done")
            view = other.get(f"/api/tables/{b.table}", b.token)[1]
            table = other.get(f"/api/tables/{view['rematch']}", b.token)
            assert table[0] == 404 or table[1]["seats"][0]["name"] is None
            await finish(a, b)
        await finish(ursula, viktor)

    asyncio.run(run())


def test_a_deletion_that_was_cut_off_is_finished(database: str, serve: Serve) -> None:
    server = serve(database)

    async def run() -> tuple[str, str]:
        ursula, viktor = await meet(server)
        await finish(ursula, viktor)
        assert ursula.token is not None
        return ursula.token, ursula.table

    token, table = asyncio.run(run())
    server.kill()
    # As if the process had died just after it was said that she is deleted.
    storage = open_storage(database)
    Deletions(storage).add(token.split(".")[1], 5)
    close(storage)
    server.start()

    async def until_clean() -> None:
        async with asyncio.timeout(60):
            while "Ursula" in everything(database):
                await asyncio.sleep(0.1)

    asyncio.run(until_clean())
    assert server.get("/api/me/export", token)[1]["code"] == "deleted"
    assert server.get(f"/api/tables/{table}")[1]["stage"] == "playing"


def test_chat_is_limited(server: ServerProcess) -> None:
    async def run() -> None:
        ada, bob = await seated_pair(server)
        answers = [await ada.do("say", seat=0, text=f"line {n}") for n in range(15)]
        assert [answer["type"] for answer in answers[:10]] == ["update"] * 10
        assert {"too_fast"} <= {answer.get("code") for answer in answers[10:]}
        # Nobody else is kept from speaking.
        assert (await bob.do("say", seat=1, text="well"))["type"] == "update"
        await finish(ada, bob)

    asyncio.run(run())
