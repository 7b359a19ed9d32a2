from pathlib import Path
from random import Random

import pytest

from taupes.bots import choices, make_bot, play_game, record_game
from taupes.bots.analysis import Analysis, analyse, weigh
from taupes.rules import (
    DISCS,
    Draw,
    Game,
    Move,
    Pass,
    Phase,
    Record,
    State,
    load_record,
    load_stack,
    preset_rules,
)

GOLDEN = Path(__file__).parents[1] / "golden"

GAME = Game(load_stack("quick-0123"), preset_rules("web", 3), seats=3, moles=3)


@pytest.fixture(scope="module")
def record() -> Record:
    names = ["greedy", "random", "greedy"]
    steps = list(play_game(GAME, [make_bot(name) for name in names], "4"))
    return record_game(GAME, names, steps)


@pytest.fixture(scope="module")
def found(record: Record) -> Analysis:
    return analyse(record, simulations=60)


def test_every_position_is_weighed(record: Record, found: Analysis) -> None:
    assert found.weighings[-1][0] == len(record.events)
    for _, weighing in found.weighings:
        assert sum(weighing.values) == pytest.approx(1, abs=0.01)
        assert weighing.error >= 0
    assert record.outcome is not None
    assert found.weighings[-1][1].values[record.outcome.winners[0]] == 1


def test_discs_have_luck_and_choices_have_losses(record: Record, found: Analysis) -> None:
    drawn = {i for i, (_, event) in enumerate(record.events) if isinstance(event, Draw)}
    for moment in found.moments:
        if moment.event in drawn:
            assert moment.loss == 0
        else:
            assert moment.luck == 0
            assert moment.loss >= 0
            assert moment.best == moment.options[0][0]
    assert drawn == {moment.event for moment in found.moments if not moment.options}


def test_a_random_player_gives_away_more_than_a_greedy_one(found: Analysis) -> None:
    def per_choice(seat: int) -> float:
        own = [m.loss for m in found.moments if m.seat == seat and m.options]
        return sum(own) / len(own)

    assert per_choice(1) > per_choice(0)
    assert per_choice(1) > per_choice(2)


def test_the_same_seed_gives_the_same_figures(record: Record, found: Analysis) -> None:
    short = record.upto(30)
    assert analyse(short, 9, seed=2) == analyse(short, 9, seed=2)
    data = found.as_dict()
    assert len(data["luck"]) == len(data["skill"]) == 3
    assert data["positions"][0]["event"] == 0


def test_missing_the_shovel_is_a_loss() -> None:
    game = Game(load_stack("quick-0000"), preset_rules("booklet", 2), seats=2, moles=10)
    words = tuple(1 << game.index[game.cell(name)] for name in ("e2", "b5"))
    state = State(game, Phase.MOVE, 0, 3, words, (DISCS[:-2], DISCS), 3)
    weighing = weigh(state, 30, Random(1))
    assert weighing.options[0] == (Move(game.cell("e2"), game.cell("e5")), (1.0, 0.0))
    assert weighing.error < 1e-4
    assert len(weighing.options) == len(choices(state))


def test_the_chances_after_each_disc_add_up(record: Record) -> None:
    states = [state for state in record.replay() if state.phase is Phase.DRAW and not state.outcome]
    seen = 0
    for state in states[:: max(1, len(states) // 6)]:
        weighing = weigh(state, 30, Random(1))
        if weighing.options:
            continue  # all home: to turn a disc is a choice
        own = state.discs[state.turn]
        assert {disc for disc, _ in weighing.discs} == set(own)
        mean = sum(own.count(disc) * values[0] for disc, values in weighing.discs) / len(own)
        assert mean == pytest.approx(weighing.values[0], abs=0.005)
        seen += 1
    assert seen


def test_a_game_in_which_somebody_has_to_pass_is_weighed() -> None:
    record = load_record((GOLDEN / "preset-shop-super.json").read_text(encoding="utf-8"))
    assert any(isinstance(event, Pass) for _, event in record.events)
    assert analyse(record, simulations=9).weighings[-1][0] == len(record.events)
