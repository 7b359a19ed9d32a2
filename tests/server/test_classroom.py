"""A school class behind one address is refused nothing, with the limits as they are."""

import asyncio
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.server.client import Client
from tests.server.process import ServerProcess, usual_limits

PEOPLE = 30

LINES = 6
"""Connections that a browser opens to one server."""

FILES = [f"/assets/part-{number}.js" for number in range(95)]
"""As many as the page has."""

QUESTIONS = [
    "/api/server",
    "/api/bots?language=fr",
    "/api/rules?language=fr",
    "/api/boards",
    "/api/tables?stage=open&limit=50",
    "/api/tables?stage=playing&limit=50",
    "/api/push",
]
"""What the page asks before a game, on all its screens together."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("classroom")
    (folder / "page" / "assets").mkdir(parents=True)
    (folder / "page" / "index.html").write_text("<title>Taupes</title>")
    for path in FILES:
        (folder / "page" / path[1:]).write_text("mole();")
    address = f"sqlite:///{folder / 'taupes.sqlite'}"
    with ServerProcess(address, "--page", str(folder / "page"), *usual_limits()) as running:
        yield running


def refusals(server: ServerProcess) -> list[str]:
    """What was refused to anybody so far."""
    words = ("refus", "dropped", "turned")
    return [
        line
        for line in server.get("/metrics")[1].splitlines()
        if line.startswith("taupes_") and any(word in line for word in words) and line[-2:] != " 0"
    ]


def test_all_open_the_page_at_the_same_moment(server: ServerProcess) -> None:
    found: Counter[int] = Counter()

    async def fetch(line: tuple[asyncio.StreamReader, asyncio.StreamWriter], path: str) -> None:
        reader, writer = line
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        await reader.readexactly(int(head.partition(b"content-length:")[2].split()[0]))
        found[int(head.split()[1])] += 1

    async def browse(lines: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]) -> None:
        paths = ["/", *FILES, *QUESTIONS][::-1]

        async def load(line: tuple[asyncio.StreamReader, asyncio.StreamWriter]) -> None:
            while paths:
                await fetch(line, paths.pop())

        await asyncio.gather(*(load(line) for line in lines))

    async def run() -> None:
        lines = [
            await asyncio.open_connection("127.0.0.1", server.port) for _ in range(PEOPLE * LINES)
        ]
        try:
            await asyncio.gather(*(browse(lines[n::PEOPLE]) for n in range(PEOPLE)))
        finally:
            for _, writer in lines:
                writer.transport.abort()
            await asyncio.gather(*(w.wait_closed() for _, w in lines), return_exceptions=True)

    asyncio.run(run())
    assert found == {200: PEOPLE * (1 + len(FILES) + len(QUESTIONS))}


def test_all_play_and_play_again(server: ServerProcess) -> None:
    rng = random.Random(30)

    async def table(number: int) -> None:
        people = [await Client(server.socket).connect() for _ in range(3)]
        seats = [{"who": "me", "name": "Ada"}, {"who": "open"}, {"who": "open"}]
        wish = {"setup": {"boards": "quick"}, "seats": seats}
        status, view = await asyncio.to_thread(server.post, "/api/tables", wish, people[0].token)
        assert status == 201, view
        for seat, each in enumerate(people):
            await each.join(view["table"])
            if seat:
                assert (await each.do("sit", seat=seat, name=f"P{seat}"))["type"] == "update"
        assert (await people[0].do("start"))["type"] == "update"
        await asyncio.gather(*(each.play(rng) for each in people))
        assert (await people[0].do("rematch"))["type"] in ("update", "done", "table")
        for each in people:
            await each.close()

    async def run() -> None:
        await asyncio.gather(*(table(number) for number in range(PEOPLE // 3)))

    asyncio.run(run())
    assert refusals(server) == []
    assert server.figure("sockets") == 0
