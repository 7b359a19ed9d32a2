"""How well somebody plays, by what their choices and their games have shown. Data alone.

Two things speak of it. Choices, of which a cheap search says what they gave away: many in a game,
so they tell soon, but a person who plays otherwise than bots do may be stronger or weaker than they
look. And results: they tell the truth, and slowly. So the choices make the rating, and the results
what is added to it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from taupes.bots.levels import LEVELS

LOWEST: Final = -600.0
HIGHEST: Final = 400.0
"""Ratings that make sense: on the scale of the levels, from below the weakest to above the best."""

CARELESS: Final = -552.0
"""The rating of whoever gives away as much as choices made without looking would."""
FOLD: Final = 380.0
"""Points for giving away a share that is e times smaller; both as the levels have shown."""

MEMORY: Final = 12.0
"""Stakes after which what choices have shown counts e times less: about four games."""
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

    lost: float = 0.45
    """Chance to win that choices gave away; what is longer ago counts for less."""
    staked: float = 1.5
    """What choices made without looking would have given away instead."""
    offset: float = 0.0
    """What results add to the rating."""
    games: int = 0
    """How many were played to the end."""

    def __post_init__(self) -> None:
        is_sound = 0 <= self.lost <= MOST and 0 < self.staked <= MOST
        if not (is_sound and abs(self.offset) <= WIDEST and 0 <= self.games <= MANY):
            raise ValueError("no such skill")

    @property
    def rating(self) -> float:
        """How strong they are, on the scale of the levels' ratings.

        >>> round(Skill().rating)
        -94
        """
        share = max(self.lost, 1e-6) / self.staked
        return min(HIGHEST, max(LOWEST, CARELESS - FOLD * math.log(share) + self.offset))

    @property
    def level(self) -> str | None:
        """The level they are equal to; None while too few games were played to say."""
        if self.games < ENOUGH:
            return None
        offered = [level for level in LEVELS.values() if level.rating is not None]
        return min(offered, key=lambda level: abs((level.rating or 0) - self.rating)).name

    def after_choice(self, loss: float, stake: float) -> "Skill":
        """The skill after a choice that gave so much away, where so much was at stake."""
        kept = math.exp(-stake / MEMORY)
        return replace(self, lost=self.lost * kept + loss, staked=self.staked * kept + stake)

    def after_game(self, share: float, others: Sequence[str]) -> "Skill":
        """The skill after a game against these levels that brought this share of the victory."""
        strengths = [_strength(self.rating)]
        for name in others:
            rating = LEVELS[name].rating
            strengths.append(strengths[0] if rating is None else _strength(rating))
        surprise = share - strengths[0] / sum(strengths)
        step = max(32.0, 200.0 / (self.games + 1))
        offset = min(WIDEST, max(-WIDEST, self.offset + step * surprise))
        return replace(self, offset=offset, games=min(MANY, self.games + 1))


def _strength(rating: float) -> float:
    return 10 ** (rating / 400)
