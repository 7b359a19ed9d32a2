"""A PostgreSQL of its own for a benchmark, from Debian's package, in a temporary folder."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import psycopg


class Postgres(NamedTuple):
    """A running PostgreSQL."""

    address: str
    pid: int


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def postgres(*options: str) -> Iterator[Postgres]:
    """Start it, wait until it answers, and remove it in the end."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    initdb = str(found[-1]) if found else shutil.which("initdb")
    assert initdb, "PostgreSQL is not installed: apt-get install postgresql"
    folder, port = Path(tempfile.mkdtemp(prefix="taupes-bench-pg-")), free_port()
    user: dict[str, Any] = {}
    if os.geteuid() == 0:
        # It refuses to run as root.
        user = {"user": "postgres", "group": "postgres"}
        shutil.chown(folder, "postgres", "postgres")
    data = folder / "data"
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run(  # noqa: S603 - our own commands
        [initdb, "-D", data, "-A", "trust", "-U", "taupes"], check=True, cwd=folder, **quiet, **user
    )
    command: list[Any] = [
        Path(initdb).parent / "postgres",
        "-D",
        data,
        "-p",
        str(port),
        "-k",
        folder,
    ]
    command += ["-c", "listen_addresses=127.0.0.1", "-c", "max_connections=60"]
    for option in options:
        command += ["-c", option]
    process = subprocess.Popen(command, cwd=folder, **quiet, **user)  # noqa: S603
    address = f"postgresql://taupes@127.0.0.1:{port}/postgres"
    try:
        for _ in range(600):
            try:
                psycopg.connect(address, connect_timeout=5).close()
                break
            except psycopg.OperationalError:
                time.sleep(0.05)
        yield Postgres(address, process.pid)
    finally:
        process.terminate()
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)


def cpu_seconds(pid: int, *, children: bool = False) -> float:
    """CPU-seconds of a process so far, all its threads; with those it has started, if wanted."""
    tick = os.sysconf("SC_CLK_TCK")
    total = 0.0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        is_own = path.parent.name == str(pid)
        if is_own or (children and fields[1] == str(pid)):
            total += (int(fields[11]) + int(fields[12])) / tick
            if is_own and children:
                # Those that have ended since: every connection is a process there.
                total += (int(fields[13]) + int(fields[14])) / tick
    return total
