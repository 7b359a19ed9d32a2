import pytest

from taupes.rules import Hex, Move, Place, State, Why
from taupes.terminal.input.selection import Pick, announcements, lit, pick
from tests.rules.positions import opened, play, position, rock, scene

FIELD = """
      . . o
     . . . .
    A . . B .
     . . . .
      A . o
    """

HOME = """
      . . o
     . B . .
    a . . . .
     . . . .
      . . .
    """


def cells(state: State, names: str) -> frozenset[Hex]:
    return frozenset(map(state.game.cell, names.split()))


def test_the_moles_that_can_move_are_lit_and_where_the_one_in_hand_can_go() -> None:
    state = scene(FIELD, disc=2)
    c1 = state.game.cell("c1")
    assert lit(state, None).movable == cells(state, "c1 a1")
    assert lit(state, None).targets == frozenset()
    assert lit(state, c1).targets == cells(state, "c3 e3")
    assert lit(scene(FIELD), None).movable == frozenset()


def test_a_mole_is_taken_in_hand_changed_and_let_go() -> None:
    state = scene(FIELD, disc=2)
    c1, a1 = state.game.cell("c1"), state.game.cell("a1")
    assert pick(state, None, c1) == Pick(selected=c1)
    assert pick(state, c1, a1) == Pick(selected=a1)
    assert pick(state, c1, c1) == Pick()


def test_a_move_is_made_or_the_rule_against_it_named() -> None:
    state = scene(FIELD, disc=3)
    c1 = state.game.cell("c1")
    taken = state.game.cell("c4")
    assert pick(state, c1, taken) == Pick(selected=c1, why=Why("target_taken", cell=taken))
    state = scene(FIELD, disc=2)
    goal = state.game.cell("c3")
    assert pick(state, c1, goal).choice == Move(c1, goal)


def test_a_cell_that_one_mole_alone_can_reach_needs_no_first_pick() -> None:
    state = scene(FIELD, disc=2)
    goal = state.game.cell("e3")
    assert pick(state, None, goal).choice == Move(state.game.cell("c1"), goal)
    assert pick(state, None, state.game.cell("a2")).why is not None


def test_a_cell_that_several_can_reach_needs_one() -> None:
    state = scene(FIELD.replace("A . . B .", "A . . . A"), disc=2)
    assert pick(state, None, state.game.cell("c3")) == Pick(several=True)


def test_another_teams_mole_and_an_empty_cell_are_refused() -> None:
    state = scene(FIELD, disc=2)
    owner = pick(state, None, state.game.cell("c4")).why
    assert owner == Why("other_team", cell=state.game.cell("c4"), seat=1)
    assert pick(state, None, state.game.cell("d5")).why == Why(
        "no_mole", cell=state.game.cell("d5")
    )


def test_a_mole_that_must_stay_says_why() -> None:
    state = scene(HOME.replace(". . .\n    ", ". A .\n    ", 1), disc=1)
    picked = pick(state, None, state.game.cell("c1"))
    assert picked.stuck == state.game.cell("c1")
    assert picked.why is not None
    assert picked.why.code == "stay_in_hole"


def test_before_the_disc_is_turned_no_mole_moves() -> None:
    state = scene(FIELD)
    assert pick(state, None, state.game.cell("c1")).why == Why("disc_first")


def test_a_mole_is_placed_or_the_rule_against_it_named() -> None:
    state = play(opened(), "@i9")
    i9, b2 = state.game.cell("i9"), state.game.cell("b2")
    assert pick(state, None, i9).why == Why("place_taken", cell=i9)
    assert pick(state, None, b2).choice == Place(b2)


@pytest.mark.parametrize(
    ("state", "codes"),
    [
        (scene(FIELD, disc=2), []),
        (scene(FIELD), []),
        (scene(HOME), ["home_may_turn"]),
        (scene(HOME, rules={"all_home": "must_pass"}), ["home_must_pass"]),
        (scene(HOME, disc=1), ["forced_out"]),
        (position(3, moles={"A": "b2", "B": "h8"}, disc=4), ["only_move"]),
        (rock(". A A\n. B B .\nA . o . .\n. . . .\n. . .", to_move="B", disc=4), ["turn_lost"]),
    ],
)
def test_what_is_forced_is_announced(state: State, codes: list[str]) -> None:
    assert [why.code for why in announcements(state)] == codes
