"""In which order the values are worked out: rings of disc pairs, each leading into the next.

Without special cells every turn uses exactly one disc. The pairs of hands that can follow each
other then fall into separate *phases*, each a ring of twelve steps, one step a turn: a step needs
the one before it in the plan and nothing else. With special cells a turn may use two discs; then
all pairs belong together, grouped by the number of discs left modulo six, and a step needs the
two groups before it.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from taupes.bots.endgame.hands import HANDS, size
from taupes.rules import DISCS

FIRST: Final = 0
SECOND: Final = 1

ALL_PHASES: Final = -1
"""The plan that holds every pair of hands."""

MAX_VALUES: Final = 700_000_000
"""The largest table that is built without being asked to in so many words."""

Pair = tuple[int, int]
"""The hands of the player to move and of the other."""


@dataclass(frozen=True, slots=True)
class Block:
    """Values that are worked out together: one side to move, with any of these pairs of hands."""

    mover: int
    pairs: tuple[Pair, ...]


Step = tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """Steps in the order of working, the last leading into the first again."""

    steps: tuple[Step, ...]
    is_even: bool
    """Both players have as many moles, so the player to move is always the first side."""
    phase: int

    @property
    def states(self) -> int:
        """Values for each position."""
        return sum(len(block.pairs) for step in self.steps for block in step)

    def after(self, mover: int) -> int:
        """The side to move after a turn of that side."""
        return FIRST if self.is_even else 1 - mover


def phase_of(mover: int, mine: int, other: int, *, is_even: bool) -> int:
    """The phase of a pair of hands, the same before and after every turn.

    It is the first side's discs minus the second's, modulo six, when the first side is to move.

    >>> phase_of(FIRST, 34, 34, is_even=False), phase_of(SECOND, 34, 30, is_even=False)
    (0, 0)
    """
    difference = size(mine) - size(other)
    if is_even:
        return min(difference % 6, (1 - difference) % 6)
    return difference % 6 if mover == FIRST else (1 - difference) % 6


def phases(*, is_even: bool) -> tuple[int, ...]:
    """All phases there are."""
    return (0, 2, 3) if is_even else (0, 1, 2, 3, 4, 5)


@lru_cache(maxsize=16)
def plan_of(phase: int, *, is_even: bool) -> Plan:
    """The plan for one phase, or for all pairs of hands at once."""
    if phase == ALL_PHASES:
        movers = (FIRST,) if is_even else (FIRST, SECOND)
        groups = tuple(
            tuple(Block(mover, _pairs_with(left)) for mover in movers) for left in range(6)
        )
        return Plan(groups, is_even, phase)
    return Plan(_ring(phase, is_even=is_even), is_even, phase)


def _pairs_with(left: int) -> tuple[Pair, ...]:
    """All pairs of hands with so many discs left in all, modulo six."""
    numbers = range(len(HANDS))
    return tuple((h, g) for h in numbers for g in numbers if (size(h) + size(g)) % 6 == left)


def _ring(phase: int, *, is_even: bool) -> tuple[Step, ...]:
    mover, mine, other = FIRST, (phase + 5) % 6 + 1, 6
    ring = []
    for _ in range(12):
        pairs = tuple(
            (h, g)
            for h in range(len(HANDS))
            for g in range(len(HANDS))
            if size(h) == mine and size(g) == other
        )
        ring.append((Block(mover, pairs),))
        # Backwards in time: whoever moved last had one disc more, or his last one.
        mover, mine, other = (mover if is_even else 1 - mover), other % len(DISCS) + 1, mine
    # End with the smallest step: that one is compared from sweep to sweep.
    least = min(range(12), key=lambda i: len(ring[i][0].pairs))
    return tuple(ring[least + 1 :] + ring[: least + 1])
