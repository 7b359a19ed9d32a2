"""People play, strangers attack, and what the people notice of it is measured.

    python -m tests.server.siege.siege --port N --minutes 10

is the strangers' side, a process of its own, so that their work is not the players' delay.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from statistics import quantiles
from typing import Final

from tests.server.client import Client
from tests.server.held import held_by
from tests.server.process import ServerProcess
from tests.server.siege.attacks import Stranger, attack

STRANGERS: Final = 8


@dataclass
class Findings:
    """What a siege was like for those inside."""

    delays: list[float] = field(default_factory=list)
    """Seconds from each honest action until whoever made it saw what followed."""
    memory: int = 0
    """Bytes of all processes of the server together, at the worst moment; what they share, once."""
    resident: int = 0
    """The same with what they share counted for each of them."""
    bouts: Counter[str] = field(default_factory=Counter)
    games: int = 0
    """Games that people have finished."""

    @property
    def slowest(self) -> float:
        """The 99th percentile of the delays."""
        return quantiles(self.delays, n=100)[98]


@dataclass
class Pair:
    """Two people who play one game after the other, at a person's pace."""

    server: ServerProcess
    seed: int
    pace: float
    """Seconds between two actions."""
    clients: list[Client] = field(default_factory=list)
    finished: list[Client] = field(default_factory=list)
    """Those of the games before."""

    async def sit_down(self) -> None:
        """A table, and both at it."""
        ada, bob = [Client(self.server.socket, client.token) for client in self.clients] or [
            Client(self.server.socket) for _ in range(2)
        ]
        await asyncio.gather(ada.connect(), bob.connect())
        wish = {
            "setup": {"away_after": 120},
            "seats": [{"who": "me", "name": "Ada"}, {"who": "open"}],
        }
        status, table = await asyncio.to_thread(self.server.post, "/api/tables", wish, ada.token)
        assert status == 201, table
        await ada.join(table["table"])
        await bob.join(table["table"])
        assert (await bob.do("sit", seat=1, name="Bob"))["type"] == "update"
        assert (await ada.do("start"))["type"] == "update"
        self.clients = [ada, bob]

    async def agree(self) -> None:
        """Wait until both have seen the same: an action reaches one before the other."""
        ada, bob = self.clients
        while ada.view["number"] != bob.view["number"]:
            await asyncio.sleep(0.005)

    async def leave(self) -> None:
        """Both go, once they have seen all."""
        await self.agree()
        await asyncio.gather(*(client.close() for client in self.clients))

    async def play(self, until: float, findings: Findings) -> None:
        """Act in turn until a time, beginning anew when a game is over."""
        rng, loop = Random(self.seed), asyncio.get_running_loop()
        while loop.time() < until:
            ada, bob = self.clients
            if ada.is_over():
                findings.games += 1
                await self.leave()
                self.finished += self.clients
                await self.sit_down()
                continue
            await asyncio.sleep(rng.uniform(0.5, 1.5) * self.pace)
            await self.agree()
            mover = next(c for c in (ada, bob) if c.is_over() or c.wants_to_act() is not None)
            if not mover.is_over():
                begun = loop.time()
                answer = await mover.act(rng)
                assert answer["type"] == "update", answer
                findings.delays.append(loop.time() - begun)


async def hold(
    server: ServerProcess, tables: int, seconds: float, pace: float
) -> tuple[Findings, list[Client]]:
    """Let people play while strangers attack; what was found, and everybody who has played."""
    findings = Findings()
    pairs = [Pair(server, seed, pace) for seed in range(tables)]
    for pair in pairs:
        await pair.sit_down()
    loop = asyncio.get_running_loop()
    until = loop.time() + seconds
    strangers = subprocess.Popen(
        [sys.executable, "-m", __name__, "--port", str(server.port), "--seconds", str(seconds)],
        stdout=subprocess.PIPE,
    )
    try:
        watching = asyncio.create_task(_watch(server, findings))
        await asyncio.gather(*(pair.play(until, findings) for pair in pairs))
        output, _ = await asyncio.to_thread(strangers.communicate)
        watching.cancel()
        findings.bouts.update(json.loads(output))
    finally:
        strangers.kill()
        strangers.wait()
    for pair in pairs:
        await pair.leave()
    return findings, [client for pair in pairs for client in (*pair.finished, *pair.clients)]


async def _watch(server: ServerProcess, findings: Findings) -> None:
    assert server.process is not None
    while True:
        held = held_by(server.process.pid)
        findings.memory = max(findings.memory, held.proportional)
        findings.resident = max(findings.resident, held.resident)
        await asyncio.sleep(0.5)


async def strangers(port: int, seconds: float) -> Counter[str]:
    """Attack from several addresses at once; how many bouts of each kind there were."""
    until = time.monotonic() + seconds
    every = [Stranger(port, f"127.0.0.{n + 2}", n) for n in range(STRANGERS)]
    bouts: Counter[str] = Counter()
    for done in await asyncio.gather(*(attack(each, until) for each in every)):
        bouts.update(done)
    return bouts


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    chosen = parser.parse_args()
    sys.stdout.write(json.dumps(asyncio.run(strangers(chosen.port, chosen.seconds))))
