"""Strangers do their worst from eight addresses: people at their tables notice nothing of it.

The long form, with figures: `python bench/soak.py`.
"""

import asyncio
import time
from pathlib import Path
from random import Random

import pytest

from tests.server.hall.test_live import Serve
from tests.server.process import PATIENCE, ServerProcess
from tests.server.siege.attacks import (
    ATTACKS,
    long_game,
    record_wishes,
    strange_boards,
    strange_position,
)
from tests.server.siege.siege import hold
from tests.server.test_faults import compare

MEMORY = 600_000_000
NAMES = {each.__name__ for each in ATTACKS}


def settle(server: ServerProcess, name: str) -> None:
    """Wait until one of the server's figures is back at zero."""
    end = time.monotonic() + PATIENCE
    while server.figure(name):
        assert time.monotonic() < end, f"{name} is still {server.figure(name)}"
        time.sleep(0.1)


def test_what_strangers_send_is_taken_for_good(server: ServerProcess) -> None:
    """An attack that is refused at the door attacks nothing."""
    boards = strange_boards(Random(1))
    status, counsel = server.post("/api/companion", strange_position(boards))
    assert (status, counsel["problems"]) == (200, [])
    assert counsel["hint"] is not None
    assert server.post("/api/boards/check", {"boards": boards})[1]["ok"]
    assert server.post("/api/boards/preview", {"boards": boards})[0] == 200
    token = server.guest()
    statuses = {
        path: server.post(path, body, token)[0] for path, body in record_wishes(long_game(5))
    }
    assert statuses == {
        "/api/replay": 200,
        "/api/records/check": 200,
        "/api/analyse": 200,
        "/api/records": 201,
    }


def test_the_record_that_strangers_send_is_kept(database: str, serve: Serve) -> None:
    """Of all they send it alone reaches the database."""
    server = serve(database)
    status, kept = server.post("/api/records", long_game(5), server.guest())
    assert status == 201
    assert server.get(f"/api/records/{kept['record']}")[0] == 200


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
def test_a_siege_leaves_no_trace(database: str, serve: Serve) -> None:
    server = serve(database)
    findings, people = asyncio.run(hold(server, tables=6, seconds=6, pace=0.3))
    assert len(findings.delays) > 50
    assert {name for name, count in findings.bouts.items() if count} == NAMES
    assert findings.memory < MEMORY
    compare(server.database, people)
    for client in people:
        happened = [event["type"] for entry in client.entries.values() for event in entry["events"]]
        assert not {"went_away", "closed"} & set(happened)
    settle(server, "sockets")
    assert server.get("/api/ready")[0] == 200
