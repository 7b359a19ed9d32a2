"""Within a turn: from chances before a disc is turned to those of every moment and choice."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from taupes.bots.player import TURN, Choice, Turn, choices
from taupes.rules import Draw, Phase, State, apply

Chances = tuple[float, ...]
"""The chance to win of each seat. A drawn game is nobody's, so they may sum to less than 1."""

Evaluate = Callable[[State], Chances]
"""The chances of a position before a disc is turned."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """Something that may happen, and what it is worth."""

    choice: Choice | Draw
    values: Chances
    share: float = 1.0
    """How likely it is, for a disc."""


def value_of(state: State, evaluate: Evaluate) -> Chances:
    """The chances at any moment, when the player to act chooses what is best for itself."""
    if state.outcome:
        winners = state.outcome.winners
        seats = range(state.game.seats)
        return tuple((seat in winners) / max(1, len(winners)) for seat in seats)
    if state.phase is Phase.DRAW:
        return evaluate(state)
    return rank_choices(state, evaluate)[0].values


def rank_choices(state: State, evaluate: Evaluate) -> tuple[Ranked, ...]:
    """What the player to act can choose, best for itself first."""
    ranked = [Ranked(choice, _after(state, choice, evaluate)) for choice in choices(state)]
    return tuple(sorted(ranked, key=lambda each: -each.values[state.turn]))


def _after(state: State, choice: Choice, evaluate: Evaluate) -> Chances:
    if not isinstance(choice, Turn):
        return value_of(apply(state, choice), evaluate)
    if state.phase is Phase.DRAW:
        return evaluate(state)
    return mean(after_discs(state, evaluate))


def after_discs(state: State, evaluate: Evaluate) -> Mapping[int, Ranked]:
    """By disc that may be turned now: how likely it is, and the chances once it is seen."""
    if TURN not in choices(state):
        return {}
    left = state.discs[state.turn]
    return {
        disc: Ranked(
            Draw(disc),
            value_of(apply(state, Draw(disc)), evaluate),
            left.count(disc) / len(left),
        )
        for disc in sorted(set(left))
    }


def mean(discs: Mapping[int, Ranked]) -> Chances:
    """The chances before the disc is known."""
    rows = [[each.share * value for value in each.values] for each in discs.values()]
    return tuple(map(sum, zip(*rows, strict=True)))
