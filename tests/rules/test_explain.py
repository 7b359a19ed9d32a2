from collections.abc import Callable

import pytest

from taupes.rules.explain import explain
from taupes.rules.hex import CENTRE, Hex
from taupes.rules.state import State
from taupes.rules.why import Why
from tests.rules.positions import action, opened, play, rock, scene

PRO = {"special_cells": True}
POINTS = {"victory": "points"}

PLAIN = """
      . . .
     . . . .
    . . o . .
     . . . .
      . . .
    """

FIELD = """
      . . o
     . . . .
    A . * B .
     . . . .
      o . .
    """

HALF_HOME = """
      . . .
     . . . .
    a . . . .
     . A . .
      o . B
    """

ALL_HOME = HALF_HOME.replace("A", ".")

STUCK = HALF_HOME.replace("a", "o")

FULL_BUT_ONE = """
      . . A
     . o . .
    . A . C .
     . . b .
      . . .
    """

FALLS_TOO = """
      . . .
     . o . .
    . . . . .
     . . o .
      . . .
    """

FACE_TO_FACE = PLAIN.replace(". . o . .", "A . o . B")

LAST_TEAM = FULL_BUT_ONE.replace("b", "B")


def on_star() -> State:
    return play(scene(FIELD, disc=2, rules=PRO), "c1-c3")


EXPLANATIONS: dict[str, tuple[Callable[[], State], str, Why]] = {
    "placing": (opened, "@i9", Why("placing")),
    "turns_disc": (lambda: scene(FIELD), "3", Why("turns_disc")),
    "home_may_turn": (lambda: scene(ALL_HOME), "3", Why("home_may_turn")),
    "extra_disc": (on_star, "3", Why("extra_disc")),
    "compulsory": (lambda: scene(FIELD, disc=2), "c1-c3", Why("compulsory", disc=2)),
    "only_move": (
        lambda: scene(HALF_HOME, disc=4),
        "c1-c5",
        Why("only_move", cell=Hex(-2, 0)),
    ),
    "forced_out": (
        lambda: scene(HALF_HOME, disc=4),
        "c1-c5",
        Why("forced_out", cell=Hex(-2, 0), disc=4),
    ),
    "enters_hole": (
        lambda: scene(FIELD, disc=2),
        "c1-a1",
        Why("enters_hole", cell=Hex(-2, 2)),
    ),
    "gains_extra": (
        lambda: scene(FIELD, disc=2, rules=PRO),
        "c1-c3",
        Why("gains_extra", cell=CENTRE),
    ),
    "turn_lost": (lambda: scene(STUCK, disc=4), "blocked", Why("turn_lost", disc=4)),
    "extra_lost": (lambda: play(on_star(), "4"), "blocked", Why("extra_lost", disc=4)),
    "home_must_pass": (
        lambda: scene(ALL_HOME, rules={"all_home": "must_pass"}),
        "pass",
        Why("home_must_pass"),
    ),
    "home_may_pass": (lambda: scene(ALL_HOME), "pass", Why("home_may_pass")),
    "declines": (on_star, "decline", Why("declines")),
    "lifted_full": (
        lambda: scene(FULL_BUT_ONE, PLAIN, disc=1),
        "c2-d3",
        Why("lifted_full"),
    ),
    "lifted_home": (
        lambda: scene(
            """
              . . .
             . o . .
            . A . o .
             . . b .
              . . .
            """,
            PLAIN,
            disc=1,
        ),
        "c2-d3",
        Why("lifted_home"),
    ),
    "lifted_stand_off": (
        lambda: scene(HALF_HOME, PLAIN, disc=1, stall=6, rules={"stall_limit": 7}),
        "b2-b3",
        Why("lifted_stand_off", count=7),
    ),
    "lifted_at_once": (
        lambda: scene(FULL_BUT_ONE, FALLS_TOO, PLAIN, disc=1),
        "c2-d3",
        Why("lifted_at_once"),
    ),
    "mole_out": (
        lambda: scene(FULL_BUT_ONE, PLAIN, disc=1),
        "c2-d3",
        Why("mole_out", cell=Hex(2, -2)),
    ),
    "eliminated": (
        lambda: scene(FULL_BUT_ONE, PLAIN, disc=1),
        "c2-d3",
        Why("eliminated", seat=2),
    ),
    "wins_shovel": (
        lambda: rock(FACE_TO_FACE, disc=2, orientation=1),
        "c1-c3",
        Why("wins_shovel", seat=0),
    ),
    "wins_last_team": (
        lambda: scene(LAST_TEAM.replace("B", "."), PLAIN, disc=1),
        "c2-d3",
        Why("wins_last_team", seat=0),
    ),
    "points_counted": (
        lambda: rock(FACE_TO_FACE, disc=2, orientation=1, rules=POINTS),
        "c1-c3",
        Why("points_counted"),
    ),
    "drawn": (
        lambda: rock(FACE_TO_FACE, disc=1, stall=99),
        "c1-c2",
        Why("drawn", count=100),
    ),
}
"""An action that each reason explains."""


@pytest.mark.parametrize("code", EXPLANATIONS)
def test_an_action_is_explained_by_what_it_obeys_and_brings_about(code: str) -> None:
    state, text, why = EXPLANATIONS[code]
    before = state()
    assert why.code == code
    assert why in explain(before, action(before, text))


def codes(state: State, text: str) -> list[str]:
    return [why.code for why in explain(state, action(state, text))]


def test_a_forbidden_action_is_explained_by_the_rule_that_forbids_it() -> None:
    state = scene(FIELD, disc=4)
    assert explain(state, action(state, "c1-c5")) == (Why("passes_over", cell=Hex(1, 0)),)


def test_an_ordinary_move_is_only_compulsory() -> None:
    assert codes(scene(FIELD, disc=1), "c1-c2") == ["compulsory"]


def test_a_move_onto_a_special_cell_gains_nothing_when_the_option_is_off() -> None:
    assert codes(scene(FIELD, disc=2), "c1-c3") == ["compulsory"]


def test_a_mole_that_comes_out_freely_is_not_forced() -> None:
    state = scene(HALF_HOME, disc=2, rules={"leave_hole": "free"})
    assert codes(state, "c1-c3") == ["compulsory"]


def test_a_lift_tells_every_mole_that_is_out_and_every_player_who_is() -> None:
    state = scene(FULL_BUT_ONE, PLAIN, disc=1)
    assert explain(state, action(state, "c2-d3")) == (
        Why("compulsory", disc=1),
        Why("enters_hole", cell=Hex(0, -1)),
        Why("lifted_full"),
        Why("mole_out", cell=Hex(2, -2)),
        Why("mole_out", cell=Hex(1, 0)),
        Why("eliminated", seat=2),
    )


def test_a_board_lifted_as_it_stands_is_not_called_full() -> None:
    state = scene(HALF_HOME, PLAIN, disc=1, stall=99)
    assert codes(state, "b2-b3") == [
        "compulsory",
        "lifted_stand_off",
        "mole_out",
        "mole_out",
        "eliminated",
        "wins_last_team",
    ]


def test_a_pass_that_brings_the_stand_off_says_so() -> None:
    state = scene(
        """
          . . .
         . . . .
        a . o . b
         . . . .
          B . .
        """,
        PLAIN,
        stall=99,
    )
    assert codes(state, "pass") == ["home_may_pass", "lifted_stand_off", "mole_out"]


def test_a_stand_off_that_points_decide_is_not_called_a_draw() -> None:
    state = rock(FACE_TO_FACE, disc=1, stall=99, rules=POINTS, points=(1, 3))
    after = play(state, "c1-c2")
    assert after.outcome is not None
    assert after.outcome.winners == (1,)
    assert "points_counted" in codes(state, "c1-c2")
    assert "drawn" not in codes(state, "c1-c2")


def test_a_stand_off_without_any_point_is_called_a_draw() -> None:
    state = rock(FACE_TO_FACE, disc=1, stall=99, rules=POINTS)
    assert "drawn" in codes(state, "c1-c2")


def test_a_win_by_points_is_not_called_a_win_of_the_shovel() -> None:
    state = rock(FACE_TO_FACE, disc=2, orientation=1, rules=POINTS, points=(0, 3))
    assert codes(state, "c1-c3") == ["compulsory", "enters_hole", "points_counted"]


def test_moles_beside_the_holes_of_a_board_lifted_at_once_are_told_as_out() -> None:
    state = scene(FULL_BUT_ONE.replace("A\n", "a\n", 1), FALLS_TOO, PLAIN, disc=1)
    after = play(state, "c2-d3")
    assert after.level == 2
    assert Why("mole_out", cell=Hex(2, -2)) in explain(state, action(state, "c2-d3"))
