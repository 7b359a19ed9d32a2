"""The sequential test: its bounds, its arithmetic, and how often it errs."""

import math
from collections import Counter
from random import Random

import pytest

from taupes.arena import BadArena, Claim, Count, elo_of, expected_score, trial_bots


def count(**scores: int) -> Count:
    """A pair's scores by the names of fishtest's five outcomes."""
    values = {"ll": 0.0, "ld": 0.25, "wl": 0.5, "wd": 0.75, "ww": 1.0}
    return Count(2, Counter({values[name]: n for name, n in scores.items()}))


def test_bounds_are_walds() -> None:
    lower, upper = Claim(alpha=0.05, beta=0.1).bounds
    assert lower == pytest.approx(math.log(0.1 / 0.95))
    assert upper == pytest.approx(math.log(0.9 / 0.05))


def test_the_ratio_of_plain_coin_flips_is_the_exact_one() -> None:
    """With only two outcomes the generalised ratio is the ordinary one."""
    flips = count(ll=400, ww=600)
    s0, s1 = expected_score(0), expected_score(50)
    exact = 600 * math.log(s1 / s0) + 400 * math.log((1 - s1) / (1 - s0))
    assert flips.llr(Claim(0, 50)) == pytest.approx(exact, rel=1e-3)


def test_the_ratio_of_pairs_is_near_the_normal_one() -> None:
    """For many pairs and small differences: n (s1 - s0) (2 m - s0 - s1) / (2 v)."""
    pairs = count(ll=150, ld=300, wl=1000, wd=350, ww=200)
    n = pairs.blocks
    mean = sum(a * k for a, k in pairs.scores.items()) / n
    variance = sum(k * (a - mean) ** 2 for a, k in pairs.scores.items()) / n
    s0, s1 = expected_score(0), expected_score(5)
    normal = n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert pairs.llr(Claim(0, 5)) == pytest.approx(normal, rel=0.02)


def test_more_of_the_same_is_proportionally_surer() -> None:
    claim = Claim(0, 20)
    once, thrice = count(ll=10, wl=30, ww=20), count(ll=30, wl=90, ww=60)
    assert thrice.llr(claim) == pytest.approx(3 * once.llr(claim), rel=0.01)


def test_mirrored_results_mirror_the_ratio() -> None:
    claim = Claim(-10, 10)
    up, down = count(ll=10, ld=5, wl=30, wd=8, ww=20), count(ll=20, ld=8, wl=30, wd=5, ww=10)
    assert up.llr(claim) == pytest.approx(-down.llr(claim), abs=1e-9)


def test_nothing_played_says_nothing() -> None:
    assert Count().llr(Claim()) == 0
    assert Count().verdict(Claim()) == "undecided"


def test_split_pairs_alone_mean_not_stronger() -> None:
    assert count(wl=500).verdict(Claim(0, 20)) == "not stronger"


@pytest.mark.parametrize(("elo", "right"), [(0, "not stronger"), (40, "stronger")])
def test_it_errs_no_more_often_than_allowed(elo: float, right: str) -> None:
    """Coin flips with a bot that is exactly at one of the two limits, alpha = beta = 0.1."""
    claim = Claim(0, 40, alpha=0.1, beta=0.1)
    score = expected_score(elo)
    verdicts: Counter[str] = Counter()
    for seed in range(120):
        rng = Random(f"{elo}/{seed}")
        flips = Count()
        while flips.verdict(claim) == "undecided":
            for _ in range(4):
                flips.add(((rng.random() < score) + (rng.random() < score)) / 2)
        verdicts[flips.verdict(claim)] += 1
    # 12 errors are expected at most; 21 or more would happen once in a hundred times.
    assert 1 <= 120 - verdicts[right] <= 20


def test_four_players_expect_a_quarter() -> None:
    even = Count(4, Counter({0.0: 250, 0.25: 500, 0.5: 250}))
    elo, low, high = even.elo()
    assert elo == pytest.approx(0, abs=1e-9)
    assert low < 0 < high
    even = Count(4, Counter({0.0: 320, 0.25: 400, 0.5: 240, 0.75: 40}))
    assert even.verdict(Claim(0, 60)) == "not stronger"


def test_elo_and_score_are_inverse() -> None:
    for players in (2, 3, 4):
        for elo in (-200, 0, 35.5):
            assert elo_of(expected_score(elo, players), players) == pytest.approx(elo)
    assert elo_of(1.0) == math.inf
    assert elo_of(0.0) == -math.inf


def test_claims_that_make_no_sense_are_refused() -> None:
    with pytest.raises(BadArena, match="elo0 20 must be less than elo1 0"):
        Claim(20, 0)
    with pytest.raises(BadArena, match=r"between 0 and 0\.5"):
        Claim(alpha=0)
    with pytest.raises(BadArena, match="against itself"):
        trial_bots("greedy", "greedy", 2)
