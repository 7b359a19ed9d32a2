"""Seats that do not learn, as `training/company.py` has them choose."""

import importlib.util
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from taupes.bots.evaluation.knowledge import make_desk, make_mind
from taupes.bots.evaluation.loading import weights
from taupes.bots.evaluation.meaning import layout_of
from taupes.bots.search.memory import make_tree
from taupes.bots.search.tree import PATH
from taupes.kernel import Engine, below, seed, stir
from taupes.kernel.choices import list_decisions, turn_disc
from taupes.kernel.layout import (
    CELLS,
    DRAW_PHASE,
    OVER_PHASE,
    PHASE,
    PLACE_PHASE,
    ROW_WORDS,
    SEAT,
    TURN_DISC,
)
from taupes.kernel.play import apply, begin
from taupes.rules import MOLES, Game, load_stack, preset_rules

TRAINING = Path(__file__).parents[2] / "training"
WEIGHTS = files("taupes.bots.evaluation").joinpath("weights")


@pytest.fixture(scope="module")
def company() -> Iterator[ModuleType]:
    """The module by the name that it has in training: what is compiled is kept with it."""
    spec = importlib.util.spec_from_file_location("company", TRAINING / "company.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, spec.name, module)
        spec.loader.exec_module(module)
        yield module


def test_the_learner_has_one_seat_at_least_and_others_are_drawn(company: ModuleType) -> None:
    frozen = str(WEIGHTS.joinpath("quick-4.npz"))
    others = company.make_company(["greedy", "itself", frozen], 4, CELLS, 1, 1)
    assert sorted(others.kinds) == [company.GREEDY, company.LEARNER, 0]
    rng = seed(1)
    seen: set[tuple[int, int]] = set()
    for _ in range(60):
        rng = company.sit_down(others, 4, rng)
        seats = tuple(map(int, others.seats))
        assert company.LEARNER in seats
        seen.update(enumerate(seats))
    assert seen == {(seat, kind) for seat in range(4) for kind in map(int, others.kinds)}


def expected(company: ModuleType, who: str) -> list[tuple[float, float]]:
    """What the learner would gain by its own choices, and by those of somebody else, in a game."""
    game = Game(load_stack("quick-0351"), preset_rules("shop", 2), 2, MOLES[2])
    engine, mind = Engine(game), make_mind(game, *weights("quick", 2))
    desk, tree = make_desk(engine, PATH), make_tree(4000)
    others = company.make_company([who], 2, CELLS, len(mind.cells), 1)
    company.settle_down(engine.tables, others, layout_of(game, is_trained=True))
    others.seats[:2] = others.kinds[0]
    row, rng = np.zeros(ROW_WORDS, np.int64), seed(3)
    found: list[tuple[float, float]] = []
    begin(engine.tables, row)
    while row[PHASE] != OVER_PHASE and len(found) < 60:
        if row[PHASE] in (PLACE_PHASE, DRAW_PHASE):
            backed, picks = np.zeros(4, np.float32), np.full(5, TURN_DISC)
            company.search(engine.tables, row, mind, tree, desk, 1, 1)
            own = float(tree.values[row[SEAT]])
            company.expect(engine.tables, row, mind, tree, others, desk, rng, backed, picks)
            assert sum(backed[:2]) == pytest.approx(1)
            found.append((own, float(backed[row[SEAT]])))
        count, rng = list_decisions(engine.tables, row, desk.choices), stir(rng)
        if count == 0:
            turn_disc(engine.tables, row, rng)
        else:
            apply(engine.tables, row, desk.choices[below(rng, count)])
    return found


def test_whoever_judges_alike_is_expected_to_choose_alike(company: ModuleType) -> None:
    for own, others in expected(company, str(WEIGHTS.joinpath("quick-2.npz"))):
        assert others == pytest.approx(own, abs=1e-5)


def test_the_choices_of_others_are_worth_no_more_than_the_best(company: ModuleType) -> None:
    found = expected(company, "greedy")
    assert all(others <= own + 1e-5 for own, others in found)
    assert sum(others < own - 1e-3 for own, others in found) > 5
