"""Strangers do their worst from eight addresses: people at their tables notice nothing of it.

The long form, with figures: `python bench/soak.py`.
"""

import asyncio
import time
from pathlib import Path

import pytest

from tests.server.hall.test_live import Serve
from tests.server.process import PATIENCE, ServerProcess
from tests.server.siege.attacks import ATTACKS
from tests.server.siege.siege import hold
from tests.server.test_faults import compare

MEMORY = 600_000_000


def settle(server: ServerProcess, name: str) -> None:
    """Wait until one of the server's figures is back at zero."""
    end = time.monotonic() + PATIENCE
    while server.figure(name):
        assert time.monotonic() < end, f"{name} is still {server.figure(name)}"
        time.sleep(0.1)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
def test_a_siege_leaves_no_trace(database: str, serve: Serve) -> None:
    server = serve(database)
    findings, people = asyncio.run(hold(server, tables=6, seconds=20, pace=0.3))
    assert len(findings.delays) > 50
    assert set(findings.bouts) == {each.__name__ for each in ATTACKS}
    assert findings.memory < MEMORY
    compare(server.database, people)
    for client in people:
        happened = [event["type"] for entry in client.entries.values() for event in entry["events"]]
        assert not {"went_away", "closed"} & set(happened)
    settle(server, "sockets")
    assert server.get("/api/ready")[0] == 200
