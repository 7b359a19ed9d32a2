"""Ratings and intervals against cases that can be worked out by hand or by another program."""

import math
from random import Random

import pytest

from taupes.arena import GameResult, rate, shares_of, wilson
from taupes.arena.ratings import ELO


def duels(wins: int, losses: int, draws: int = 0) -> list[GameResult]:
    """Results of bot 0 against bot 1, on alternating seats."""
    results = [0] * wins + [1] * losses + [-1] * draws
    contests = []
    for i, winner in enumerate(results):
        seats = (0, 1) if i % 2 else (1, 0)
        won = [] if winner < 0 else [seats.index(winner)]
        contests.append(GameResult(seats, shares_of(won, 2)))
    return contests


def test_two_bots_have_the_elo_difference_of_their_score() -> None:
    ratings = rate(duels(7500, 2500), 2)
    expected = 400 * math.log10(3)
    assert ratings.points[0] - ratings.points[1] == pytest.approx(expected, abs=0.2)
    assert sum(ratings.points) == pytest.approx(0, abs=1e-9)


def test_the_interval_of_two_bots_is_the_textbook_one() -> None:
    ratings = rate(duels(6000, 4000), 2)
    # The difference has variance 1 / (n p q) in log strength, and each rating is half of it.
    expected = 1.96 * ELO / 2 / math.sqrt(10_000 * 0.6 * 0.4)
    assert ratings.error(0) == pytest.approx(expected, rel=0.01)


def test_equal_results_give_equal_ratings() -> None:
    ratings = rate(duels(50, 50), 2)
    assert ratings.points == pytest.approx((0, 0), abs=1e-9)
    assert ratings.superiority(0, 1) == pytest.approx(0.5)


def test_draws_pull_together_and_make_surer() -> None:
    sharp, drawn = rate(duels(60, 40), 2), rate(duels(60, 40, 100), 2)
    assert 0 < drawn.points[0] < sharp.points[0]
    assert drawn.error(0) < sharp.error(0)


def test_a_bot_that_never_loses_has_a_finite_rating_and_a_wide_interval() -> None:
    ratings = rate(duels(10, 0), 2)
    assert 100 < ratings.points[0] < 400
    assert ratings.error(0) > 100


def test_three_at_a_table_as_another_library_rates_them() -> None:
    """The same games rated with choix 0.4.1, opt_top1, without a prior."""
    rng = Random(5)
    strengths = [1.2, 0.3, -0.2, -0.9]
    contests = []
    for _ in range(3000):
        table = rng.sample(range(4), 3)
        winner = rng.choices(range(3), [math.exp(strengths[bot]) for bot in table])[0]
        contests.append(GameResult(tuple(table), shares_of([winner], 3)))
    by_choix = (191.34, 32.52, -48.81, -175.06)
    assert rate(contests, 4).points == pytest.approx(by_choix, abs=0.5)


def test_a_bot_on_several_seats_is_rated_by_seat() -> None:
    """One among three copies of another wins half of the games: three to one at each seat."""
    contests = [
        GameResult((0, 1, 1, 1), shares_of([0 if i % 2 else 1 + i % 3], 4)) for i in range(9000)
    ]
    ratings = rate(contests, 2)
    assert ratings.points[0] - ratings.points[1] == pytest.approx(400 * math.log10(3), abs=0.5)


def test_twins_in_a_block_count_once() -> None:
    """Results told twice make nothing surer in one block; in blocks of their own they do."""
    results = [GameResult((0, 1), shares_of([0 if i % 3 else 1], 2), i) for i in range(600)]
    once = rate(results, 2)
    paired = rate([contest for contest in results for _ in range(2)], 2)
    apart = rate([GameResult(c.bots, c.shares) for c in results for _ in range(2)], 2)
    assert paired.error(0) == pytest.approx(once.error(0), rel=0.02)
    assert apart.error(0) == pytest.approx(once.error(0) / math.sqrt(2), rel=0.02)


def test_mirrored_luck_makes_surer() -> None:
    """If every block is split or won, the scatter is less than that of single games."""
    contests = []
    for i in range(200):
        second = 0 if i % 5 == 0 else 1
        contests.append(GameResult((0, 1), shares_of([0], 2), i))
        contests.append(GameResult((1, 0), shares_of([1 - second], 2), i))
    paired = rate(contests, 2)
    single = rate([GameResult(c.bots, c.shares) for c in contests], 2)
    assert paired.points == pytest.approx(single.points)
    assert paired.error(0) < 0.6 * single.error(0)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    truth = (0.5, 0.1, -0.6)
    elo = [ELO * strength for strength in truth]
    held = 0
    for seed in range(150):
        rng = Random(seed)
        contests = []
        for block in range(60):
            pair = rng.sample(range(3), 2)
            for seats in (tuple(pair), tuple(reversed(pair))):
                chance = 1 / (1 + math.exp(truth[seats[1]] - truth[seats[0]]))
                won = 0 if rng.random() < chance else 1
                contests.append(GameResult(seats, shares_of([won], 2), block))
        ratings = rate(contests, 3)
        held += sum(
            low <= elo[i] <= high for i, (low, high) in enumerate(map(ratings.interval, range(3)))
        )
    assert 0.91 <= held / 450 <= 0.985


def test_ratings_do_not_depend_on_which_game_was_over_first() -> None:
    rng = Random(3)
    results = [
        GameResult(tuple(rng.sample(range(5), 3)), shares_of(rng.sample(range(3), 2), 3), i // 3)
        for i in range(300)
    ]
    first = rate(results, 5)
    rng.shuffle(results)
    assert rate(results, 5) == first


def test_without_games_all_are_alike_and_nothing_is_sure() -> None:
    ratings = rate([], 3)
    assert ratings.points == pytest.approx((0, 0, 0))
    assert ratings.error(0) > 300


def test_shares() -> None:
    assert shares_of([2], 3) == (0, 0, 1)
    assert shares_of([0, 3], 4) == (0.5, 0, 0, 0.5)
    assert shares_of([], 2) == (0.5, 0.5)


def test_wilson_against_a_published_value() -> None:
    """Newcombe 1998, table I: 81 of 263, 15 of 148 and 0 of 20."""
    assert wilson(81 / 263, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(15 / 148, 148) == pytest.approx((0.0624, 0.1605), abs=5e-5)
    assert wilson(0, 20) == pytest.approx((0, 0.1611), abs=5e-5)
    assert wilson(0.5, 0) == (0, 1)
