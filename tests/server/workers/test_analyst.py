import asyncio

import pytest

from taupes.bots import make_bot, play_game, record_game
from taupes.rules import Game, Record, load_stack, preset_rules
from taupes.server.workers import analyst as module
from taupes.server.workers.analyst import Analyst, Busy


def short_game() -> Record:
    game = Game(load_stack("quick-0000"), preset_rules("web", 2), seats=2, moles=1)
    steps = list(play_game(game, [make_bot("greedy"), make_bot("greedy")], "1"))
    return record_game(game, ["a", "b"], steps)


def test_a_game_is_weighed_in_a_process_of_its_own() -> None:
    record = short_game()
    found = asyncio.run(Analyst().weigh(record))
    assert found["positions"][-1]["event"] == len(record.events)
    assert record.outcome is not None
    assert found["positions"][-1]["values"][record.outcome.winners[0]] == 1
    assert len(found["luck"]) == len(found["skill"]) == 2


def test_one_game_at_a_time() -> None:
    async def run() -> None:
        analyst = Analyst()
        first = asyncio.create_task(analyst.weigh(short_game()))
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await analyst.weigh(short_game())
        assert (await first)["turns"]

    asyncio.run(run())


def test_a_game_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.01)
    analyst = Analyst()
    with pytest.raises(Busy):
        asyncio.run(analyst.weigh(short_game()))
