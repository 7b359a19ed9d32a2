"""Bots that are programs of their own, in any language: JSON lines over a pipe.

The words are those of the record; docs/bot-protocol.md is the whole contract. Whatever such a
program does wrong, a legal choice is played in its place and the fault is kept for whoever asks.
"""

import json
import logging
import math
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import IO, Any, Final

from taupes.bots.player import Budget, Choice, Thought, Turn, choices
from taupes.rules import TEAMS, Game, Record, Seat, State, Team, format_event, format_record

PREFIX: Final = "cmd:"
"""What makes a bot's name a command: `cmd:./mybot`."""

PROTOCOL: Final = "taupes-bot"
VERSION: Final = 1

MAX_LINE: Final = 65_536
"""No honest answer is longer."""
MAX_LINES: Final = 1_000
"""So many lines may come before the answer, and no more."""

_log: Final = logging.getLogger(__name__)


class BadBot(ValueError):
    """A program that cannot be started, or does not speak the protocol."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something a bot did wrong."""

    kind: str
    """`slow`, `crash`, `flood`, `garbled` or `illegal`."""
    words: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.words}"


class Failure(Exception):
    """No answer that can be used, and why."""

    def __init__(self, kind: str, words: str) -> None:
        super().__init__(words)
        self.fault = Fault(kind, words)


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a program is waited for, and how often it may fail."""

    start: float = 30.0
    """Seconds until it has said that it is ready."""
    answer: float = 30.0
    """Seconds for one choice when the budget names none."""
    margin: float = 1.0
    """Seconds on top of the budget's, for the pipe and a busy machine."""
    farewell: float = 1.0
    """Seconds to end by itself when told to quit."""
    faults: int = 3
    """After so many faults in one game it is not asked again in that game."""

    def limit(self, budget: Budget) -> float:
        """How long to wait for one choice."""
        return self.answer if budget.seconds is None else budget.seconds + self.margin


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


class ExternalPlayer:
    """A player who is another program; started when it is first asked."""

    def __init__(self, command: str, patience: Patience | None = None) -> None:
        self.command = command
        self.patience = patience or Patience()
        self.faults: list[Fault] = []
        """What it did wrong since somebody emptied the list."""
        self._line: Line | None = None
        self._game: Game | None = None
        self._faults_here = 0
        self._asked = 0

    def think(self, state: State, budget: Budget, rng: Random) -> Thought:
        """Ask the program; if it has no good answer, choose any legal one and note the fault."""
        options, seed = choices(state), rng.getrandbits(32)
        if state.game is not self._game or not state.moles[state.turn]:
            self._game, self._faults_here = state.game, 0
            if self._line:
                self._line.send(newgame_message(state))
        if self._faults_here < self.patience.faults:
            try:
                return self._ask(state, options, budget, seed)
            except Failure as failure:
                self._note(failure.fault)
        return Thought(rng.choice(options))

    def _ask(self, state: State, options: tuple[Choice, ...], budget: Budget, seed: int) -> Thought:
        line = self._line
        if line is None:
            try:
                line, _ = self.start()
            except BadBot as error:
                raise Failure("crash", str(error)) from error
            line.send(newgame_message(state))
        self._asked += 1
        line.send(think_message(state, options, budget, seed, self._asked))
        answer = line.receive("choice", self.patience.limit(budget))
        return parse_choice(answer, state, options, self._asked)

    def _note(self, fault: Fault) -> None:
        self.faults.append(fault)
        self._faults_here += 1
        _log.warning("%s%s: %s", PREFIX, self.command, fault)
        if fault.kind in ("slow", "crash", "flood") or self._faults_here >= self.patience.faults:
            self._drop()

    def start(self) -> tuple[Line, dict[str, Any]]:
        """Start the program and exchange greetings; BadBot if it does not answer.

        The line to the program and what it said of itself.
        """
        try:
            words = shlex.split(self.command)
        except ValueError as error:
            raise BadBot(f"{PREFIX}{self.command}: {error}") from None
        if not words:
            raise BadBot(f"{PREFIX} wants a command, as in {PREFIX}./mybot")
        line = Line(words)
        line.send({"type": "hello", "protocol": PROTOCOL, "version": VERSION})
        try:
            ready = line.receive("ready", self.patience.start)
        except Failure as failure:
            line.close()
            raise BadBot(f"{PREFIX}{self.command}: {failure.fault}") from failure
        self._line = line
        return line, ready

    def close(self) -> None:
        """Let the program end, or end it; it is started again if it is asked again."""
        if self._line:
            self._line.send({"type": "quit"})
            self._line.wait_for_end(self.patience.farewell)
        self._drop()

    def _drop(self) -> None:
        if self._line:
            self._line.close()
        self._line = None


def make_external(command: str, patience: Patience | None = None) -> ExternalPlayer:
    """The player behind a command, with or without its `cmd:`."""
    return ExternalPlayer(command.removeprefix(PREFIX), patience)


def newgame_message(state: State) -> dict[str, Any]:
    """The table as it is set up: the record without events, and which seat the bot has."""
    seats = range(state.game.seats)
    teams = tuple(Team(f"seat {seat}", TEAMS[seat]) for seat in seats)
    record = format_record(Record(state.game, teams))
    return {"type": "newgame", "player": state.turn, "record": record}


def think_message(
    state: State, options: Sequence[Choice], budget: Budget, seed: int, number: int
) -> dict[str, Any]:
    """The question: the position, what may be chosen, and how long that may take."""
    return {
        "type": "think",
        "id": number,
        "seed": seed,
        "seconds": budget.seconds,
        "simulations": budget.simulations,
        "position": format_position(state),
        "legal": [format_choice(option, state.turn) for option in options],
    }


def format_position(state: State) -> dict[str, Any]:
    """Everything that a person at the table sees."""
    seats = range(state.game.seats)
    return {
        "phase": state.phase.name.lower(),
        "player": state.turn,
        "level": state.level,
        "disc": state.disc or None,
        "moles": [[list(cell) for cell in state.cells(seat)] for seat in seats],
        "discs": [list(discs) for discs in state.discs],
        "stall": state.stall,
        "most": state.most,
        "points": list(state.points) or None,
    }


def format_choice(choice: Choice, seat: Seat) -> dict[str, Any]:
    """A choice as the record writes events; a disc yet to be turned has no value."""
    if isinstance(choice, Turn):
        return {"type": "draw", "player": seat}
    return format_event(choice, seat)


def parse_choice(
    answer: Mapping[str, Any], state: State, options: Sequence[Choice], number: int
) -> Thought:
    """The thought in an answer, or a failure that says what is wrong with it."""
    if answer.get("id") != number:
        raise Failure("garbled", f"a choice with id {answer.get('id')!r:.40} for think {number}")
    said = answer.get("choice")
    if not isinstance(said, dict):
        raise Failure("garbled", f"choice: expected one of the legal ones, not {said!r:.80}")
    said = {"player": state.turn} | said
    for option in options:
        form = format_choice(option, state.turn)
        if {key: said.get(key) for key in form} == form:
            return Thought(option, _parse_values(answer.get("values"), state.game.seats))
    first = json.dumps(format_choice(options[0], state.turn))
    raise Failure(
        "illegal",
        f"{json.dumps(said):.120} is not among the {len(options)} legal choices, such as {first}",
    )


def _parse_values(values: object, seats: int) -> tuple[float, ...] | None:
    """The chance to win of each seat, if that is what it is."""
    if not isinstance(values, list) or len(values) != seats:
        return None
    if not all(isinstance(v, int | float) and math.isfinite(v) and 0 <= v <= 1 for v in values):
        return None
    return tuple(map(float, values))
