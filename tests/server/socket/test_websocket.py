"""A socket without a network: handshake, texts in order, holding, and every kind of end."""

import asyncio

import pytest
from websockets.datastructures import Headers
from websockets.frames import Opcode

from taupes.server.socket import websocket
from taupes.server.socket.frames import PING, frame_of
from taupes.server.socket.websocket import WebSocket
from tests.server.socket.wires import REQUEST, Wire, connect, frame

CLOSE = b"\x88\x02\x03\xe8"
"""The close with code 1000."""


class Room:
    """Lets sockets in and keeps what they say."""

    path = "/api/socket"
    longest = 1000

    def __init__(self) -> None:
        self.said: list[bytes] = []
        self.gone: list[WebSocket] = []
        self.socket: WebSocket | None = None
        self.holds_at: bytes | None = None
        self.behind: list[int] = []
        self.nothings = 0

    def refusal(self, headers: Headers) -> str | None:
        return "Not from there." if headers.get("Origin") == "http://evil.example" else None

    def admit(self, socket: WebSocket, peer: str, headers: Headers) -> "Room":
        assert (peer, headers["Host"]) == ("192.0.2.1", "localhost")
        self.socket = socket
        return self

    def fall_behind(self, socket: WebSocket) -> None:
        self.behind.append(socket.unread)

    def catch_up(self, socket: WebSocket) -> None:
        self.behind.clear()

    def release(self, socket: WebSocket) -> None:
        self.gone.append(socket)

    def take_nothing(self) -> None:
        self.nothings += 1

    def take(self, data: bytes) -> None:
        self.said.append(data)
        if data == self.holds_at:
            assert self.socket is not None
            self.socket.hold()


def connected() -> tuple[Room, WebSocket, Wire]:
    room = Room()
    socket, wire = connect(room)
    assert wire.take().startswith(b"HTTP/1.1 101 ")
    return room, socket, wire


def test_hands_are_shaken_at_one_path_only() -> None:
    async def run() -> None:
        room = Room()
        _, wire = connect(room, "/api/socket?x=1")
        assert wire.take().startswith(b"HTTP/1.1 101 ")
        assert room.socket is not None
        other = Room()
        _, wire = connect(other, "/api/sockets")
        assert wire.take().startswith(b"HTTP/1.1 404 ")
        assert (other.socket, wire.end) == (None, "closed")

    asyncio.run(run())


def test_a_request_that_is_none_is_refused() -> None:
    async def run() -> None:
        room, wire = Room(), Wire()
        socket = WebSocket(room)
        socket.connection_made(wire)
        socket.data_received(b"GET /api/socket HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert wire.take().startswith(b"HTTP/1.1 426 ")
        assert (room.socket, wire.end) == (None, "closed")

    asyncio.run(run())


KINDS = {
    "plain": [frame(b"1"), frame(b"22"), frame(b"", Opcode.PONG), frame(b"333")],
    "fragments": [
        frame(b"1"),
        frame(b"2", fin=False),
        frame(b"", Opcode.PING),
        frame(b"", Opcode.CONT, fin=False),
        frame(b"2", Opcode.CONT),
        frame(b"333"),
    ],
    "binary": [frame(b"1"), frame(b"22", Opcode.BINARY), frame(b"333")],
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [1, 3, 7, 1000])
@pytest.mark.parametrize("holds_at", [None, b"1", b"22"])
def test_texts_come_whole_in_order_and_when_they_are_wanted(
    kind: str, size: int, holds_at: bytes | None
) -> None:
    async def run() -> None:
        room, socket, wire = connected()
        room.holds_at = holds_at
        data = b"".join(KINDS[kind])
        for at in range(0, len(data), size):
            socket.data_received(data[at : at + size])
        texts = [b"1", b"22", b"333"]
        if holds_at is not None:
            assert room.said == texts[: texts.index(holds_at) + 1]
            assert not wire.is_reading_now
            socket.release()
            assert wire.is_reading_now
        assert room.said == texts
        pong = b"\x8a\x00" if kind == "fragments" else b""
        assert wire.take() == pong

    asyncio.run(run())


def test_what_is_sent_is_a_frame() -> None:
    async def run() -> None:
        _, socket, wire = connected()
        socket.send(b"hello")
        assert wire.take() == frame_of(b"hello")

    asyncio.run(run())


def test_a_message_that_is_too_long_closes() -> None:
    async def run() -> None:
        room, socket, wire = connected()
        socket.data_received(frame(bytes(1000)) + frame(bytes(1001)))
        assert (len(room.said), wire.end) == (1, "closed")
        assert wire.take()[2:4] == (1009).to_bytes(2, "big")

    asyncio.run(run())


def test_fragments_of_a_message_that_is_too_long_close() -> None:
    async def run() -> None:
        room, socket, wire = connected()
        socket.data_received(frame(bytes(600), fin=False) + frame(bytes(600), Opcode.CONT))
        assert (room.said, wire.end) == ([], "closed")

    asyncio.run(run())


def test_closing_waits_for_the_client() -> None:
    async def run() -> None:
        room, socket, wire = connected()
        socket.close(1000)
        assert wire.take() == CLOSE
        socket.send(b"too late")
        socket.close(1000)
        assert (wire.take(), wire.end) == (b"", None)
        socket.data_received(frame((1000).to_bytes(2, "big"), Opcode.CLOSE))
        assert (wire.end, room.said) == ("closed", [])
        socket.connection_lost(None)
        assert room.gone == [socket]

    asyncio.run(run())


def test_a_client_that_does_not_answer_a_close_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "FAREWELL", 0.0)

    async def run() -> None:
        _, socket, wire = connected()
        socket.close(1000)
        while wire.end is None:
            await asyncio.sleep(0)
        assert wire.end == "aborted"

    asyncio.run(run())


def test_a_close_is_read_also_while_texts_are_held() -> None:
    async def run() -> None:
        room, socket, wire = connected()
        room.holds_at = b"1"
        socket.data_received(frame(b"1") + frame(b"22"))
        socket.close(1000)
        while not wire.is_reading_now:
            await asyncio.sleep(0)
        socket.data_received(frame(b"", Opcode.CLOSE))
        assert wire.end == "closed"

    asyncio.run(run())


def test_the_clients_own_close_is_answered() -> None:
    async def run() -> None:
        _, socket, wire = connected()
        socket.data_received(frame((1000).to_bytes(2, "big"), Opcode.CLOSE))
        assert (wire.take(), wire.end) == (CLOSE, "closed")

    asyncio.run(run())


def test_signs_of_life() -> None:
    async def run() -> None:
        _, socket, wire = connected()
        assert socket.is_alive()
        assert wire.take() == PING
        assert not socket.is_alive()
        socket.data_received(frame(b"", Opcode.PONG))
        assert socket.is_alive()

    asyncio.run(run())


def test_half_a_frame_is_no_reason_to_stay() -> None:
    async def run() -> None:
        room, socket, _ = connected()
        socket.data_received(b"\xff\x54\x00")
        socket.connection_lost(None)
        assert room.gone == [socket]
        socket.send(b"nobody reads this")
        socket.release()

    asyncio.run(run())


def test_thousands_of_frames_at_once_wait_unread() -> None:
    async def run() -> None:
        room, socket, _ = connected()
        room.holds_at = b"1"
        socket.data_received(frame(b"", Opcode.PING) + frame(b"1") + 40_000 * frame(b"2"))
        assert room.said == [b"1"]
        assert len(socket._texts or ()) < 1000
        socket.release()
        assert len(room.said) == 40_001

    asyncio.run(run())


def test_a_refused_page_is_told_why_before_hands_are_shaken() -> None:
    async def run() -> None:
        room = Room()
        socket, wire = WebSocket(room), Wire()
        socket.connection_made(wire)
        request = REQUEST % b"/api/socket"
        socket.data_received(
            request.replace(b"Upgrade: ", b"Origin: http://evil.example\r\nUpgrade: ")
        )
        answer = wire.take()
        assert answer.startswith(b"HTTP/1.1 403 ")
        assert b"Not from there." in answer
        assert b"nosniff" in answer
        assert wire.end == "closed"
        assert room.socket is None

    asyncio.run(run())


def test_who_falls_behind_is_noticed_at_every_write() -> None:
    async def run() -> None:
        room, socket, wire = connected()
        socket.send(b"a")
        wire.unread = 7
        socket.pause_writing()
        socket.send(b"b")
        socket.data_received(frame(b"", Opcode.PING))
        assert room.behind == [7, 7, 7]
        socket.resume_writing()
        socket.send(b"c")
        assert room.behind == []

    asyncio.run(run())


def test_frames_without_a_message_are_counted() -> None:
    async def run() -> None:
        room, socket, _ = connected()
        socket.data_received(frame(b"", Opcode.PONG) + frame(b"hi"))
        socket.data_received(frame(b"", Opcode.PING))
        socket.data_received(frame(b"h", Opcode.TEXT, fin=False) + frame(b"o", Opcode.CONT))
        assert (room.said, room.nothings) == ([b"hi", b"ho"], 3)

    asyncio.run(run())
