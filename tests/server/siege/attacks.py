"""What strangers do: each attack is one bout, which may fail in any way but must come to an end.

Each stranger has an address of its own on loopback, as if it came from another house. What the
server answers is of no interest here: what the others notice of it is (`siege.siege`).
"""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import cache
from itertools import cycle, islice
from typing import Any, Final

from taupes.rules import MOLES, hexagon
from tests.server.wide import long_record

SECONDS: Final = 5.0
"""The longest bout."""
LEAST: Final = 2
"""So many bouts each stranger does, however late it is."""

UPGRADE: Final = (
    b"GET /api/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    b"Sec-WebSocket-Version: 13\r\n\r\n"
)


class Stranger:
    """Somebody at an address, who means no good."""

    def __init__(self, port: int, address: str, number: int) -> None:
        self.port = port
        self.address = address
        self.number = number
        self.rng = random.Random(number)
        self.tokens: list[str] = []
        self.tables: list[str] = []

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection from the stranger's own address."""
        return await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(self.address, 0), limit=1 << 22
        )

    async def ask(self, method: str, path: str, body: Any = None, token: str = "") -> Any:
        """One request; the answer's data, or None if it is not of that kind."""
        data = body if isinstance(body, bytes) else b"" if body is None else encode(body)
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        head += f"Content-Length: {len(data)}\r\n"
        head += f"Authorization: Bearer {token}\r\n" if token else ""
        async with self.line() as (reader, writer):
            writer.write(head.encode() + b"\r\n" + data)
            await writer.drain()
            answer = await reader.read(1 << 22)
        with suppress(ValueError):
            return json.loads(answer.partition(b"\r\n\r\n")[2])
        return None

    @asynccontextmanager
    async def line(self) -> Any:
        """A connection that is closed whatever happens."""
        reader, writer = await self.connect()
        try:
            yield reader, writer
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    async def token(self) -> str:
        """Somebody to be; a new one now and then."""
        if not self.tokens or self.rng.random() < 0.2:
            found = await self.ask("POST", "/api/guests")
            if isinstance(found, dict) and "token" in found:
                self.tokens.append(found["token"])
        return self.rng.choice(self.tokens) if self.tokens else ""

    async def table(self, *seats: dict[str, Any], start: bool = True) -> str:
        """A table of the stranger's; an old one if no more are given."""
        wish = {"seats": list(seats), "start": start}
        found = await self.ask("POST", "/api/tables", wish, await self.token())
        if isinstance(found, dict) and "table" in found:
            self.tables.append(found["table"])
            self.tables = self.tables[-50:]
        return self.rng.choice(self.tables) if self.tables else ""


def encode(data: Any) -> bytes:
    """A body."""
    return json.dumps(data).encode()


def frame(data: bytes, opcode: int = 1) -> bytes:
    """A frame of a client, with a mask of zeros."""
    size = len(data)
    head = bytes([128 | opcode])
    if size < 126:
        head += bytes([128 | size])
    elif size < 1 << 16:
        head += b"\xfe" + size.to_bytes(2, "big")
    else:
        head += b"\xff" + size.to_bytes(8, "big")
    return head + bytes(4) + data


async def half_frames(stranger: Stranger) -> None:
    """Upgrade, send half a frame, go."""
    for data in (b"\xff\x54\x00", b"\x81", b"\x81\xfe\x40", frame(b"{}")[:-1], b"\x88\x80"):
        async with stranger.line() as (reader, writer):
            writer.write(UPGRADE)
            await reader.readuntil(b"\r\n\r\n")
            writer.write(data)


async def never_reads(stranger: Stranger) -> None:
    """Ask for much, and read nothing of it."""
    table = await stranger.table({"who": "me", "name": "Eve"}, {"who": "bot", "level": "greedy"})
    async with stranger.line() as (reader, writer):
        writer.write(UPGRADE)
        await reader.readuntil(b"\r\n\r\n")
        hello = {"type": "hello", "id": "h", "token": await stranger.token(), "language": "en"}
        writer.write(frame(encode(hello)))
        for count in range(400):
            join = {"type": "join", "id": f"j{count}", "table": table}
            writer.write(frame(encode(join)))
        await writer.drain()
        await asyncio.sleep(2)


async def slow_requests(stranger: Stranger) -> None:
    """Half a head, and a body that comes drop by drop."""
    async with stranger.line() as (_, one), stranger.line() as (_, two):
        one.write(b"GET /api/server HTTP/1.1\r\nHost: local")
        two.write(b"POST /api/replay HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000\r\n\r\n")
        for _ in range(20):
            two.write(b"{")
            one.write(b"x")
            await asyncio.sleep(0.2)


async def masters(stranger: Stranger) -> None:
    """Tables of the strongest bots, one after the other."""
    bot = {"who": "bot", "level": "master"}
    for seats in ((bot,) * 4, ({"who": "me", "name": "Eve"}, bot, bot, bot)):
        await stranger.table(*seats)


def strange_boards(rng: random.Random) -> dict[str, Any]:
    """A good set that nobody has seen before, as wide as the strongest bots play."""
    levels: list[dict[str, Any]] = []
    for radius, below, holes in ((5, 5, 6), (5, 4, 5), (4, 4, rng.choice((2, 3, 4)))):
        cells = [list(cell) for cell in hexagon(below) if cell.ring]
        levels.append({"name": "x", "radius": radius, "holes": rng.sample(cells, holes)})
    levels.append({"name": "x", "radius": 4, "holes": [[0, 0]], "solid": [0, 2, 4]})
    return {"name": f"b{rng.random()}", "levels": levels}


def strange_position(boards: dict[str, Any]) -> dict[str, Any]:
    """A question about a position on such boards, for which the strongest bot has to think."""
    holes = boards["levels"][0]["holes"]
    free = [list(cell) for cell in hexagon(5) if list(cell) not in holes]
    position = {
        "level": 0,
        "turn": 0,
        "moles": [free[: MOLES[2]], free[MOLES[2] : 2 * MOLES[2]]],
        "discs": [[1, 2, 3, 3, 4], [1, 2, 2, 3, 3, 4]],
        "disc": 2,
    }
    wish = {"position": position, "names": ["a", "b"], "boards": boards, "hint": True}
    return wish | {"orientations": [0, 0, 0, 0]}


async def new_boards(stranger: Stranger) -> None:
    """Boards that nobody has seen before, for the companion and for the checks."""
    boards = strange_boards(stranger.rng)
    await stranger.ask("POST", "/api/companion", strange_position(boards))
    await stranger.ask("POST", "/api/boards/check", {"boards": boards})
    await stranger.ask("POST", "/api/boards/preview", {"boards": boards})


@cache
def long_game(radius: int) -> dict[str, Any]:
    """A game without a plan on boards of such a radius, as long as one may be."""
    return long_record(5_000, radius)


def record_wishes(record: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """All that can be done with a record: where, and what is sent there."""
    within = {"record": record}
    return [
        ("/api/replay", within),
        ("/api/records/check", record),
        ("/api/analyse", within),
        ("/api/records", record),
    ]


async def long_records(stranger: Stranger) -> None:
    """A record as long as one may be, to be replayed, checked and weighed; and one that is not."""
    record = long_game(4 + stranger.rng.randrange(9))
    for path, body in record_wishes(record):
        await stranger.ask("POST", path, body, await stranger.token())
    await stranger.ask("POST", "/api/replay", b"[" * 900_000)


async def nonsense(stranger: Stranger) -> None:
    """Bytes of every kind, on the socket and to every route."""
    rng = stranger.rng
    texts = [
        b'{"type":"join","table":"\\ud800"}',
        b'{"type":"act","seat":1e400}',
        b'{"type":"say","table":"x","seat":0,"text":NaN}',
        b"\xff\xfe",
        b"{" * 5_000,
        rng.randbytes(rng.randrange(1, 60_000)),
    ]
    async with stranger.line() as (reader, writer):
        writer.write(UPGRADE)
        await reader.readuntil(b"\r\n\r\n")
        for text in texts:
            writer.write(frame(text, rng.choice((0, 1, 2, 9, 10, 11))))
    for path in ("/%00", "/" + "x" * 300, "/api/tables/%ff", "/api/boards/..%2f..%2fetc", "/api/x"):
        await stranger.ask(rng.choice(("GET", "PUT", "DELETE", "TRACE")), path)
    await stranger.ask("POST", "/api/boards/check", {"toml": "x = " + "9" * 10_000})


async def floods(stranger: Stranger) -> None:
    """As many requests as fit, to what costs most."""
    table = await stranger.table({"who": "me", "name": "Eve"}, {"who": "open"}, start=False)
    paths = ["/api/ready", f"/api/tables/{table}/entries", "/api/tables?limit=200", "/metrics"]
    await asyncio.gather(
        *(stranger.ask("GET", path) for path in paths * 10), return_exceptions=True
    )


async def forget_me(stranger: Stranger) -> None:
    """Sit down, talk, and be forgotten, several times at once."""
    token = await stranger.token()
    await stranger.table({"who": "me", "name": "Eve"}, {"who": "open"}, start=False)
    async with stranger.line() as (reader, writer):
        writer.write(UPGRADE)
        await reader.readuntil(b"\r\n\r\n")
        table = stranger.tables[-1] if stranger.tables else "x"
        says: list[dict[str, Any]] = [
            {"type": "hello", "id": "h", "token": token, "language": "en"}
        ]
        says.append({"type": "join", "id": "j", "table": table})
        says += [
            {"type": "say", "id": f"s{n}", "table": table, "seat": 0, "text": "x" * 200}
            for n in range(300)
        ]
        for message in says:
            writer.write(frame(encode(message)))
        await writer.drain()
        forget = [stranger.ask("DELETE", "/api/me", token=token) for _ in range(3)]
        await asyncio.gather(*forget, return_exceptions=True)
    if token in stranger.tokens:
        stranger.tokens.remove(token)


ATTACKS: Final[tuple[Callable[[Stranger], Awaitable[None]], ...]] = (
    half_frames,
    never_reads,
    slow_requests,
    masters,
    new_boards,
    long_records,
    nonsense,
    floods,
    forget_me,
)


async def attack(stranger: Stranger, until: float) -> dict[str, int]:
    """Bout after bout until a time of the loop's clock; how many of each kind came to an end.

    Strangers go through all kinds, each beginning with another one: so eight of them have done
    everything when each has done two, and before that none of them goes.
    """
    loop = asyncio.get_running_loop()
    bouts = dict.fromkeys((each.__name__ for each in ATTACKS), 0)
    for bout in islice(cycle(ATTACKS), stranger.number % len(ATTACKS), None):
        if loop.time() >= until and sum(bouts.values()) >= LEAST:
            break
        # Whatever the server does with a stranger, it may: refuse, hang up, let them wait.
        with suppress(
            OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError
        ):
            async with asyncio.timeout(SECONDS):
                await bout(stranger)
        bouts[bout.__name__] += 1
    return bouts
