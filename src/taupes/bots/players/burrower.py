"""A player who knows what a good position is, but looks no further and not at everything."""

from dataclasses import dataclass, field
from random import Random

from taupes.bots.player import Budget, Thought, choices
from taupes.bots.players.attention import notice
from taupes.bots.search.searcher import Searcher
from taupes.rules import State


@dataclass(frozen=True, slots=True)
class Burrower:
    """Takes the best by the learned evaluation of what it notices, whatever the budget."""

    attention: float
    searcher: Searcher = field(default_factory=lambda: Searcher(1))

    def think(self, state: State, _: Budget, rng: Random) -> Thought:
        """Judge the position after each choice, and nothing beyond."""
        thought = self.searcher.think(state, Budget(), rng)
        seen = notice(choices(state), self.attention, rng)
        ranked = tuple(pair for pair in thought.alternatives if pair[0] in seen)
        if not ranked:
            return Thought(seen[0])
        return Thought(ranked[0][0], thought.values, alternatives=ranked)
