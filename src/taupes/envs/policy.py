"""What was learned through a door, as a player: for the arena, for tables, for `play_game`."""

from collections.abc import Callable
from random import Random
from typing import Any, cast

import numpy as np

from taupes.bots import TURN, Budget, Choice, Thought
from taupes.envs.encoding import observation_size, write_boards, write_mask, write_table
from taupes.envs.episode import IllegalChoice, Mask, Observation
from taupes.kernel import Engine, list_choices
from taupes.kernel.layout import DISC, TURN_DISC
from taupes.rules import Game, State

Policy = Callable[[Observation, Mask], Any]
"""From an observation and the mask of legal actions to the number of one of them."""


class PolicyPlayer:
    """A player that sees and answers as in an environment (docs/envs.md)."""

    def __init__(self, policy: Policy, name: str = "policy") -> None:
        self.policy, self.name = policy, name
        self._engine: Engine | None = None

    def think(self, state: State, budget: Budget, rng: Random) -> Thought:
        """Ask the policy; what it cannot use of budget and generator, it does not see."""
        engine = self._engine_of(state.game)
        row, choices = engine.pack(state), engine.actions()
        count = list_choices(engine.tables, row, choices)
        seen = np.zeros(observation_size(engine.cells), np.int8)
        mask = np.zeros(engine.action_count, np.int8)
        write_boards(engine.tables, row, seen)
        write_table(engine.tables, row, state.turn, seen)
        write_mask(choices, count, 1, mask)
        number = int(self.policy(seen, mask))
        if not (0 <= number < len(mask) and mask[number]):
            raise IllegalChoice(
                f"action {number} is not legal here: choose one that the mask allows"
            )
        action = TURN if number == TURN_DISC else engine.decode(number, row[DISC])
        return Thought(cast("Choice", action))

    def _engine_of(self, game: Game) -> Engine:
        if self._engine is None or self._engine.game != game:
            self._engine = Engine(game)
        return self._engine
