"""How the others play, by what they have chosen in this game.

Somebody is taken to be greedy in a share of their choices, and to choose by their chances
otherwise. What they choose makes some shares likelier than others.
"""

import math
from collections.abc import Sequence
from random import Random
from typing import Final

from taupes.bots.player import TURN, Choice, Turn, choices
from taupes.bots.search.appetite import list_best
from taupes.bots.search.searcher import engine_of, look_ahead
from taupes.kernel.arrays import array_of
from taupes.kernel.layout import TURN_DISC
from taupes.rules import Action, Draw, Seat, State

SHARES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
FIRST: Final = (0.4, 0.1, 0.1, 0.1, 0.3)
"""How likely each share is before anybody has chosen."""
CARE: Final = 0.02
"""Whoever chooses by chances takes what is so much worse e times less often."""
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
        seats = before.game.seats
        if seats == 2:
            return
        if before != self._after:
            self._likely = [list(FIRST) for _ in range(seats)]
        self._after = after
        if len(choices(before)) > 1:
            shares = self._likely[before.turn]
            greedy, careful = _explain(before, TURN if isinstance(action, Draw) else action)
            whim = WHIM / len(choices(before))
            for i, share in enumerate(SHARES):
                shares[i] *= whim + (1 - WHIM) * (share * greedy + (1 - share) * careful)
            total = sum(shares)
            shares[:] = [likely / total for likely in shares]

    def greed(self, state: State) -> tuple[float, ...]:
        """By seat, how often the others are expected to choose as greedy players do.

        Nothing, where the position is not the one that was seen last.
        """
        if state != self._after:
            return ()
        seats = range(state.game.seats)
        return tuple(0.0 if seat == state.turn else self._expected(seat) for seat in seats)

    def _expected(self, seat: Seat) -> float:
        return sum(math.prod(pair) for pair in zip(SHARES, self._likely[seat], strict=True))


def _explain(state: State, chosen: Choice) -> tuple[float, float]:
    """How likely a choice was for a greedy player, and for one who chooses by chances."""
    liked = _liked(state)
    found = look_ahead(state, Random(0), 1).options
    best = max(option.values[state.turn] for option in found)
    weights = {o.choice: math.exp((o.values[state.turn] - best) / CARE) for o in found}
    return (chosen in liked) / len(liked), weights[chosen] / sum(weights.values())


def _liked(state: State) -> Sequence[Choice]:
    """The choices that a greedy player likes best."""
    engine, options = engine_of(state.game), choices(state)
    numbers = [TURN_DISC if isinstance(o, Turn) else engine.encode(o) for o in options]
    liked = engine.actions()
    row, told = engine.pack(state), array_of("q", numbers)
    count = list_best(engine.tables, row, told, len(numbers), liked)
    best = {int(number) for number in liked[:count]}
    return [o for o, number in zip(options, numbers, strict=True) if number in best]
