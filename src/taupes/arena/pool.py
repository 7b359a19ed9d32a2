"""Where games are played: here, in processes beside this one, or on a Dask cluster."""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, TypeVar

from taupes.arena.game import close_entrants
from taupes.arena.settings import BadArena
from taupes.bots.external.pipe import end_programs

KEPT: Final = "with --out, finished games are kept and the same command goes on"
RETRIES: Final = 10
"""How often a task is tried again on a cluster when it fails."""

Task = TypeVar("Task")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Pool:
    """Workers that take tasks; without an executor the caller works alone."""

    executor: Executor | None
    width: int
    """How many tasks are done at the same time."""

    def map(
        self, work: Callable[[Task], Result], tasks: Iterable[Task], *, in_order: bool = False
    ) -> Iterator[Result]:
        """The results as they come in, or in the order of the tasks.

        Only a few tasks per worker are handed out ahead: who stops listening stops the work.
        """
        if self.executor is None:
            yield from map(work, tasks)
        elif in_order:
            yield from self._ordered(self.executor, work, iter(tasks))
        else:
            yield from self._unordered(self.executor, work, iter(tasks))

    def _unordered(
        self, executor: Executor, work: Callable[[Task], Result], tasks: Iterator[Task]
    ) -> Iterator[Result]:
        waiting: set[Future[Result]] = set()
        try:
            for task in tasks:
                waiting.add(executor.submit(work, task))
                while len(waiting) >= 3 * self.width:
                    done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                    yield from (future.result() for future in done)
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        finally:
            for future in waiting:
                future.cancel()

    def _ordered(
        self, executor: Executor, work: Callable[[Task], Result], tasks: Iterator[Task]
    ) -> Iterator[Result]:
        waiting: deque[Future[Result]] = deque()
        try:
            for task in tasks:
                waiting.append(executor.submit(work, task))
                if len(waiting) >= 3 * self.width:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


@contextmanager
def open_pool(jobs: int = 1, cluster: str | None = None) -> Iterator[Pool]:
    """Workers for a run: so many processes, or those of a Dask cluster at an address."""
    if cluster is not None:
        with _open_cluster(cluster) as pool:
            yield pool
    elif jobs == 1:
        try:
            yield Pool(None, 1)
        finally:
            close_entrants()
    else:
        with _open_processes(jobs) as pool:
            yield pool


@contextmanager
def _open_processes(jobs: int) -> Iterator[Pool]:
    others = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(jobs, context, initializer=_begin_work)
    try:
        yield Pool(executor, jobs)
    except BaseException as error:
        # Whoever interrupts a run of slow bots does not want to wait for their games.
        for worker in set(multiprocessing.active_children()) - others:
            worker.terminate()
        if isinstance(error, BrokenProcessPool):
            raise BadArena(f"a worker process has died; {KEPT}") from error
        raise
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def _begin_work() -> None:
    """In a worker: leave interrupts to the one who gave the work, and go when that one is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent,), daemon=True).start()


def _follow(parent: Any) -> None:
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)


def _leave(*_: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # the pool may say it twice
    end_programs()
    os._exit(1)


@contextmanager
def _open_cluster(address: str) -> Iterator[Pool]:
    try:
        distributed: Any = import_module("distributed")  # an extra that most people lack
    except ImportError:
        raise BadArena(
            "--cluster needs Dask, which is not installed; pip install 'taupes[cluster]'"
        ) from None
    try:
        client = distributed.Client(address, timeout=10, set_as_default=False)
    except (OSError, ValueError) as error:
        raise BadArena(
            f"no Dask scheduler answers at {address} ({error}); start one with `dask scheduler` "
            "and workers with `dask worker ADDRESS`, with taupes installed on every machine"
        ) from error
    try:
        threads = sum(client.nthreads().values())
        if not threads:
            raise BadArena(
                f"the cluster at {address} has no workers; start one with `dask worker {address}`"
            )
        yield Pool(client.get_executor(retries=RETRIES), threads)
    except (CancelledError, distributed.KilledWorker) as error:
        raise BadArena(f"the cluster at {address} is gone or loses its workers; {KEPT}") from error
    finally:
        client.close()
