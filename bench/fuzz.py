"""A million hostile messages: half-right ones on sockets and over HTTP, round after round.

    python bench/fuzz.py [--messages 1000000] [--state FILE]

Round N is made from seed N: strangers follow a table where people play, sit at tables of their
own, and send what the schemas describe, or nearly. After each round the server must be ready, its
log without a failure, no answer a 5xx of its own making, and the people's game as its log has it.
With `--state` the number of rounds that went well is kept in a file, and the next run goes on
there; a round that fails is the case for a test.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.parse import quote

import websockets

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.client import Client
from tests.server.held import held_by
from tests.server.process import ServerProcess
from tests.server.test_faults import compare, make_pairs
from tests.server.test_fuzz import DEFS, ODD, some

STRANGERS: Final = 8
EACH: Final = 1_200
"""Messages of one stranger in a round."""
REQUESTS: Final = 50
"""Requests over HTTP of one stranger in a round."""
ROUND: Final = STRANGERS * (EACH + REQUESTS)

LIFTED: Final = (
    "messages_per_second",
    "burst",
    "messages_per_address",
    "chat_per_second",
    "chat_burst",
    "guests_per_address",
    "guests_per_hour",
    "tables_per_address",
    "tables_per_hour",
    "records_per_address",
    "records_per_hour",
    "files_per_second",
    "files_burst",
)
"""Limits that would only slow the fuzzer down."""


async def babble(server: ServerProcess, watched: str, seed: int) -> None:
    """One stranger's messages: to a table of others, and to one of their own."""
    rng = Random(seed)
    token = await asyncio.to_thread(server.guest)
    wish = {"seats": [{"who": "me", "name": "Eve"}, {"who": "bot", "level": "random"}]}
    made = (await asyncio.to_thread(server.post, "/api/tables", wish | {"start": True}, token))[1]
    tables = [watched, made.get("table", watched)]
    sent = 0
    while sent < EACH:
        # The server may hang up on whoever talks like this: then they come again.
        with suppress(websockets.WebSocketException, OSError):
            async with websockets.connect(server.socket, max_queue=None) as socket:
                await socket.send(json.dumps({"type": "hello", "token": token}))
                for table in tables:
                    await socket.send(json.dumps({"type": "join", "table": table}))
                while sent < EACH:
                    sent += 1
                    await socket.send(phrase(rng, rng.choice(tables)))
                    if sent % 50 == 0:
                        await socket.send(json.dumps({"type": "ping", "id": f"p{sent}"}))
                        while json.loads(await socket.recv()).get("id") != f"p{sent}":
                            pass


def phrase(rng: Random, table: str) -> str | bytes:
    """Something that is nearly a message."""
    text = json.dumps(some(rng, DEFS["ClientMessage"], table))
    match rng.randrange(40):
        case 0:
            return text[: rng.randrange(len(text) + 1)] or "{"
        case 1:
            return text.replace('"', rng.choice(["'", "\\", "\ud7ff", ""]), 1)
        case 2:
            return rng.randbytes(rng.randrange(200))
    return text


def ask(server: ServerProcess, rng: Random, table: str, token: str) -> None:
    """One request that makes little sense; what the server says must not be that it failed."""
    paths = [path for path in server.get("/api/openapi.json")[1]["paths"] if path != "/api/me"]
    path = rng.choice(paths)
    for name in ("table", "record", "name", "language"):
        word = rng.choice([table, "x", "classic", "fr", "\x00", "é" * 50, "../.."])
        path = path.replace("{" + name + "}", quote(word, safe=""))
    method = rng.choice(["GET", "GET", "POST", "POST", "PUT", "DELETE", "HEAD"])
    body: Any = rng.choice([None, rng.choice(ODD), some(rng, DEFS["ClientMessage"], table)])
    data = rng.randbytes(50) if rng.random() < 0.1 else json.dumps(body).encode()
    status, answer = server.request(method, path, data if method != "GET" else None, token)
    assert status < 500 or status == 503, f"{method} {path} {data!r:.200}: {status} {answer}"


async def play_round(server: ServerProcess, number: int) -> list[Client]:
    """One round; the people who played meanwhile."""
    ada, bob = await make_pairs([server], 1)
    rng, token = Random(number), server.guest()

    def requests() -> None:
        for _ in range(STRANGERS * REQUESTS):
            ask(server, rng, ada.table, token)

    talk = [babble(server, ada.table, number * STRANGERS + n) for n in range(STRANGERS)]
    people = [ada.play(Random(1), 60), bob.play(Random(2), 60)]
    await asyncio.gather(*talk, *people, asyncio.to_thread(requests))
    while ada.view["number"] != bob.view["number"]:
        await asyncio.sleep(0.01)
    for client in (ada, bob):
        await client.close()
    return [ada, bob]


def main() -> int:
    """Round after round until so many messages were sent."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--state", type=Path)
    chosen = parser.parse_args()
    state: Path | None = chosen.state
    first = int(state.read_text()) if state is not None and state.exists() else 0
    begun, most = time.monotonic(), 0
    with tempfile.TemporaryDirectory() as folder:
        lifted = [word for name in LIFTED for word in ("--limit", f"{name}=1000000")]
        with ServerProcess(f"sqlite:///{folder}/taupes.sqlite", *lifted) as server:
            for number in range(first, -(-chosen.messages // ROUND)):
                people = asyncio.run(play_round(server, number))
                compare(server.database, people)
                assert server.get("/api/ready")[0] == 200, f"round {number}: not ready"
                assert '"level": "error"' not in server.output(), server.output()
                assert server.process is not None
                most = max(most, held_by(server.process.pid).proportional)
                if state is not None:
                    state.write_text(str(number + 1))
                count, minutes = (number + 1) * ROUND, (time.monotonic() - begun) / 60
                print(f"\r{count} messages, {minutes:.1f} min", end="", flush=True)
    print(f"\nnothing broke; at most {most / 1e6:.0f} MB in all processes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
