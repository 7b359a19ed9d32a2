"""How well somebody plays, by what their choices and their games have shown. Data alone.

Two things speak of it. Choices, of which a cheap search says what they gave away: many in a game,
so they tell soon, but a person who plays otherwise than bots do may be stronger or weaker than they
look. And results: they tell the truth, and slowly. So the choices make the rating, and the results
what is added to it. Within a game somebody who plays quite otherwise than was known is followed
by that game alone.
"""

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from taupes.bots.levels import LEVELS

LOWEST: Final = -600.0
HIGHEST: Final = 400.0
"""Ratings that make sense: on the scale of the levels, from below the weakest to above the best."""

SHOWN: Final = (
    (0.0, 400.0),
    (0.17, 253.0),
    (0.354, 139.0),
    (0.468, -68.0),
    (0.584, -249.0),
    (0.725, -449.0),
    (0.83, -600.0),
)
"""By the share of what is at stake that choices give away, the rating: as the levels have shown."""

LARGEST: Final = 0.03
"""The most that counts of one choice: where more can be lost, luck has made it so."""
MEMORY: Final = 13.0
"""Stakes after which what choices have shown counts e times less: about twelve games."""
NOISE: Final = 0.15
"""By how much the share of one stake strays by luck, as the levels have shown."""
DOUBT: Final = 8.0
"""How much likelier it is that somebody plays as ever than that they play as somebody else."""
STEP: Final = 32.0
"""Points for the result of one game that nobody could have expected."""
WIDEST: Final = 400.0
"""How far results can say something else than choices."""
ENOUGH: Final = 5
"""Games after which a person may be told what their rating is worth."""
MOST: Final = 1000.0
MANY: Final = 1_000_000
"""Larger numbers than any that play leads to, for figures come from strangers too."""


@dataclass(frozen=True, slots=True)
class Skill:
    """What is known about how well somebody plays; at first, what is usual."""

    given: float = 0.74
    """Chance to win that choices gave away; what is longer ago counts for less."""
    stakes: float = 1.5
    """What choices made without looking would have given away instead."""
    offset: float = 0.0
    """What results add to the rating."""
    games: int = 0
    """How many were played to the end."""
    given_now: float = 0.0
    stakes_now: float = 0.0
    """The same as the first two, of the game that is being played alone."""

    def __post_init__(self) -> None:
        is_sound = 0 <= self.given <= MOST and 0 < self.stakes <= MOST
        is_sound &= 0 <= self.given_now <= MOST and 0 <= self.stakes_now <= MOST
        if not (is_sound and abs(self.offset) <= WIDEST and 0 <= self.games <= MANY):
            raise ValueError("no such skill")

    @property
    def rating(self) -> float:
        """How strong they are, on the scale of the levels' ratings.

        >>> round(Skill().rating)
        -108
        """
        shown = between(SHOWN, self.share)
        return min(HIGHEST, max(LOWEST, shown + self.offset))

    @property
    def share(self) -> float:
        """The share of what is at stake that their choices give away.

        The game that is played counts with all the others; and the less likely it is that whoever
        was known plays so, the more it counts by itself.
        """
        known = self.given / self.stakes
        if not self.stakes_now:
            return known
        apart = self.given_now / self.stakes_now - known
        luck = math.exp(-self.stakes_now * (apart / NOISE) ** 2 / 2)
        return known + apart / (1 + DOUBT * luck)

    @property
    def level(self) -> str | None:
        """The level they are equal to; None while too few games were played to say."""
        if self.games < ENOUGH:
            return None
        offered = [level for level in LEVELS.values() if level.rating is not None]
        return min(offered, key=lambda level: abs((level.rating or 0) - self.rating)).name

    def before_game(self) -> "Skill":
        """The skill as another game begins."""
        return replace(self, given_now=0.0, stakes_now=0.0)

    def after_choice(self, loss: float, stake: float) -> "Skill":
        """The skill after a choice that gave so much away, where so much was at stake."""
        loss, stake = min(loss, LARGEST), min(stake, LARGEST)
        kept = math.exp(-stake / MEMORY)
        return replace(
            self,
            given=self.given * kept + loss,
            stakes=self.stakes * kept + stake,
            given_now=self.given_now + loss,
            stakes_now=self.stakes_now + stake,
        )

    def after_game(self, share: float, others: Sequence[str]) -> "Skill":
        """The skill after a game against these levels that brought this share of the victory."""
        strengths = [_strength(self.rating)]
        for name in others:
            rating = LEVELS[name].rating
            strengths.append(strengths[0] if rating is None else _strength(rating))
        surprise = share - strengths[0] / sum(strengths)
        offset = min(WIDEST, max(-WIDEST, self.offset + STEP * surprise))
        games = min(MANY, self.games + 1)
        return replace(self, offset=offset, games=games).before_game()


def between(points: Sequence[tuple[float, float]], x: float) -> float:
    """What lies at x on a line through points, level beyond its ends.

    >>> between(((0.0, 1.0), (2.0, 5.0)), 0.5), between(((0.0, 1.0), (2.0, 5.0)), 9.0)
    (2.0, 5.0)
    """
    place = bisect_right(points, x, key=lambda point: point[0])
    if place in (0, len(points)):
        return points[min(place, len(points) - 1)][1]
    (low, first), (high, second) = points[place - 1 : place + 1]
    return first + (second - first) * (x - low) / (high - low)


def _strength(rating: float) -> float:
    return 10 ** (rating / 400)
