"""Live play over real sockets, on SQLite and PostgreSQL."""

import asyncio
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
import websockets

from taupes.rules import parse_record
from taupes.table.fairness import verify
from tests.server.client import Client
from tests.server.process import ServerProcess

Serve = Callable[..., ServerProcess]
PAIR = [{"who": "me", "name": "Ada"}, {"who": "open"}]


def new_table(server: ServerProcess, seats: Any = None, start: bool = False, **setup: Any) -> Any:
    token = server.guest()
    body = {"seats": seats or PAIR, "setup": setup, "start": start}
    status, view = server.post("/api/tables", body, token)
    assert status == 201, view
    return view["table"], token


async def seated_pair(server: ServerProcess, **setup: Any) -> tuple[Client, Client]:
    table, token = new_table(server, **setup)
    ada = await Client(server.socket, token).connect()
    bob = await Client(server.socket, language="fr").connect()
    await ada.join(table)
    await bob.join(table)
    await bob.do("sit", seat=1, name="Bob", nonce="b0" * 8)
    await ada.do("mix", seat=0, nonce="a0" * 8)
    await ada.do("start")
    await bob.until(lambda: bob.view["stage"] == "playing")
    return ada, bob


async def finish(*clients: Client) -> None:
    for client in clients:
        await client.close()


def test_a_game_between_two(database: str, serve: Serve) -> None:
    server = serve(database)

    async def run() -> str:
        ada, bob = await seated_pair(server)
        spectator = await Client(server.socket).connect()
        await spectator.join(ada.table)
        await asyncio.gather(ada.play(Random(1)), bob.play(Random(2)))
        await spectator.until(spectator.is_over)
        for other in (bob, spectator):
            assert other.view["position"] == ada.view["position"]
            assert other.view["fairness"] == ada.view["fairness"]
        shared = set(ada.entries) & set(bob.entries) & set(spectator.entries)
        assert len(shared) > 50
        assert all(ada.entries[n] == bob.entries[n] == spectator.entries[n] for n in shared)
        await finish(ada, bob, spectator)
        return ada.table

    table = asyncio.run(run())
    status, data = server.get(f"/api/records/{table}")
    assert status == 200
    assert verify(parse_record(data)).fair is True
    assert [item["source"] for item in data["fairness"]["nonces"]] == ["player", "player"]
    assert server.get(f"/api/tables/{table}/record")[1] == data
    assert server.stop() in (0, -15)


def test_coming_back_with_the_last_number(server: ServerProcess) -> None:
    async def run() -> None:
        ada, bob = await seated_pair(server)
        await asyncio.gather(ada.play(Random(1), 8), bob.play(Random(2), 8))
        await bob.until(lambda: bob.view["number"] == ada.view["number"])
        seen = bob.view["number"]
        await bob.close()
        await ada.play(Random(1), 1) if ada.wants_to_act() is not None else None
        await ada.do("say", seat=0, text="where are you?")
        await bob.connect()
        answer = await bob.join(bob.table)
        assert answer["type"] == "update"
        assert [entry["number"] for entry in answer["entries"]] == list(
            range(seen + 1, ada.view["number"] + 1)
        )
        assert bob.view["position"] == ada.view["position"]
        answer = await bob.do("leave")
        assert answer["type"] == "done"
        answer = await bob.join(bob.table)
        assert answer == {"type": "done", "id": answer["id"], "table": bob.table} | {
            "number": bob.view["number"]
        }
        await finish(ada, bob)

    asyncio.run(run())


def test_sent_twice_applied_once(database: str, serve: Serve) -> None:
    server = serve(database)

    async def run() -> None:
        ada, bob = await seated_pair(server, first=0)
        action = ada.choose(Random(0))
        message = {"type": "act", "seat": 0, "action": action, "id": "once", "table": ada.table}
        assert ada.socket is not None
        for _ in range(3):
            await ada.socket.send(json.dumps(message))
        await ada.until(lambda: sum(_is(m, "once") for m in ada.inbox) == 3)
        answers = [m for m in ada.inbox if _is(m, "once")]
        assert [m["type"] for m in answers] == ["update", "done", "done"]
        number = answers[0]["entries"][0]["number"]
        assert {m["number"] for m in answers[1:]} == {number}
        server.kill()
        server.start()
        await ada.close()
        await ada.connect()
        await ada.join(ada.table)
        await ada.socket.send(json.dumps(message | {"id": "once"}))
        await ada.until(lambda: sum(_is(m, "once") for m in ada.inbox) == 4)
        assert ada.view["position"]["events"] == 1
        await finish(ada, bob)

    asyncio.run(run())


def _is(message: Any, mark: str) -> bool:
    return mark in (message.get("id"), message.get("done"))


def test_racing_for_one_turn(server: ServerProcess) -> None:
    async def run() -> None:
        ada, bob = await seated_pair(server, first=0)
        twin = await Client(server.socket, ada.token).connect()
        await twin.join(ada.table)
        for _ in range(3):
            first, second = await asyncio.gather(
                ada.do(
                    "act", seat=0, action=ada.choose(Random(1)), at=ada.view["position"]["events"]
                ),
                twin.do(
                    "act", seat=0, action=twin.choose(Random(2)), at=ada.view["position"]["events"]
                ),
            )
            assert sorted([first["type"], second["type"]]) == ["refused", "update"]
            loser = first if first["type"] == "refused" else second
            assert loser["code"] == "stale"
            await bob.play(Random(3), 1)
            for client in (ada, twin):
                await client.until(lambda client=client: client.wants_to_act() == 0)  # type: ignore[misc]
        await finish(ada, bob, twin)

    asyncio.run(run())


def test_refusals_speak_the_clients_language(server: ServerProcess) -> None:
    async def run() -> None:
        ada, bob = await seated_pair(server, first=0)
        answer = await ada.do("act", seat=0, action={"type": "turn", "slot": 0})
        assert answer["code"] == "against_the_rules"
        assert answer["why"]["code"] == "still_placing"
        assert answer["sentence"] == "First all moles are placed on the meadow."
        answer = await bob.do("act", seat=1, action={"type": "turn", "slot": 0})
        assert answer["why"]["code"] == "not_your_turn"
        assert "Bob" in answer["sentence"]
        answer = await bob.do("act", seat=0, action={"type": "turn", "slot": 0})
        assert answer["sentence"] == "Cette place n’est pas à toi."
        answer = await bob.do("explain", action={"type": "pass"})
        assert (answer["legal"], answer["reasons"][0]["code"]) == (False, "still_placing")
        answer = await bob.do("hint", seat=1)
        assert answer["why"]["code"] == "not_your_turn"
        answer = await ada.do("hint", seat=0)
        assert answer["code"] == "no_hints"
        await finish(ada, bob)

    asyncio.run(run())


def test_pass_and_play_with_bots(server: ServerProcess) -> None:
    async def run() -> None:
        seats = [{"who": "me", "name": n} for n in ("Ada", "Ann")]
        bots = [{"who": "bot", "level": level} for level in ("greedy", "random")]
        table, token = new_table(server, [*seats, *bots], start=True)
        ada = await Client(server.socket, token).connect()
        await ada.join(table)
        assert ada.view["you"] == [0, 1]
        await ada.play(Random(1))
        assert ada.view["position"]["result"]
        drivers = {
            event["by"]
            for entry in ada.entries.values()
            for event in entry["events"]
            if event["type"] == "acted"
        }
        assert drivers == {"person", "bot"}
        await finish(ada)

    asyncio.run(run())


def test_undo_and_pause_by_agreement(server: ServerProcess) -> None:
    async def run() -> None:
        ada, bob = await seated_pair(server, first=0)
        await ada.act(Random(1))
        await ada.do("ask", seat=0, what="undo")
        await bob.until(lambda: bob.view["ask"])
        assert bob.view["ask"] == {"seat": 0, "what": "undo", "waits": [1]}
        await bob.do("answer", seat=1, yes=True)
        await ada.until(lambda: ada.view["position"]["events"] == 0)
        await bob.do("ask", seat=1, what="pause")
        await ada.until(lambda: ada.view["ask"])
        await ada.do("answer", seat=0, yes=True)
        await bob.until(lambda: bob.view["stage"] == "paused")
        assert bob.view["position"]["legal"] == []
        await bob.do("resume", seat=1)
        await ada.until(lambda: ada.wants_to_act() == 0)
        await finish(ada, bob)

    asyncio.run(run())


def test_resigning_and_rematch(server: ServerProcess) -> None:
    async def run() -> None:
        ada, bob = await seated_pair(server, stand_in="greedy")
        await bob.do("resign", seat=1)
        await ada.play(Random(1))
        assert ada.view["seats"][1]["resigned"]
        await bob.until(bob.is_over)
        answers = await asyncio.gather(ada.do("rematch"), bob.do("rematch"))
        assert {answer["type"] for answer in answers} == {"update", "done"}
        tables = {
            event["table"]
            for client in (ada, bob)
            for entry in client.entries.values()
            for event in entry["events"]
            if event["type"] == "rematched"
        }
        assert len(tables) == 1
        again = await Client(server.socket, ada.token).connect()
        await finish(ada)
        ada = again
        await ada.join(tables.pop())
        assert [seat["name"] for seat in ada.view["seats"]] == ["Ada", "Bob"]
        assert ada.view["you"] == [0]
        await ada.do("start")
        assert ada.view["stage"] == "playing"
        await finish(ada, bob)

    asyncio.run(run())


def test_tables_without_spectators(server: ServerProcess) -> None:
    async def run() -> None:
        table, token = new_table(server, spectators=False)
        eve = await Client(server.socket).connect()
        await eve.join(table)
        ada, bob = Client(server.socket, token), Client(server.socket)
        for client in (ada, bob):
            await client.connect()
            await client.join(table)
        await bob.do("sit", seat=1, name="Bob")
        await ada.do("start")
        await eve.until(lambda: eve.inbox[-1].get("code") == "no_spectators")
        # Who was sent out does not count as watching.
        await ada.until(lambda: presence_of(ada) == ([True, True], 0))
        assert "position" not in eve.view or eve.view["position"] is None
        assert (await eve.join(table))["code"] == "no_spectators"
        assert server.get(f"/api/tables/{table}")[0] == 403
        assert server.get(f"/api/tables/{table}", eve.token)[0] == 403
        assert server.get(f"/api/tables/{table}", bob.token)[0] == 200
        await finish(ada, bob, eve)

    asyncio.run(run())


def presence_of(client: Client) -> Any:
    """Who is here and how many watch, as a client was told last."""
    notes = [message for message in client.inbox if message["type"] == "presence"]
    return (notes[-1]["here"], notes[-1]["spectators"]) if notes else None


def test_presence(server: ServerProcess) -> None:
    async def run() -> None:
        ada, bob = await seated_pair(server)
        eve = await Client(server.socket).connect()
        await eve.join(ada.table)
        await ada.until(lambda: presence_of(ada) == ([True, True], 1))
        await bob.close()
        await ada.until(lambda: presence_of(ada) == ([True, False], 1))
        await finish(ada, eve)

    asyncio.run(run())


@pytest.mark.parametrize(
    "text",
    [
        "not json",
        "[]",
        "{}",
        "null",
        '"x"',
        '{"type": 1}',
        '{"type": "act"}',
        "[" * 5000,
        '{"type":"join","table":"\\u0000"}',
        '{"type":"join","table":"../x"}',
        '{"type":"start","table":"unknown"}',
        '{"type":"hello","token":"t1.x.y"}',
        b"\xff\xfe",
        "x" * 20_000,
    ],
)
def test_nonsense_is_answered_and_the_connection_lives(
    server: ServerProcess, text: str | bytes
) -> None:
    async def run() -> None:
        async with websockets.connect(server.socket) as socket:
            await socket.send(json.dumps({"type": "hello"}))
            assert json.loads(await socket.recv())["type"] == "welcome"
            await socket.send(text)
            answer = json.loads(await socket.recv())
            assert answer["type"] == "refused"
            assert answer["sentence"]
            await socket.send(json.dumps({"type": "ping", "id": "p"}))
            assert json.loads(await socket.recv())["id"] == "p"

    asyncio.run(run())


def test_hello_comes_first(server: ServerProcess) -> None:
    async def run() -> None:
        async with websockets.connect(server.socket) as socket:
            await socket.send(json.dumps({"type": "join", "table": "x"}))
            assert json.loads(await socket.recv())["code"] == "say_hello_first"

    asyncio.run(run())
