"""What a puzzle is about, on boards drawn for it."""

import pytest

from taupes.bots import TURN, Choice, choices
from taupes.puzzles import THEMES, themes_of
from taupes.puzzles.puzzle import Ranking
from taupes.rules import State
from tests.rules.positions import action, rock, scene

FILL = """
        o . .
       A . B .
      . . B . .
       a . . .
        . . .
    """
FILL_ALONE = FILL.replace("B", ".", 1)
TIGHT = """
        a . .
       . . . .
      . . b . .
       . . . .
        o B .
    """


def ranking(state: State, *best: str) -> Ranking:
    """Those named first, the best of them before the others, then all the rest."""
    named: list[Choice] = [TURN if each == "turn" else action(state, each) for each in best]  # type: ignore[misc]
    rest = [choice for choice in choices(state) if choice not in named]
    return tuple((choice, 1 - n / 100) for n, choice in enumerate([*named, *rest]))


def themes(state: State, *best: str) -> tuple[str, ...]:
    return themes_of(state, ranking(state, *best))


def test_the_last_hole_is_filled_and_two_rivals_are_lifted_off() -> None:
    assert themes(scene(FILL, disc=1), "d2-e3") == ("fill_last", "lift_rivals")


def test_one_rival_is_not_two() -> None:
    assert themes(scene(FILL_ALONE, disc=1), "d2-e3") == ("fill_last",)


def test_the_last_hole_is_left_to_others() -> None:
    assert themes(scene(FILL, disc=1), "d2-d3") == ("leave_last",)


def test_a_mole_gets_home_while_holes_are_free() -> None:
    state = scene(FILL.replace("a", "o"), disc=1)
    assert themes(state, "d2-e3") == ("home",)


def test_the_shovel_is_won() -> None:
    state = rock(
        """
        . . .
       . . . .
      . . o A .
       . . . .
        B . .
    """,
        disc=1,
    )
    assert themes(state, "c4-c3") == ("shovel",)


def test_a_mole_goes_to_a_solid_path_and_not_to_a_dotted_one() -> None:
    state = rock(
        """
        . . .
       . . . A
      . . o . .
       . . . .
        B . .
    """,
        disc=1,
    )
    assert "solid_path" in themes(state, "d5-c5")
    assert "solid_path" not in themes(state, "d5-e5")


def test_a_path_is_blocked_if_that_leaves_less_to_the_next() -> None:
    state = rock(
        """
        . . .
       . . . .
      . . o . B
       . . A .
        . . .
    """,
        disc=1,
        discs={"B": (2, 2)},
    )
    assert "block" in themes(state, "b3-c4", "b3-b2")


def test_every_choice_brings_a_mole_out() -> None:
    state = scene(TIGHT, disc=2)
    assert len(choices(state)) > 1
    assert "forced_exit" in themes(state)


def test_one_gets_ready_for_the_next_turn() -> None:
    state = rock(
        """
        . . .
       . . . .
      . . o . .
       . . . A
        B . .
    """,
        disc=1,
        discs={"A": (2,)},
        rules={"final_entry": "all_paths"},
    )
    assert themes(state, "b4-c5", "b4-b3") == ("ready",)


@pytest.mark.parametrize(("best", "theme"), [("decline", "decline"), ("turn", "bonus")])
def test_the_extra_disc(best: str, theme: str) -> None:
    state = scene(FILL, extra=True, rules={"special_cells": True})
    assert themes(state, best) == (theme,)


@pytest.mark.parametrize("best", ["pass", "turn"])
def test_to_pass_or_not(best: str) -> None:
    state = scene(FILL.replace("A", "."), rules={"all_home": "may_pass"})
    assert themes(state, best) == ("pass",)


def test_a_special_cell_is_used_if_it_counts() -> None:
    picture = FILL.replace("A . B", "A * B")
    assert "bonus" in themes(scene(picture, disc=1, rules={"special_cells": True}), "d2-d3")
    assert "bonus" not in themes(scene(picture, disc=1), "d2-d3")


def test_whatever_is_left_is_quiet() -> None:
    assert themes(scene(FILL.replace("a", "o"), disc=1), "d2-c1", "d2-d3") == ("quiet",)
    assert THEMES[-1] == "quiet"
