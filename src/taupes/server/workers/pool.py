"""Bots at work: a few processes that think, watched, bounded, and replaced when they fail."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import Final

import msgspec

from taupes.bots import without_asking
from taupes.rules import MOLES, Game, State, load_stack, new_game, preset_rules
from taupes.server.workers.worker import Question, Reply, question_of
from taupes.table.actions import action_of
from taupes.table.replies import Weighed

GRACE: Final = 5.0
"""Seconds beyond its time that a mind gets before it is stopped: a machine may be busy."""


FIRST: Final = 300.0
"""Seconds more for a mind's first thought of a level: on a fresh machine it is compiled then."""


class NoThought(Exception):
    """No bot could be asked, or it gave no answer in time."""


class BotPool:
    """Worker processes, each thinking about one position at a time."""

    def __init__(self, size: int, most_waiting: int) -> None:
        self._size = size
        self._most = most_waiting
        self._waiting: asyncio.Queue[tuple[Question, asyncio.Future[Reply]]] = asyncio.Queue()
        self._workers: list[asyncio.Task[None]] = []
        self._tried: set[tuple[int, str]] = set()
        """The processes and the levels they have thought as."""
        self.thoughts = 0
        """Decisions made so far."""
        self.failures = 0
        """Minds that crashed or were stopped."""

    @property
    def waiting(self) -> int:
        """Questions that no mind has taken up yet."""
        return self._waiting.qsize()

    def start(self) -> None:
        """Let the workers begin; a process is started when it has something to do."""
        self._workers = [asyncio.create_task(self._work()) for _ in range(self._size)]

    async def warm(self, level: str) -> None:
        """Let a bot think once for nothing, so that the first person does not wait for it."""
        game = Game(load_stack("classic-0000"), preset_rules("web", 2), seats=2, moles=MOLES[2])
        with suppress(NoThought):
            await self.choose(new_game(game), level, "warm", 0.01)

    async def stop(self) -> None:
        """Send everybody home."""
        for worker in self._workers:
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)

    async def choose(self, state: State, level: str, seed: str, seconds: float) -> Reply:
        """What a bot does, which is asked only if there is something to decide.

        NoThought if it gives no answer in time.
        """
        thought = without_asking(state)
        if thought is None:
            return await self.think(question_of(state, level, seed, seconds))
        only = action_of(thought.choice)
        return Reply(only, [Weighed(only)])

    async def think(self, question: Question) -> Reply:
        """A bot's answer; NoThought if there is none in time."""
        if self._waiting.qsize() >= self._most:
            raise NoThought("too many positions are waiting")
        answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((question, answer))
        return await answer

    async def _work(self) -> None:
        process: Process | None = None
        try:
            while True:
                question, answer = await self._waiting.get()
                if process is None or process.returncode is not None:
                    process = await self._hire()
                try:
                    reply = await self._ask(process, question)
                except (TimeoutError, OSError, msgspec.MsgspecError, asyncio.IncompleteReadError):
                    self.failures += 1
                    await _dismiss(process)
                    process = None
                    if not answer.done():
                        answer.set_exception(NoThought("the bot gave no answer"))
                else:
                    self.thoughts += 1
                    if not answer.done():
                        answer.set_result(reply)
        finally:
            if process is not None:
                await _dismiss(process)

    async def _hire(self) -> Process:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "taupes.server.workers.worker",
            stdin=PIPE,
            stdout=PIPE,
            limit=1 << 20,
        )

    async def _ask(self, process: Process, question: Question) -> Reply:
        assert process.stdin is not None and process.stdout is not None  # noqa: S101, PT018
        process.stdin.write(msgspec.json.encode(question) + b"\n")
        await process.stdin.drain()
        tried = (process.pid, question.level)
        patience = question.seconds + GRACE + (0 if tried in self._tried else FIRST)
        line = await asyncio.wait_for(process.stdout.readuntil(b"\n"), patience)
        self._tried.add(tried)
        return msgspec.json.decode(line, type=Reply)


async def _dismiss(process: Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()
