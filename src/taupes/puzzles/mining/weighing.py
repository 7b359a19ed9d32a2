"""What the choices of a decision are worth, and whether one is clearly the best."""

from dataclasses import dataclass
from random import Random
from typing import Final

from taupes.bots.endgame import Endgame, NotSolvable, is_last_board
from taupes.bots.evaluation.knowledge import LARGEST, mind_of, well_read
from taupes.bots.player import Choice, choices
from taupes.bots.search.searcher import look_ahead
from taupes.puzzles.coding import ranked
from taupes.puzzles.puzzle import Ranking
from taupes.rules import State

AHEAD: Final = 0.10
"""How much of the chance to win the best choice is ahead of the second."""
BUDGET: Final = 2000
"""Simulations of the search that finds a puzzle."""
STABLE: Final = 10
"""How many times the budget it must withstand,"""
SEEDS: Final = 2
"""so often, each time with other chances."""
SCREENS: Final = ((60, 0.03), (400, 0.06))
"""Quick looks before: so many simulations, and how far ahead the best must seem then."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What each choice is worth to the one to act."""

    ranking: Ranking
    is_exact: bool = False

    @property
    def best(self) -> Choice:
        """The choice worth most."""
        return self.ranking[0][0]

    @property
    def lead(self) -> float:
        """How far it is ahead of the second."""
        return self.ranking[0][1] - self.ranking[1][1]


def weigh_exactly(state: State) -> Weights | None:
    """By the tables of the last board; None where there are none, or they leave something out."""
    if not is_last_board(state):
        return None
    try:
        endgame = Endgame.for_state(state, limit=LARGEST)
    except NotSolvable:
        return None
    if not endgame.is_exact(state):
        return None
    values = {each.choice: each.values[state.turn] for each in endgame.best(state)}
    options = choices(state)
    return Weights(ranked(options, [values[choice] for choice in options]), is_exact=True)


def search(state: State, simulations: int, rng: Random) -> Weights:
    """By looking ahead."""
    is_near = state.level >= state.game.stack.last - 1
    mind = well_read(state.game) if is_near and simulations > 1 else mind_of(state.game)
    found = look_ahead(state, rng, simulations, mind=mind)
    values = {option.choice: option.values[state.turn] for option in found.options}
    options = choices(state)
    return Weights(ranked(options, [values[choice] for choice in options]))


def weigh(state: State, rng: Random) -> Weights | None:
    """The choices of a decision, if one seems clearly the best."""
    if exact := weigh_exactly(state):
        return exact if exact.lead >= AHEAD else None
    for simulations, lead in SCREENS:
        if search(state, simulations, rng).lead < lead:
            return None
    found = search(state, BUDGET, rng)
    return found if found.lead >= AHEAD else None


def confirm(state: State, weights: Weights, rng: Random) -> Weights | None:
    """The mean of long searches, if each finds the same choice as far ahead; exact ones stand."""
    if weights.is_exact:
        return weights
    searches = []
    for _ in range(SEEDS):
        found = search(state, STABLE * BUDGET, rng)
        if found.best != weights.best or found.lead < AHEAD:
            return None
        searches.append(dict(found.ranking))
    options = choices(state)
    means = [sum(found[choice] for found in searches) / SEEDS for choice in options]
    return Weights(ranked(options, means))
