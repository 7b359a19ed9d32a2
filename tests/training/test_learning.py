"""How networks learn what cells mean, as `training/learning.py` has it."""

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from taupes.bots.evaluation.features import EXPERTS
from taupes.bots.evaluation.ground import CELL_FEATURES
from taupes.bots.evaluation.meaning import lay_out, layout_of
from taupes.bots.evaluation.mind import HIDDEN
from taupes.kernel import Engine
from taupes.kernel.layout import CELLS
from taupes.rules import MOLES, Game, load_stack, preset_rules

TRAINING = Path(__file__).parents[2] / "training"


@pytest.fixture(scope="module")
def learning() -> ModuleType:
    spec = importlib.util.spec_from_file_location("self_taught", TRAINING / "learning.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("is_trained", [False, True])
def test_cells_change_by_their_share_in_the_rows_that_learn(
    learning: ModuleType, *, is_trained: bool
) -> None:
    game = Game(load_stack("quick-0351"), preset_rules("web-pro", 3), 3, MOLES[3])
    tables, layout = Engine(game).tables, layout_of(game, is_trained=is_trained)
    kinds, rng = CELL_FEATURES + CELLS * is_trained, np.random.default_rng(1)
    meanings = rng.normal(0, 1, EXPERTS * 2 * 3 * kinds * HIDDEN).astype(np.float32)
    rows = np.zeros(5 * 3 * CELLS * HIDDEN, np.float32)
    lay_out(tables, meanings, layout, rows)
    slopes = rng.normal(0, 1, len(rows)).astype(np.float32)
    is_changed = rng.random(len(rows) // HIDDEN) < 0.3
    slopes.reshape(-1, HIDDEN)[~is_changed] = 0
    room, changes = learning.Slopes(slopes.copy(), is_changed.copy()), np.zeros_like(meanings)
    learning.change_cells(tables, changes, layout, room)
    # Rows are sums of meanings times shares; so must be what meanings learn from the rows.
    assert np.dot(rows, slopes) == pytest.approx(np.dot(meanings, changes), rel=1e-3)
    assert not room.rows.any()
    assert not room.is_changed.any()
