"""How well somebody solves puzzles: Glicko-2, one puzzle at a time.

A puzzle is an opponent whose strength was measured; solving it is a win. After Mark Glickman's
description of his system ("Example of the Glicko-2 system").
"""

import math
from dataclasses import dataclass
from typing import Final

SCALE: Final = 173.7178
"""Points of a rating in one unit of the system's own scale."""
START: Final = 1500.0
"""The rating of somebody of whom nothing is known."""
UNSURE: Final = 350.0
"""The deviation of a rating of which nothing is known."""
SURE: Final = 45.0
"""No deviation falls below this: people go on learning."""
MEASURED: Final = 60.0
"""The deviation of a puzzle's own rating."""
CALM: Final = 0.06
"""The volatility of somebody of whom nothing is known."""
CONSTRAINT: Final = 0.5
"""How little the volatility changes over time: the system's tau."""
LOWEST, HIGHEST = 100.0, 4000.0
_CLOSE: Final = 1e-6


@dataclass(frozen=True, slots=True)
class PuzzleRating:
    """What is known of how well somebody solves puzzles."""

    rating: float = START
    deviation: float = UNSURE
    volatility: float = CALM

    def __post_init__(self) -> None:
        if not (
            LOWEST <= self.rating <= HIGHEST
            and 0 < self.deviation <= UNSURE
            and 0 < self.volatility <= 1
        ):
            raise ValueError(
                f"a rating from {LOWEST:.0f} to {HIGHEST:.0f}, its deviation up to {UNSURE:.0f} "
                f"and its volatility up to 1, not {self}"
            )

    def after(self, puzzle: float, *, solved: bool) -> "PuzzleRating":
        """The rating after a puzzle of a rating of its own.

        >>> after = PuzzleRating().after(1500, solved=True)
        >>> round(after.rating), round(after.deviation)
        (1675, 249)
        >>> after.after(1200, solved=False).rating < START
        True
        """
        mine, spread = (self.rating - START) / SCALE, self.deviation / SCALE
        theirs, weight = (puzzle - START) / SCALE, _weight(MEASURED / SCALE)
        expected = 1 / (1 + math.exp(-weight * (mine - theirs)))
        variance = 1 / (weight * weight * expected * (1 - expected))
        surprise = weight * (solved - expected)
        volatility = _volatility(self.volatility, spread, variance, variance * surprise)
        widened = spread * spread + volatility * volatility
        narrowed = 1 / (1 / widened + 1 / variance)
        rating = START + SCALE * (mine + narrowed * surprise)
        deviation = SCALE * math.sqrt(narrowed)
        return PuzzleRating(
            min(max(rating, LOWEST), HIGHEST), min(max(deviation, SURE), UNSURE), volatility
        )


def _weight(spread: float) -> float:
    """How much an opponent counts whose own strength is not quite certain."""
    return 1 / math.sqrt(1 + 3 * spread * spread / math.pi**2)


def _volatility(volatility: float, spread: float, variance: float, gain: float) -> float:
    """How much somebody's strength is expected to change from now on: a root, by false position."""
    start = math.log(volatility * volatility)

    def slope(x: float) -> float:
        grown = math.exp(x)
        total = spread * spread + variance + grown
        pull = grown * (gain * gain - total) / (2 * total * total)
        return pull - (x - start) / CONSTRAINT**2

    low = start
    over = gain * gain - spread * spread - variance
    if over > 0:
        high = math.log(over)
    else:
        steps = 1
        while slope(start - steps * CONSTRAINT) < 0:
            steps += 1
        high = start - steps * CONSTRAINT
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return min(math.exp(low / 2), 1.0)
