"""The example bot, started as its docstring says, plays whole games against a real server."""

import asyncio
import subprocess
import sys
import time
from pathlib import Path

from taupes.rules import parse_record
from taupes.table.fairness import verify
from tests.server.client import Client
from tests.server.process import PATIENCE, ServerProcess, free_port

BOT = Path(__file__).parents[2] / "examples" / "socket_bot.py"


def start_bot(server: ServerProcess, table: str, seat: int) -> subprocess.Popen[str]:
    command = [sys.executable, str(BOT), server.http, table, str(seat), f"Bot {seat}"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def new_open_table(server: ServerProcess, seats: int) -> tuple[str, str]:
    """A table with free seats, of somebody who does not play."""
    token = server.guest()
    body = {"seats": [{"who": "open"}] * seats, "setup": {"boards": "quick"}}
    status, view = server.post("/api/tables", body, token)
    assert status == 201
    return view["table"], token


def wait_for(server: ServerProcess, table: str, stage: str) -> None:
    end = time.monotonic() + PATIENCE
    while server.get(f"/api/tables/{table}")[1]["stage"] != stage:
        assert time.monotonic() < end, f"the game is not {stage}"
        time.sleep(0.05)


def start_when_full(server: ServerProcess, table: str, token: str) -> None:
    async def run() -> None:
        owner = await Client(server.socket, token).connect()
        await owner.join(table)
        await owner.until(lambda: all(seat["name"] for seat in owner.view["seats"]))
        await owner.do("start")
        await owner.close()

    asyncio.run(run())


def test_three_bots_play_over_a_restart(tmp_path: Path) -> None:
    server = ServerProcess(f"sqlite:///{tmp_path / 'taupes.sqlite'}", port=free_port())
    bots = []
    with server:
        try:
            table, token = new_open_table(server, 3)
            bots = [start_bot(server, table, seat) for seat in range(3)]
            start_when_full(server, table, token)
            server.kill()
            server.start()
            wait_for(server, table, "over")
            for bot in bots:
                output, errors = bot.communicate(timeout=PATIENCE)
                assert (bot.returncode, errors) == (0, "")
                assert "winners" in output
            record = server.get(f"/api/records/{table}")[1]
            assert [player["name"] for player in record["players"]] == ["Bot 0", "Bot 1", "Bot 2"]
            assert verify(parse_record(record)).fair is True
            assert all(one["source"] == "player" for one in record["fairness"]["nonces"])
        finally:
            for bot in bots:
                bot.kill()
                bot.wait()


def test_it_stays_short() -> None:
    assert len(BOT.read_text("utf-8").splitlines()) < 60
