"""Stacks that are really different, and what it is worth to choose among them."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final

from taupes.arena.ratings import NORMAL_95
from taupes.rules import BoardSet, FinalEntry, Rules

SIXTHS: Final = 6
"""Turning a board so often brings it back."""

Orientations = tuple[int, ...]


def alike(boards: BoardSet, rules: Rules) -> dict[Orientations, Orientations]:
    """For every stack of a set the first one that plays the same under these rules.

    Turning the whole stack changes nothing. Nor does what does not count: special cells in the base
    game, and which paths of the last board are solid where all of them may be used.
    """
    seen = [
        [_face(board.turned(sixths), rules) for sixths in range(SIXTHS)] for board in boards.boards
    ]
    first: dict[Any, Orientations] = {}
    return {
        lying: first.setdefault(_whole(seen, lying), lying)
        for lying in product(range(SIXTHS), repeat=len(boards.boards))
    }


def _face(board: Any, rules: Rules) -> Any:
    """What a game feels of one board as it lies."""
    return (
        board.radius,
        tuple(sorted(board.holes)),
        tuple(sorted(board.specials)) if rules.special_cells else (),
        board.solid if rules.final_entry is FinalEntry.SOLID_ONLY else (),
    )


def _whole(seen: Sequence[Sequence[Any]], lying: Orientations) -> Any:
    """What a game feels of a stack, the same however the whole of it is turned."""
    return min(
        tuple(faces[(at + turn) % SIXTHS] for faces, at in zip(seen, lying, strict=True))
        for turn in range(SIXTHS)
    )


def one_board_turned(lying: Orientations) -> list[Orientations]:
    """The stack itself, and all that come of turning one of its boards.

    >>> one_board_turned((0, 3))[:4], len(one_board_turned((0, 3)))
    ([(0, 3), (1, 3), (2, 3), (3, 3)], 11)
    """
    turned = [
        (*lying[:level], (lying[level] + sixths) % SIXTHS, *lying[level + 1 :])
        for level in range(len(lying))
        for sixths in range(1, SIXTHS)
    ]
    return [lying, *turned]


@dataclass(frozen=True, slots=True)
class Sample:
    """The first player's results in some games, added up: 1 is a win, a known chance a part."""

    games: int
    total: float
    squares: float

    def __add__(self, other: "Sample") -> "Sample":
        return Sample(
            self.games + other.games, self.total + other.total, self.squares + other.squares
        )

    @property
    def mean(self) -> float:
        """The mean result."""
        return self.total / self.games

    @property
    def scatter(self) -> float:
        """The sum of squares around the mean."""
        return max(0.0, self.squares - self.total**2 / self.games)

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return math.sqrt(self.scatter / (self.games - 1) / self.games)


Halves = tuple[Sample, Sample]
"""The even and the odd batches of games on one stack."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Whether samples differ by more than chance."""

    chi_square: float
    freedom: int
    spread: float
    """Standard deviation of the true means, as far as chance does not explain the seen ones."""
    noise: float
    """Standard error of one mean, of a stack of average size."""

    @property
    def chance(self) -> float:
        """How likely so large a difference is when there is none."""
        return chi_square_tail(self.chi_square, self.freedom)


def differences(samples: Sequence[Sample]) -> Difference:
    """Compare the means of samples with what their own scatter leads to expect."""
    whole = sum(samples[1:], samples[0])
    variance = sum(each.scatter for each in samples) / (whole.games - len(samples))
    between = sum(each.games * (each.mean - whole.mean) ** 2 for each in samples)
    freedom = len(samples) - 1
    size = whole.games - sum(each.games**2 for each in samples) / whole.games
    beyond = max(0.0, between - freedom * variance) / size
    noise = math.sqrt(variance * len(samples) / whole.games)
    return Difference(between / variance, freedom, math.sqrt(beyond), noise)


def chi_square_tail(value: float, freedom: int) -> float:
    """The chance of a chi-square at least as large; exact for whole degrees of freedom.

    >>> [round(chi_square_tail(value, n), 3) for value, n in ((3.841, 1), (5.991, 2), (18.307, 10))]
    [0.05, 0.05, 0.05]
    """
    half = value / 2
    if half <= 0:
        return 1.0
    start = freedom % 2 / 2
    steps = (start + k for k in range(freedom // 2))
    terms = (math.exp(k * math.log(half) - half - math.lgamma(k + 1)) for k in steps)
    return math.fsum(terms) + (math.erfc(math.sqrt(half)) if start else 0.0)


@dataclass(frozen=True, slots=True)
class Measured:
    """The first player's mean result, and half of its 95 % interval."""

    mean: float
    reach: float


def measure_choice(
    halves: Mapping[Orientations, Halves],
    options: Iterable[Sequence[Orientations]],
    worth: Callable[[float], float],
) -> Measured:
    """What comes of choosing, for each list of options, the stack with the highest worth.

    `worth` is of the first player's mean on one half of the games; the result is measured on the
    other half, so that luck in the one does not count in the other. Both ways round are averaged.
    They are not quite independent: the interval is as wide as if they were not at all.
    """
    starts = list(options)
    found = [_one_way(halves, starts, worth, chosen_on) for chosen_on in (0, 1)]
    mean, reach = (math.fsum(pair) / 2 for pair in zip(*found, strict=True))
    return Measured(mean, reach)


def _one_way(
    halves: Mapping[Orientations, Halves],
    starts: Sequence[Sequence[Orientations]],
    worth: Callable[[float], float],
    chosen_on: int,
) -> tuple[float, float]:
    picks = Counter(
        max(options, key=lambda stack: worth(halves[stack][chosen_on].mean)) for options in starts
    )
    parts = [(count / len(starts), halves[stack][1 - chosen_on]) for stack, count in picks.items()]
    mean = math.fsum(part * sample.mean for part, sample in parts)
    return mean, NORMAL_95 * math.sqrt(math.fsum((part * each.error) ** 2 for part, each in parts))
