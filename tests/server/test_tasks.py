"""Work on the side goes on, whatever happens to it."""

import asyncio

import pytest

from taupes.server import tasks as module
from taupes.server.tasks import Pauses, Rounds, Tasks
from tests.server.process import PATIENCE


def test_what_fails_is_begun_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_SHORTEST", 0.001)
    attempts, said = 0, list[str]()
    monkeypatch.setattr(module, "log_error", lambda event, error, **facts: said.append(event))

    async def run() -> None:
        work, done = Tasks(), asyncio.Event()

        async def unlucky() -> None:
            nonlocal attempts
            attempts += 1
            if attempts < 4:
                raise ValueError("Ada typed this")
            done.set()

        work.keep("trial", unlucky)
        await asyncio.wait_for(done.wait(), PATIENCE)
        await work.close()

    asyncio.run(run())
    assert attempts == 4
    assert said == ["begun_again"] * 3


def test_pauses_grow_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def no_sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr("taupes.server.tasks.asyncio.sleep", no_sleep)

    async def run() -> None:
        pauses = Pauses()
        for _ in range(9):
            await pauses.wait()

    asyncio.run(run())
    assert waited == [0.5, 1, 2, 4, 8, 16, 30, 30, 30]


def test_each_duty_has_its_turn() -> None:
    done: list[str] = []

    async def run() -> None:
        over = asyncio.Event()

        async def often() -> None:
            done.append("often")
            if done.count("often") == 7:
                over.set()

        async def rarely() -> None:
            done.append("rarely")

        rounds = Rounds(0)
        making = asyncio.create_task(rounds.run((1, often), (3, rarely)))
        await asyncio.wait_for(over.wait(), PATIENCE)
        assert rounds.is_well
        making.cancel()

    asyncio.run(run())
    three = ["often", "rarely", "often", "often"]
    assert done[:9] == [*three, *three, "often"]
