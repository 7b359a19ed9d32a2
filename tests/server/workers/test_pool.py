"""Processes at work: shared, bounded, and replaced when they fail."""

import asyncio
import os
import sys
from asyncio.subprocess import Process
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from taupes.answers.job import JobResult
from taupes.server.settings import Limits, Settings
from taupes.server.workers.bots import BotPool
from taupes.server.workers.computing import Computing
from taupes.server.workers.pipe import Orders
from taupes.server.workers.pool import Bounds, Crowded, GaveUp, WorkerPool, _Asked
from taupes.server.workers.queue import Asker
from tests.server.process import PATIENCE

_WORKER = """
import os, sys, time
from taupes.answers import job
from taupes.server.workers import worker

def work(data, extent):
    word, _, rest = data.decode().partition(" ")
    if word == "wait":
        end = time.monotonic() + 120
        while not os.path.exists(rest) and time.monotonic() < end:
            time.sleep(0.01)
    if word == "fail":
        raise ValueError("Ada typed this")
    if word == "crash":
        os._exit(3)
    if word == "hold":
        work.held = bytes(int(rest))
        work.held = work.held.replace(b"\\0", b"x")
    if word == "print":
        print("in the middle of it", flush=True)
    return f"{word} {os.getpid()}".encode()

job.job_of = lambda name: work
worker.main()
"""


class TrialPool(WorkerPool):
    """A pool whose workers do as they are told."""

    broken = 0
    """How many processes cannot be started."""
    started = 0

    def __init__(self, name: str, size: int, bounds: Bounds, orders: Orders) -> None:
        super().__init__(name, size, bounds, orders)
        self.processes: list[Process] = []

    async def _begin(self) -> Process:
        self.processes.append(await super()._begin())
        return self.processes[-1]

    def command(self) -> tuple[str, ...]:
        self.started += 1
        if self.broken:
            self.broken -= 1
            return (sys.executable, "-c", "raise SystemExit(1)")
        return (sys.executable, "-c", _WORKER, super().command()[-1])

    async def say(self, word: str, house: str = "h", rank: int = 0, seconds: float = 60) -> str:
        done: JobResult = await self.ask("trial", word.encode, seconds, Asker(house, "p", rank))
        return done.data.decode().partition(" ")[0]


ORDERS = Orders()
BOUNDS = Bounds(waiting=10, of_house=4, of_person=4, resident=1 << 40)


def with_pool(
    test: Callable[[TrialPool], Awaitable[None]],
    size: int = 1,
    bounds: Bounds = BOUNDS,
    orders: Orders = ORDERS,
    kind: type[TrialPool] = TrialPool,
) -> None:
    async def run() -> None:
        pool = kind("trial", size, bounds, orders)
        pool.start()
        try:
            await asyncio.wait_for(test(pool), 2 * PATIENCE)
        finally:
            await pool.stop()

    asyncio.run(run())


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)


def test_a_process_answers_many() -> None:
    async def run(pool: TrialPool) -> None:
        found = await asyncio.gather(*(pool.say(word) for word in ("a", "b", "print")))
        assert found == ["a", "b", "print"]
        assert (pool.started, pool.done, pool.failures, pool.waiting) == (1, 3, 0, 0)

    with_pool(run)


def test_a_process_without_work_is_ended_if_it_should_be() -> None:
    async def run(pool: TrialPool) -> None:
        await pool.say("a")
        (first,) = pool.processes
        await asyncio.wait_for(first.wait(), PATIENCE)
        assert (await pool.say("b"), pool.started, pool.failures) == ("b", 2, 0)
        assert pool.is_well

    with_pool(run, bounds=replace(BOUNDS, idle=0.01))


def test_nothing_is_started_without_work() -> None:
    async def run(pool: TrialPool) -> None:
        await asyncio.sleep(0.05)
        assert pool.started == 0
        assert pool.is_well

    with_pool(run)


@pytest.mark.parametrize("word", ["fail", "crash"])
def test_a_failure_is_the_askers_own(word: str, capfd: pytest.CaptureFixture[str]) -> None:
    async def run(pool: TrialPool) -> None:
        with pytest.raises(GaveUp):
            await pool.say(word)
        assert await pool.say("next") == "next"
        assert pool.failures == 1
        assert pool.is_well

    with_pool(run)
    out, err = capfd.readouterr()
    assert "Ada" not in out + err


def test_a_new_process_has_longer_for_its_first_task(tmp_path: Path) -> None:
    async def run(pool: TrialPool) -> None:
        go, short = tmp_path / "go", 0.05
        first = asyncio.create_task(pool.say(f"wait {go}", seconds=short))
        await until(lambda: bool(pool.processes))
        await asyncio.sleep(4 * short)
        go.touch()
        assert await first == "wait"
        with pytest.raises(GaveUp):
            await pool.say(f"wait {tmp_path / 'never'}", seconds=short)
        assert await pool.say("next") == "next"
        assert (pool.started, pool.failures) == (2, 1)

    with_pool(run, bounds=replace(BOUNDS, first=PATIENCE))


def test_who_takes_too_long_is_ended(tmp_path: Path) -> None:
    async def run(pool: TrialPool) -> None:
        assert await pool.say("warm")
        with pytest.raises(GaveUp):
            await pool.say(f"wait {tmp_path / 'never'}", seconds=0.1)
        assert await pool.say("next") == "next"
        assert pool.started == 2

    with_pool(run)


def test_who_holds_too_much_is_replaced() -> None:
    async def run(pool: TrialPool) -> None:
        assert await pool.say("hold 200000000") == "hold"
        assert await pool.say("next") == "next"
        assert pool.started == 2

    with_pool(run, bounds=Bounds(10, 4, 4, resident=150_000_000))


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not keep this limit")
def test_nobody_gets_more_memory_than_is_allowed() -> None:
    async def run(pool: TrialPool) -> None:
        with pytest.raises(GaveUp, match="MemoryError"):
            await pool.say("hold 2000000000")
        assert await pool.say("next") == "next"
        assert pool.started == 2

    with_pool(run, orders=Orders(memory=1_000_000_000))


def test_a_failed_start_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taupes.server.tasks._SHORTEST", 0.01)

    async def run(pool: TrialPool) -> None:
        pool.broken = 3
        asking = asyncio.create_task(pool.say("a"))
        await until(lambda: not pool.is_well)
        assert await asking == "a"
        assert pool.is_well
        assert (pool.started, pool.failures) == (4, 3)

    with_pool(run)


def test_a_start_that_raises_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taupes.server.tasks._SHORTEST", 0.01)
    start, calls = asyncio.create_subprocess_exec, 0

    async def unlucky(*arguments: object, **options: object) -> object:
        nonlocal calls
        calls += 1
        if calls < 3:
            raise BlockingIOError(11, "no more processes")
        return await start(*arguments, **options)  # type: ignore[arg-type]

    async def run(pool: TrialPool) -> None:
        monkeypatch.setattr("asyncio.create_subprocess_exec", unlucky)
        assert await pool.say("a") == "a"
        assert calls == 3
        assert pool.is_well

    with_pool(run)


def test_too_many_are_told_to_come_back(tmp_path: Path) -> None:
    go = tmp_path / "go"

    async def run(pool: TrialPool) -> None:
        busy = asyncio.create_task(pool.say(f"wait {go}", "first"))
        await until(lambda: bool(pool._under_way))
        greedy = [asyncio.create_task(pool.say("a", "greedy")) for _ in range(4)]
        await asyncio.sleep(0)
        with pytest.raises(Crowded):
            await pool.say("b", "greedy")
        others = [asyncio.create_task(pool.say("c", f"house {n}")) for n in range(8)]
        await asyncio.sleep(0)
        assert pool.waiting == 10
        go.touch()
        assert await busy == "wait"
        assert await asyncio.gather(*others) == ["c"] * 8
        found = await asyncio.gather(*greedy, return_exceptions=True)
        assert [type(each) for each in found] == [str, str, Crowded, Crowded]

    with_pool(run)


def test_who_goes_is_taken_out_of_the_queue(tmp_path: Path) -> None:
    go = tmp_path / "go"

    async def run(pool: TrialPool) -> None:
        busy = asyncio.create_task(pool.say(f"wait {go}"))
        await until(lambda: bool(pool._under_way))
        gone = asyncio.create_task(pool.say("gone"))
        await asyncio.sleep(0)
        assert pool.waiting == 1
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        assert pool.waiting == 0
        go.touch()
        assert await busy == "wait"
        assert await pool.say("next") == "next"
        assert pool.done == 2

    with_pool(run)


def test_what_nobody_wants_any_more_is_ended(tmp_path: Path) -> None:
    async def run(pool: TrialPool) -> None:
        gone = asyncio.create_task(pool.say(f"wait {tmp_path / 'never'}"))
        await until(lambda: bool(pool._under_way))
        gone.cancel()
        assert await pool.say("next") == "next"
        assert pool.started == 2

    with_pool(run, bounds=Bounds(10, 4, 4, 1 << 40, ends_unwanted=True))


class LatePool(TrialPool):
    """A pool whose asker goes in the very moment in which the answer is there."""

    goes: asyncio.Task[str] | None = None

    async def _attempt(self, process: Process, asked: _Asked) -> bool:
        may_go_on = await super()._attempt(process, asked)
        if self.goes is not None:
            self.goes.cancel()
        return may_go_on


def test_who_goes_as_the_answer_comes_ends_nobody(tmp_path: Path) -> None:
    go = tmp_path / "go"

    async def run(pool: TrialPool) -> None:
        assert isinstance(pool, LatePool)
        pool.goes = asyncio.create_task(pool.say(f"wait {go}"))
        await until(lambda: bool(pool._under_way))
        after = asyncio.create_task(pool.say("next", "other house"))
        go.touch()
        assert await after == "next"
        assert (pool.goes.cancelled(), pool.started, pool.failures) == (True, 1, 0)

    with_pool(run, bounds=replace(BOUNDS, ends_unwanted=True), kind=LatePool)


def test_a_pool_that_stops_while_it_ends_a_process_waits_for_that() -> None:
    pools: list[TrialPool] = []

    async def run(pool: TrialPool) -> None:
        pools.append(pool)
        with pytest.raises(GaveUp):
            await pool.say("wait in vain", seconds=0.01)

    with_pool(run)
    (ended,) = pools[0].processes
    assert ended.returncode is not None
    assert ended.stdin is not None
    assert ended.stdin.is_closing()


def test_a_pool_stops_though_a_process_ends_at_that_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def run(pool: TrialPool) -> None:
        reading: asyncio.Future[JobResult] = asyncio.get_running_loop().create_future()

        async def answer(*_: object) -> JobResult:
            return await reading

        monkeypatch.setattr("taupes.server.workers.pool._answer", answer)
        asking = asyncio.create_task(pool.say("a"))
        await until(lambda: bool(pool._under_way))
        reading.set_exception(asyncio.IncompleteReadError(b"", 4))
        await pool.stop()
        assert not pool._under_way
        asking.cancel()

    with_pool(run)


def test_waiting_has_an_end(tmp_path: Path) -> None:
    go = tmp_path / "go"

    async def run(pool: TrialPool) -> None:
        busy = asyncio.create_task(pool.say(f"wait {go}"))
        await until(lambda: bool(pool._under_way))
        pool._bounds = replace(BOUNDS, longest_wait=0.05)
        with pytest.raises(GaveUp, match="time"):
            await pool.say("a")
        go.touch()
        assert await busy == "wait"

    with_pool(run)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no niceness")
def test_workers_stand_back() -> None:
    async def run(pool: TrialPool) -> None:
        done = await pool.ask("trial", b"a".__bytes__, 60, Asker())
        pid = int(done.data.split()[1])
        assert os.getpriority(os.PRIO_PROCESS, pid) >= min(19, os.nice(0) + 7)

    with_pool(run, orders=Orders(niceness=7))


def test_what_people_wait_for_is_not_starved(tmp_path: Path) -> None:
    """All stand back a little, or as the host says: a busy machine would have no time for them."""
    for limits, niceness in ((Limits(), 5), (Limits(niceness=0), 0)):
        settings = Settings(f"sqlite:///{tmp_path / 'none.sqlite'}", limits=limits)
        for pool in (*Computing(settings).pools, *BotPool(settings).pools):
            orders = msgspec.json.decode(pool.command()[-1], type=Orders)
            assert orders.niceness == niceness, pool.name
