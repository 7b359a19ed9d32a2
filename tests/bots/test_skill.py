import math

import pytest

from taupes.bots import LEVELS
from taupes.bots.skill import ENOUGH, HIGHEST, LOWEST, MANY, MOST, WIDEST, Skill


def test_careful_choices_raise_a_rating_and_careless_ones_lower_it() -> None:
    usual = Skill()
    assert usual.after_choice(0.0, 0.2).rating > usual.rating > usual.after_choice(0.2, 0.2).rating


def test_one_game_moves_it_gently_and_ten_clearly() -> None:
    """A game has about thirty choices, with a tenth of a win at stake in each."""

    def after(games: int) -> float:
        skill = Skill(lost=3.0, staked=10.0, games=10)
        for _ in range(30 * games):
            skill = skill.after_choice(0.09, 0.1)
        return skill.rating - Skill(lost=3.0, staked=10.0, games=10).rating

    assert -200 < after(1) < -50
    assert after(10) < 2 * after(1)


def test_results_move_it_the_less_the_more_is_known() -> None:
    new, old = Skill(), Skill(games=20)
    for skill in (new, old):
        assert skill.after_game(1, ["buddy"]).rating > skill.rating
        assert skill.after_game(0, ["buddy"]).rating < skill.rating
        assert skill.after_game(0.5, ["buddy"]).rating == skill.rating
    assert new.after_game(1, ["buddy"]).offset > old.after_game(1, ["buddy"]).offset


def test_a_victory_over_a_stronger_one_says_more() -> None:
    def gain(*others: str) -> float:
        return Skill(games=9).after_game(1, others).offset

    assert gain("master") > gain("buddy") > gain("pup") > 0
    assert gain("buddy", "buddy", "buddy") > gain("buddy")
    quarter = Skill().after_game(0.25, ["buddy"] * 3)
    assert quarter.offset == 0


def test_it_stays_within_bounds_whatever_happens() -> None:
    skill = Skill()
    for _ in range(2000):
        skill = skill.after_choice(0.0, 1.0).after_game(1, ["buddy"])
    assert skill.rating == HIGHEST
    assert skill.offset == WIDEST
    for _ in range(2000):
        skill = skill.after_choice(1.0, 1.0).after_game(0, ["buddy"])
    assert skill.rating == LOWEST
    assert skill.staked < MOST
    assert Skill(0.0, 1.0).rating == HIGHEST
    assert Skill(games=MANY).after_game(1, ["buddy"]).games == MANY


@pytest.mark.parametrize(
    "wrong",
    [
        {"lost": -1.0},
        {"lost": math.nan},
        {"lost": 1e9},
        {"staked": 0.0},
        {"staked": math.inf},
        {"offset": WIDEST + 1},
        {"offset": math.nan},
        {"games": -1},
        {"games": MANY + 1},
    ],
)
def test_figures_that_no_game_leads_to_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="no such skill"):
        Skill(**wrong)  # type: ignore[arg-type]


def test_a_level_is_named_only_with_enough_games() -> None:
    assert Skill(games=ENOUGH - 1).level is None
    assert Skill(games=ENOUGH).level == "forager"
    rated = {name: level.rating for name, level in LEVELS.items() if level.rating is not None}
    assert list(rated.values()) == sorted(rated.values())
    for name, rating in rated.items():
        base = Skill(games=ENOUGH)
        lost = base.lost * math.exp((base.rating - rating) / 380)
        assert Skill(lost, base.staked, games=ENOUGH).level == name


def test_stars_are_places_among_those_that_are_rated() -> None:
    stars = {name: level.stars for name, level in LEVELS.items()}
    assert stars["random"] == stars["buddy"] == 0
    rated = [count for count in stars.values() if count]
    assert rated == list(range(1, len(rated) + 1))
