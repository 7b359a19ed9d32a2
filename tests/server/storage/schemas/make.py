"""Make a stored database: games at a server of some commit, written down as SQL.

    python -m tests.server.storage.schemas.make COMMIT NAME [--steps N]

writes `sqlite-NAME.sql` and `postgres-NAME.sql` beside this file. Do so before a step is added to
the migrations, with the version as the name, and never again: these files are what is out there.
`--steps` leaves later migrations of that commit away. `sqlite-2-clustered.sql` is how version 2 was
made at first (docs/decisions/0045).
"""

import argparse
import asyncio
import io
import os
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
from contextlib import closing
from pathlib import Path
from random import Random

from tests.server.client import Client
from tests.server.hall.test_live import new_table, seated_pair
from tests.server.process import Postgres, ServerProcess

HERE = Path(__file__).parent
ROOT = HERE.parents[3]

_SERVE = """
import importlib, sys
for name in ("migrations", "base"):
    module = importlib.import_module("taupes.server.storage." + name)
    if hasattr(module, "MIGRATIONS"):
        module.MIGRATIONS = module.MIGRATIONS[:{steps}]
from taupes.cli import main
sys.argv = ["taupes", "serve", *sys.argv[1:]]
main()
"""


class EarlierServer(ServerProcess):
    """A server of some commit."""

    def __init__(self, database: str, source: Path, steps: int | None) -> None:
        super().__init__(database)
        self._source = source
        self._code = _SERVE.format(steps=steps)

    def start(self, *, wait: bool = True) -> "EarlierServer":
        command = [sys.executable, "-c", self._code, "--port", str(self.port)]
        command += ["--database", self.database, "--bot-seconds", "0.1"]
        # In the environment, for the bots' processes too.
        environment = os.environ | {"PYTHONPATH": str(self._source)}
        self.process = subprocess.Popen(command, stderr=self.log, stdout=self.log, env=environment)
        if wait:
            self.wait()
        return self


async def play(server: ServerProcess) -> None:
    """A game that is over, one between people, one with a bot, an open table, an upload."""
    ada, bob = await seated_pair(server, boards="quick", public=True, title="Over")
    await ada.do("say", seat=0, text="À l’attaque !")
    await asyncio.gather(ada.play(Random(1)), bob.play(Random(2)))
    assert (await bob.do("rematch"))["type"] == "update"
    record = server.get(f"/api/records/{ada.table}")[1]
    assert server.post("/api/records", record, ada.token)[0] == 201
    running = await seated_pair(server, boards="quick", public=True, title="Running")
    await asyncio.gather(running[0].play(Random(3), 6), running[1].play(Random(4), 6))
    await running[0].do("ask", seat=0, what="pause")
    seats = [{"who": "me", "name": "Cy"}, {"who": "bot", "level": "greedy"}]
    table, token = new_table(server, seats, start=True, boards="quick", title="With a bot", first=0)
    cy = await Client(server.socket, token).connect()
    await cy.join(table)
    await cy.play(Random(5), 4)
    await cy.until(lambda: cy.wants_to_act() is not None)
    new_table(server, public=True, title="Open")
    for client in (ada, bob, *running, cy):
        await client.close()


def written_sqlite(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        lines = [*connection.iterdump(), f"PRAGMA user_version = {version};"]
    return "\n".join(lines) + "\n"


def written_postgres(cluster: Postgres, address: str) -> str:
    options = ["--inserts", "--no-owner", "--no-privileges", "--no-comments", "--schema=public"]
    done = subprocess.run(
        [cluster.bin / "pg_dump", *options, address], check=True, capture_output=True, text=True
    )
    # Lines for psql alone, remarks, and settings that only some versions have are left out.
    lines = [
        line
        for line in done.stdout.splitlines()
        if line
        and not line.startswith(
            ("\\", "--", "SET ", "SELECT pg_catalog.set_config", "CREATE SCHEMA")
        )
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("commit")
    arguments.add_argument("name")
    arguments.add_argument("--steps", type=int)
    given = arguments.parse_args()
    cluster = Postgres()
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(
            ["git", "archive", given.commit, "src"], check=True, capture_output=True, cwd=ROOT
        )
        with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
            files.extractall(folder, filter="data")
        path, address = Path(folder) / "taupes.sqlite", cluster.new_database()
        for database in (f"sqlite:///{path}", address):
            server = EarlierServer(database, Path(folder) / "src", given.steps)
            with server:
                asyncio.run(play(server))
        (HERE / f"sqlite-{given.name}.sql").write_text(written_sqlite(path), "utf-8")
        (HERE / f"postgres-{given.name}.sql").write_text(
            written_postgres(cluster, address), "utf-8"
        )
    cluster.stop()


if __name__ == "__main__":
    main()
