"""OpenSpiel's door: OpenSpiel has no types, so games are named by what they are here."""

from typing import assert_type

import numpy as np
from numpy.typing import NDArray

from taupes.envs.openspiel import RolloutEvaluator, TaupesGame, TaupesState


def program() -> None:
    """What somebody would write; it is checked and not run."""
    game = TaupesGame({"players": 2, "boards": "classic-0351"})
    state = assert_type(game.new_initial_state(), TaupesState)
    assert_type(state.chance_outcomes(), list[tuple[int, float]])
    assert_type(state.is_terminal(), bool)
    assert_type(state.returns(), list[float])
    assert_type(str(state), str)
    evaluator = RolloutEvaluator(rollouts=2, hole_first=True)
    assert_type(evaluator.evaluate(state), NDArray[np.float64])
    assert_type(evaluator.prior(state), list[tuple[int, float]])
