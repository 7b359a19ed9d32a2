"""What an answer was worth: the best solves, and what is hardly worse; nothing else does."""

import pytest

from taupes.puzzles import judge
from taupes.puzzles.judging import NEAR
from taupes.rules import Decline, Pass, Place
from taupes.rules.hex import Hex

RANKING = tuple((Place(Hex(0, n)), value) for n, value in enumerate((0.7, 0.7 - NEAR, 0.5)))


@pytest.mark.parametrize(("place", "solved"), [(0, True), (1, True), (2, False)])
def test_the_best_and_what_is_hardly_worse_solve(place: int, solved: bool) -> None:
    choice, value = RANKING[place]
    verdict = judge(RANKING, choice)
    assert verdict.is_solved is solved
    assert (verdict.value, verdict.best) == (value, RANKING[0][0])
    assert verdict.loss == pytest.approx(0.7 - value)


@pytest.mark.parametrize("choice", [Pass(), Decline(), Place(Hex(3, 3))])
def test_what_cannot_be_chosen_is_not_judged(choice: Pass | Decline | Place) -> None:
    with pytest.raises(ValueError, match="not one of the choices"):
        judge(RANKING, choice)
