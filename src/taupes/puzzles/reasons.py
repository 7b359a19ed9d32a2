"""Why a choice is the best: sentences made from what can be counted on the board."""

from taupes.bots.player import Choice
from taupes.puzzles.contrasts import contrast
from taupes.puzzles.deeds import blocks, does
from taupes.puzzles.phrases import called, figure
from taupes.puzzles.prospects import prospect
from taupes.puzzles.puzzle import Ranking
from taupes.rules import State
from taupes.words.teller import Teller


def reasons(
    teller: Teller, state: State, ranking: Ranking, other: Choice | None = None
) -> tuple[str, ...]:
    """Why the best choice is better than another, or than the most telling: a few sentences."""
    best, value = ranking[0]
    if other is None or other == best:
        other = telling(state, ranking)
    worth = next(value for choice, value in ranking if choice == other)
    mine, theirs = prospect(state, best), prospect(state, other)
    told = {"best": figure(teller, value), "other": figure(teller, worth)}
    seen = (*does(teller, mine), *blocks(teller, mine), *contrast(teller, mine, theirs))
    return (
        *(seen or (teller.words("puzzles.after.later"),)),
        teller.words("puzzles.after.worth", choice=called(teller, other), **told),
    )


def telling(state: State, ranking: Ranking) -> Choice:
    """What the best choice is compared with: the last hole filled if it is left, or the second."""
    best, *others = (prospect(state, choice) for choice, _ in ranking)
    fills = (each.choice for each in others if each.fills and not best.is_lifted)
    return next(fills, others[0].choice)
