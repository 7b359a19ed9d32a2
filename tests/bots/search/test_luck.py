from collections import Counter

import pytest

from taupes.bots import make_bot, play_game
from taupes.bots.match import Step
from taupes.bots.search.luck import luck_in, luck_of
from taupes.rules import MOLES, Draw, Game, Phase, State, load_stack, preset_rules


def steps_of(seats: int, preset: str = "web", luck: str = "luck") -> list[Step]:
    """A game of greedy bots."""
    game = Game(load_stack("classic-0351"), preset_rules(preset, seats), seats, MOLES[seats])
    return list(play_game(game, [make_bot("greedy")] * seats, luck))


def mean_luck(state: State) -> float:
    """How far from nothing any seat's luck is, over all discs that may come."""
    seats = range(state.game.seats)
    discs = Counter(state.discs[state.turn])
    lucks = {disc: luck_of(state, disc) for disc in discs}
    return max(abs(sum(lucks[disc][seat] * discs[disc] for disc in discs)) for seat in seats)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_over_all_discs_that_may_come_luck_is_even(seats: int) -> None:
    turned = [before for before, action, _ in steps_of(seats) if isinstance(action, Draw)]
    assert max(mean_luck(state) for state in turned) < 1e-4
    assert any(max(luck_of(state, disc)) > 0.05 for state in turned for disc in set(state.discs[0]))


def test_so_is_that_of_extra_discs() -> None:
    games = (steps_of(2, "web-pro", f"extra {number}") for number in range(40))
    state, disc = next(
        (before, action.disc)
        for steps in games
        for before, action, _ in steps
        if isinstance(action, Draw) and before.phase is not Phase.DRAW and action.disc > 1
    )
    assert mean_luck(state) < 1e-4
    assert luck_of(state, disc) != (0, 0)


def test_the_luck_of_a_game_is_that_of_its_discs_and_one_has_what_another_lacks() -> None:
    steps = steps_of(3)
    discs = [
        luck_of(before, action.disc) for before, action, _ in steps if isinstance(action, Draw)
    ]
    whole = luck_in(steps)
    assert whole == tuple(map(sum, zip(*discs, strict=True)))
    assert sum(whole) == pytest.approx(0, abs=1e-3)
    assert max(map(abs, whole)) > 0.01
