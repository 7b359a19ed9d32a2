import math
from dataclasses import replace

import msgspec
import pytest

from taupes.bots import LEVELS
from taupes.bots.skill import (
    ENOUGH,
    HIGHEST,
    LARGEST,
    LOWEST,
    MANY,
    MOST,
    SHOWN,
    WIDEST,
    Skill,
    between,
)


def test_careful_choices_raise_a_rating_and_careless_ones_lower_it() -> None:
    usual = Skill()
    assert usual.after_choice(0.0, 0.2).rating > usual.rating > usual.after_choice(0.2, 0.2).rating


def test_one_game_moves_it_gently_and_ten_clearly() -> None:
    """A game has about fifty choices, with some hundredths of a win at stake in each."""

    def after(games: int) -> float:
        known = skill = Skill(given=5.0, stakes=10.0, games=10)
        for _ in range(50 * games):
            skill = skill.after_choice(0.02, 0.026)
        return skill.before_game().rating - known.rating

    assert -120 < after(1) < -30
    assert after(10) < 3 * after(1)


def test_who_plays_quite_otherwise_is_followed_within_the_game() -> None:
    """Who gives away a little more than ever may have had bad luck; who gives away all has not."""
    known = Skill(given=5.0, stakes=10.0, games=10)

    def followed(loss: float) -> tuple[float, float]:
        """How much of the way from what was known to this game's own share is gone, and kept."""
        skill = known
        for _ in range(50):
            skill = skill.after_choice(loss, 0.026)
        way = loss / 0.026 - 0.5
        return (skill.share - 0.5) / way, (skill.before_game().share - 0.5) / way

    (much, kept_of_much), (little, kept_of_little) = followed(0.023), followed(0.0145)
    assert much > 0.8
    assert little < 0.3
    assert 0.05 < kept_of_much < 0.15
    assert kept_of_much == pytest.approx(kept_of_little)
    assert followed(0.001)[0] > 0.8


def test_the_next_game_begins_with_what_all_have_shown() -> None:
    shown = Skill().after_choice(0.03, 0.03).after_choice(0.02, 0.03)
    after = shown.after_game(0.5, ["buddy"])
    assert (shown.given_now, shown.stakes_now) == (0.05, 0.06)
    assert after == replace(shown.before_game(), games=1)
    assert (after.given_now, after.stakes_now) == (0, 0)


def test_one_large_slip_says_no_more_than_a_small_one() -> None:
    usual = Skill()
    assert usual.after_choice(0.5, 0.4) == usual.after_choice(LARGEST, LARGEST)
    assert usual.after_choice(LARGEST / 2, 0.4).rating > usual.after_choice(0.5, 0.4).rating


def test_results_move_it() -> None:
    for skill in (Skill(), Skill(games=20)):
        assert skill.after_game(1, ["buddy"]).rating > skill.rating
        assert skill.after_game(0, ["buddy"]).rating < skill.rating
        assert skill.after_game(0.5, ["buddy"]).rating == skill.rating


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
    assert skill.stakes < MOST
    assert Skill(0.0, 1.0).rating == HIGHEST
    assert Skill(games=MANY).after_game(1, ["buddy"]).games == MANY


@pytest.mark.parametrize(
    "wrong",
    [
        {"given": -1.0},
        {"given": math.nan},
        {"given": 1e9},
        {"stakes": 0.0},
        {"stakes": math.inf},
        {"offset": WIDEST + 1},
        {"offset": math.nan},
        {"games": -1},
        {"games": MANY + 1},
        {"given_now": -1.0},
        {"stakes_now": math.nan},
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
        share = between(sorted((shown, share) for share, shown in SHOWN), rating)
        assert Skill(share, 1.0, games=ENOUGH).rating == pytest.approx(rating)
        assert Skill(share, 1.0, games=ENOUGH).level == name


def test_what_was_kept_in_other_measures_reads_as_usual() -> None:
    """Figures of before were of whole losses: what they say of choices is learned anew."""
    old = b'{"lost": 4.0, "staked": 12.0, "offset": 30.0, "games": 9}'
    assert msgspec.json.decode(old, type=Skill) == Skill(offset=30.0, games=9)


def test_stars_are_places_among_those_that_are_rated() -> None:
    stars = {name: level.stars for name, level in LEVELS.items()}
    assert stars["random"] == stars["buddy"] == 0
    rated = [count for count in stars.values() if count]
    assert rated == list(range(1, len(rated) + 1))
