"""How the others play, by what they have chosen in this game.

Somebody is taken to have habits in some share of their choices, and to choose by their chances
otherwise. What they choose makes some habits likelier than others.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import fsum
from random import Random
from typing import Final

from taupes.bots.player import TURN, Choice, Turn, choices
from taupes.bots.search.appetite import list_best
from taupes.bots.search.habits import Habits
from taupes.bots.search.searcher import engine_of, look_ahead
from taupes.kernel.arrays import array_of
from taupes.kernel.layout import TURN_DISC
from taupes.rules import Action, Draw, Seat, State

POSSIBLE: Final = (
    Habits(),
    Habits(greed=0.25),
    Habits(greed=0.5),
    Habits(greed=0.75),
    Habits(greed=1.0),
    Habits(haste=0.5),
    Habits(haste=0.9),
)
FIRST: Final = (0.3, 0.05, 0.05, 0.05, 0.3, 0.05, 0.2)
"""How likely each of them is before anybody has chosen."""
CARE: Final = 0.02
"""Whoever chooses by chances takes what is so much worse four times less often."""
WHIM: Final = 0.03
"""How often somebody does anything at all."""


class Rivals:
    """What is known about those at a table, for as long as a game is watched without a gap.

    With two players nothing is: there a rival who errs is beaten in any case.
    """

    def __init__(self) -> None:
        self._after: State | None = None
        self._likely: list[list[float]] = []

    def watch(self, before: State, action: Action, after: State) -> None:
        """See what somebody does; of another game, it is the first thing that is known."""
        if before.game.seats == 2:
            return
        if before != self._after:
            self._likely = [list(FIRST) for _ in range(before.game.seats)]
        self._after = after
        if len(choices(before)) > 1:
            likely = self._likely[before.turn]
            explained = _explain(before, TURN if isinstance(action, Draw) else action)
            for i, each in enumerate(explained):
                likely[i] *= each
            total = fsum(likely)
            likely[:] = [each / total for each in likely]

    def habits(self, state: State) -> tuple[Habits, ...]:
        """By seat, what the others are expected to do, and nothing of the one who asks.

        Nothing at all, where the position is not the one that was seen last.
        """
        if state != self._after:
            return ()
        seats = range(state.game.seats)
        return tuple(Habits() if seat == state.turn else self._expected(seat) for seat in seats)

    def _expected(self, seat: Seat) -> Habits:
        pairs = [*zip(POSSIBLE, self._likely[seat], strict=True)]
        greed = fsum(habits.greed * likely for habits, likely in pairs)
        return Habits(greed, fsum(habits.haste * likely for habits, likely in pairs))


@lru_cache(maxsize=512)
def _explain(state: State, chosen: Choice) -> tuple[float, ...]:
    """How likely a choice was by each of the possible habits.

    Of plain arithmetic alone, so that it is the same on every machine.
    """
    liked = _liked(state)
    found = look_ahead(state, Random(0), 1).options
    chances = {option.choice: option.values[state.turn] for option in found}
    best = max(chances.values())
    weights = {option: _weight(best - chance) for option, chance in chances.items()}
    greedy, hasty = (chosen in liked) / len(liked), float(chances[chosen] == best)
    careful = weights[chosen] / fsum(weights.values())
    return tuple(
        WHIM / len(found)
        + (1 - WHIM) * (greed * greedy + haste * hasty + (1 - greed - haste) * careful)
        for greed, haste in POSSIBLE
    )


def _weight(loss: float) -> float:
    """How readily a choice is made that gives away so much of the chances."""
    root = CARE / (CARE + loss)
    return root * root


def _liked(state: State) -> Sequence[Choice]:
    """The choices that a greedy player likes best."""
    engine, options = engine_of(state.game), choices(state)
    numbers = [TURN_DISC if isinstance(o, Turn) else engine.encode(o) for o in options]
    liked = engine.actions()
    row, told = engine.pack(state), array_of("q", numbers)
    count = list_best(engine.tables, row, told, len(numbers), liked)
    best = {int(number) for number in liked[:count]}
    return [o for o, number in zip(options, numbers, strict=True) if number in best]
