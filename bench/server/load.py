"""The load generator: many small games over sockets, in a process of its own.

Speaks to our server, or to boardgame.io's as its own client does. Prints one JSON object.
"""

import argparse
import asyncio
import json
import random
import resource
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import msgspec

from taupes.rules import load_boards

sys.path.insert(0, str(Path(__file__).parent))
from postgres import cpu_seconds

WARM = 20
"""Tables opened before memory is measured."""
SETTLING = 3.0
"""Seconds at the offered rate that are not counted: the full load before it leaves work behind."""


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
    phase: str
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
            if self.load.is_closed or (self.load.is_opening and self.is_placing):
                self.go()

    @property
    def is_placing(self) -> bool:
        """Whether moles are still being placed."""
        raise NotImplementedError

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
        port = load.port_of(self.number, 0)
        view = load.post(port, "/api/tables", {"seats": seats, "setup": setup, "start": True})
        self.table = view["table"]
        self.position: Position | None = None
        self.mover = 0
        self.joined = [asyncio.get_running_loop().create_future() for _ in range(2)]
        for seat in range(2):
            port = load.port_of(self.number, seat)
            socket = await load.connect(port, "/api/socket", partial(self.take, seat))
            self.sockets.append(socket)
            socket.send(json.dumps({"type": "hello", "token": load.token}).encode())
            socket.send(json.dumps({"type": "join", "table": self.table}).encode())
        await asyncio.gather(*self.joined)

    @property
    def is_placing(self) -> bool:
        """Whether moles are still being placed."""
        return self.position is not None and self.position.phase == "place"

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


class PeerState(msgspec.Struct):
    """The part of boardgame.io's state that this client needs."""

    G: dict[str, Any]
    ctx: dict[str, Any]
    state: int = msgspec.field(name="_stateID")


class PeerSync(msgspec.Struct):
    """What boardgame.io answers to `sync`."""

    state: PeerState


PEER = b"42/moles,"
decode_update = msgspec.json.Decoder(tuple[str, str, PeerState, Any]).decode
decode_sync = msgspec.json.Decoder(tuple[str, str, PeerSync]).decode

RADIUS = 4
STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
CELLS = [
    (q, r)
    for r in range(-RADIUS, RADIUS + 1)
    for q in range(-RADIUS, RADIUS + 1)
    if abs(q + r) <= RADIUS
]
"""The cells in the peer's order."""
HOLES = [[CELLS.index(hole) for hole in board.holes] for board in load_boards("classic").boards]


def peer_lines(cell: int, distance: int) -> list[tuple[int, ...]]:
    """The ways out of a cell that are so long: the cells passed over, and the last."""
    q, r = CELLS[cell]
    lines = []
    for dq, dr in STEPS:
        way = [(q + n * dq, r + n * dr) for n in range(1, distance + 1)]
        if way[-1] in CELLS:
            lines.append(tuple(map(CELLS.index, way)))
    return lines


LINES = [[peer_lines(cell, distance) for distance in range(1, 5)] for cell in range(len(CELLS))]


class PeerMatch(Match):
    """A match of boardgame.io."""

    async def open(self) -> None:
        """Connect both clients."""
        self.mover = 0
        self.state: PeerState | None = None
        self.synced = [asyncio.get_running_loop().create_future() for _ in range(2)]
        for seat in range(2):
            socket = await self.load.connect(
                self.load.port_of(self.number, seat),
                "/socket.io/?EIO=4&transport=websocket",
                partial(self.take, seat),
            )
            self.sockets.append(socket)
        await asyncio.gather(*self.synced)

    @property
    def is_placing(self) -> bool:
        """Whether moles are still being placed."""
        return self.state is not None and self.state.ctx["phase"] == "placing"

    def take(self, seat: int, socket: Socket, data: bytes) -> None:
        """A message has come."""
        if data.startswith(b'42/moles,["update"'):
            before, self.state = self.state, decode_update(data[len(PEER) :])[2]
            assert before is None or self.state.state >= before.state
            self.ended(seat, self.mover)
        elif data == b"2":
            socket.send(b"3")
        elif data.startswith(b"0"):
            socket.send(b"40/moles,")
        elif data.startswith(b"40/moles"):
            text = f'42/moles,["sync","m{self.number}","{seat}",null,2]'
            socket.send(text.encode())
        elif data.startswith(b'42/moles,["sync"') and not self.synced[seat].done():
            self.state = decode_sync(data[len(PEER) :])[2].state
            self.synced[seat].set_result(None)

    def go(self) -> None:
        """Make a move."""
        state = self.state
        assert state is not None
        if "gameover" in state.ctx:
            return
        player = state.ctx["currentPlayer"]
        name, args = self.choose(state.G, state.ctx["phase"], player)
        self.mover = seat = int(player)
        payload = {"type": name, "args": args, "playerID": player}
        action = {"type": "MAKE_MOVE", "payload": payload}
        body = msgspec.json.encode(["update", action, state.state, f"m{self.number}", player])
        self.began()
        self.sockets[seat].send(PEER + body)

    def choose(self, game: dict[str, Any], phase: str, player: str) -> tuple[str, list[int]]:
        """Any legal move."""
        rng, holes = self.load.rng, HOLES[game["level"]]
        taken = set(game["moles"]["0"] + game["moles"]["1"])
        if phase == "placing":
            free = [cell for cell in range(len(CELLS)) if cell not in taken and cell not in holes]
            return "place", [rng.choice(free)]
        moles = game["moles"][player]
        outside = [mole for mole in moles if mole not in holes]
        disc = game["disc"]
        if disc is None:
            return ("turn", [game["rows"][player].index(None)]) if outside else ("pass", [])
        for movers in (outside, moles):
            moves = [
                [mole, way[-1]]
                for mole in movers
                for way in LINES[mole][disc - 1]
                if taken.isdisjoint(way)
            ]
            if moves:
                return "move", rng.choice(moves)
        return "blocked", []


class Load:
    """All matches against one server."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.rng = random.Random(options.seed)
        self.moves = 0
        self.is_opening = False
        self.is_closed = False
        self.latencies: list[float] = []
        self.token = ""
        self.kind: type[Any] = PeerMatch if options.peer else OurMatch

    def port_of(self, table: int, seat: int) -> int:
        """The server process that serves a seat of a table, if there are several."""
        ports: list[int] = self.options.port
        place = table + seat if self.options.apart else table
        return ports[place % len(ports)]

    def post(self, port: int, path: str, body: Any) -> Any:
        """One HTTP request."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        url = f"http://127.0.0.1:{port}{path}"
        request = Request(url, json.dumps(body).encode(), headers, method="POST")
        with urlopen(request, timeout=60) as answer:  # noqa: S310
            return json.load(answer)

    async def connect(self, port: int, path: str, take: Callable[[Any, bytes], None]) -> Socket:
        """One more socket."""
        loop = asyncio.get_running_loop()
        _, socket = await loop.create_connection(lambda: Socket(path, take), "127.0.0.1", port)
        await socket.is_open
        return socket

    def cpu(self) -> float:
        """CPU-seconds of the servers so far, all their threads."""
        return sum(cpu_seconds(pid) for pid in self.options.pid)

    def engine_cpu(self) -> float:
        """CPU-seconds of the database so far, all its processes."""
        return cpu_seconds(self.options.engine, children=True) if self.options.engine else 0.0

    def memory(self) -> float:
        """Resident kilobytes of the servers."""
        texts = [Path(f"/proc/{pid}/status").read_text() for pid in self.options.pid]
        return sum(float(text.partition("VmRSS:")[2].split()[0]) for text in texts)

    async def run(self) -> dict[str, Any]:
        """Everything, one after the other."""
        if not self.options.peer:
            self.token = self.post(self.options.port[0], "/api/guests", None)["token"]
        matches = [self.kind(self, number) for number in range(self.options.tables)]
        # What the first tables cost is the server's, not theirs: code and caches come to life.
        await asyncio.gather(*(match.open() for match in matches[:WARM]))
        base = self.memory()
        for at in range(WARM, len(matches), 50):
            await asyncio.gather(*(match.open() for match in matches[at : at + 50]))
        await asyncio.sleep(1)
        idle = (self.memory() - base) / (len(matches) - WARM)
        result: dict[str, Any] = {"tables": len(matches), "idle_kb_per_table": round(idle, 1)}
        await self.place(matches)
        result |= {"closed": await self.closed(matches), "offered": await self.offered(matches)}
        result["kb_per_table_after"] = round((self.memory() - base) / (len(matches) - WARM), 1)
        return result

    async def place(self, matches: list[Match]) -> None:
        """Place all moles everywhere: what is measured is the game itself, discs and moves."""
        self.is_opening = True
        for match in matches:
            match.go()
        while any(match.is_placing or match.is_busy for match in matches):
            await asyncio.sleep(0.05)
        self.is_opening = False

    async def closed(self, matches: list[Match]) -> dict[str, Any]:
        """Every table moves as soon as it can."""
        self.is_closed = True
        for match in matches:
            match.go()
        await asyncio.sleep(self.options.seconds / 3)
        begin, cpu, moves = time.perf_counter(), self.cpu(), self.moves
        mine, engine = time.process_time(), self.engine_cpu()
        await asyncio.sleep(self.options.seconds)
        passed, used = time.perf_counter() - begin, self.cpu() - cpu
        own, engine = time.process_time() - mine, self.engine_cpu() - engine
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
            "client_cpu_share": round(own / passed, 2),
            "engine_cpu_share": round(engine / passed, 2),
        }

    async def offered(self, matches: list[Match]) -> dict[str, Any]:
        """So many moves a second, spread over all tables; how late the other client hears.

        Long enough for ours to copy its log into the file at least once.
        """
        await self._offer(matches, SETTLING)
        self.latencies.clear()
        seconds, cpu = 3 * self.options.seconds, self.cpu()
        skipped = await self._offer(matches, seconds)
        used = self.cpu() - cpu
        await asyncio.sleep(1)
        times = sorted(self.latencies)
        return {
            "rate": self.options.rate,
            "moves": len(times),
            "skipped": skipped,
            "p50_ms": round(1000 * times[len(times) // 2], 2),
            "p99_ms": round(1000 * times[len(times) * 99 // 100], 2),
            "server_cpu_share": round(used / seconds, 2),
        }

    async def _offer(self, matches: list[Match], seconds: float) -> int:
        """Move at the given rate, and count the tables that were not ready for it."""
        rate, order = self.options.rate, self.rng.sample(matches, len(matches))
        begin, sent, skipped = time.perf_counter(), 0, 0
        while (now := time.perf_counter() - begin) < seconds:
            while sent < now * rate:
                match = order[sent % len(order)]
                if match.is_busy:
                    skipped += 1
                else:
                    match.go()
                sent += 1
            await asyncio.sleep(0.001)
        return skipped


def _numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(",")]


def main() -> None:
    """Read the options and run."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=_numbers, required=True, help="of each server process")
    parser.add_argument("--pid", type=_numbers, required=True)
    parser.add_argument("--engine", type=int, help="the process of the database")
    parser.add_argument("--apart", action="store_true", help="opponents at different processes")
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
