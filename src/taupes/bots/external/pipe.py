"""A line to a program: started, spoken to and heard over pipes, and never waited for too long.

Every message is one line of JSON, as in docs/bot-protocol.md.
"""

import json
import os
import queue
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Final

from taupes.bots.external.fault import BadBot, Failure

MAX_LINE: Final = 65_536
"""No honest answer is longer."""
MAX_LINES: Final = 1_000
"""So many lines may come before the answer, and no more."""


class Line:
    """A running program at the other end of two pipes."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            process = subprocess.Popen(  # noqa: S603 - running the program named is the purpose
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except FileNotFoundError:
            raise BadBot(_not_found(command[0])) from None
        except OSError as error:
            if Path(command[0]).is_dir():
                raise BadBot(_not_found(command[0])) from None
            hint = "is it executable, and does it begin with #! and the name of its language?"
            raise BadBot(f"{command[0]} cannot be run: {error.strerror}; {hint}") from None
        self._process = process
        self._heard: queue.Queue[bytes] = queue.Queue(MAX_LINES)
        self._said: queue.Queue[bytes | None] = queue.Queue()
        self._last_words: deque[bytes] = deque(maxlen=5)
        closed = threading.Event()
        threads = [
            threading.Thread(target=work, args=arguments, daemon=True)
            for work, arguments in (
                (_listen, (process.stdout, self._heard, closed)),
                (_speak, (process.stdin, self._said)),
                (_overhear, (process.stderr, self._last_words)),
            )
        ]
        for thread in threads:
            thread.start()
        self._overhearing = threads[-1]
        self.close = weakref.finalize(self, _end, process, self._said, closed)
        _lines.add(self)

    def send(self, message: Mapping[str, Any]) -> None:
        """Write one message; never waits for the reader."""
        self._said.put(json.dumps(message).encode() + b"\n")

    def receive(self, kind: str, seconds: float) -> dict[str, Any]:
        """The next message of a kind; others are skipped, what is no message is a failure."""
        deadline = time.monotonic() + seconds
        for _ in range(MAX_LINES):
            try:
                line = self._heard.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise Failure("slow", f"no {kind} within {seconds:g} seconds") from None
            if not line:
                raise Failure("crash", self._how_it_ended())
            if len(line) >= MAX_LINE:
                raise Failure("flood", f"a line of more than {MAX_LINE} bytes")
            message = _parse_message(line, kind)
            if message["type"] == kind:
                return message
        raise Failure("flood", f"more than {MAX_LINES} lines and no {kind} among them")

    def wait_for_end(self, seconds: float) -> bool:
        """Whether the program ends by itself within this time."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def hang_up(self) -> None:
        """Close its standard input, as when the game's program is gone."""
        self._said.put(None)

    def _how_it_ended(self) -> str:
        ended = self.wait_for_end(1.0)
        self._overhearing.join(1.0)  # or its last words may still be in the pipe
        how = f"it ended with code {self._process.returncode}" if ended else "it closed its output"
        words = b"".join(self._last_words).decode("utf-8", "replace").split("\n")
        last = [line.strip() for line in words if line.strip()][-1:]
        return f"{how}; its last words were: {last[0]:.300}" if last else how


_lines: Final[weakref.WeakSet[Line]] = weakref.WeakSet()


def end_programs() -> None:
    """End every program that this process has started; for processes that must leave at once."""
    for line in list(_lines):
        line.close()


def _not_found(program: str) -> str:
    if Path(program).is_dir():
        return f"{program} is a folder: name the program in it"
    if not Path(program).exists():
        return f"no such program: {program}"
    if os.sep not in program:
        return f"no such program: {program}; for the file in this folder write ./{program}"
    return f"{program} cannot be run: the program that its first line names is not there"


def _parse_message(line: bytes, awaited: str) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        message = None
    if isinstance(message, dict) and isinstance(message.get("type"), str):
        return message
    said = line.decode("utf-8", "replace").strip()
    raise Failure(
        "garbled",
        f'expected a line such as {{"type": "{awaited}", …}} on standard output, '
        f"not {said!r:.80}; words for people go to standard error",
    )


def _listen(source: IO[bytes], heard: "queue.Queue[bytes]", closed: threading.Event) -> None:
    """Hand on what the program writes; a program that writes too much has to wait."""
    with source:
        line = b"-"
        while line and not closed.is_set():
            line = source.readline(MAX_LINE)
            while not closed.is_set():
                try:
                    heard.put(line, timeout=0.1)
                except queue.Full:
                    continue
                break


def _speak(sink: IO[bytes], said: "queue.Queue[bytes | None]") -> None:
    """Write what is to be said; a program that is gone or does not listen misses it."""
    try:
        with sink:
            while (line := said.get()) is not None:
                sink.write(line)
                sink.flush()
    except OSError:
        pass


def _overhear(source: IO[bytes], words: deque[bytes]) -> None:
    with source:
        while line := source.readline(1_000):
            words.append(line)


def _end(
    process: subprocess.Popen[bytes],
    said: "queue.Queue[bytes | None]",
    closed: threading.Event,
) -> None:
    """End the program and whatever it has started."""
    closed.set()
    said.put(None)
    try:
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    except OSError:
        pass
    process.wait()
