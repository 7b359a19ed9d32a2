"""Ratings by maximum likelihood, with intervals that know about paired games.

The model is Luce's: at a table the chance of a seat to win is its bot's strength over the sum of
all seats' strengths; with two seats that is Bradley and Terry's, on the scale that Elo uses. A
shared win counts in equal parts for those who share it, a draw in equal parts for everybody.

Every bot also has one won and one lost game against a stranger of average strength, so that a bot
that never lost keeps a finite rating. Intervals are of the robust ("sandwich") kind, summed over
blocks: games with the same luck are not independent and are not taken to be.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

ELO: Final = 400 / math.log(10)
"""Elo points to one unit of log strength."""

NORMAL_95: Final = 1.959963984540054

Vector = list[float]
Matrix = list[list[float]]


@dataclass(frozen=True, slots=True)
class Contest:
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


def rate(contests: Iterable[Contest], bots: int) -> Ratings:
    """The ratings under which these results are most likely."""
    tables: Counter[tuple[int, ...]] = Counter()
    won: dict[int, Vector] = {}
    played: dict[int, Counter[tuple[int, ...]]] = defaultdict(Counter)
    for number, contest in enumerate(contests):
        table = tuple(sorted(contest.bots))
        block = contest.block if contest.block >= 0 else -number - 1
        tables[table] += 1
        played[block][table] += 1
        row = won.setdefault(block, [0.0] * bots)
        for bot, share in zip(contest.bots, contest.shares, strict=True):
            row[bot] += share
    total = [math.fsum(row[bot] for row in won.values()) for bot in range(bots)]
    strengths = _climb(total, tables, bots)
    bread = _inverse(_curvature(strengths, tables))
    meat = _spread(strengths, won, played)
    return _centred(strengths, _times(_times(bread, meat), bread))


def _climb(won: Vector, tables: Counter[tuple[int, ...]], bots: int) -> Vector:
    """Newton's method; the likelihood has one summit."""
    strengths = [0.0] * bots
    for _ in range(100):
        slope = [
            won[bot] + 1 - 2 * _logistic(strengths[bot]) for bot in range(bots)
        ]  # with the two games against the stranger
        for table, games in tables.items():
            for bot, chance in _chances(strengths, table).items():
                slope[bot] -= games * chance
        step = _solve(_curvature(strengths, tables), slope)
        longest = max(map(abs, step), default=0.0)
        scale = min(1.0, 1.0 / longest) if longest else 0.0
        strengths = [s + scale * d for s, d in zip(strengths, step, strict=True)]
        if longest < 1e-10:
            break
    return strengths


def _chances(strengths: Vector, table: tuple[int, ...]) -> dict[int, float]:
    """The chance to win of each bot at a table, all its seats together."""
    top = max(strengths[bot] for bot in table)
    weights: dict[int, float] = defaultdict(float)
    for bot in table:
        weights[bot] += math.exp(strengths[bot] - top)
    whole = sum(weights.values())
    return {bot: weight / whole for bot, weight in weights.items()}


def _curvature(strengths: Vector, tables: Counter[tuple[int, ...]]) -> Matrix:
    """Minus the second derivatives of the log likelihood."""
    bots = range(len(strengths))
    matrix = [[0.0 for _ in bots] for _ in bots]
    for bot in bots:
        chance = _logistic(strengths[bot])
        matrix[bot][bot] = 2 * chance * (1 - chance)
    for table, games in tables.items():
        chances = _chances(strengths, table)
        for i, p in chances.items():
            matrix[i][i] += games * p
            for j, q in chances.items():
                matrix[i][j] -= games * p * q
    return matrix


def _spread(
    strengths: Vector, won: dict[int, Vector], played: dict[int, Counter[tuple[int, ...]]]
) -> Matrix:
    """How much the blocks scatter around what the strengths lead to expect."""
    bots = range(len(strengths))
    matrix = [[0.0 for _ in bots] for _ in bots]
    expected = {table: _chances(strengths, table) for tables in played.values() for table in tables}
    for block, row in won.items():
        surprise = {bot: row[bot] for table in played[block] for bot in table}
        for table, games in played[block].items():
            for bot, chance in expected[table].items():
                surprise[bot] -= games * chance
        for i, x in surprise.items():
            for j, y in surprise.items():
                matrix[i][j] += x * y
    correction = len(won) / (len(won) - 1) if len(won) > 1 else 1.0
    matrix = [[correction * value for value in line] for line in matrix]
    for bot in bots:
        chance = _logistic(strengths[bot])
        matrix[bot][bot] += chance**2 + (1 - chance) ** 2
    return matrix


def _centred(strengths: Vector, covariance: Matrix) -> Ratings:
    """Ratings around their mean: the level of all together means nothing."""
    bots = range(len(strengths))
    n = len(strengths)
    centre = [[(i == j) - 1 / n for j in bots] for i in bots]
    spread = _times(_times(centre, covariance), centre)
    mean = sum(strengths) / n
    return Ratings(
        tuple(ELO * (s - mean) for s in strengths),
        tuple(tuple(ELO**2 * value for value in row) for row in spread),
    )


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x)) if x >= 0 else math.exp(x) / (1 + math.exp(x))


def _solve(matrix: Matrix, right: Vector) -> Vector:
    """Gauss's elimination; the matrices here are positive definite and small."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    n = len(rows)
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for i in range(k + 1, n):
            factor = rows[i][k] / rows[k][k]
            rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k], strict=True)]
    answer = [0.0] * n
    for k in reversed(range(n)):
        known = sum(rows[k][j] * answer[j] for j in range(k + 1, n))
        answer[k] = (rows[k][n] - known) / rows[k][k]
    return answer


def _inverse(matrix: Matrix) -> Matrix:
    n = len(matrix)
    columns = [_solve(matrix, [float(i == k) for i in range(n)]) for k in range(n)]
    return [list(row) for row in zip(*columns, strict=True)]


def _times(left: Matrix, right: Matrix) -> Matrix:
    columns = list(zip(*right, strict=True))
    return [
        [sum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in left
    ]


def wilson(share: float, games: float) -> tuple[float, float]:
    """Wilson's 95 % interval of a share of so many independent games.

    >>> [round(limit, 3) for limit in wilson(0.5, 100)]
    [0.404, 0.596]
    """
    if games <= 0:
        return 0.0, 1.0
    z = NORMAL_95**2 / games
    middle = (share + z / 2) / (1 + z)
    reach = math.sqrt(z * share * (1 - share) + z * z / 4) / (1 + z)
    return max(0.0, middle - reach), min(1.0, middle + reach)
