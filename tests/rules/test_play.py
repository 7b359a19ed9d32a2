from typing import Any

import pytest

from taupes.rules.actions import Blocked, Decline, Draw, Move, Pass, Place
from taupes.rules.boardset import load_stack
from taupes.rules.hex import Hex
from taupes.rules.options import DISCS, Rules, preset_rules
from taupes.rules.play import IllegalAction, apply, legal_actions, outcome
from taupes.rules.state import BadGame, Game, Phase, new_game
from tests.rules.positions import (
    action,
    fill,
    moves,
    opened,
    play,
    position,
    reason,
    refused,
    rock,
    scene,
    turn,
    where,
)

PRO = {"special_cells": True}
FREE = {"leave_hole": "free"}
STAY = {"all_home": "must_pass"}

OPEN_FIELD = """
        o . . . .
       . . . . . .
      . . . . . . .
     . . . . . . . .
    . . . . A . . . .
     . . . . . . . .
      . . . . . . .
       . . . . . .
        . . . . B
    """


# Set-up


def test_the_first_player_begins_and_placing_goes_clockwise() -> None:
    state = opened(players=4, first=2)
    order = []
    for _ in range(5):
        order.append(turn(state))
        state = apply(state, legal_actions(state)[0])
    assert order == ["C", "D", "A", "B", "C"]


@pytest.mark.parametrize(("players", "moles"), [(2, 10), (3, 7), (4, 6)])
def test_players_place_in_turn_until_all_their_moles_stand(players: int, moles: int) -> None:
    state, placed = opened(players), 0
    while state.phase is Phase.PLACE:
        state = apply(state, legal_actions(state)[0])
        placed += 1
    assert placed == players * moles
    assert [len(state.cells(seat)) for seat in range(players)] == [moles] * players


@pytest.mark.parametrize(
    ("moles", "first", "order"),
    [
        ((3, 1), 0, "ABAA"),
        ((3, 1), 1, "BAAA"),
        ((1, 3), 0, "ABBB"),
        ((2, 1, 3), 0, "ABCACC"),
        ((1, 2, 3), 2, "CABCBC"),
        ((1, 4, 1, 2), 3, "DABCDBBB"),
    ],
)
def test_whoever_has_none_left_to_place_is_passed_over(
    moles: tuple[int, ...], first: int, order: str
) -> None:
    """RULES, Handicaps: and the first player takes the first turn."""
    seats = len(moles)
    state = new_game(
        Game(load_stack("quick-0000"), preset_rules("web", seats), seats, moles, first)
    )
    placed = ""
    while state.phase is Phase.PLACE:
        placed += turn(state)
        state = apply(state, legal_actions(state)[0])
    assert placed == order
    assert tuple(len(state.cells(seat)) for seat in range(seats)) == moles
    assert (state.phase, state.turn) == (Phase.DRAW, first)


def test_as_many_moles_for_all_are_one_number() -> None:
    stack, rules = load_stack("quick-0000"), preset_rules("web", 2)
    even, handicap = Game(stack, rules, 2, (4, 4)), Game(stack, rules, 2, (4, 3))
    assert even == Game(stack, rules, 2, 4)
    assert hash(even) == hash(Game(stack, rules, 2, 4))
    assert (even.moles, even.counts, handicap.moles) == (4, (4, 4), (4, 3))
    assert even != handicap


@pytest.mark.parametrize(
    ("moles", "what"),
    [
        ((4,), "4 moles: expected one number for everybody, or one for each of the 2 seats"),
        ((), " moles: expected one number for everybody, or one for each of the 2 seats"),
        ((1, 2, 3), "1,2,3 moles: expected one number for everybody, or one for each of the"),
        ((4, 0), "4,0 moles by seat: everybody needs at least one"),
        ((1, 60), "1 and 60 moles do not fit on"),
    ],
)
def test_a_handicap_that_cannot_be_is_refused(moles: tuple[int, ...], what: str) -> None:
    with pytest.raises(BadGame) as caught:
        Game(load_stack("quick-0000"), preset_rules("web", 2), 2, moles)
    assert str(caught.value).startswith(what)


@pytest.mark.parametrize("first", range(3))
def test_who_placed_first_turns_the_first_disc(first: int) -> None:
    state = fill(opened(players=3, first=first))
    assert state.phase is Phase.DRAW
    assert state.turn == first
    assert (state.stall, state.most) == (0, 0)


def test_a_mole_may_be_placed_on_any_free_cell_that_is_no_hole() -> None:
    state = opened()
    assert len(legal_actions(state)) == 61 - 13
    after = play(state, "@i9")
    assert where(after, "A") == {"i9"}
    assert len(legal_actions(after)) == 61 - 13 - 1
    assert Place(Hex(4, -4)) not in legal_actions(after)


def test_no_mole_may_be_placed_in_a_hole() -> None:
    assert refused(opened(), "@e5") == ("place_in_hole", "e5")


def test_only_one_mole_may_be_placed_on_a_cell() -> None:
    assert refused(play(opened(), "@i9"), "@i9") == ("place_taken", "i9")


def test_a_mole_is_placed_on_the_board() -> None:
    with pytest.raises(IllegalAction) as caught:
        apply(opened(), Place(Hex(3, 3)))
    assert (caught.value.why.code, caught.value.why.cell) == ("off_board", (3, 3))


@pytest.mark.parametrize("text", ["3", "i9-i8", "pass", "blocked", "decline"])
def test_nothing_else_happens_before_all_moles_are_placed(text: str) -> None:
    assert refused(play(opened(), "@i9", "@i8"), text) == ("still_placing", None)


def test_no_mole_is_placed_after_that() -> None:
    assert refused(fill(opened()), "@a1") == ("all_placed", None)


@pytest.mark.parametrize("players", [0, 1, 5])
def test_the_game_is_for_two_to_four_players(players: int) -> None:
    with pytest.raises(BadGame, match=rf"^{players} players: the game is for 2, 3 or 4$"):
        Game(load_stack("classic-0000"), Rules(), players, 6)


@pytest.mark.parametrize("first", [-1, 3])
def test_who_begins_has_a_seat(first: int) -> None:
    with pytest.raises(BadGame, match=rf"^player {first} cannot begin: seats run from 0 to 2$"):
        Game(load_stack("classic-0000"), Rules(), 3, 7, first)


def test_everybody_needs_a_mole() -> None:
    with pytest.raises(BadGame, match=r"^0 moles each: everybody needs at least one$"):
        Game(load_stack("classic-0000"), Rules(), 2, 0)


def test_the_moles_must_fit_on_the_top_board() -> None:
    stack = load_stack("classic-0000")
    assert new_game(Game(stack, Rules(), 4, 12)).phase is Phase.PLACE
    with pytest.raises(BadGame) as caught:
        Game(stack, Rules(), 4, 13)
    assert str(caught.value) == (
        "4 times 13 moles do not fit on 'meadow', which has 48 cells beside its holes"
    )


# Discs


@pytest.mark.parametrize(
    ("down", "values"),
    [
        (DISCS, [1, 2, 3, 4]),
        ((1, 2, 3, 3, 4), [1, 2, 3, 4]),
        ((1, 3, 3, 4), [1, 3, 4]),
        ((2,), [2]),
    ],
)
def test_any_face_down_disc_may_be_turned(down: tuple[int, ...], values: list[int]) -> None:
    state = scene(OPEN_FIELD, discs={"A": down})
    assert list(legal_actions(state)) == [Draw(value) for value in values]


@pytest.mark.parametrize("disc", [0, 3, 5])
def test_a_disc_that_is_not_face_down_cannot_be_turned(disc: int) -> None:
    state = scene(OPEN_FIELD, discs={"A": (1, 2, 2, 4)})
    assert reason(state, str(disc)).code == "no_such_disc"
    assert reason(state, str(disc)).disc == disc


@pytest.mark.parametrize("disc", [1, 2, 3, 4])
def test_the_disc_turned_is_shown_and_no_longer_face_down(disc: int) -> None:
    after = play(scene(OPEN_FIELD), str(disc))
    assert (after.phase, after.disc, turn(after)) == (Phase.MOVE, disc, "A")
    assert sorted((*after.discs[0], disc)) == list(DISCS)
    assert after.discs[1] == DISCS


def test_one_disc_is_turned_in_a_turn() -> None:
    assert refused(scene(OPEN_FIELD, disc=2), "3") == ("disc_shown", None)


def test_no_mole_moves_before_a_disc_is_turned() -> None:
    assert refused(scene(OPEN_FIELD), "e5-e6") == ("disc_first", None)


def test_a_used_disc_stays_face_up_until_the_sixth_is_used() -> None:
    state = scene(OPEN_FIELD, discs={"A": (3, 4)})
    state = play(state, "4", "e5-e9")
    assert state.discs == ((3,), DISCS)
    state = play(state, "1", "a5-a4", "3")
    assert state.discs[0] == ()
    state = play(state, "e9-e6")
    assert state.discs == (DISCS, (2, 2, 3, 3, 4))


def test_a_position_holds_the_values_left_and_no_order_of_them() -> None:
    one = play(scene(OPEN_FIELD), "3", "e5-e8", "1", "a5-a4", "1", "e8-e9")
    other = play(scene(OPEN_FIELD), "1", "e5-e6", "1", "a5-a4", "3", "e6-e9")
    assert one == other
    assert one.discs[0] == (2, 2, 3, 4)


def test_the_sixth_disc_of_a_blocked_turn_is_used_too() -> None:
    state = scene(
        """
          A B .
         B B . .
        . . . . .
         . . o .
          . . .
        """,
        disc=1,
        discs={"A": ()},
    )
    assert play(state, "blocked").discs[0] == DISCS


# Moving


@pytest.mark.parametrize(
    ("disc", "targets"),
    [
        (1, "e6 d5 d4 e4 f5 f6"),
        (2, "e7 c5 c3 e3 g5 g7"),
        (3, "e8 b5 b2 e2 h5 h8"),
        (4, "e9 a1 e1 i5 i9"),
    ],
)
def test_a_mole_moves_exactly_the_number_shown_along_the_six_lines(disc: int, targets: str) -> None:
    assert moves(scene(OPEN_FIELD, disc=disc)) == {f"e5-{target}" for target in targets.split()}


def test_a_mole_that_moves_leaves_its_cell_for_the_other() -> None:
    after = play(scene(OPEN_FIELD, disc=3), "e5-h8")
    assert (where(after, "A"), where(after, "B")) == ({"h8"}, {"a5"})
    assert (turn(after), after.phase, after.disc) == ("B", Phase.DRAW, 0)


@pytest.mark.parametrize("target", ["e5", "e6", "e8", "e9", "b5"])
def test_a_mole_may_move_neither_less_nor_more_than_the_number_shown(target: str) -> None:
    assert reason(scene(OPEN_FIELD, disc=2), f"e5-{target}").code in (
        "wrong_distance",
        "not_straight",
    )


def test_a_wrong_distance_is_told_with_the_disc_and_the_steps() -> None:
    why = reason(scene(OPEN_FIELD, disc=2), "e5-e8")
    assert (why.code, why.cell, why.disc, why.count) == ("wrong_distance", (0, 0), 2, 3)


@pytest.mark.parametrize("target", ["f7", "g6", "f4", "d3", "c4", "d6"])
def test_a_mole_never_turns_a_corner(target: str) -> None:
    why = reason(scene(OPEN_FIELD, disc=2), f"e5-{target}")
    assert (why.code, why.cell) == ("not_straight", (0, 0))
    assert why.other == scene(OPEN_FIELD).game.cell(target)


def test_staying_in_place_is_no_move() -> None:
    assert refused(scene(OPEN_FIELD, disc=1), "e5-e5") == ("not_straight", "e5")


def test_a_mole_may_not_leave_the_board() -> None:
    state = scene(OPEN_FIELD, to_move="B", disc=3)
    with pytest.raises(IllegalAction) as caught:
        apply(state, Move(Hex(0, 4), Hex(3, 4)))
    assert (caught.value.why.code, caught.value.why.cell) == ("off_board", (3, 4))


def test_a_smaller_board_ends_earlier() -> None:
    state = position(level=3, moles={"A": "e2", "B": "f8"}, disc=1)
    assert refused(state, "e2-e1") == ("off_board", "e1")
    assert moves(state) == {"e2-e3", "e2-f3", "e2-d2"}


def test_only_a_mole_moves() -> None:
    assert refused(scene(OPEN_FIELD, disc=1), "e4-e3") == ("no_mole", "e4")


def test_only_ones_own_mole_moves() -> None:
    why = reason(scene(OPEN_FIELD, disc=1), "a5-a4")
    assert (why.code, why.seat) == ("other_team", 1)


@pytest.mark.parametrize("disc", [1, 2, 3])
def test_a_hole_counts_as_a_cell(disc: int) -> None:
    state = scene(
        """
          . . .
         . . . .
        A . o . .
         . . . .
          . . B
        """,
        disc=disc,
    )
    assert f"c1-c{1 + disc}" in moves(state)


def test_a_mole_may_pass_over_an_empty_hole() -> None:
    state = scene(
        """
          . . .
         . . . .
        A . o . .
         . . . .
          . . B
        """,
        disc=3,
    )
    assert where(play(state, "c1-c4"), "A") == {"c4"}


@pytest.mark.parametrize("special_cells", [True, False])
def test_a_mole_may_pass_over_a_special_cell(special_cells: bool) -> None:
    state = scene(
        """
          . . .
         . . . .
        A * . . .
         . . o .
          . . B
        """,
        disc=2,
        rules={"special_cells": special_cells},
    )
    after = play(state, "c1-c3")
    assert (where(after, "A"), turn(after), after.phase) == ({"c3"}, "B", Phase.DRAW)


@pytest.mark.parametrize("target", ["c3", "a1"])
def test_a_mole_may_not_stop_on_a_taken_cell(target: str) -> None:
    state = scene(
        """
          . . .
         . . . .
        A . B . .
         . . o .
          A . .
        """,
        disc=2,
    )
    assert refused(state, f"c1-{target}") == ("target_taken", target)


def test_a_mole_may_not_stop_in_a_taken_hole() -> None:
    state = scene(
        """
          . . .
         . . . .
        A . b . .
         . . o .
          . . .
        """,
        disc=2,
    )
    assert refused(state, "c1-c3") == ("target_taken", "c3")
    assert "c1-c3" not in moves(state)


@pytest.mark.parametrize("mark", ["A", "B", "a", "b"])
def test_a_mole_may_not_pass_over_a_mole_of_either_team_in_a_hole_or_not(mark: str) -> None:
    state = scene(
        f"""
          . . .
         . . . .
        A {mark} . . .
         . . o .
          . . B
        """,
        disc=2,
    )
    assert refused(state, "c1-c3") == ("passes_over", "c2")
    assert "c1-c3" not in moves(state)


def test_the_first_mole_in_the_way_is_named() -> None:
    state = scene(
        """
          . . .
         . . . .
        A . B B .
         . . o .
          . . .
        """,
        disc=4,
    )
    assert refused(state, "c1-c5") == ("passes_over", "c3")


def test_play_goes_clockwise() -> None:
    state = scene(
        """
          A . B
         . . . .
        . . o . .
         . . . .
          D . C
        """
    )
    order = []
    for way in ("1 e3-e4", "1 e5-d5", "1 a3-a2", "1 a1-b1", "2 e4-c4"):
        order.append(turn(state))
        state = play(state, *way.split())
    assert order == ["A", "B", "C", "D", "A"]


def test_only_the_player_to_move_acts() -> None:
    state = scene(OPEN_FIELD, disc=1)
    with pytest.raises(IllegalAction) as caught:
        apply(state, action(state, "a5-a4"), seat=1)
    assert (caught.value.why.code, caught.value.why.seat) == ("not_your_turn", 1)
    assert turn(apply(state, action(state, "e5-e4"), seat=0)) == "B"


def test_an_illegal_action_says_which_rule_it_breaks() -> None:
    with pytest.raises(IllegalAction, match=r"is illegal: disc_first \(RULES, A turn, 1\)$"):
        play(scene(OPEN_FIELD), "e5-e6")


@pytest.mark.parametrize("thing", ["x", None, 3, Move, ("a1", "a2")])
def test_what_is_no_action_is_said_to_be_none(thing: Any) -> None:
    for state in (scene(OPEN_FIELD), scene(OPEN_FIELD, disc=4)):
        with pytest.raises(TypeError, match=r"is no action: expected Place\(cell\), Draw"):
            apply(state, thing)


def test_rules_for_another_number_of_players_are_refused() -> None:
    stack = load_stack("classic-0000")
    with pytest.raises(BadGame, match=r"rules for 2 players at a table of 4: make them by preset_"):
        Game(stack, preset_rules("web", 2, {"stall_limit": 7}), 4, 6)
    assert Game(stack, Rules(), 4, 6).rules.players is None
    assert preset_rules("web", 3) == preset_rules("web", 4)


# Moving is compulsory


def test_a_player_who_can_move_must() -> None:
    state = scene(OPEN_FIELD, disc=4)
    why = reason(state, "blocked")
    assert (why.code, why.cell) == ("must_move", (0, 0))
    assert Move(Hex(0, 0), why.other or Hex(9, 9)) in legal_actions(state)
    assert Blocked() not in legal_actions(state)


def test_a_player_with_a_mole_outside_a_hole_may_not_pass() -> None:
    state = scene(OPEN_FIELD)
    assert refused(state, "pass") == ("must_turn", "e5")
    assert Pass() not in legal_actions(state)


HALF_HOME = """
      . . .
     . . . .
    a . . . .
     . A . .
      o . B
    """


def test_a_mole_in_a_hole_stays_while_one_outside_can_move() -> None:
    state = scene(HALF_HOME, disc=2)
    assert moves(state) == {"b2-b4", "b2-d4", "b2-d2"}
    assert refused(state, "c1-c3") == ("stay_in_hole", "b2")


def test_a_mole_in_a_hole_must_come_out_when_none_outside_can_move() -> None:
    state = scene(HALF_HOME, disc=4)
    assert moves(state) == {"c1-c5"}
    assert refused(state, "blocked") == ("must_move", "c1")
    assert where(play(state, "c1-c5"), "A") == {"b2", "c5"}


def test_a_mole_in_a_hole_must_come_out_when_those_outside_are_shut_in() -> None:
    state = scene(
        """
          A B .
         B B . .
        . . . . .
         . . o .
          . . a
        """,
        disc=1,
    )
    assert moves(state) == {"a3-a2", "a3-b3", "a3-b4"}


def test_a_mole_may_move_from_one_hole_to_another_when_it_must_come_out() -> None:
    state = scene(
        """
          . . .
         . . . .
        a . . . o
         . A . .
          . . B
        """,
        disc=4,
    )
    after = play(state, "c1-c5")
    assert where(after, "A") == {"b2", "c5"}
    assert (after.level, turn(after)) == (0, "B")


def test_a_mole_in_a_hole_may_move_freely_with_that_option() -> None:
    state = scene(HALF_HOME, disc=2, rules=FREE)
    assert moves(state) == {"b2-b4", "b2-d4", "b2-d2", "c1-c3", "c1-e3", "c1-a1"}
    assert where(play(state, "c1-c3"), "A") == {"b2", "c3"}


# All moles in holes

ALL_HOME = """
      . . .
     . . . .
    a . a . o
     . . . .
      . . B
    """


def test_who_has_all_moles_in_holes_must_pass_with_that_option() -> None:
    state = scene(ALL_HOME, rules=STAY)
    assert legal_actions(state) == (Pass(),)
    assert refused(state, "3") == ("home_no_disc", None)
    after = play(state, "pass")
    assert (turn(after), after.discs, after.moles) == ("B", state.discs, state.moles)


def test_who_has_all_moles_in_holes_may_pass_without_turning_a_disc() -> None:
    state = scene(ALL_HOME)
    assert legal_actions(state) == (Pass(), Draw(1), Draw(2), Draw(3), Draw(4))
    after = play(state, "pass")
    assert (turn(after), after.discs, after.moles) == ("B", state.discs, state.moles)


def test_who_turns_a_disc_instead_of_passing_must_move() -> None:
    state = play(scene(ALL_HOME), "1")
    assert moves(state) == {
        *("c1-c2", "c1-d2", "c1-b1"),
        *("c3-c2", "c3-c4", "c3-d3", "c3-d4", "c3-b2", "c3-b3"),
    }
    assert refused(state, "pass") == ("disc_shown", None)
    assert refused(state, "blocked") == ("must_move", "c1")


def test_passing_goes_on_until_the_board_is_lifted() -> None:
    state = play(scene(ALL_HOME), "pass", "1", "a3-a2")
    assert legal_actions(state)[0] == Pass()


def test_who_turns_a_disc_with_all_moles_home_and_cannot_move_is_blocked() -> None:
    state = scene(
        """
          . . .
         . . . .
        . . . . .
         . a . .
          . o B
        """,
        disc=4,
    )
    assert legal_actions(state) == (Blocked(),)


# Nothing can move


def test_a_turn_is_lost_when_no_mole_can_move_and_the_disc_is_used() -> None:
    state = scene(
        """
          . . .
         . . . .
        . . . . .
         . A . .
          . o B
        """,
        disc=4,
    )
    assert legal_actions(state) == (Blocked(),)
    after = play(state, "blocked")
    assert (turn(after), after.phase, after.moles) == ("B", Phase.DRAW, state.moles)
    assert after.discs[0] == (1, 2, 2, 3, 3)


def test_nobody_is_blocked_before_a_disc_is_turned() -> None:
    assert refused(scene(OPEN_FIELD), "blocked") == ("disc_first", None)


# Special cells

STAR = """
      . . o
     . . . .
    A . * . .
     . A * .
      B . .
    """


def test_a_move_that_stops_on_a_special_cell_lets_the_player_turn_another_disc() -> None:
    state = play(scene(STAR, disc=2, rules=PRO), "c1-c3")
    assert (turn(state), state.phase, state.disc) == ("A", Phase.EXTRA_DRAW, 0)
    assert legal_actions(state) == (Decline(), Draw(1), Draw(2), Draw(3), Draw(4))
    assert state.discs[0] == (1, 2, 3, 3, 4)


def test_the_extra_disc_may_move_the_same_mole() -> None:
    after = play(scene(STAR, disc=2, rules=PRO), "c1-c3", "2", "c3-c5")
    assert (where(after, "A"), turn(after)) == ({"c5", "b2"}, "B")
    assert after.discs[0] == (1, 3, 3, 4)


def test_the_extra_disc_may_move_any_other_mole() -> None:
    after = play(scene(STAR, disc=2, rules=PRO), "c1-c3", "2", "b2-b4")
    assert (where(after, "A"), turn(after)) == ({"c3", "b4"}, "B")


def test_the_extra_disc_may_be_declined() -> None:
    after = play(scene(STAR, disc=2, rules=PRO), "c1-c3", "decline")
    assert (where(after, "A"), turn(after), after.phase) == ({"c3", "b2"}, "B", Phase.DRAW)
    assert after.discs[0] == (1, 2, 3, 3, 4)


def test_the_extra_move_may_not_stop_on_a_special_cell() -> None:
    state = play(scene(STAR, disc=2, rules=PRO), "c1-c3", "1")
    assert refused(state, "c3-b3") == ("second_special", "b3")
    assert refused(state, "b2-b3") == ("second_special", "b3")
    assert not {"c3-b3", "b2-b3"} & moves(state)


def test_the_extra_move_may_pass_over_a_special_cell() -> None:
    state = play(scene(STAR, disc=2, rules=PRO), "c1-c3", "2")
    assert {"c3-a3", "b2-b4"} <= moves(state)


def test_the_first_move_may_go_from_special_cell_to_special_cell() -> None:
    state = play(scene(STAR, disc=2, rules=PRO), "c1-c3", "decline", "1", "a1-a2", "1")
    after = play(state, "c3-b3")
    assert (turn(after), after.phase) == ("A", Phase.EXTRA_DRAW)


def test_a_mole_that_stands_on_a_special_cell_gives_nothing_when_it_leaves() -> None:
    state = play(scene(STAR, disc=2, rules=PRO), "c1-c3", "decline", "1", "a1-a2", "1")
    assert turn(play(state, "c3-c4")) == "B"


def test_an_extra_disc_by_which_nothing_may_move_is_spent_and_the_turn_ends() -> None:
    state = scene(
        """
          . . .
         . . . .
        . . A * .
         . . . .
          B . o
        """,
        disc=1,
        rules=PRO,
    )
    state = play(state, "c3-c4", "4")
    assert legal_actions(state) == (Blocked(),)
    after = play(state, "blocked")
    assert (where(after, "A"), turn(after)) == ({"c4"}, "B")
    assert after.discs[0] == (2, 2, 3, 3)


def test_an_extra_disc_by_which_moles_could_only_stop_on_special_cells_is_spent() -> None:
    state = scene(
        """
          . . .
         . . . .
        * * A . *
         . . . .
          B . o
        """,
        disc=1,
        rules=PRO,
    )
    state = play(state, "c3-c2", "3")
    assert refused(state, "c2-c5") == ("second_special", "c5")
    assert legal_actions(state) == (Blocked(),)


def test_special_cells_are_ordinary_ones_when_the_option_is_off() -> None:
    after = play(scene(STAR, disc=2), "c1-c3")
    assert (turn(after), after.phase) == ("B", Phase.DRAW)
    assert refused(after, "decline") == ("nothing_to_decline", None)


@pytest.mark.parametrize(("disc", "code"), [(0, "nothing_to_decline"), (2, "disc_shown")])
def test_only_an_extra_disc_can_be_declined(disc: int, code: str) -> None:
    assert refused(scene(STAR, disc=disc, rules=PRO), "decline") == (code, None)


@pytest.mark.parametrize(
    ("text", "code"), [("pass", "must_turn"), ("blocked", "disc_first"), ("c3-c4", "disc_first")]
)
def test_an_extra_disc_is_turned_or_declined_and_nothing_else(text: str, code: str) -> None:
    assert reason(play(scene(STAR, disc=2, rules=PRO), "c1-c3"), text).code == code


def test_after_the_sixth_disc_on_a_special_cell_all_six_are_face_down_for_the_extra_one() -> None:
    state = play(scene(STAR, disc=2, discs={"A": ()}, rules=PRO), "c1-c3")
    assert state.discs[0] == DISCS
    after = play(state, "2", "c3-c5")
    assert after.discs[0] == (1, 2, 3, 3, 4)


def test_the_extra_disc_may_be_the_sixth() -> None:
    state = play(scene(STAR, disc=2, discs={"A": (1,)}, rules=PRO), "c1-c3")
    assert legal_actions(state) == (Decline(), Draw(1))
    assert play(state, "1", "c3-c4").discs[0] == DISCS


def test_declining_after_the_sixth_disc_leaves_all_six_face_down() -> None:
    state = play(scene(STAR, disc=2, discs={"A": ()}, rules=PRO), "c1-c3", "decline")
    assert state.discs[0] == DISCS


HOME_AND_STAR = """
      . . .
     . . . .
    A . * . .
     . a . .
      B . o
    """


def test_a_mole_in_a_hole_stays_during_the_extra_move_while_another_can_move() -> None:
    state = play(scene(HOME_AND_STAR, disc=2, rules=PRO), "c1-c3", "1")
    assert moves(state) == {"c3-c2", "c3-c4", "c3-d3", "c3-d4", "c3-b3"}
    assert refused(state, "b2-b1") == ("stay_in_hole", "c3")


def test_a_mole_in_a_hole_may_use_the_extra_disc_when_it_moves_freely() -> None:
    state = play(scene(HOME_AND_STAR, disc=2, rules=PRO | FREE), "c1-c3", "1")
    assert where(play(state, "b2-b1"), "A") == {"b1", "c3"}


def test_a_mole_in_a_hole_comes_out_when_those_outside_could_only_stop_on_special_cells() -> None:
    state = scene(
        """
          * B .
         A . . .
        . . . . .
         . . . .
          a B o
        """,
        disc=1,
        rules=PRO,
    )
    state = play(state, "d2-e3", "4")
    assert state.phase is Phase.EXTRA_MOVE
    assert moves(state) == {"e3-a3"}


def test_the_extra_move_may_win_the_game() -> None:
    state = rock(
        """
          . A .
         . . . .
        . * o . .
         . . . .
          . . B
        """,
        disc=2,
        rules=PRO | {"final_entry": "all_paths"},
    )
    after = play(state, "e4-c2", "1", "c2-c3")
    assert after.outcome is not None
    assert after.outcome.winners == (0,)


# The position


def test_a_position_knows_whose_mole_is_where() -> None:
    state = scene(HALF_HOME)
    assert [state.owner(state.game.cell(name)) for name in ("c1", "a3", "c3")] == [0, 1, None]
    assert state.owner(Hex(9, 9)) is None
    assert state.cells(0) == (Hex(-2, 0), Hex(-1, 1))


def test_a_player_is_home_when_every_mole_is_in_a_hole() -> None:
    assert scene(ALL_HOME).is_home(0)
    assert not scene(HALF_HOME).is_home(0)
    assert not scene(ALL_HOME).is_home(1)


def test_a_game_that_goes_on_has_no_outcome() -> None:
    assert outcome(scene(OPEN_FIELD)) is None


def test_an_action_leaves_the_position_before_it_untouched() -> None:
    state = scene(OPEN_FIELD, disc=1)
    before = (state.moles, state.discs, state.phase)
    play(state, "e5-e6")
    assert (state.moles, state.discs, state.phase) == before
