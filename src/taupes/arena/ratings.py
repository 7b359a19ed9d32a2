"""Ratings on the scale that Elo uses, and intervals; `likelihood` finds them."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

ELO: Final = 400 / math.log(10)
"""Elo points to one unit of log strength."""

NORMAL_95: Final = 1.959963984540054


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game's result, as far as ratings go."""

    bots: tuple[int, ...]
    """By seat; the same bot may have several."""
    shares: tuple[float, ...]
    """By seat, of one win."""
    block: int = -1
    """Games of the same block are not independent; -1 is a block of its own."""


def shares_of(winners: Sequence[int], seats: int) -> tuple[float, ...]:
    """One win shared among the winners, or among all in a drawn game.

    >>> shares_of([1], 3), shares_of([0, 1], 2), shares_of([], 4)
    ((0.0, 1.0, 0.0), (0.5, 0.5), (0.25, 0.25, 0.25, 0.25))
    """
    sharing = winners or range(seats)
    return tuple(1 / len(sharing) if seat in sharing else 0.0 for seat in range(seats))


@dataclass(frozen=True, slots=True)
class Ratings:
    """Strengths in Elo points around a mean of 0, and how sure they are."""

    points: tuple[float, ...]
    covariance: tuple[tuple[float, ...], ...]

    def error(self, bot: int) -> float:
        """Half of the 95 % interval of a rating."""
        return NORMAL_95 * math.sqrt(max(0.0, self.covariance[bot][bot]))

    def interval(self, bot: int) -> tuple[float, float]:
        """The 95 % interval of a rating."""
        return self.points[bot] - self.error(bot), self.points[bot] + self.error(bot)

    def superiority(self, bot: int, other: int) -> float:
        """How likely it is, by these games, that one bot is stronger than another."""
        v = self.covariance
        spread = v[bot][bot] + v[other][other] - 2 * v[bot][other]
        ahead = self.points[bot] - self.points[other]
        if spread <= 0:
            return 0.5
        return 0.5 * (1 + math.erf(ahead / math.sqrt(2 * spread)))


def rate(results: Iterable[GameResult], bots: int) -> Ratings:
    """The ratings under which these results are most likely."""
    from taupes.arena.likelihood import fit  # noqa: PLC0415 - NumPy, for those who rate

    strengths, covariance = fit(results, bots)
    points = tuple(ELO * strength for strength in strengths)
    return Ratings(points, tuple(tuple(ELO**2 * value for value in row) for row in covariance))


def wilson(share: float, games: float) -> tuple[float, float]:
    """Wilson's 95 % interval of a share of so many independent games.

    >>> tuple(round(limit, 3) for limit in wilson(0.5, 100))
    (0.404, 0.596)
    """
    if games <= 0:
        return 0.0, 1.0
    z = NORMAL_95**2 / games
    middle = (share + z / 2) / (1 + z)
    reach = math.sqrt(z * share * (1 - share) + z * z / 4) / (1 + z)
    return max(0.0, middle - reach), min(1.0, middle + reach)
