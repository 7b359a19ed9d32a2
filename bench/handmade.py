"""An evaluation as a person would write it: a peer for the learned one, in the same search.

Each seat has a score, a sum of a few counts; the chances are the scores' softmax. It is written as
a network whose hidden layer passes the scores on, so that both evaluations run through the same
code. The weights were set by judgement and chosen among five settings by short matches.
"""

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Final

import numpy as np

from taupes.bots.evaluation.features import EXPERTS, SEAT_FEATURES, TABLE_FEATURES
from taupes.bots.evaluation.knowledge import expert_size, room_for_cells
from taupes.bots.evaluation.mind import HIDDEN, NO_BOOK, Mind
from taupes.bots.player import Budget, Thought
from taupes.bots.search.searcher import Searcher
from taupes.kernel import Engine
from taupes.rules import Game, State

UPPER: Final = {0: 3.0, 1: 6.0, 7: 1.5, 8: 0.8, 13: 0.4, 16: 3.0, 17: 3.0, 22: 0.4, 24: 0.2}
"""On the upper boards: moles left and home, those that can enter, the next disc's chances, the
drop, being in the game at all, holes in reach, a hole in two more turns."""
LAST: Final = {0: 1.5, 7: 1.0, 8: 3.0, 13: 1.2, 17: 3.0, 22: 0.8, 24: 0.5}
"""On the last board, where one mole home wins."""
TO_MOVE: Final = 0.4
"""What the turn is worth."""


@lru_cache(maxsize=16)
def handmade(game: Game) -> Mind:
    """The evaluation of a game by hand-made scores."""
    seats, size = game.seats, expert_size(game.seats)
    network = np.zeros((EXPERTS, size), np.float32)
    for expert in range(EXPERTS):
        layers = network[expert, :-seats].reshape(-1, HIDDEN)
        for k in range(seats):
            for feature, weight in (LAST if expert == 1 else UPPER).items():
                row = TABLE_FEATURES + SEAT_FEATURES * k + feature
                layers[row, 2 * k : 2 * k + 2] = weight, -weight
            layers[TABLE_FEATURES + SEAT_FEATURES * seats + k, 2 * k : 2 * k + 2] = 1.0, -1.0
        network[expert, -seats] = TO_MOVE
    cells, spots = room_for_cells(Engine(game)), np.array([NO_BOOK, 0], np.int64)
    return Mind(network.reshape(-1), cells, np.zeros(1, np.float32), spots)


@dataclass(frozen=True, slots=True)
class HandMade:
    """A player who searches with the hand-made evaluation."""

    searcher: Searcher

    def think(self, state: State, budget: Budget, rng: Random) -> Thought:
        """Search as the learned one does."""
        return self.searcher.think(state, budget, rng, handmade(state.game))
