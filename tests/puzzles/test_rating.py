"""How well somebody solves puzzles: a published example, and people whose strength is known."""

from random import Random

import pytest

from taupes.puzzles.rating import (
    HIGHEST,
    LOWEST,
    SCALE,
    SURE,
    UNSURE,
    PuzzleRating,
    _volatility,
    _weight,
)


def test_the_published_example() -> None:
    # Glickman's own figures: 1500 ± 200 against opponents of 30, 100 and 300.
    weights = [round(_weight(deviation / SCALE), 4) for deviation in (30, 100, 300)]
    assert weights == [0.9955, 0.9531, 0.7242]
    assert _volatility(0.06, 200 / SCALE, 1.7785, -0.4834) == pytest.approx(0.05999, abs=1e-5)


@pytest.mark.parametrize("strength", [1200, 1600, 2100])
def test_it_finds_out_how_strong_somebody_is(strength: int) -> None:
    rng, rating = Random(strength), PuzzleRating()
    for _ in range(400):
        puzzle = rng.gauss(rating.rating, 150)
        solved = rng.random() < 1 / (1 + 10 ** ((puzzle - strength) / 400))
        rating = rating.after(puzzle, solved=solved)
    assert abs(rating.rating - strength) < 120
    assert rating.deviation < 80


def test_what_was_expected_changes_little() -> None:
    sure = PuzzleRating(1800, 60)
    assert 0 < sure.after(1200, solved=True).rating - 1800 < 2
    assert sure.after(1200, solved=False).rating < 1795
    assert PuzzleRating().after(1500, solved=True).rating > 1600


def test_it_stays_within_its_bounds() -> None:
    low = high = PuzzleRating()
    for _ in range(3000):
        high, low = high.after(HIGHEST, solved=True), low.after(LOWEST, solved=False)
    assert low.rating == LOWEST
    assert high.rating == HIGHEST
    steady = PuzzleRating()
    for turn in range(2000):
        steady = steady.after(steady.rating, solved=bool(turn % 2))
    assert SURE <= steady.deviation < UNSURE


@pytest.mark.parametrize(
    "given", [(0, 100, 0.06), (9999, 100, 0.06), (1500, 0, 0.06), (1500, 400, 0.06), (1500, 100, 2)]
)
def test_what_is_no_rating_is_refused(given: tuple[float, float, float]) -> None:
    with pytest.raises(ValueError, match="a rating from 100 to 4000"):
        PuzzleRating(*given)
