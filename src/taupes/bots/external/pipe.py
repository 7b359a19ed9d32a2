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

from taupes.bots.external.fault import BadBot, Complaint, Failure, failure

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
            raise BadBot(_not_found(command[0]), program=command[0]) from None
        except OSError as error:
            if Path(command[0]).is_dir():
                raise BadBot("folder", program=command[0]) from None
            raise BadBot("unrunnable", program=command[0], error=error.strerror) from None
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
                raise failure("slow", "no_answer", kind=kind, seconds=f"{seconds:g}") from None
            if not line:
                raise Failure("crash", self._how_it_ended())
            if len(line) >= MAX_LINE:
                raise failure("flood", "long_line", most=MAX_LINE)
            message = _parse_message(line, kind)
            if message["type"] == kind:
                return message
        raise failure("flood", "many_lines", most=MAX_LINES, kind=kind)

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

    def _how_it_ended(self) -> Complaint:
        ended = self.wait_for_end(1.0)
        self._overhearing.join(1.0)  # or its last words may still be in the pipe
        code = self._process.returncode
        how = Complaint("ended", {"code": code}) if ended else Complaint("closed", {})
        words = b"".join(self._last_words).decode("utf-8", "replace").split("\n")
        last = [line.strip() for line in words if line.strip()][-1:]
        return Complaint("last_words", {"how": how, "words": f"{last[0]:.300}"}) if last else how


_lines: Final[weakref.WeakSet[Line]] = weakref.WeakSet()


def end_programs() -> None:
    """End every program that this process has started; for processes that must leave at once."""
    for line in list(_lines):
        line.close()


def _not_found(program: str) -> str:
    """The code of why a program is not found."""
    if Path(program).is_dir():
        return "folder"
    if not Path(program).exists():
        return "no_program"
    return "no_program_here" if os.sep not in program else "no_runner"


def _parse_message(line: bytes, awaited: str) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        message = None
    if isinstance(message, dict) and isinstance(message.get("type"), str):
        return message
    said = line.decode("utf-8", "replace").strip()
    example = f'{{"type": "{awaited}", …}}'
    raise failure("garbled", "no_message", example=example, said=f"{said!r:.80}")


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
