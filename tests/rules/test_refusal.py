from collections.abc import Callable

import pytest

from taupes.rules.actions import Action, Blocked, Decline, Draw, Move, Pass, Place
from taupes.rules.hex import CENTRE, Hex
from taupes.rules.play import legal_actions, legal_moves
from taupes.rules.refusal import refusal
from taupes.rules.state import State
from taupes.rules.why import Why
from tests.rules.positions import action, fill, opened, play, position, reason, rock, scene

PRO = {"special_cells": True}

FIELD = """
      . . o
     . . . .
    A . . B .
     * . * .
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

LAST = """
      . A .
     . . . .
    B . o . .
     . . A .
      . . .
    """


def over() -> State:
    return play(rock(LAST, to_move="B", disc=2, orientation=1), "c1-c3")


REFUSALS: dict[str, tuple[Callable[[], State], str, Why]] = {
    "game_over": (over, "1", Why("game_over")),
    "still_placing": (opened, "1", Why("still_placing")),
    "all_placed": (lambda: fill(opened()), "@a2", Why("all_placed")),
    "off_board": (
        lambda: position(level=3, moles={"A": "e2", "B": "f8"}, disc=1),
        "e2-e1",
        Why("off_board", cell=Hex(-4, 0)),
    ),
    "place_taken": (
        lambda: play(opened(), "@i9"),
        "@i9",
        Why("place_taken", cell=Hex(4, -4)),
    ),
    "place_in_hole": (opened, "@e5", Why("place_in_hole", cell=CENTRE)),
    "disc_first": (lambda: scene(FIELD), "c1-c2", Why("disc_first")),
    "disc_shown": (lambda: scene(FIELD, disc=3), "3", Why("disc_shown", disc=3)),
    "no_such_disc": (
        lambda: scene(FIELD, discs={"A": (1, 2)}),
        "3",
        Why("no_such_disc", disc=3),
    ),
    "home_no_disc": (
        lambda: scene(ALL_HOME, rules={"all_home": "must_pass"}),
        "1",
        Why("home_no_disc"),
    ),
    "no_mole": (lambda: scene(FIELD, disc=1), "c3-c2", Why("no_mole", cell=CENTRE)),
    "other_team": (
        lambda: scene(FIELD, disc=1),
        "c4-c3",
        Why("other_team", cell=Hex(1, 0), seat=1),
    ),
    "not_straight": (
        lambda: scene(FIELD, disc=2),
        "c1-d3",
        Why("not_straight", cell=Hex(-2, 0), other=Hex(0, -1)),
    ),
    "wrong_distance": (
        lambda: scene(FIELD, disc=2),
        "c1-c2",
        Why("wrong_distance", cell=Hex(-2, 0), disc=2, count=1),
    ),
    "passes_over": (
        lambda: scene(FIELD, disc=4),
        "c1-c5",
        Why("passes_over", cell=Hex(1, 0)),
    ),
    "target_taken": (
        lambda: scene(FIELD, disc=3),
        "c1-c4",
        Why("target_taken", cell=Hex(1, 0)),
    ),
    "stay_in_hole": (
        lambda: scene(HALF_HOME, disc=2),
        "c1-c3",
        Why("stay_in_hole", cell=Hex(-1, 1), other=Hex(-1, -1)),
    ),
    "dotted_path": (
        lambda: rock(LAST, disc=1),
        "b3-c3",
        Why("dotted_path", cell=Hex(0, 1)),
    ),
    "second_special": (
        lambda: scene(FIELD, disc=1, extra=True, rules=PRO),
        "c1-b1",
        Why("second_special", cell=Hex(-2, 1)),
    ),
    "must_move": (
        lambda: scene(FIELD, disc=1),
        "blocked",
        Why("must_move", cell=Hex(-2, 0), other=Hex(-1, -1)),
    ),
    "must_turn": (lambda: scene(HALF_HOME), "pass", Why("must_turn", cell=Hex(-1, 1))),
    "nothing_to_decline": (
        lambda: scene(FIELD, rules=PRO),
        "decline",
        Why("nothing_to_decline"),
    ),
}
"""An action that each rule refuses; `not_your_turn` asks for a seat and has its own test."""


@pytest.mark.parametrize("code", REFUSALS)
def test_a_forbidden_action_is_refused_with_its_rule_and_cells(code: str) -> None:
    state, text, why = REFUSALS[code]
    before = state()
    assert why.code == code
    assert refusal(before, action(before, text)) == why
    assert action(before, text) not in legal_actions(before)


def test_a_player_who_is_not_to_act_is_refused() -> None:
    state = scene(FIELD, disc=1)
    move = action(state, "c1-c2")
    assert refusal(state, move, seat=0) is None
    assert refusal(state, move, seat=1) == Why("not_your_turn", seat=1)


@pytest.mark.parametrize(
    "state",
    [
        play(opened(), "@i9", "@i8"),
        fill(opened()),
        scene(FIELD),
        scene(FIELD, disc=1),
        scene(FIELD, disc=2, rules=PRO),
        scene(FIELD, disc=2, extra=True, rules=PRO),
        scene(FIELD, extra=True, rules=PRO),
        scene(HALF_HOME, disc=2),
        scene(HALF_HOME, disc=2, rules={"leave_hole": "free"}),
        scene(HALF_HOME, disc=4),
        scene(ALL_HOME),
        scene(ALL_HOME, rules={"all_home": "must_pass"}),
        rock(LAST, disc=1),
        rock(LAST, disc=2, rules={"final_entry": "all_paths"}),
        over(),
    ],
    ids=range(15),
)
def test_exactly_the_legal_actions_are_not_refused(state: State) -> None:
    cells = state.game.frame
    everything: list[Action] = [Place(cell) for cell in cells]
    everything += [Move(origin, target) for origin in cells for target in cells]
    everything += [Draw(disc) for disc in range(6)] + [Pass(), Blocked(), Decline()]
    allowed = {one for one in everything if refusal(state, one) is None}
    assert allowed == set(legal_actions(state))


@pytest.mark.parametrize(
    "move",
    [
        Move(Hex(50, 0), Hex(51, 0)),
        Move(Hex(-2, 0), Hex(-3, 0)),
        Move(Hex(-2, 0), Hex(-2, 400)),
    ],
)
def test_cells_far_off_the_board_are_refused_as_such(move: Move) -> None:
    why = refusal(scene(FIELD, disc=1), move)
    assert why is not None
    assert why.code == "off_board"


@pytest.mark.parametrize("disc", [1, 2])
def test_the_move_named_to_a_player_who_is_not_blocked_is_one_they_may_make(disc: int) -> None:
    state = scene(HALF_HOME, disc=disc)
    why = reason(state, "blocked")
    assert why.code == "must_move"
    assert (why.cell, why.other) in [(move.origin, move.target) for move in legal_moves(state)]


def test_the_move_named_to_keep_a_mole_in_its_hole_is_one_they_may_make() -> None:
    state = scene(HALF_HOME, disc=2)
    why = reason(state, "c1-c3")
    assert (why.cell, why.other) in [(move.origin, move.target) for move in legal_moves(state)]
