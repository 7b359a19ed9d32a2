"""The study of depth: its arithmetic on small cases, and a page that tells the truth."""

import doctest
import json
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "docs" / "studies"))

import depth
from depth import (
    PLANS,
    MirroredSet,
    figures_of,
    mirrored_sets,
    play,
    points_of,
    renewed,
    step_figures,
)
from depthpage import draw_depth, plot_depth
from study_page import fill_page

DOCS = Path(__file__).parents[1] / "docs"
FIGURES: dict[str, Any] = json.loads((DOCS / "studies/depth.json").read_text("utf-8"))
PAGE = (DOCS / "depth.md").read_text("utf-8")


def test_the_examples_are_true() -> None:
    found = doctest.testmod(depth)
    assert found.attempted > 0
    assert found.failed == 0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_even_share_is_no_rating_ahead(seats: int) -> None:
    assert points_of(1 / seats, seats) == pytest.approx(0)
    assert points_of(1.0, seats) < 2000


def test_a_set_of_games_is_one_observation() -> None:
    sets = [{"won": [1.0, 0.5], "luck": [0.0, 0.0]}, {"won": [1.0, 0.5], "luck": [0.75, 0.25]}]
    figures = step_figures(2, 10, 30, sets)
    assert (figures["games"], figures["wins"]) == (4, 0.5)
    # Means 0.75 and 0.25: their deviation is 0.3536, over the root of two 0.25.
    assert figures["interval"] == [pytest.approx(0.01), pytest.approx(0.99)]


def test_a_step_with_one_set_says_nothing() -> None:
    kept = {one.key: {"won": [1.0, 0.0], "luck": [0.0, 0.0]} for one in [MirroredSet(2, 10, 30, 0)]}
    assert figures_of(kept, PLANS["quick"]) == []


def test_games_can_be_repeated_and_seats_differ_in_their_budgets() -> None:
    one = MirroredSet(2, 10, 30, 0)
    assert play(one, "a") == play(one, "a") != play(one, "b")


def test_the_full_run_has_the_sets_of_the_quick_one() -> None:
    quick, full = ({one.key for one in mirrored_sets(PLANS[plan])} for plan in ("quick", "full"))
    assert quick < full


def test_a_step_that_was_not_played_again_keeps_its_line() -> None:
    old = [{"players": 2, "less": less, "wins": 0.5} for less in (10, 30)]
    new = [{"players": 2, "less": less, "wins": 0.6} for less in (100, 30)]
    assert renewed(old, new) == [old[0], new[1], new[0]]


def test_the_page_is_that_of_the_figures() -> None:
    assert fill_page(PAGE, draw_depth(FIGURES)) == PAGE, "run python docs/studies/depth.py"
    drawn = plot_depth(FIGURES)
    assert (DOCS / "studies/depth.svg").read_text("utf-8") == drawn
    root = ET.fromstring(drawn)  # noqa: S314 - our own text
    dots = [each for each in root.iter() if each.tag.endswith("circle")]
    assert len(dots) == len(FIGURES["steps"])
