"""Worker processes: a few, watched, bounded in time and memory, and replaced when they fail."""

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgspec
from msgspec import Struct

from taupes.answers.job import JobResult
from taupes.server.journal import log
from taupes.server.tasks import Pauses, log_error
from taupes.server.workers.pipe import LENGTH, Orders, Task, frame
from taupes.server.workers.queue import Asker, FairQueue, Full

BEGIN: Final = 120.0
"""Seconds in which a new process must be ready for work: a machine may be busy."""


_ALLOCATOR: Final = {
    "MALLOC_ARENA_MAX": "1",
    "MALLOC_MMAP_THRESHOLD_": "1000000",
    "MALLOC_TRIM_THRESHOLD_": "1000000",
}
"""How glibc keeps memory, where that is the system's library: what threads have used for a search
and given back is not left lying in pieces. Processes took half as much again without."""


class Crowded(Exception):
    """Too much is waiting, for this one or for everybody: ask again later."""


class GaveUp(Exception):
    """It was not worked out: it took too long or too much memory, or nobody could be asked."""


class NoTime(GaveUp):
    """It waited for so long that nobody will want it any more."""


class Bounds(Struct, frozen=True):
    """How much a pool takes on."""

    waiting: int
    """Tasks that wait, of everybody."""
    of_house: int
    """Of one house that wait; and as many more under way at most."""
    of_person: int
    resident: int
    """Bytes of memory with which a process may go on to the next task."""
    longest_wait: float = 60.0
    """Seconds that a task waits for a process."""
    ends_unwanted: bool = False
    """Whether a process is ended when nobody wants its answer any more."""
    first: float = 0.0
    """Seconds more for the first task of a process: it loads what it needs, or compiles it."""
    idle: float | None = None
    """Seconds without work after which a process is ended; None: it stays."""


class _Asked:
    """A task, from being asked to being answered."""

    __slots__ = ("answer", "asker", "job", "make", "process", "seconds")

    def __init__(self, job: str, make: Callable[[], bytes], seconds: float, asker: Asker) -> None:
        self.job = job
        self.make = make
        self.seconds = seconds
        self.asker = asker
        self.answer: asyncio.Future[JobResult] = asyncio.get_running_loop().create_future()
        self.process: Process | None = None
        """Who works on it; nobody once it is done: then they work for somebody else."""


class WorkerPool:
    """Processes that each work on one task at a time, for all who ask, in turn.

    A process is started when there is work for it. What it is asked is made only then, so that
    waiting costs no memory.
    """

    def __init__(self, name: str, size: int, bounds: Bounds, orders: Orders) -> None:
        self.name = name
        self._size = size
        self._bounds = bounds
        self._orders = orders
        self._queue: FairQueue[_Asked] = FairQueue(
            bounds.waiting, bounds.of_house, bounds.of_person
        )
        self._work = asyncio.Semaphore(0)
        """How much is waiting, for those who wait for work."""
        self._tasks: list[asyncio.Task[None]] = []
        self._under_way: dict[str, int] = {}
        """How much is being worked out for each house."""
        self._failing = 0
        """Processes that cannot be started, though there is work."""
        self.done = 0
        """Tasks worked out so far."""
        self.failures = 0
        """Processes that crashed, were ended, or could not be started."""

    @property
    def waiting(self) -> int:
        """Tasks that no process has taken up yet."""
        return len(self._queue)

    @property
    def is_well(self) -> bool:
        """Whether work is done, or would be if there were any."""
        is_alive = not any(task.done() for task in self._tasks)
        return is_alive and (not self._failing or self._failing < self._size)

    def start(self) -> None:
        """Be ready for work."""
        self._tasks = [asyncio.create_task(self._work_on()) for _ in range(self._size)]

    async def stop(self) -> None:
        """End all processes; what is waiting is given up."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        while (asked := self._queue.take()) is not None:
            _fail(asked, GaveUp("the server stops"))

    async def ask(
        self, job: str, make: Callable[[], bytes], seconds: float, asker: Asker
    ) -> JobResult:
        """What comes of a task; Crowded if it cannot wait here, GaveUp if nothing comes of it."""
        asked = _Asked(job, make, seconds, asker)
        if self._under_way.get(asker.house, 0) >= self._bounds.of_house:
            raise Crowded
        try:
            displaced = self._queue.put(asked, asker)
        except Full:
            raise Crowded from None
        if displaced is None:
            self._work.release()
        else:
            _fail(displaced, Crowded())
        timer = asyncio.get_running_loop().call_later(
            self._bounds.longest_wait, self._drop, asked, NoTime("no process had time")
        )
        try:
            return await asked.answer
        except asyncio.CancelledError:
            self._drop(asked, None)
            if asked.process is not None and self._bounds.ends_unwanted:
                _kill(asked.process)
            raise
        finally:
            timer.cancel()

    def _drop(self, asked: _Asked, error: Exception | None) -> None:
        """Take a task out of the queue, if nobody works on it yet."""
        if self._queue.remove(asked, asked.asker) and error is not None:
            _fail(asked, error)

    async def _work_on(self) -> None:
        """Be one process after the other, whatever happens to them."""
        process: Process | None = None
        more, pauses = 0.0, Pauses()
        try:
            while True:
                try:
                    try:
                        async with asyncio.timeout(self._bounds.idle if process else None):
                            await self._work.acquire()
                    except TimeoutError:
                        if process is not None:
                            await _dismiss(process)
                            process = None
                        continue
                    if process is None:
                        process, more = await self._hire(), self._bounds.first
                    asked = self._queue.take()
                    if asked is None:  # it was dropped while it was waiting
                        continue
                    asked.seconds += more
                    more = 0.0
                    if not await self._attempt(process, asked):
                        await _dismiss(process)
                        process = None
                except Exception as error:  # noqa: BLE001 - the pool goes on, and says so
                    log_error("worker_failed", error, pool=self.name)
                    await pauses.wait()
        finally:
            if process is not None:
                await _dismiss(process)

    async def _attempt(self, process: Process, asked: _Asked) -> bool:
        """Let a process work on a task; whether it may have another."""
        house = asked.asker.house
        self._under_way[house] = self._under_way.get(house, 0) + 1
        asked.process = process
        try:
            # Not `wait_for`: in Python 3.11 it forgets that it was cancelled if the process ends at
            # that moment, and a server that stops would wait for this one for ever.
            async with asyncio.timeout(asked.seconds):
                done = await _answer(process, asked)
        except (OSError, msgspec.MsgspecError, asyncio.IncompleteReadError) as error:
            # A process that holds too much is ended by its system, one that takes too long by us.
            self.failures += 1
            log.warning("worker_ended", pool=self.name, job=asked.job, why=type(error).__name__)
            _fail(asked, GaveUp(type(error).__name__))
            return False
        except Exception as error:  # noqa: BLE001 - what was asked could not even be made
            log_error("task_not_made", error, pool=self.name)
            _fail(asked, GaveUp(type(error).__name__))
            return False
        finally:
            asked.process = None
            self._under_way[house] -= 1
            if not self._under_way[house]:
                del self._under_way[house]
        if done.failure:
            self.failures += 1
            log.warning("task_failed", pool=self.name, job=asked.job, error=done.failure)
            _fail(asked, GaveUp(done.failure))
        else:
            self.done += 1
            if not asked.answer.done():
                asked.answer.set_result(done)
        return done.resident <= self._bounds.resident and "MemoryError" not in done.failure

    async def _hire(self) -> Process:
        """Start a process, trying for as long as it takes."""
        pauses = Pauses()
        is_failing = False
        try:
            while True:
                try:
                    return await self._begin()
                except (OSError, asyncio.IncompleteReadError, msgspec.MsgspecError) as error:
                    self.failures += 1
                    if not is_failing:
                        is_failing = True
                        self._failing += 1
                    log.error("worker_not_started", pool=self.name, error=type(error).__name__)
                    await pauses.wait()
        finally:
            self._failing -= is_failing

    async def _begin(self) -> Process:
        """A process that says it is ready."""
        process = await asyncio.create_subprocess_exec(
            *self.command(), stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=os.environ | _ALLOCATOR
        )
        try:
            async with asyncio.timeout(BEGIN):
                await _read(process)
        except BaseException:
            await _dismiss(process)
            raise
        return process

    def command(self) -> tuple[str, ...]:
        """What a process is started with."""
        orders = msgspec.json.encode(self._orders).decode()
        return sys.executable, "-m", "taupes.server.workers.worker", orders


def _fail(asked: _Asked, error: Exception) -> None:
    if not asked.answer.done():
        asked.answer.set_exception(error)


async def _answer(process: Process, asked: _Asked) -> JobResult:
    assert process.stdin is not None  # noqa: S101 - it was started with one
    process.stdin.write(frame(Task(asked.job, asked.make())))
    await process.stdin.drain()
    return await _read(process)


async def _read(process: Process) -> JobResult:
    assert process.stdout is not None  # noqa: S101 - as above
    length = int.from_bytes(await process.stdout.readexactly(LENGTH), "big")
    return msgspec.msgpack.decode(await process.stdout.readexactly(length), type=JobResult)


def _kill(process: Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()


async def _dismiss(process: Process) -> None:
    """End a process, and wait until it and the pipes to it are gone."""
    assert process.stdin is not None  # noqa: S101 - as above
    _kill(process)
    process.stdin.close()
    await process.wait()
    with suppress(OSError):
        await process.stdin.wait_closed()
