"""The tables against a slow solver that was written apart from them."""

from random import Random
from typing import Any

import numpy as np
import pytest

from taupes.bots.endgame import Endgame, floor_of
from taupes.bots.endgame.exact.plan import ALL_PHASES, Block
from taupes.bots.endgame.exact.solve import Sink, solve
from taupes.bots.endgame.exact.table import TableKey, load_or_build
from taupes.rules import Hex, Phase, State, apply
from taupes.rules.actions import Draw

from .tiny import HAND_LIST, SlowSolver, random_state, tiny_game

ONE_SPECIAL = (Hex(1, 0),)
TWO_SPECIALS = (Hex(2, -1), Hex(-1, 0))

CASES = [
    (1, "solid_only", (), 0, (1, 1)),
    (1, "all_paths", (), 3, (1, 1)),
    (1, "solid_only", (), 1, (1, 2)),
    (1, "all_paths", (), 2, (2, 2)),
    (1, "solid_only", ONE_SPECIAL, 5, (1, 2)),
    (1, "all_paths", ONE_SPECIAL, 4, (2, 2)),
    (1, "solid_only", ONE_SPECIAL, 0, (3, 1)),
    (2, "solid_only", (), 5, (1, 1)),
    (2, "all_paths", TWO_SPECIALS, 1, (1, 1)),
]


@pytest.mark.parametrize(("radius", "entry", "specials", "orientation", "counts"), CASES)
def test_every_position_agrees_with_the_slow_solver(
    radius: int,
    entry: str,
    specials: tuple[Hex, ...],
    orientation: int,
    counts: tuple[int, int],
) -> None:
    game = tiny_game(radius, entry=entry, specials=specials, orientation=orientation)
    slow = SlowSolver(game, counts).solve()
    endgame = Endgame.for_game(game, counts)
    rng = Random(0)
    worst = 0.0
    for (turn, moles), values in slow.values.items():
        hands = [(rng.randrange(35), rng.randrange(35)) for _ in range(12)]
        for mine, other in [(34, 34), *hands]:
            discs = [HAND_LIST[mine], HAND_LIST[other]]
            state = State(
                game,
                Phase.DRAW,
                turn,
                game.stack.last,
                moles,
                tuple(discs if turn == 0 else reversed(discs)),
            )
            chances = endgame.value(state)
            assert sum(chances) == pytest.approx(1)
            worst = max(worst, abs(chances[turn] - values[mine, other]))
    assert worst < 1e-6


@pytest.mark.parametrize(("radius", "specials"), [(1, ()), (2, ()), (2, TWO_SPECIALS), (3, ())])
def test_stopping_the_game_changes_less_than_is_said(
    radius: int, specials: tuple[Hex, ...]
) -> None:
    """Endless play counted as lost, then as won: all that any limit can do lies between."""
    floor, _ = floor_of(tiny_game(radius, specials=specials))
    key = TableKey(floor, 1, 1, ALL_PHASES if specials else 0)
    table = load_or_build(key)
    for sweeps in range(1, 9):
        ends: list[dict[Block, Any]] = [{}, {}]
        for kept, start in zip(ends, (0.0, 1.0), strict=True):
            report = solve(key.positions, key.plan, keep_in(kept), start=start, sweeps=sweeps)
        last = key.plan.steps[-1][0]
        gap = float(np.abs(ends[1][last] - ends[0][last]).max())
        assert gap <= table.endless_weight(report.turns) + 1e-7
    assert table.endless_weight(200) < 1e-5


def keep_in(kept: dict[Block, Any]) -> Sink:
    def sink(block: Block, rows: Any) -> None:
        kept[block] = rows.copy()

    return sink


@pytest.mark.parametrize("specials", [(), TWO_SPECIALS])
def test_a_value_is_the_mean_over_the_discs_of_the_best_choices(specials: tuple[Hex, ...]) -> None:
    game = tiny_game(2, specials=specials, orientation=3)
    endgame = Endgame.for_game(game, (1, 1) if specials else (2, 1))
    rng = Random(1)
    extras = 0
    for _ in range(150):
        state = random_state(game, endgame.counts, rng)
        mean = 0.0
        for disc, seen in endgame.after_discs(state).items():
            shown = apply(state, Draw(disc))
            ranked = endgame.best(shown)
            mine = [each.values[state.turn] for each in ranked]
            assert mine == sorted(mine, reverse=True)
            assert seen.values == endgame.value(shown) == ranked[0].values
            mean += seen.share * mine[0]
            for each in ranked:
                after = apply(shown, each.choice)  # type: ignore[arg-type]
                extras += after.phase is Phase.EXTRA_DRAW
                assert each.values == endgame.value(after)
        assert endgame.value(state)[state.turn] == pytest.approx(mean, abs=1e-6)
    assert bool(extras) == bool(specials)
