"""However many ask whether the server is ready, it is found out once."""

import asyncio

import pytest

from taupes.server import readiness
from taupes.server.readiness import Readiness


class Probe:
    def __init__(self) -> None:
        self.count = 0
        self.may_end = asyncio.Event()
        self.fails = False

    async def __call__(self) -> None:
        self.count += 1
        await self.may_end.wait()
        if self.fails:
            raise OSError("no disk")


def test_all_who_ask_at_once_share_one_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "FRESH", 1000.0)

    async def run() -> None:
        probe = Probe()
        ready = Readiness(probe)
        asking = [asyncio.create_task(ready.is_good()) for _ in range(20)]
        await asyncio.sleep(0)
        asking.pop().cancel()
        probe.may_end.set()
        assert all(await asyncio.gather(*asking))
        assert await ready.is_good()
        assert probe.count == 1

    asyncio.run(run())


def test_an_old_answer_is_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "FRESH", 0.0)

    async def run() -> None:
        probe = Probe()
        probe.may_end.set()
        ready = Readiness(probe)
        assert await ready.is_good()
        probe.fails = True
        assert not await ready.is_good()
        probe.fails = False
        assert await ready.is_good()

    asyncio.run(run())


def test_a_storage_that_does_not_answer_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "_PATIENCE", 0.01)

    async def run() -> None:
        assert not await Readiness(Probe()).is_good()

    asyncio.run(run())
