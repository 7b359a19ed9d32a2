"""Bots that are programs of their own, in any language: JSON lines over a pipe.

Whatever such a program does wrong, a legal choice is played in its place and the fault is kept for
whoever asks.
"""

import logging
import shlex
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from taupes.bots.external.fault import BadBot, Failure, Fault
from taupes.bots.external.pipe import Line
from taupes.bots.external.protocol import (
    PROTOCOL,
    VERSION,
    newgame_message,
    parse_choice,
    think_message,
)
from taupes.bots.levels import PREFIX
from taupes.bots.player import Budget, Choice, Thought, choices
from taupes.rules import Game, State

_log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Allowance:
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


class ExternalPlayer:
    """A player who is another program; started when it is first asked."""

    def __init__(self, command: str, allowance: Allowance | None = None) -> None:
        self.command = command
        self.allowance = allowance or Allowance()
        self.name = ""
        """What it called itself when it was started."""
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
        if self._faults_here < self.allowance.faults:
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
                raise Failure("crash", error.complaint) from error
            line.send(newgame_message(state))
        self._asked += 1
        line.send(think_message(state, options, budget, seed, self._asked))
        answer = line.receive("choice", self.allowance.limit(budget))
        return parse_choice(answer, state, options, self._asked)

    def _note(self, fault: Fault) -> None:
        self.faults.append(fault)
        self._faults_here += 1
        _log.warning("%s%s: %s", PREFIX, self.command, fault)
        if fault.kind in ("slow", "crash", "flood") or self._faults_here >= self.allowance.faults:
            self._drop()

    def start(self) -> tuple[Line, dict[str, Any]]:
        """Start the program and exchange greetings; BadBot if it does not answer.

        The line to the program and what it said of itself.
        """
        try:
            words = shlex.split(self.command)
        except ValueError as error:
            raise BadBot("bad_command", command=f"{PREFIX}{self.command}", error=error) from None
        if not words:
            raise BadBot("no_command", prefix=PREFIX)
        line = Line(words)
        line.send({"type": "hello", "protocol": PROTOCOL, "version": VERSION})
        try:
            ready = line.receive("ready", self.allowance.start)
        except Failure as failure:
            line.close()
            raise BadBot(
                "not_ready",
                command=f"{PREFIX}{self.command}",
                kind=failure.fault.kind,
                what=failure.complaint,
            ) from failure
        self._line = line
        name = ready.get("name")
        self.name = name if isinstance(name, str) else ""
        return line, ready

    def close(self) -> None:
        """Let the program end, or end it; it is started again if it is asked again."""
        if self._line:
            self._line.send({"type": "quit"})
            self._line.wait_for_end(self.allowance.farewell)
        self._drop()

    def _drop(self) -> None:
        if self._line:
            self._line.close()
        self._line = None


def make_external(command: str, allowance: Allowance | None = None) -> ExternalPlayer:
    """The player behind a command, with or without its `cmd:`."""
    return ExternalPlayer(command.removeprefix(PREFIX), allowance)
