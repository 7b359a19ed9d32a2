"""The arena as a library, with every type known but what its rows of JSON hold."""

from random import Random
from typing import Any, assert_type

from taupes.arena import Pool, RunSettings, Standing, Tally, Tournament, open_pool, wilson
from taupes.bots import Budget, Thought, choices
from taupes.rules import State


class Mine:
    """A whole bot."""

    def think(self, state: State, budget: Budget, rng: Random) -> Thought:
        """Any choice."""
        return Thought(rng.choice(choices(state)))


def program() -> None:
    """What somebody would write; it is checked and not run."""
    tournament = Tournament(RunSettings(("greedy", "mine"), own={"mine": Mine}), games=10)
    with open_pool(jobs=1) as pool:
        assert_type(pool, Pool)
        for row in tournament.play(pool):
            assert_type(row, dict[str, Any])
    assert_type(tournament.tally, Tally)
    assert_type(tournament.tally.standings, dict[str, Standing])
    assert_type(wilson(0.7, 10), tuple[float, float])
