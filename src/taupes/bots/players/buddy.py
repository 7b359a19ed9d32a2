"""The player who grows with its opponent: as strong as it is told to be, and never silly."""

from dataclasses import dataclass, field
from random import Random
from typing import Final

from taupes.bots.player import TURN, Budget, Thought, choices
from taupes.bots.players.tempered import leeway
from taupes.bots.search.searcher import look_ahead
from taupes.bots.skill import Skill, between
from taupes.rules import Action, Draw, Place, State

CARELESSNESS: Final = (
    (-600.0, 0.27),
    (-449.0, 0.148),
    (-249.0, 0.087),
    (-68.0, 0.0475),
    (139.0, 0.0195),
    (253.0, 0.005),
    (275.0, 0.0),
)
"""By rating, how much of its chance to win it may give away by one choice, as it was measured."""

DEPTHS: Final = ((275.0, 1.0), (400.0, 400.0))
"""By rating, how many decisions it looks at: beyond some strength care alone is not enough."""

JUDGING: Final = 100
"""Simulations of the search that judges what others have chosen."""


@dataclass(frozen=True, slots=True)
class Buddy:
    """Chooses at random among what gives away little: the weaker it is to be, the more.

    How much that may be, shrinks where the game is nearly decided: what would win is never left,
    and a game that is won is not thrown away. It thinks alike whatever the budget.
    """

    strength: float = field(default_factory=lambda: Skill().rating)
    """A rating on the scale of the levels."""

    def think(self, state: State, _: Budget, rng: Random) -> Thought:
        """Take what is good enough for this strength."""
        found = look_ahead(state, rng, round(between(DEPTHS, self.strength)))
        ranked = [(option.choice, option.values[state.turn]) for option in found.options]
        if not ranked:
            return Thought(choices(state)[0], found.values)
        slack = between(CARELESSNESS, self.strength)
        if slack == 0:
            return Thought(ranked[0][0], found.values, alternatives=tuple(ranked))
        ranked.sort(key=lambda pair: -pair[1])
        best = ranked[0][1]
        room = leeway(slack, best)
        enough = [choice for choice, value in ranked if best - value <= room]
        return Thought(rng.choice(enough), found.values, alternatives=tuple(ranked))


def learn(skill: Skill, state: State, action: Action, rng: Random) -> Skill:
    """What is known about somebody after they have done something in a position.

    Where moles are placed says nothing: greedy seems to give away as much there as a pup.
    """
    choice = TURN if isinstance(action, Draw) else action
    if isinstance(action, Place) or len(choices(state)) == 1:
        return skill
    options = look_ahead(state, rng, JUDGING).options
    values = {option.choice: option.values[state.turn] for option in options}
    best = max(values.values())
    return skill.after_choice(best - values[choice], best - sum(values.values()) / len(values))
