"""Bots in processes: what they see, and who waits for whom."""

import asyncio
from itertools import pairwise
from random import Random

import msgspec
import pytest

from taupes.answers.thinking import (
    Question,
    answer_of,
    question_of,
    show_past,
    state_of,
    watched_at,
)
from taupes.bots import LEVELS, Step, choices
from taupes.bots.levels import WIDEST
from taupes.kernel.tables import MAX_RADIUS
from taupes.rules import MOLES, Game, Stack, format_boards, load_boards, new_game, preset_rules
from taupes.server.settings import Limits, Settings
from taupes.server.workers.bots import Asker, BotPool, Crowded, NoThought
from taupes.table.actions import action_of
from taupes.table.setup import MySeat, Setup
from tests.server.wide import wide_boards
from tests.table.desk import SEED, Desk, new_desk

SETTINGS = Settings("", limits=Limits(thoughts_per_person=2))


def question(desk: Desk, level: str = "greedy") -> Question:
    return question_of(desk.play.state, level, "seed", 0.1)


@pytest.mark.parametrize("boards", ["classic", "grand"])
def test_a_mind_sees_the_position_and_nothing_hidden(boards: str) -> None:
    desk = new_desk(Setup(boards=boards, preset="shop-points"), [MySeat("A"), MySeat("B")])
    desk.play_on(Random(1), steps=40)
    text = msgspec.json.encode(question(desk))
    assert state_of(msgspec.json.decode(text, type=Question)) == desk.play.state
    assert SEED.encode() not in text
    assert desk.play.mix.encode() not in text


def test_who_watches_others_is_told_the_game_so_far() -> None:
    desk = new_desk(Setup(), [MySeat(name) for name in "ABC"])
    desk.play_on(Random(1), steps=75)
    state = desk.play.state
    asked = question_of(state, "master", "seed", 0.1, watched_at(desk.play, "master"))
    steps: list[Step] = []
    sent = msgspec.json.decode(msgspec.json.encode(asked), type=Question)
    show_past(sent, state_of(sent).game, lambda *step: steps.append(step))
    assert steps[0][0] == new_game(desk.play.game)
    assert all(one[2] == then[0] for one, then in pairwise(steps))
    assert steps[-1][2] == state
    assert watched_at(desk.play, "greedy") is None
    two = new_desk(Setup(), [MySeat("A"), MySeat("B")])
    assert watched_at(two.play, "master") is None


def test_boards_of_people_are_thought_about_too() -> None:
    own = format_boards(load_boards("quick")) | {"name": "own"}
    desk = new_desk(Setup(boards=own))
    assert answer_of(question(desk)).action in [action_of(c) for c in choices(desk.play.state)]


def test_levels_know_where_they_can_play() -> None:
    assert WIDEST == MAX_RADIUS
    game = Game(Stack(wide_boards(WIDEST + 1), (0,) * 3), preset_rules("web", 2), 2, MOLES[2])
    state = new_game(game)
    for level in LEVELS.values():
        if level.plays(WIDEST + 1):
            asked = question_of(state, level.name, "seed", 0.1)
            assert answer_of(asked).action in [action_of(c) for c in choices(state)]
        else:
            assert not level.is_quick


def test_bots_answer_and_warm_up() -> None:
    async def run() -> None:
        pool = BotPool(SETTINGS)
        pool.start()
        try:
            await pool.warm("pup")
            state = new_desk().play.state
            legal = [action_of(choice) for choice in choices(state)]
            asked = [
                pool.choose(state, "greedy", "s", 0.1, Asker(f"h{n}", f"p{n}")) for n in range(4)
            ]
            assert all(reply.action in legal for reply in await asyncio.gather(*asked))
            assert (pool.done, pool.failures, pool.waiting) == (5, 0, 0)
            assert pool.is_well
        finally:
            await pool.stop()

    asyncio.run(run())


def test_boards_that_are_too_wide_cost_nobody_a_process() -> None:
    async def run() -> None:
        pool = BotPool(SETTINGS)
        game = Game(Stack(wide_boards(6), (0,) * 3), preset_rules("web", 2), 2, MOLES[2])
        with pytest.raises(NoThought, match="cannot play"):
            await pool.choose(new_game(game), "master", "s", 0.1, Asker())
        assert pool.waiting == 0

    asyncio.run(run())


def test_one_person_has_so_many_thoughts_waiting() -> None:
    async def run() -> None:
        # Nobody works, so everything waits.
        pool = BotPool(SETTINGS)
        state = new_desk().play.state
        asked = [
            asyncio.create_task(pool.choose(state, "master", "s", 0.1, Asker("h", "ada")))
            for _ in range(3)
        ]
        other = asyncio.create_task(pool.choose(state, "master", "s", 0.1, Asker("h", "bob")))
        await asyncio.sleep(0)
        assert pool.waiting == 3
        with pytest.raises(Crowded):
            await asked[2]
        await pool.stop()
        for task in (*asked[:2], other):
            with pytest.raises(NoThought):
                await task

    asyncio.run(run())
