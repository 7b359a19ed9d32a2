"""The stack of the day at a server: one try a person, and the seed at midnight."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from taupes.answers.driving import only_reply, with_slot
from taupes.answers.job import JobResult
from taupes.answers.thinking import Reply, answer_of, question_of
from taupes.rules import State
from taupes.server.clock import CLOCK, now_ms
from taupes.server.hall.automation import Automation
from taupes.server.hall.days import DayWeigher, day_table_id, open_day
from taupes.server.hall.deletion import delete_person, leave_for_good
from taupes.server.hall.hall import Hall
from taupes.server.hall.live import Wish
from taupes.server.hall.memory import Memory
from taupes.server.hall.presence import Roster
from taupes.server.hall.sweeps import Sweeps
from taupes.server.metrics import Metrics
from taupes.server.settings import Settings
from taupes.server.storage.days import UNKNOWN, Days
from taupes.server.storage.sqlite import SqliteStorage
from taupes.server.tasks import Tasks
from taupes.server.tokens import Signer
from taupes.server.workers.pool import GaveUp
from taupes.table import messages
from taupes.table.day import YOURS, day_at, day_before, end_of
from taupes.table.decide import decide
from taupes.table.refusals import Refusal
from taupes.table.table import Table
from tests.server.process import PATIENCE

THURSDAY = "2026-11-19"
SETTINGS = Settings("", sweep_seconds=0.001)


class Thinker:
    """Bots without processes of their own."""

    async def choose(self, state: State, level: str, seed: str, *_: Any) -> Reply:
        return only_reply(state) or answer_of(question_of(state, level, seed, 1.0))


class House:
    """A hall with its automation, at a time of our choosing."""

    def __init__(self, path: Path) -> None:
        memory, self.tasks = Memory(SqliteStorage(path / "taupes.sqlite")), Tasks()
        self.storage = memory.storage
        roster = Roster(memory, self.tasks)
        automation = Automation(roster, Thinker(), self.tasks, SETTINGS)  # type: ignore[arg-type]
        self.hall = Hall(memory, roster, automation.attend, self.tasks, Metrics())
        self.signer = Signer(b"secret")

    async def begin(self, person: str, day: str = THURSDAY) -> Refusal | None:
        return await open_day(self.hall, self.signer, person, day, person.title(), SETTINGS)

    def id(self, person: str, day: str = THURSDAY) -> str:
        return day_table_id(self.signer, day, person)

    async def table(self, table: str) -> Table:
        live = await self.hall.open(table)
        assert live is not None
        return live.table

    async def play(self, person: str, seed: int = 1) -> Table:
        """Play a person's try to the end, by a generator."""
        rng, table_id = Random(seed), self.id(person)
        while (table := await self.table(table_id)).stage == "playing":
            if table.awaited == YOURS and table.play is not None:
                message = messages.Act(table_id, YOURS, _choice(table, rng))
                wish = Wish(lambda now, m=message: decide(now, m, person), person)  # type: ignore[misc]
                await self.hall.perform(table_id, wish)
            else:
                await asyncio.sleep(0)
        return table


def _choice(table: Table, rng: Random) -> Any:
    play = table.play
    assert play is not None
    question = question_of(play.state, "greedy", str(rng.random()), 1.0)
    return with_slot((only_reply(play.state) or answer_of(question)).action, play)


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Sets the server's clock."""

    def set_to(at: int) -> None:
        monkeypatch.setattr(CLOCK, "_ahead", CLOCK._ahead + (at - now_ms()) * 1_000_000)

    set_to(end_of(THURSDAY) - 3_600_000)
    return set_to


def run(path: Path, work: Callable[[House], Awaitable[None]]) -> None:
    async def inside() -> None:
        house = House(path)
        await house.hall.start()
        async with asyncio.timeout(PATIENCE):
            await work(house)
        await house.hall.stop()

    asyncio.run(inside())


def test_the_clock_is_set(set_clock: Callable[[int], None]) -> None:
    assert day_at(now_ms()) == THURSDAY
    set_clock(end_of(THURSDAY))
    assert day_at(now_ms()) == "2026-11-20"


def test_two_tabs_and_a_hundred_wishes_are_one_try(
    tmp_path: Path, set_clock: Callable[[int], None]
) -> None:
    async def work(house: House) -> None:
        found = await asyncio.gather(*(house.begin("ada") for _ in range(20)))
        assert set(found) == {None}
        assert len(house.storage.tables_of("ada", 50)) == 1
        assert house.id("ada") != house.id("bob")

    run(tmp_path, work)


def test_equal_choices_are_equal_games_and_the_seed_comes_at_midnight(
    tmp_path: Path, set_clock: Callable[[int], None]
) -> None:
    async def work(house: House) -> None:
        await house.begin("ada")
        await house.begin("bob")
        ada, bob = await house.play("ada"), await house.play("bob")
        assert ada.play is not None
        assert bob.play is not None
        assert list(ada.play.events) == list(bob.play.events)
        days, seed = Days(house.storage), house.signer.day_seed(THURSDAY)
        assert [row.name for row in days.board(THURSDAY, 9)] == ["Ada", "Bob"]
        assert seed not in (house.storage.record(ada.id) or "")
        sweeps = Sweeps(house.hall, SETTINGS)
        await sweeps._sweep(sweeps._due, sweeps._attend)
        assert (await house.table(ada.id)).is_sealed
        set_clock(end_of(THURSDAY))
        house.tasks.keep("sweeps", sweeps.run)
        for table in (ada.id, bob.id):
            while (await house.table(table)).is_sealed:
                await asyncio.sleep(0.001)
            assert seed in (house.storage.record(table) or "")
        assert days.count(THURSDAY) == 2, "results are as they were"

    run(tmp_path, work)


def test_a_game_that_ends_after_midnight_does_not_count(
    tmp_path: Path, set_clock: Callable[[int], None]
) -> None:
    async def work(house: House) -> None:
        await house.begin("ada")
        set_clock(end_of(THURSDAY))
        table = await house.play("ada")
        assert table.stage == "over"
        while (await house.table(table.id)).is_sealed:
            await asyncio.sleep(0.001)
        assert house.storage.record(table.id) is not None
        assert Days(house.storage).count(THURSDAY) == 0

    run(tmp_path, work)


def test_deleting_the_game_gives_no_second_try(
    tmp_path: Path, set_clock: Callable[[int], None]
) -> None:
    async def work(house: House) -> None:
        await house.begin("ada")
        table = await house.play("ada")
        assert await leave_for_good(house.hall, table.id, "ada")
        assert Days(house.storage).count(THURSDAY) == 0
        assert await house.begin("ada") is None
        assert await house.hall.open(table.id) is None, "what was deleted stays deleted"

    run(tmp_path, work)


def test_who_is_deleted_leaves_the_board_and_cannot_begin_again(
    tmp_path: Path, set_clock: Callable[[int], None]
) -> None:
    async def work(house: House) -> None:
        await house.begin("ada")
        await house.play("ada")
        await delete_person(house.hall, "ada")
        assert Days(house.storage).board(THURSDAY, 9) == []
        assert await house.begin("ada", day_before(THURSDAY)) == Refusal("deleted")

    run(tmp_path, work)


class Weigher:
    """Says what a game's choices have cost, or that it cannot."""

    def __init__(self, answers: list[bytes | Exception]) -> None:
        self.answers = answers
        self.asked: list[bytes] = []

    async def work_out(self, job: str, data: bytes, _: object) -> JobResult:
        assert job == "analysis.weigh"
        self.asked.append(data)
        found = self.answers.pop(0)
        if isinstance(found, Exception):
            raise found
        return JobResult(found)


def test_every_result_is_weighed_once_whatever_happens(
    tmp_path: Path, set_clock: Callable[[int], None]
) -> None:
    async def work(house: House) -> None:
        for person in ("ada", "bob"):
            await house.begin(person)
            await house.play(person, seed=len(person))
        weighed = b'{"positions":[],"turns":[],"luck":[0,0],"skill":[-0.1234,-0.9]}'
        weigher = Weigher([GaveUp("too long"), weighed])
        weighing = DayWeigher(house.storage, weigher, SETTINGS)  # type: ignore[arg-type]
        house.tasks.keep("days", weighing.run)
        days = Days(house.storage)
        while days.unweighed() is not None:
            await asyncio.sleep(0.001)
        assert sorted(row.lost or 0 for row in days.board(THURSDAY, 9)) == [UNKNOWN, 123]
        assert len(weigher.asked) == 2
        assert b'"seed":null' in weigher.asked[0]

    run(tmp_path, work)
