"""Players with a temperament: of what is about as good, they take what suits them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from taupes.bots.player import Budget, Player, Thought, Watch
from taupes.bots.players.greedy import GreedyPlayer, Leaning
from taupes.bots.temperament import LEANINGS
from taupes.rules import State

SLACK: Final[Mapping[str, float]] = {"burrower": 0.005, "master": 0.002}
"""By level, how much of its chance to win may be given away by one choice, at most: as it was
measured. Whoever knows chances better gives away more of them."""


def with_temperament(player: Player, level: str, temperament: str) -> Player:
    """A player of a level with a temperament."""
    leaning = LEANINGS[temperament]
    if isinstance(player, GreedyPlayer):
        return replace(player, leaning=leaning)
    return Tempered(player, leaning, SLACK[level])


@dataclass(frozen=True, slots=True)
class Tempered:
    """Another player, who estimates chances; its choice is swayed."""

    player: Player
    leaning: Leaning
    slack: float

    @property
    def watch(self) -> Watch | None:
        """How the other is told what is done, if it wants to know."""
        return getattr(self.player, "watch", None)

    def think(self, state: State, budget: Budget, rng: Random) -> Thought:
        """Ask the other, and take what suits."""
        return swayed(self.player.think(state, budget, rng), state, self.leaning, self.slack)


def swayed(thought: Thought, state: State, leaning: Leaning, slack: float) -> Thought:
    """A thought whose choice suits a temperament, if it gives away little."""
    chances = dict(thought.alternatives)
    if thought.choice not in chances:
        return thought
    best = chances[thought.choice]
    room = leeway(slack, best)
    near = [choice for choice, chance in thought.alternatives if chance >= best - room]
    choice = max(near, key=lambda one: (leaning(state, one), chances[one]))
    return thought if choice == thought.choice else replace(thought, choice=choice, line=(choice,))


def leeway(slack: float, best: float) -> float:
    """How much of the best chance one choice may give away: less where the game is nearly decided.

    >>> leeway(0.02, 0.5), leeway(0.02, 1.0)
    (0.02, 0.0)
    """
    return slack * 4 * best * (1 - best)
