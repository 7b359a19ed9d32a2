"""A siege of ten minutes: strangers attack from eight addresses while fifty tables play.

    python bench/soak.py [--minutes 10] [--tables 50] [--json]

Prints how long people waited for what followed from their actions, how much memory the server's
processes took together, and whether anything was lost. `tests/server/test_siege.py` is the short
form. On Linux, for figures are from /proc; strangers, people and server share this machine.

Memory has what processes share, such as Python and LLVM, counted once (PSS), and the goal is held
against that; resident (RSS) has it once for each of them.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.client import Client
from tests.server.process import ServerProcess, usual_limits
from tests.server.siege.siege import Findings, hold
from tests.server.test_faults import compare

SLOWEST: Final = 0.25
"""Seconds that one action in a hundred may take."""
MEMORY: Final = 600_000_000
"""Bytes that all processes may take together."""
PACE: Final = 2.0
"""Seconds between two actions at a table, on average."""


def main() -> int:
    """Hold out, and say how it was; 1 if a goal was missed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        # All people come from one address, and there are more of them than a class.
        limits = (*usual_limits(), "--limit", "guests_per_address=1000")
        server = ServerProcess(f"sqlite:///{folder}/taupes.sqlite", *limits).start()
        try:
            findings, people = asyncio.run(hold(server, chosen.tables, 60 * chosen.minutes, PACE))
            time.sleep(20)
            sockets, ready = server.figure("sockets"), server.get("/api/ready")[0]
            gone = count_gone(people)
            tell(findings, gone, sockets, is_json=chosen.json)
            compare(server.database, people)
        finally:
            server.stop()
    is_good = findings.slowest < SLOWEST and findings.memory < MEMORY and not gone and not sockets
    return int(not (is_good and ready == 200))


def count_gone(people: list[Client]) -> int:
    """How often somebody who played was taken for gone."""
    return sum(
        event["type"] == "went_away"
        for client in people
        for entry in client.entries.values()
        for event in entry["events"]
    )


def tell(findings: Findings, gone: int, sockets: float, *, is_json: bool) -> None:
    """Print the figures."""
    figures = {
        "actions": len(findings.delays),
        "games finished": findings.games,
        "p50 ms": round(1000 * median(findings.delays), 1),
        "p99 ms": round(1000 * findings.slowest, 1),
        "slowest ms": round(1000 * max(findings.delays), 1),
        "memory MB": round(findings.memory / 1e6),
        "resident MB": round(findings.resident / 1e6),
        "people who were out": gone,
        "sockets left": sockets,
        "bouts": dict(findings.bouts),
    }
    if is_json:
        print(json.dumps(figures))
        return
    for name, value in figures.items():
        print(f"{name:20} {value}")


if __name__ == "__main__":
    sys.exit(main())
