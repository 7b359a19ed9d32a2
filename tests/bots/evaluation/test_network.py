from random import Random
from typing import Any

import numpy as np
import pytest

from taupes.bots import Choice, Turn, choices, make_bot, play_game
from taupes.bots.evaluation.features import describe, expert_of, feature_count
from taupes.bots.evaluation.knowledge import expert_size, make_desk, mind_of
from taupes.bots.evaluation.mind import HIDDEN
from taupes.bots.evaluation.network import gather, judge
from taupes.bots.search.searcher import look_ahead
from taupes.kernel import Engine
from taupes.kernel.vectors import LANES
from taupes.rules import (
    MOLES,
    Blocked,
    Decline,
    Draw,
    Game,
    Phase,
    State,
    apply,
    load_stack,
    preset_rules,
)

GAMES = [("classic-0351", 2), ("classic-2222", 4), ("quick-0123", 3), ("grand-1234", 2)]


def positions(code: str, seats: int) -> list[State]:
    """Positions of a game in which somebody has to choose a move."""
    game = Game(load_stack(code), preset_rules("web-pro", seats), seats, MOLES[seats])
    steps = play_game(game, [make_bot("greedy") for _ in range(seats)], "network")
    shown = [before for before, _, _ in steps if before.phase in (Phase.MOVE, Phase.PLACE)]
    return [state for state in shown if len(choices(state)) > 1][::7]


def after(state: State, choice: Choice) -> State:
    """The position after a choice, an extra disc declined."""
    assert not isinstance(choice, Turn)
    follower = apply(state, choice)
    return apply(follower, Decline()) if follower.phase is Phase.EXTRA_DRAW else follower


def judged(state: State) -> list[float]:
    """What the evaluation says of one position."""
    engine = Engine(state.game)
    desk = make_desk(engine, 1)
    judge(engine.tables, engine.pack(state), mind_of(state.game), desk)
    return [float(chance) for chance in desk.v[: state.game.seats]]


def worked_out(state: State) -> list[float]:
    """The same in the plainest way, by two products with matrices."""
    engine, mind, seats = Engine(state.game), mind_of(state.game), state.game.seats
    desk: Any = make_desk(engine, 1)
    row = engine.pack(state)
    describe(engine.tables, row, desk.lanes, desk.x)
    features = feature_count(seats)
    start = expert_of(engine.tables, row) * expert_size(seats)
    weights: Any = mind.network[start : start + expert_size(seats)].astype(np.float64)
    hidden = desk.x[::LANES] @ weights[: features * HIDDEN].reshape(features, HIDDEN)
    count = gather(engine.tables, row, desk.rows)
    assert count == sum(moles.bit_count() for moles in state.moles)
    hidden += mind.cells.reshape(-1, HIDDEN)[desk.rows[:count]].sum(axis=0)
    outer = weights[features * HIDDEN : -seats].reshape(seats, HIDDEN)
    numbers = outer @ hidden.clip(min=0) + weights[-seats:]
    order = [(state.turn + k) % seats for k in range(seats)]
    alive = [state.moles[seat] != 0 or state.phase is Phase.PLACE for seat in order]
    powers = np.where(alive, np.exp(numbers - numbers.max()), 0.0)
    chances = dict(zip(order, powers / powers.sum(), strict=True))
    return [float(chances[seat]) for seat in range(seats)]


@pytest.mark.parametrize(("code", "seats"), GAMES)
def test_a_position_is_judged_as_the_formula_says(code: str, seats: int) -> None:
    for state in positions(code, seats):
        follower = after(state, choices(state)[0])
        if follower.outcome is None:
            assert judged(follower) == pytest.approx(worked_out(follower), abs=1e-5)


@pytest.mark.parametrize(("code", "seats"), GAMES)
def test_choices_judged_together_are_judged_as_each_alone(code: str, seats: int) -> None:
    most = 0
    for state in positions(code, seats):
        found = look_ahead(state, Random(1), 1)
        assert {option.choice for option in found.options} == set(choices(state))
        most = max(most, len(found.options))
        for option in found.options:
            follower = after(state, option.choice)
            assert option.values == pytest.approx(judged(follower), abs=1e-6)
    assert most > LANES, "no decision filled all lanes"


@pytest.mark.parametrize(("code", "seats"), GAMES)
def test_all_discs_are_judged_together_as_each_alone(code: str, seats: int) -> None:
    for state in positions(code, seats)[::3]:
        before = after(state, choices(state)[0])
        if before.phase is not Phase.DRAW or before.outcome or len(choices(before)) > 1:
            continue
        found = look_ahead(before, Random(1), 1)
        seat, own = before.turn, before.discs[before.turn]
        total = 0.0
        for disc, values in found.discs:
            shown = apply(before, Draw(disc))
            options = choices(shown)
            if options == (Blocked(),):
                best = judged(after(shown, Blocked()))[seat]
            else:
                best = max(judged(after(shown, choice))[seat] for choice in options)
            assert values[seat] == pytest.approx(best, abs=1e-6)
            total += own.count(disc) * best / len(own)
        assert found.values[seat] == pytest.approx(total, abs=1e-6)
