"""A puzzle: a game up to a decision, with what every choice there is worth."""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from taupes.bots.player import Choice, format_choice
from taupes.rules import Record, State, format_record

STEPS: Final = (1, 2, 3, 4, 5)
"""How hard puzzles are, the easiest first."""
RATINGS: Final = (1250, 1400, 1550, 1700)
"""Where the next step begins, on the scale of the levels: `mining.difficulty` measures it."""

Ranking = tuple[tuple[Choice, float], ...]
"""Choices with the chance to win of the one to act after each, best first."""


def step_of(rating: int) -> int:
    """The step that a rating belongs to.

    >>> step_of(1000), step_of(RATINGS[0]), step_of(3000)
    (1, 2, 5)
    """
    return STEPS[bisect_right(RATINGS, rating)]


@dataclass(frozen=True)
class Puzzle:
    """A decision in a game where one choice is clearly best."""

    id: str
    record: Record
    """The game up to the decision, unfinished; nobody in it has a name but that of a colour."""
    choices: Ranking
    """All of them."""
    rating: int
    """How hard it is, on the scale of the levels."""
    themes: tuple[str, ...]
    """What it is about, the most telling first."""
    is_exact: bool
    """Whether the values are known, and not searched for."""

    @property
    def step(self) -> int:
        """How hard it is, from 1 to 5."""
        return step_of(self.rating)

    @cached_property
    def state(self) -> State:
        """The position in which to decide."""
        *_, state = self.record.replay()
        return state

    @property
    def best(self) -> Choice:
        """The answer."""
        return self.choices[0][0]

    def as_dict(self) -> dict[str, Any]:
        """The puzzle for programs; choices in the record's words."""
        seat = self.state.turn
        return {
            "id": self.id,
            "record": format_record(self.record),
            "choices": [
                {"choice": format_choice(choice, seat), "value": value}
                for choice, value in self.choices
            ],
            "step": self.step,
            "themes": list(self.themes),
        }
