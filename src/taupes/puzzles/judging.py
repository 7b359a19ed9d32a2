"""What an answer was worth: the best choice solves a puzzle, and so does one hardly worse."""

from dataclasses import dataclass
from typing import Final

from taupes.bots.player import Choice
from taupes.puzzles.puzzle import Ranking

NEAR: Final = 0.02
"""An answer that gives away no more of the chance to win than this solves a puzzle too."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What somebody's answer was worth."""

    choice: Choice
    value: float
    """The chance to win after it."""
    best: Choice
    loss: float
    """What it gave away against the best, as a share of the chance to win."""

    @property
    def is_solved(self) -> bool:
        """Whether it counts as the answer: it is the best, or hardly worse."""
        return self.loss <= NEAR


def judge(ranking: Ranking, choice: Choice) -> Verdict:
    """What a choice is worth among all; ValueError if it is none of them."""
    value = next((value for each, value in ranking if each == choice), None)
    if value is None:
        raise ValueError(f"{choice!r:.80} is not one of the choices")
    best, most = ranking[0]
    return Verdict(choice, value, best, round(max(0.0, most - value), 6))
