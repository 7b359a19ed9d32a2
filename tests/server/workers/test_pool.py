"""Bots in processes: what they see, and what happens when they fail."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from random import Random

import pytest

from taupes.bots import choices
from taupes.rules import format_boards, load_boards
from taupes.server.workers import pool as crew_module
from taupes.server.workers.pool import BotPool, NoThought
from taupes.server.workers.worker import Question, question_of, state_of, think
from taupes.table.actions import action_of
from taupes.table.setup import MySeat, Setup
from tests.table.desk import SEED, Desk, new_desk


def question(desk: Desk, level: str = "greedy") -> Question:
    return question_of(desk.play.state, level, "seed", 0.1)


@pytest.mark.parametrize("boards", ["classic", "grand"])
def test_a_mind_sees_the_position_and_nothing_hidden(boards: str) -> None:
    import msgspec  # noqa: PLC0415

    desk = new_desk(Setup(boards=boards, preset="shop-points"), [MySeat("A"), MySeat("B")])
    desk.play_on(Random(1), steps=40)
    text = msgspec.json.encode(question(desk))
    assert state_of(msgspec.json.decode(text, type=Question)) == desk.play.state
    assert SEED.encode() not in text
    assert desk.play.mix.encode() not in text


def test_boards_of_people_are_thought_about_too() -> None:
    own = format_boards(load_boards("quick")) | {"name": "own"}
    desk = new_desk(Setup(boards=own))
    assert think(question(desk)).action in [action_of(c) for c in choices(desk.play.state)]


def test_workers_answer() -> None:
    async def run() -> None:
        crew = BotPool(2, 10)
        crew.start()
        desk = new_desk()
        replies = await asyncio.gather(*(crew.think(question(desk)) for _ in range(4)))
        legal = [action_of(choice) for choice in choices(desk.play.state)]
        assert all(reply.action in legal for reply in replies)
        assert (crew.thoughts, crew.failures, crew.waiting) == (4, 0, 0)
        await crew.stop()

    asyncio.run(run())


@pytest.mark.parametrize(
    "code", ["import time; time.sleep(999)", "1/0", "print('nonsense', flush=True); input()"]
)
def test_a_mind_that_fails_is_replaced(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew_module, "GRACE", 0.3)
    monkeypatch.setattr(crew_module, "FIRST", 0.0)
    good = BotPool._hire

    class Unlucky(BotPool):
        hired = 0

        async def _hire(self) -> Process:
            self.hired += 1
            if self.hired > 1:
                monkeypatch.setattr(crew_module, "GRACE", 30)
                return await good(self)
            return await asyncio.create_subprocess_exec(
                sys.executable, "-c", code, stdin=PIPE, stdout=PIPE, stderr=PIPE
            )

    async def run() -> None:
        crew = Unlucky(1, 10)
        crew.start()
        desk = new_desk()
        with pytest.raises(NoThought):
            await crew.think(question(desk))
        assert await crew.think(question(desk))
        assert (crew.failures, crew.hired) == (1, 2)
        await crew.stop()

    asyncio.run(run())


def test_warming_is_one_thought() -> None:
    async def run() -> None:
        crew = BotPool(1, 10)
        crew.start()
        await crew.warm("pup")
        assert (crew.thoughts, crew.failures) == (1, 0)
        await crew.stop()

    asyncio.run(run())


def test_too_many_waiting_are_turned_away() -> None:
    async def run() -> None:
        crew = BotPool(0, 0)
        with pytest.raises(NoThought, match="waiting"):
            await crew.think(question(new_desk()))

    asyncio.run(run())
