"""Real server processes and a real PostgreSQL, on loopback only."""

import glob
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import psycopg
import pytest

from taupes.server.settings import Limits
from tests.server.nursery import Child, start

PATIENCE = 300.0
"""Seconds after which a test gives up waiting; a slow machine is no failure."""

_SERVE = "import typer; from taupes.cli.commands.serve import serve; typer.run(serve)"


MANY = (
    "requests_per_second",
    "requests_burst",
    "guests_per_address",
    "guests_per_hour",
    "messages_per_address",
    "tables_per_address",
    "tables_per_hour",
    "records_per_address",
)
"""Limits that a test from one address would meet and no family would."""


ALIKE = ("--limit", "niceness=0")
"""Minds of a test's server do not stand back: beside many tests they would never be done."""


def usual_limits() -> list[str]:
    """The command line by which a server keeps them all the same."""
    usual = Limits()
    return [word for name in MANY for word in ("--limit", f"{name}={getattr(usual, name)}")]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ServerProcess:
    """`taupes serve` in a process of its own."""

    def __init__(self, database: str, *options: str, port: int | None = None) -> None:
        self.database = database
        self.options = options
        self.port = port or free_port()
        self.process: Child | subprocess.Popen[bytes] | None = None
        self.log = tempfile.TemporaryFile()  # noqa: SIM115 - closed by stop()

    @property
    def http(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket(self) -> str:
        return f"ws://127.0.0.1:{self.port}/api/socket"

    def start(self, *, wait: bool = True) -> "ServerProcess":
        words = ["--port", str(self.port)]
        words += ["--database", self.database, "--bot-seconds", "0.1", "--no-warm"]
        for name in MANY:
            words += ["--limit", f"{name}=100000"]
        words += [*ALIKE, *self.options]
        self.process = start(_SERVE, words, self.log.fileno(), Path.cwd())
        if wait:
            self.wait()
        return self

    def wait(self) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            assert self.process is not None
            if self.process.poll() is not None:
                raise AssertionError(f"the server ended: {self.output()}")
            with suppress(OSError):
                if self.get("/api/ready")[0] == 200:
                    return
            time.sleep(0.02)
        raise AssertionError(f"the server did not get ready: {self.output()}")

    def output(self) -> str:
        self.log.seek(0)
        return self.log.read().decode()

    def kill(self) -> None:
        """End it without any chance to put things in order."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """End it in peace; its exit code."""
        if self.process is None or self.process.poll() is not None:
            self.log.close()
            return -1
        self.process.terminate()
        code = self.process.wait(PATIENCE)
        self.log.close()
        return code

    def request(
        self, method: str, path: str, body: Any = None, token: str | None = None
    ) -> tuple[int, Any]:
        data = (
            body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        )
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        request = Request(self.http + path, data, headers, method=method)  # noqa: S310
        try:
            with urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
                status, text = answer.status, answer.read()
        except HTTPError as error:
            with error:
                status, text = error.code, error.read()
        try:
            return status, json.loads(text)
        except ValueError:
            return status, text.decode("utf-8", "replace")

    def get(self, path: str, token: str | None = None) -> tuple[int, Any]:
        return self.request("GET", path, token=token)

    def post(self, path: str, body: Any = None, token: str | None = None) -> tuple[int, Any]:
        return self.request("POST", path, body if body is not None else b"", token)

    def figure(self, name: str) -> float:
        """A figure of the metrics; of those with a label, 0 while nothing has been counted."""
        found = re.search(
            rf"^taupes_{re.escape(name)} (\S+)$", self.get("/metrics")[1], re.MULTILINE
        )
        assert found or "{" in name, f"there is no taupes_{name}"
        return float(found[1]) if found else 0.0

    def guest(self) -> str:
        status, data = self.post("/api/guests")
        assert status == 201
        return str(data["token"])

    def __enter__(self) -> "ServerProcess":
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is not None:
            sys.stderr.write(self.output())
        self.stop()


class Postgres:
    """A cluster of its own, started from Debian's package as an unprivileged user."""

    def __init__(self) -> None:
        found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))  # noqa: PTH207
        binary = found[-1] if found else shutil.which("initdb")
        if binary is None:
            reason = "PostgreSQL is not installed: apt-get install postgresql"
            if os.environ.get("CI") == "true":
                pytest.fail(reason)
            pytest.skip(reason)
        self.bin = Path(binary).parent
        self.folder = Path(tempfile.mkdtemp(prefix="taupes-pg-"))
        self.port = free_port()
        self.user: dict[str, Any] = {}
        if os.geteuid() == 0:
            self.user = {"user": "postgres", "group": "postgres"}
            shutil.chown(self.folder, "postgres", "postgres")
        self.process: subprocess.Popen[bytes] | None = None
        self._count = 0
        subprocess.run(
            [self.bin / "initdb", "-D", self.folder / "data", "-A", "trust", "-U", "taupes", "-N"],
            check=True,
            capture_output=True,
            cwd=self.folder,
            **self.user,
        )
        self.start()

    def start(self) -> None:
        # Only processes die in these tests, never the machine: no need to wait for its disk.
        options = [
            "-c",
            "fsync=off",
            "-c",
            "listen_addresses=127.0.0.1",
            "-c",
            "max_connections=60",
        ]
        self.process = subprocess.Popen(
            [
                self.bin / "postgres",
                "-D",
                self.folder / "data",
                "-p",
                str(self.port),
                "-k",
                self.folder,
                *options,
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self.folder,
            **self.user,
        )
        end = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self.address("postgres"), connect_timeout=5).close()
            except psycopg.OperationalError:
                assert time.monotonic() < end, "PostgreSQL does not start"
                time.sleep(0.05)
            else:
                return

    def kill(self) -> None:
        """End it at once, with all its connections."""
        assert self.process is not None
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()

    def freeze(self) -> None:
        """Let nothing of it run: connections stay open, nobody gets an answer."""
        self._signal_all(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on where it was."""
        self._signal_all(signal.SIGCONT)

    def _signal_all(self, number: signal.Signals) -> None:
        # First the one that starts the others.
        assert self.process is not None
        main = self.process.pid
        self.process.send_signal(number)
        for pid in map(int, Path(f"/proc/{main}/task/{main}/children").read_text().split()):
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def stop(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def address(self, name: str) -> str:
        return f"postgresql://taupes@127.0.0.1:{self.port}/{name}"

    def new_database(self) -> str:
        """The address of a database that nobody has used."""
        self._count += 1
        name = f"t{self._count}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.address(name)
