"""A process that has loaded a server once, and becomes one as often as a test starts one.

Loading is nine tenths of a start, and tests start hundreds. What comes of it is a process as any
other, with its own memory, pid and exit code, that runs what `python -c` would run.
"""

import atexit
import gc
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from tests.engine.keeping import native_library

ROOT: Final = Path(__file__).parents[2]

LOADED: Final = (
    "asyncio.subprocess",
    "fastapi.openapi.utils",
    "psycopg",
    "taupes.cli",
    "taupes.cli.commands.serve",
    "taupes.server.running",
    "taupes.server.storage.postgres",
    "taupes.server.storage.sqlite",
    "uvicorn.lifespan.on",
    "uvicorn.protocols.http.auto",
    "uvicorn.protocols.websockets.auto",
)


class Birth(msgspec.Struct, frozen=True):
    """What a process is to do; its output and its end come with it as files."""

    code: str
    words: list[str]
    folder: str


class Child:
    """A process that somebody else has started: what `Popen` can do, as far as tests need it."""

    def __init__(self, pid: int, end: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._end = end

    def wait(self, timeout: float | None = None) -> int:
        """Its exit code, once it has one."""
        if self.returncode is None:
            if not select.select([self._end], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0.0)
            self.returncode = int(os.read(self._end, 16))
            os.close(self._end)
        return self.returncode

    def poll(self) -> int | None:
        """Its exit code, if it has one."""
        try:
            return self.wait(0)
        except subprocess.TimeoutExpired:
            return None

    def send_signal(self, number: int) -> None:
        """Send a signal, if it still runs."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)


class Nursery:
    """The process that others come from, for as long as this one lives."""

    def __init__(self) -> None:
        self._near, far = socket.socketpair()
        command = [sys.executable, "-m", "tests.server.nursery", str(far.fileno())]
        self.environment = environment()
        with far:
            self._process = subprocess.Popen(
                command, cwd=ROOT, pass_fds=[far.fileno()], env={**os.environ, **thinking()}
            )
        atexit.register(self.close)

    def start(self, birth: Birth, output: int) -> Child:
        """A new process."""
        end, told = os.pipe()
        try:
            socket.send_fds(self._near, [msgspec.json.encode(birth)], [output, told])
        finally:
            os.close(told)
        return Child(int(self._near.recv(16)), end)

    def close(self) -> None:
        """Have no more children."""
        self._near.close()
        self._process.wait()


_nursery: list[Nursery] = []
"""The one of this process, once it is needed."""


def environment() -> Mapping[str, str]:
    """What a process is told by its environment; pytest tells it which test it is for."""
    return {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}


def thinking() -> dict[str, str]:
    """What a server and its workers are told of how to think: with a library of these sources.

    So do servers that people start, with the one that came with the game; and a worker is ready
    with a quarter of the work. Numba has tests of its own, and both play the same. Whoever says how
    to think is not told otherwise.
    """
    if os.environ.get("TAUPES_LIBRARY") or os.environ.get("TAUPES_NO_NUMBA"):
        return {}
    library = native_library()
    return {"TAUPES_LIBRARY": str(library)} if library else {}


def start(
    code: str, words: list[str], output: int, folder: Path
) -> Child | subprocess.Popen[bytes]:
    """Run some code with words on its command line, in a process that has loaded a server before.

    Where processes cannot be born so, or in another environment than the nursery's, it is loaded
    anew.
    """
    if sys.platform == "linux":
        if not _nursery:
            _nursery.append(Nursery())
        if _nursery[0].environment == environment():
            return _nursery[0].start(Birth(code, words, str(folder)), output)
    command = [sys.executable, "-c", code, *words]
    told = {**os.environ, **thinking()}
    return subprocess.Popen(command, stdout=output, stderr=output, cwd=folder, env=told)


def bear(line: socket.socket) -> Birth | None:
    """Start a process for each wish: here none comes back, and in each of them its own."""
    ends: dict[int, int] = {}

    def bury(*_: object) -> None:
        for pid in list(ends):
            gone = status = 0
            with suppress(ChildProcessError):  # a signal within this one's work was quicker
                gone, status = os.waitpid(pid, os.WNOHANG)
            if gone:
                end = ends.pop(pid)
                os.write(end, str(os.waitstatus_to_exitcode(status)).encode())
                os.close(end)

    signal.signal(signal.SIGCHLD, bury)
    while True:
        wish, files, _, _ = socket.recv_fds(line, 1 << 20, 2)
        if not wish:
            for pid in list(ends):  # nobody is left who could end them
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGTERM)
            return None
        output, end = files
        # Whoever ends at once is not buried before it has been entered.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
        pid = os.fork()
        if not pid:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
            for file in (1, 2):
                os.dup2(output, file)
            for file in (output, end, *ends.values()):
                os.close(file)
            line.close()
            return msgspec.json.decode(wish, type=Birth)
        ends[pid] = end
        os.close(output)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
        line.send(str(pid).encode())


def main() -> None:
    """Load all that a server needs, and become one when asked."""
    line = socket.socket(fileno=int(sys.argv[1]))
    for name in LOADED:
        __import__(name)
    gc.freeze()
    born = bear(line)
    if born is not None:
        os.chdir(born.folder)
        sys.argv = ["-c", *born.words]
        exec(born.code, {"__name__": "__main__"})  # noqa: S102 - as `python -c` does


if __name__ == "__main__":
    main()
