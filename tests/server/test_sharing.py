"""Thinking and computing are shared: whoever asks for much waits, and nobody else notices."""

import asyncio
import json
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.server.client import Client
from tests.server.hall.test_live import new_table
from tests.server.held import held_by
from tests.server.process import PATIENCE, ServerProcess
from tests.server.wide import long_record, wide_set

MASTERS = [{"who": "bot", "level": "master"}] * 4


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'taupes.sqlite'}"


@pytest.fixture(scope="module")
def crowd() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(24) as people:
        yield people


def memory_of(server: ServerProcess) -> int:
    """Megabytes that a server and its workers hold."""
    assert server.process is not None
    return held_by(server.process.pid).resident >> 20


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.05)


def companion(mark: int, **more: Any) -> dict[str, Any]:
    position = {"level": 0, "turn": 0, "moles": [[], []], "discs": [[1, 2, 2, 3, 3, 4]] * 2}
    boards = wide_set(12, 8, mark)
    wish = {"position": position, "names": ["A", "B"], "boards": boards, "orientations": [0] * 8}
    return wish | more


@pytest.mark.skipif(sys.platform != "linux", reason="memory is looked up in /proc")
def test_ever_new_boards_fill_no_memory(sqlite: str, crowd: ThreadPoolExecutor) -> None:
    with ServerProcess(sqlite) as server:

        def ask(mark: int) -> int:
            return server.post("/api/companion", companion(mark))[0]

        assert set(crowd.map(ask, range(1, 30))) <= {200, 503}
        before = memory_of(server)
        assert set(crowd.map(ask, range(30, 330))) <= {200, 503}
        # Kept for ever, three hundred of them would be a gigabyte.
        assert memory_of(server) - before < 150
        assert server.get("/api/ready")[0] == 200


@pytest.mark.skipif(sys.platform != "linux", reason="memory is looked up in /proc")
def test_tables_on_ever_new_boards_fill_no_memory(sqlite: str) -> None:
    with ServerProcess(sqlite, "--limit", "tables_per_person=1000") as server:
        token = server.guest()

        def make(mark: int) -> None:
            body = {
                "seats": [{"who": "me", "name": "A"}, {"who": "me", "name": "B"}],
                "setup": {"boards": wide_set(12, 8, mark)},
                "start": True,
            }
            assert server.post("/api/tables", body, token)[0] == 201

        for mark in range(1, 30):
            make(mark)
        before = memory_of(server)
        for mark in range(30, 130):
            make(mark)
        assert memory_of(server) - before < 60


def test_heavy_work_of_others_keeps_nobody_waiting(sqlite: str, crowd: ThreadPoolExecutor) -> None:
    record = {"record": long_record(5000)}
    # Orders of one process for everybody, so that the queue is long on any machine.
    with ServerProcess(sqlite, "--limit", "computing_per_address=8") as server:
        token = server.guest()
        bodies = [json.dumps(record).encode()] * 30 + [
            json.dumps(companion(mark)).encode() for mark in range(30)
        ]
        paths = ["/api/replay"] * 30 + ["/api/companion"] * 30
        asked = [
            crowd.submit(server.post, path, body) for path, body in zip(paths, bodies, strict=True)
        ]
        body = {"seats": [{"who": "me", "name": "A"}, {"who": "open"}]}
        made = 0
        while not all(each.done() for each in asked):
            assert server.post("/api/tables", body, token)[0] in (201, 429)
            assert server.get("/api/tables")[0] == 200
            made += 1
        # The server answers all the while, many times: it does nothing of it itself.
        assert made > 10
        answers = [each.result() for each in asked]
        assert {status for status, _ in answers} == {200, 503}
        busy = next(answer for status, answer in answers if status == 503)
        assert busy["code"] == "busy"
        assert "try again" in busy["sentence"]
        until(lambda: server.figure("computing_waiting") == 0)
        assert server.post("/api/companion", companion(1))[0] == 200


def test_whoever_goes_leaves_nothing_behind(sqlite: str) -> None:
    record = json.dumps({"record": long_record(5000)}).encode()
    head = (
        b"POST /api/replay HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b"Content-Length: %d\r\n\r\n" % len(record)
    )

    async def ask(port: int) -> asyncio.StreamWriter:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(head + record)
        await writer.drain()
        return writer

    async def come_and_go(server: ServerProcess) -> None:
        writers = await asyncio.gather(*(ask(server.port) for _ in range(16)))
        await asyncio.to_thread(until, lambda: server.figure("computing_waiting") > 4)
        for writer in writers:
            writer.transport.abort()

    with ServerProcess(sqlite) as server:
        asyncio.run(come_and_go(server))
        until(lambda: server.figure("computing_waiting") == 0)
        until(lambda: server.post("/api/records/check", record)[0] == 200)
        # Some were begun before their asker had gone; the others never were.
        assert server.figure("computed") < 16


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"orientations": [0] * 100_000}, "too_large"),
        ({"orientations": [0] * 1000}, "bad_message"),
        ({"names": ["A"] * 1000}, "bad_message"),
        ({"options": {f"o{n}": 1 for n in range(1000)}}, "bad_message"),
        (
            {"position": {"level": 0, "turn": 0, "moles": [[[0, 0]] * 500, []], "discs": [[], []]}},
            "too_large",
        ),
        (
            {
                "boards": {
                    "name": "x",
                    "levels": [{"name": "a", "radius": 4, "holes": [[0, 0]] * 2000}] * 2,
                }
            },
            "bad_boards",
        ),
    ],
)
def test_every_list_has_an_end(server: ServerProcess, change: dict[str, Any], code: str) -> None:
    status, trouble = server.post("/api/companion", companion(1) | change)
    assert (status, trouble.get("code")) == (413 if code == "too_large" else 422, code)


def test_every_answer_has_an_end(sqlite: str) -> None:
    record = {"record": long_record(300)}
    with ServerProcess(sqlite, "--limit", "answer_bytes=10000") as server:
        status, trouble = server.post("/api/replay", record)
        assert (status, trouble["code"]) == (413, "too_large")


# Bots


def test_a_person_comes_before_tables_of_masters(sqlite: str) -> None:
    with ServerProcess(sqlite, "--bots-alone", "--bot-seconds", "1") as server:
        for _ in range(4):
            token = server.guest()
            for _ in range(10):
                body = {"seats": MASTERS, "start": True}
                assert server.post("/api/tables", body, token)[0] == 201
        until(lambda: server.figure("thoughts_waiting") >= 30)
        _play_against(server, "greedy")
        # Forty masters are still waiting for each other, and did not come before.
        assert server.figure("thoughts_waiting") >= 30
        server.kill()
        server.start()
        _play_against(server, "greedy", 1)
        # They come back, a few with each sweep: in the time of one move not many.
        until(lambda: server.figure("tables") > 1)
        assert server.figure("tables") < 30


def _play_against(server: ServerProcess, level: str, steps: int = 12) -> None:
    seats = [{"who": "me", "name": "Ada"}, {"who": "bot", "level": level}]
    table, token = new_table(server, seats, start=True, first=0)

    async def run() -> None:
        ada = await Client(server.socket, token).connect()
        await ada.join(table)
        await asyncio.wait_for(ada.play(Random(1), steps), PATIENCE)
        await ada.until(lambda: ada.wants_to_act() == 0)
        await ada.close()

    asyncio.run(run())


def test_tables_of_bots_alone_are_for_those_who_may(sqlite: str) -> None:
    with ServerProcess(sqlite, "--no-bots-alone") as server:
        body = {"seats": MASTERS, "start": True}
        status, trouble = server.post("/api/tables", body, server.guest())
        assert (status, trouble["code"]) == (422, "people_needed")
        assert "somebody has to sit down" in trouble["sentence"]
        table, token = new_table(server, [{"who": "me", "name": "Ada"}, MASTERS[0]])

        async def stand_up() -> None:
            ada = await Client(server.socket, token).connect()
            await ada.join(table)
            await ada.do("stand", seat=0)
            await ada.do("seat_bot", seat=0, level="greedy")
            assert (await ada.do("start"))["type"] == "update"
            await ada.close()

        asyncio.run(stand_up())
        _play_against(server, "greedy")
        assert server.get(f"/api/tables/{table}")[1]["position"]["events"] == 0


@pytest.mark.parametrize("level", ["burrower", "master"])
def test_a_level_that_cannot_play_is_refused(server: ServerProcess, level: str) -> None:
    bot = {"who": "bot", "level": level}
    me = {"who": "me", "name": "Ada"}
    setup = {"boards": wide_set(6)}
    for body in (
        {"seats": [me, bot], "setup": setup},
        {"seats": [me, me], "setup": setup | {"stand_in": level}},
    ):
        status, trouble = server.post("/api/tables", body, server.guest())
        assert (status, trouble["code"]) == (422, "board_too_wide")
        assert level in trouble["sentence"]
        assert "radius 5" in trouble["sentence"]


def test_other_levels_play_on_any_board(server: ServerProcess) -> None:
    seats = [{"who": "me", "name": "Ada"}, {"who": "bot", "level": "greedy"}]
    table, token = new_table(server, seats, start=True, first=1, boards=wide_set(12))

    async def run() -> None:
        ada = await Client(server.socket, token).connect()
        await ada.join(table)
        await ada.until(lambda: ada.wants_to_act() == 0)
        answer = await ada.do("hint", seat=0)
        assert (answer["type"], answer["code"]) == ("refused", "board_too_wide")
        await ada.close()

    asyncio.run(run())
    assert "Traceback" not in server.output()
    assert server.post("/api/companion", companion(1, hint=True))[1]["code"] == "board_too_wide"
