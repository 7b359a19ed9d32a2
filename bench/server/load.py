"""The load generator: many small games over sockets, in a process of its own.

Speaks to our server, or to boardgame.io's as its own client does. Prints one JSON object.
"""

import argparse
import asyncio
import json
import os
import random
import resource
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import msgspec

PEER_MOVES = {
    "0": [((4, -4), (4, -2)), ((4, -2), (4, -4))],
    "1": [((0, 4), (0, 2)), ((0, 2), (0, 4))],
}
"""Back and forth: always legal, without a look at the board."""


WARM = 20
"""Tables opened before memory is measured."""


class Socket(asyncio.Protocol):
    """A WebSocket client with nothing that is not needed here."""

    def __init__(self, path: str, take: Callable[[Any, bytes], None]) -> None:
        self.take = take
        self.path = path
        self.buffer = b""
        self.is_open = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport = None  # type: ignore[assignment]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        self.transport = transport  # type: ignore[assignment]
        self.transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Take frames apart."""
        self.buffer += data
        if not self.is_open.done():
            head, end, rest = self.buffer.partition(b"\r\n\r\n")
            if not end:
                return
            assert b" 101 " in head.split(b"\r\n")[0], head
            self.buffer = rest
            self.is_open.set_result(None)
        while len(self.buffer) >= 2:
            size, at = self.buffer[1] & 127, 2
            if size == 126:
                size, at = int.from_bytes(self.buffer[2:4], "big"), 4
            elif size == 127:
                size, at = int.from_bytes(self.buffer[2:10], "big"), 10
            if len(self.buffer) < at + size:
                return
            opcode, body = self.buffer[0] & 15, self.buffer[at : at + size]
            self.buffer = self.buffer[at + size :]
            if opcode == 9:
                self._frame(10, body)
            elif opcode == 1:
                self.take(self, body)

    def send(self, data: bytes) -> None:
        """Send a text."""
        self._frame(1, data)

    def _frame(self, opcode: int, data: bytes) -> None:
        size = len(data)
        head = (
            bytes([128 | opcode, 128 | size])
            if size < 126
            else bytes([128 | opcode, 254]) + size.to_bytes(2, "big")
        )
        self.transport.write(head + b"\0\0\0\0" + data)  # a mask of zeros changes nothing


class Position(msgspec.Struct):
    """The part of a position that this client needs."""

    events: int
    turn: int
    legal: list[dict[str, Any]]


class View(msgspec.Struct):
    """The part of a view that this client needs."""

    position: Position | None = None


class Message(msgspec.Struct):
    """The part of a message that this client needs."""

    type: str
    view: View | None = None
    position: Position | None = None
    code: str | None = None


decode = msgspec.json.Decoder(Message).decode


class Match:
    """Two clients at one table."""

    def __init__(self, load: "Load", number: int) -> None:
        self.load = load
        self.number = number
        self.sockets: list[Socket] = []
        self.sent_at = 0.0
        self.arrived = 0
        self.is_busy = False

    def began(self) -> None:
        """A move is on its way."""
        self.is_busy = True
        self.arrived = 0
        self.sent_at = time.perf_counter()

    def ended(self, seat: int, mover: int) -> None:
        """An update has come to a seat."""
        if seat != mover:
            self.load.latencies.append(time.perf_counter() - self.sent_at)
        self.arrived += 1
        if self.arrived == 2:
            self.is_busy = False
            self.load.moves += 1
            if self.load.is_closed:
                self.go()

    def go(self) -> None:
        """Make a move."""
        raise NotImplementedError


class OurMatch(Match):
    """A table of ours."""

    async def open(self) -> None:
        """Connect both clients."""
        load = self.load
        seats = [{"who": "me", "name": "Ada"}, {"who": "me", "name": "Bob"}]
        setup = {"orientations": [self.number % 6, 1, 2, 3], "options": {"stall_limit": 0}}
        view = load.post("/api/tables", {"seats": seats, "setup": setup, "start": True})
        self.table = view["table"]
        self.position: Position | None = None
        self.mover = 0
        self.joined = [asyncio.get_running_loop().create_future() for _ in range(2)]
        for seat in range(2):
            socket = await load.connect("/api/socket", partial(self.take, seat))
            self.sockets.append(socket)
            socket.send(json.dumps({"type": "hello", "token": load.token}).encode())
            socket.send(json.dumps({"type": "join", "table": self.table}).encode())
        await asyncio.gather(*self.joined)

    def take(self, seat: int, _: Socket, data: bytes) -> None:
        """A message has come."""
        message = decode(data)
        if message.type == "update" and message.position:
            self.position = message.position
            self.ended(seat, self.mover)
        elif message.type == "table" and message.view:
            self.position = message.view.position
            self.joined[seat].set_result(None)
        elif message.type == "refused":
            raise AssertionError(message)

    def go(self) -> None:
        """Make a move."""
        position = self.position
        assert position is not None
        if not position.legal:
            return  # the game is over
        choice = self.load.rng.choice(position.legal)
        match choice["type"]:
            case "place":
                action = {"type": "place", "cell": self.load.rng.choice(choice["cells"])}
            case "turn":
                action = {"type": "turn", "slot": choice["slots"][0]}
            case "move":
                to = self.load.rng.choice(choice["to"])
                action = {"type": "move", "from": choice["from"], "to": to}
            case _:
                action = choice
        self.mover = position.turn
        self.began()
        message = {"type": "act", "table": self.table, "seat": self.mover, "action": action}
        message |= {"at": position.events, "id": str(position.events)}
        self.sockets[self.mover].send(msgspec.json.encode(message))


class PeerMatch(Match):
    """A match of boardgame.io."""

    async def open(self) -> None:
        """Connect both clients."""
        self.mover = 0
        self.counts = [0, 0]
        self.synced = [asyncio.get_running_loop().create_future() for _ in range(2)]
        for seat in range(2):
            socket = await self.load.connect(
                "/socket.io/?EIO=4&transport=websocket",
                partial(self.take, seat),
            )
            self.sockets.append(socket)
        await asyncio.gather(*self.synced)

    def take(self, seat: int, socket: Socket, data: bytes) -> None:
        """A message has come."""
        if data.startswith(b'42/moles,["update"'):
            self.ended(seat, self.mover)
        elif data == b"2":
            socket.send(b"3")
        elif data.startswith(b"0"):
            socket.send(b"40/moles,")
        elif data.startswith(b"40/moles"):
            text = f'42/moles,["sync","m{self.number}","{seat}",null,2]'
            socket.send(text.encode())
        elif data.startswith(b'42/moles,["sync"') and not self.synced[seat].done():
            self.synced[seat].set_result(None)

    def go(self) -> None:
        """Make a move."""
        moves = sum(self.counts)
        self.mover = seat = moves % 2
        origin, target = PEER_MOVES[str(seat)][self.counts[seat] % 2]
        self.counts[seat] += 1
        payload = {"type": "move", "args": [origin, target], "playerID": str(seat)}
        action = {"type": "MAKE_MOVE", "payload": payload}
        body = msgspec.json.encode(["update", action, moves, f"m{self.number}", str(seat)])
        self.began()
        self.sockets[seat].send(b"42/moles," + body)


class Load:
    """All matches against one server."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.rng = random.Random(options.seed)
        self.moves = 0
        self.is_closed = False
        self.latencies: list[float] = []
        self.token = ""
        self.kind: type[Any] = PeerMatch if options.peer else OurMatch

    def post(self, path: str, body: Any) -> Any:
        """One HTTP request."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        url = f"http://127.0.0.1:{self.options.port}{path}"
        request = Request(url, json.dumps(body).encode(), headers, method="POST")
        with urlopen(request, timeout=60) as answer:  # noqa: S310
            return json.load(answer)

    async def connect(self, path: str, take: Callable[[Any, bytes], None]) -> Socket:
        """One more socket."""
        loop = asyncio.get_running_loop()
        _, socket = await loop.create_connection(
            lambda: Socket(path, take), "127.0.0.1", self.options.port
        )
        await socket.is_open
        return socket

    def cpu(self) -> float:
        """CPU-seconds of the server so far, all its threads."""
        fields = Path(f"/proc/{self.options.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Resident kilobytes of the server."""
        text = Path(f"/proc/{self.options.pid}/status").read_text()
        return float(text.partition("VmRSS:")[2].split()[0])

    async def run(self) -> dict[str, Any]:
        """Everything, one after the other."""
        if not self.options.peer:
            self.token = self.post("/api/guests", None)["token"]
        matches = [self.kind(self, number) for number in range(self.options.tables)]
        # What the first tables cost is the server's, not theirs: code and caches come to life.
        await asyncio.gather(*(match.open() for match in matches[:WARM]))
        base = self.memory()
        for at in range(WARM, len(matches), 50):
            await asyncio.gather(*(match.open() for match in matches[at : at + 50]))
        await asyncio.sleep(1)
        idle = (self.memory() - base) / (len(matches) - WARM)
        result: dict[str, Any] = {"tables": len(matches), "idle_kb_per_table": round(idle, 1)}
        result |= {"closed": await self.closed(matches), "offered": await self.offered(matches)}
        result["kb_per_table_after"] = round((self.memory() - base) / (len(matches) - WARM), 1)
        return result

    async def closed(self, matches: list[Match]) -> dict[str, Any]:
        """Every table moves as soon as it can."""
        self.is_closed = True
        for match in matches:
            match.go()
        await asyncio.sleep(self.options.seconds / 3)
        begin, cpu, moves = time.perf_counter(), self.cpu(), self.moves
        mine = time.process_time()
        await asyncio.sleep(self.options.seconds)
        passed, used = time.perf_counter() - begin, self.cpu() - cpu
        done = self.moves - moves
        self.is_closed = False
        for _ in range(600):
            if not any(match.is_busy for match in matches):
                break
            await asyncio.sleep(0.05)
        assert not any(match.is_busy for match in matches), "some moves were never answered"
        return {
            "moves_per_cpu_second": round(done / used),
            "moves_per_second": round(done / passed),
            "server_cpu_share": round(used / passed, 2),
            "client_cpu_share": round((time.process_time() - mine) / passed, 2),
        }

    async def offered(self, matches: list[Match]) -> dict[str, Any]:
        """So many moves a second, spread over all tables; how late the other client hears."""
        self.latencies.clear()
        rate, order = self.options.rate, self.rng.sample(matches, len(matches))
        begin, cpu, sent, skipped = time.perf_counter(), self.cpu(), 0, 0
        while (now := time.perf_counter() - begin) < self.options.seconds:
            while sent < now * rate:
                match = order[sent % len(order)]
                if match.is_busy:
                    skipped += 1
                else:
                    match.go()
                sent += 1
            await asyncio.sleep(0.001)
        used = self.cpu() - cpu
        await asyncio.sleep(1)
        times = sorted(self.latencies)
        return {
            "rate": rate,
            "moves": len(times),
            "skipped": skipped,
            "p50_ms": round(1000 * times[len(times) // 2], 2),
            "p99_ms": round(1000 * times[len(times) * 99 // 100], 2),
            "server_cpu_share": round(used / self.options.seconds, 2),
        }


def main() -> None:
    """Read the options and run."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--pid", type=int, required=True)
    parser.add_argument("--peer", action="store_true")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--rate", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard) if soft < hard else (soft, hard))
    try:
        import uvloop  # noqa: PLC0415
    except ImportError:
        print(json.dumps(asyncio.run(Load(options).run())))
    else:
        print(json.dumps(uvloop.run(Load(options).run())))


if __name__ == "__main__":
    main()
