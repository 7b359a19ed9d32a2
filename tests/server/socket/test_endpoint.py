"""Who is let in, who is sent away, and that nothing is kept of those who left."""

import asyncio
import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from taupes.server.hall.hall import Hall
from taupes.server.hall.hints import Hints
from taupes.server.hall.live import Crowd, Live
from taupes.server.hall.memory import Memory
from taupes.server.hall.presence import Roster
from taupes.server.limits.backlog import Backlog
from taupes.server.limits.hosts import Hosts
from taupes.server.limits.newcomers import Newcomers
from taupes.server.limits.proxies import Proxies
from taupes.server.limits.space import Space
from taupes.server.metrics import Metrics
from taupes.server.settings import Limits, Settings
from taupes.server.socket import endpoint as module
from taupes.server.socket.connection import NOTHINGS, PRICE
from taupes.server.socket.dispatch import TOLD_PER_MESSAGE, Dispatch
from taupes.server.socket.endpoint import Endpoint
from taupes.server.socket.frames import PING
from taupes.server.socket.websocket import WebSocket
from taupes.server.storage.sqlite import SqliteStorage
from taupes.server.tasks import Tasks
from taupes.server.tokens import Signer
from taupes.server.workers.bots import BotPool
from tests.server.socket.wires import REQUEST, Opcode, Wire, connect, frame
from tests.table.desk import pair_desk

LIMITS = Limits(
    sockets=5,
    sockets_per_address=3,
    backlog_bytes=1000,
    unread_bytes=1500,
    messages_per_second=1000,
    burst=3,
    requests_per_second=0.01,
    requests_burst=20,
)


async def measure() -> tuple[int, int | None]:
    return 0, None


class Room:
    """An endpoint without a network, and a table to follow there."""

    def __init__(self, path: Path, limits: Limits = LIMITS) -> None:
        memory, tasks = Memory(SqliteStorage(path / "taupes.sqlite")), Tasks()
        self.hall = Hall(memory, Roster(memory, tasks), lambda *_: None, tasks, Metrics())
        hints = Hints(BotPool(Settings("")), tasks, 0.1)
        self.space = Space(limits, measure)
        newcomers = Newcomers(limits, self.space)
        dispatch = Dispatch(self.hall, Signer(b"secret"), hints, limits, newcomers)
        self.backlog = Backlog(limits.unread_bytes)
        self.endpoint = Endpoint(dispatch, Proxies("192.0.2.99"), Hosts(), self.backlog)
        self.live = memory.keep(Live(pair_desk().table))

    def connect(self, peer: str = "192.0.2.1", hello: bool = True) -> tuple[WebSocket, Wire]:
        socket, wire = connect(self.endpoint, peer=peer)
        assert wire.take().startswith(b"HTTP/1.1 101 ")
        if hello:
            socket.data_received(message(type="hello"))
            assert told(wire)[0]["type"] == "welcome"
        return socket, wire

    async def join(self, socket: WebSocket, wire: Wire) -> None:
        socket.data_received(message(type="join", table=self.live.table.id))
        while not wire.is_reading_now:
            await asyncio.sleep(0)
        assert told(wire)[0]["type"] == "table"


def message(**parts: Any) -> bytes:
    return frame(json.dumps(parts).encode())


def told(wire: Wire) -> list[Any]:
    """The texts that were written since the last time."""
    data, texts = wire.take().replace(PING, b""), []
    while data and data[0] == 0x81:
        size, at = data[1], 2
        if size == 126:
            size, at = int.from_bytes(data[2:4], "big"), 4
        texts.append(json.loads(data[at : at + size]))
        data = data[at + size :]
    return texts


def close_code(wire: Wire) -> int:
    """The code of the close at the end of what was written."""
    written = wire.take()
    assert written[-4:-2] == b"\x88\x02"
    return int.from_bytes(written[-2:], "big")


Scene = Callable[[Room], Any]


@pytest.fixture
def play(tmp_path: Path) -> Callable[[Scene], None]:
    """Runs a scene in a room of its own."""

    def run(scene: Scene) -> None:
        async def inside() -> None:
            await scene(Room(tmp_path))

        asyncio.run(inside())

    return run


def test_so_many_from_one_address_and_so_many_in_all(play: Callable[[Scene], None]) -> None:
    async def scene(room: Room) -> None:
        sockets = [room.connect("192.0.2.1")[0] for _ in range(3)]
        _, refused = connect(room.endpoint, peer="192.0.2.1")
        assert close_code(refused) == 1013
        sockets += [room.connect("192.0.2.2")[0] for _ in range(2)]
        _, refused = connect(room.endpoint, peer="192.0.2.3")
        assert close_code(refused) == 1013
        assert room.endpoint.count == 5
        sockets[0].connection_lost(None)
        sockets[0].connection_lost(None)
        assert room.endpoint.count == 4
        room.connect("192.0.2.1")
        assert room.hall.metrics.dropped["too_many"] == 2

    play(scene)


def test_who_is_sent_away_holds_few_files_open(
    play: Callable[[Scene], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_LEAVING", 2)

    async def scene(room: Room) -> None:
        for _ in range(3):
            room.connect("192.0.2.1")
        sent = [connect(room.endpoint, peer="192.0.2.1") for _ in range(4)]
        # The first have a moment to agree, and learn why; the others would only be in the way.
        assert [close_code(wire) for _, wire in sent[:2]] == [1013, 1013]
        assert [wire.end for _, wire in sent] == [None, None, "aborted", "aborted"]
        for socket, _ in sent:
            socket.connection_lost(None)
        _, again = connect(room.endpoint, peer="192.0.2.1")
        assert close_code(again) == 1013
        assert room.endpoint.count == 3

    play(scene)


GENEROUS = Limits(messages_per_address=0.1, burst_per_address=10)


def test_all_connections_of_an_address_share_its_pace(tmp_path: Path) -> None:
    async def scene() -> None:
        room = Room(tmp_path, GENEROUS)
        wires = [room.connect("192.0.2.1") for _ in range(5)]
        assert all(wire.is_reading_now for _, wire in wires)
        for socket, _ in wires:
            socket.data_received(message(type="ping"))
        assert [wire.is_reading_now for _, wire in wires] == [True] * 5
        wires[0][0].data_received(message(type="ping"))
        assert not wires[0][1].is_reading_now
        # Who comes back finds it as they have left it; others have their own.
        wires[1][0].connection_lost(None)
        again = WebSocket(room.endpoint), Wire("192.0.2.1")
        again[0].connection_made(again[1])
        again[0].data_received(REQUEST % b"/api/socket")
        again[0].data_received(message(type="ping"))
        assert not again[1].is_reading_now
        assert room.connect("192.0.2.2")[1].is_reading_now

    asyncio.run(scene())


def test_a_long_answer_counts_as_several_messages(tmp_path: Path) -> None:
    async def scene() -> None:
        room = Room(tmp_path, dataclasses.replace(GENEROUS, burst=10, messages_per_second=0.1))
        socket, wire = room.connect()
        await room.join(socket, wire)
        socket.data_received(message(type="look", table=room.live.table.id))
        assert wire.is_reading_now
        (shown,) = told(wire)
        assert shown["type"] == "table"
        assert 10 * PRICE > len(json.dumps(shown)) > PRICE / 10
        connection = room.endpoint._connections[socket]
        connection.charge(10)
        assert wire.is_reading_now
        before = connection._sent
        connection.push(b"x" * (8 * PRICE))
        assert connection._wait_for(0, before) > 0
        assert room.connect("192.0.2.3")[1].is_reading_now

    asyncio.run(scene())


def test_what_many_are_told_counts_as_several_messages(tmp_path: Path) -> None:
    async def scene() -> None:
        room = Room(tmp_path, GENEROUS)
        ask = {"type": "mix", "table": room.live.table.id, "seat": 0, "nonce": "00" * 8}

        async def asked(peer: str) -> float:
            """Seconds that somebody at an address owes after a message."""
            socket, wire = room.connect(peer)
            await room.join(socket, wire)
            socket.data_received(message(**ask))
            for _ in range(20):
                await asyncio.sleep(0)
            return room.endpoint._connections[socket]._house.take(0)

        assert await asked("192.0.2.1") == 0
        room.live.elsewhere["another process"] = Crowd(frozenset(), 10 * TOLD_PER_MESSAGE)
        assert room.live.audience == 10 * TOLD_PER_MESSAGE + 1
        assert await asked("192.0.2.2") > 0

    asyncio.run(scene())


def test_people_behind_a_proxy_are_counted_apart(play: Callable[[Scene], None]) -> None:
    async def scene(room: Room) -> None:
        for number in range(4):
            socket = WebSocket(room.endpoint)
            socket.connection_made(Wire("192.0.2.99"))
            socket.data_received(
                b"GET /api/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                b"X-Forwarded-For: 198.51.100.%d\r\n\r\n" % number
            )
        assert room.endpoint.count == 4

    play(scene)


def test_whatever_fails_in_the_end_the_rest_ends_all_the_same(
    play: Callable[[Scene], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(room: Room) -> None:
        room.hall.memory.keep(Live(replace(pair_desk().table, id="other")))
        socket, wire = room.connect()
        await room.join(socket, wire)
        socket.data_received(message(type="join", table="other"))
        while not wire.is_reading_now:
            await asyncio.sleep(0)
        leave, failures = room.hall.leave, []

        def failing(live: Live, follower: Any) -> None:
            leave(live, follower)
            failures.append(live)
            raise RuntimeError("this was to be expected")

        monkeypatch.setattr(room.hall, "leave", failing)
        with pytest.raises(RuntimeError, match="expected"):
            socket.connection_lost(None)
        assert len(failures) == 2
        assert (room.endpoint.count, room.endpoint._addresses) == (0, {})

    play(scene)


def test_who_goes_while_a_table_is_read_does_not_follow_it(
    play: Callable[[Scene], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(room: Room) -> None:
        reading = asyncio.Event()

        async def slow(_: str) -> Live:
            await reading.wait()
            return room.live

        monkeypatch.setattr(room.hall, "open", slow)
        socket, _ = room.connect()
        socket.data_received(message(type="join", table=room.live.table.id))
        await asyncio.sleep(0)
        reading.set()
        socket.connection_lost(None)
        for _ in range(5):
            await asyncio.sleep(0)
        assert room.live.followers == {}

    play(scene)


def test_who_does_not_read_is_cut(play: Callable[[Scene], None]) -> None:
    async def scene(room: Room) -> None:
        socket, wire = room.connect()
        await room.join(socket, wire)
        wire.unread = 2000
        (follower,) = room.live.followers
        follower.push(b"{}")
        ends = [wire.end]
        socket.pause_writing()
        follower.push(b"{}")
        ends.append(wire.end)
        assert ends == [None, "aborted"]
        assert room.hall.metrics.dropped["too_slow"] == 1

    play(scene)


def test_what_all_leave_unread_is_bounded(play: Callable[[Scene], None]) -> None:
    async def scene(room: Room) -> None:
        followers = []
        for unread in (300, 900, 200):
            socket, wire = room.connect()
            await room.join(socket, wire)
            wire.unread = unread
            socket.pause_writing()
            followers.append((socket, wire))
        assert [wire.end for _, wire in followers] == [None] * 3
        assert room.backlog.total == 1400
        # More than all may leave: the slowest goes.
        followers[0][1].unread = 700
        (first, *_) = room.live.followers
        first.push(b"{}")
        assert [wire.end for _, wire in followers] == [None, "aborted", None]
        followers[0][0].resume_writing()
        assert room.backlog.total == 200
        for socket, _ in followers:
            socket.connection_lost(None)
        assert (room.backlog.total, len(room.backlog)) == (0, 0)

    play(scene)


@pytest.mark.parametrize(
    ("begin", "nothing"),
    [
        (b"", frame(b"", Opcode.PING)),
        (b"", frame(b"", Opcode.PONG)),
        (b"", frame(b"x" * 125, Opcode.PING)),
        (frame(b"", Opcode.TEXT, fin=False), frame(b"", Opcode.CONT, fin=False)),
    ],
    ids=["pings", "pongs", "long pings", "empty fragments"],
)
def test_a_flood_of_frames_without_a_message_ends(
    play: Callable[[Scene], None], begin: bytes, nothing: bytes
) -> None:
    async def scene(room: Room) -> None:
        socket, wire = room.connect()
        socket.data_received(begin + nothing * (NOTHINGS - 1))
        ends = [wire.end]
        socket.data_received(nothing * 100)
        ends.append(wire.end)
        assert ends == [None, "aborted"]
        assert room.hall.metrics.dropped["flood"] == 1

    play(scene)


def test_people_are_forgotten_with_their_connections(play: Callable[[Scene], None]) -> None:
    async def scene(room: Room) -> None:
        sockets = [room.connect()[0] for _ in range(3)]
        assert len(room.endpoint._dispatch._people) == 3
        for socket in sockets:
            socket.connection_lost(None)
        assert room.endpoint._dispatch._people == {}

    play(scene)


def test_how_often_an_address_may_knock(play: Callable[[Scene], None]) -> None:
    async def scene(room: Room) -> None:
        refused = 0
        for _ in range(40):
            socket, wire = connect(room.endpoint, peer="192.0.2.7")
            refused += b"\x88\x02\x03\xf5" in wire.take()
            socket.connection_lost(None)
        assert refused >= 40 - 20 - 1

    play(scene)


def test_messages_that_come_too_fast_wait(play: Callable[[Scene], None]) -> None:
    async def scene(room: Room) -> None:
        socket, wire = room.connect(hello=False)
        socket.data_received(b"".join(message(type="ping", id=str(n)) for n in range(8)))
        assert [one["id"] for one in told(wire)] == ["0", "1", "2", "3"]
        assert not wire.is_reading_now
        answers: list[Any] = []
        while len(answers) < 4:
            await asyncio.sleep(0)
            answers += told(wire)
        assert [one["id"] for one in answers] == ["4", "5", "6", "7"]
        assert room.hall.metrics.throttled > 0

    play(scene)


def test_who_says_nothing_or_gives_no_sign_is_let_go(
    play: Callable[[Scene], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LOOK_EVERY", 0.0)

    async def scene(room: Room) -> None:
        sockets = {
            "mute": room.connect(hello=False),
            "dead": room.connect(),
            "alive": room.connect(),
        }
        looking = asyncio.create_task(room.endpoint.run())
        byes: list[Any] = []
        while not byes or sockets["dead"][1].end is None:
            for name in ("mute", "alive"):
                sockets[name][0].data_received(frame(b"", Opcode.PONG))
            await asyncio.sleep(0)
            byes += told(sockets["mute"][1])
        looking.cancel()
        assert byes[0]["code"] == "idle"
        assert sockets["dead"][1].end == "aborted"
        assert sockets["alive"][1].end is None

    play(scene)


def test_goodbye(play: Callable[[Scene], None]) -> None:
    async def scene(room: Room) -> None:
        socket, wire = room.connect()
        await room.endpoint.say_goodbye(0.0)
        bye = told(wire)[0]
        assert (bye["type"], bye["code"], bye["retry"]) == ("bye", "restart", 1000)
        socket.data_received(message(type="ping"))
        assert told(wire) == []

    play(scene)
