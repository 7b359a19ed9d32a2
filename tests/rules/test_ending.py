import pytest

from taupes.rules.actions import Eliminate, Lift, Pass
from taupes.rules.hex import CENTRE
from taupes.rules.options import DISCS
from taupes.rules.play import consequences, legal_actions, outcome
from taupes.rules.state import Outcome, Phase, State
from tests.rules.positions import (
    SEATS,
    action,
    moves,
    play,
    position,
    refused,
    rock,
    scene,
    turn,
    where,
)

POINTS = {"victory": "points"}
PRO = {"special_cells": True}

PLAIN = """
      . . .
     . . . .
    . . o . .
     . . . .
      . . .
    """
"""A last board with nothing but its hole."""


# The end of a board

FULL_BUT_ONE = """
      . . A
     . o . .
    . A . B .
     . . b .
      . . .
    """


def test_a_board_is_lifted_as_soon_as_every_hole_is_occupied() -> None:
    before = scene(FULL_BUT_ONE, PLAIN, disc=1)
    after = play(before, "c2-d3")
    assert after.level == 1
    assert consequences(before, after) == (Lift(0),)


def test_a_board_stays_while_a_hole_is_empty() -> None:
    after = play(scene(FULL_BUT_ONE, PLAIN, disc=1), "c2-c3")
    assert (after.level, where(after, "A")) == (0, {"c3", "e5"})


def test_moles_in_holes_stand_on_the_cell_under_their_hole_and_the_others_are_out() -> None:
    after = play(scene(FULL_BUT_ONE, PLAIN, disc=1), "c2-d3")
    assert (where(after, "A"), where(after, "B")) == ({"d3"}, {"b3"})


def test_after_a_lift_the_next_player_clockwise_turns_a_disc() -> None:
    after = play(scene(FULL_BUT_ONE, PLAIN, disc=1), "c2-d3")
    assert (turn(after), after.phase) == ("B", Phase.DRAW)


def test_a_change_of_board_leaves_the_discs_alone() -> None:
    before = scene(FULL_BUT_ONE, PLAIN, disc=1, discs={"A": (3, 4), "B": (2, 2, 3)})
    assert play(before, "c2-d3").discs == ((3, 4), (2, 2, 3))


def test_the_sixth_disc_that_fills_the_board_is_shuffled_in_as_ever() -> None:
    before = scene(FULL_BUT_ONE, PLAIN, disc=1, discs={"A": ()})
    assert play(before, "c2-d3").discs[0] == DISCS


THREE_TEAMS = """
      C . .
     . o . .
    . A . . .
     . . b .
      . . C
    """


def test_a_player_without_moles_is_eliminated() -> None:
    before = scene(THREE_TEAMS, PLAIN, disc=1)
    after = play(before, "c2-d3")
    assert consequences(before, after) == (Lift(0), Eliminate(2))
    assert after.outcome is None


def test_an_eliminated_player_is_passed_over() -> None:
    state = play(scene(THREE_TEAMS, PLAIN, disc=1), "c2-d3", "1", "b3-b4")
    assert turn(state) == "A"


def test_play_goes_on_with_the_next_player_who_still_has_moles() -> None:
    state = scene(
        """
          B . .
         . o . .
        . A . . .
         . . c .
          . . d
        """,
        PLAIN,
        disc=1,
    )
    assert turn(play(state, "c2-d3")) == "C"


def test_eliminations_are_told_after_the_lifts_in_seating_order() -> None:
    before = scene(
        """
          B . .
         . o . .
        . . C . .
         . . a .
          . D .
        """,
        PLAIN,
        to_move="C",
        disc=1,
    )
    after = play(before, "c3-d3")
    assert consequences(before, after) == (Lift(0), Eliminate(1), Eliminate(3))
    assert turn(after) == "A"


def test_nothing_follows_from_an_ordinary_move() -> None:
    before = scene(FULL_BUT_ONE, PLAIN, disc=1)
    assert consequences(before, play(before, "c2-c3")) == ()


def test_a_board_ends_when_every_mole_left_is_in_a_hole() -> None:
    before = scene(
        """
          . . .
         . o . .
        . A . o .
         . . b .
          o . .
        """,
        PLAIN,
        disc=1,
    )
    after = play(before, "c2-d3")
    assert consequences(before, after) == (Lift(0),)
    assert (where(after, "A"), where(after, "B"), turn(after)) == ({"d3"}, {"b3"}, "B")


def test_one_players_moles_all_in_holes_do_not_end_a_board() -> None:
    state = scene(
        """
          . . .
         . o . .
        . A . o .
         . . B .
          o . .
        """,
        PLAIN,
        disc=1,
    )
    assert play(state, "c2-d3").level == 0


# Dropping

DROPS_ON_HOLE = """
      . . .
     . o . .
    . . . . .
     . . . .
      o . .
    """


def test_a_mole_that_drops_onto_a_hole_is_in_it() -> None:
    after = play(scene(FULL_BUT_ONE, DROPS_ON_HOLE, PLAIN, disc=1), "c2-d3")
    assert after.level == 1
    assert after.is_home(0)
    assert not after.is_home(1)
    assert after.most == 1


def test_a_board_that_dropping_moles_fill_is_lifted_at_once_too() -> None:
    before = scene(
        """
          a . .
         . o . .
        . A . B .
         . . b .
          . . .
        """,
        """
          . . .
         . o . .
        . . . . .
         . . o .
          . . .
        """,
        PLAIN,
        disc=1,
    )
    after = play(before, "c2-d3")
    assert consequences(before, after) == (Lift(0), Lift(1))
    assert (after.level, where(after, "A"), where(after, "B")) == (2, {"d3"}, {"b3"})


def test_a_board_on_which_every_mole_drops_into_a_hole_is_lifted_at_once_too() -> None:
    before = scene(
        FULL_BUT_ONE,
        """
          . . .
         . o . .
        . . . . .
         . . o .
          o . .
        """,
        PLAIN,
        disc=1,
    )
    after = play(before, "c2-d3")
    assert consequences(before, after) == (Lift(0), Lift(1))
    assert (after.level, turn(after)) == (2, "B")


def test_moles_beside_the_holes_of_a_board_lifted_at_once_are_out() -> None:
    before = scene(
        """
          c . .
         . o . .
        . A . B .
         . . b .
          . . .
        """,
        """
          . . .
         . o . .
        . . . . .
         . . o .
          . . .
        """,
        PLAIN,
        disc=1,
    )
    after = play(before, "c2-d3")
    assert consequences(before, after) == (Lift(0), Lift(1), Eliminate(2))


def test_a_mole_that_drops_into_the_last_hole_wins() -> None:
    before = scene(
        """
          . . .
         . . . .
        . . o A .
         . . . .
          B . .
        """,
        PLAIN,
        disc=1,
    )
    after = play(before, "c4-c3")
    assert consequences(before, after) == (Lift(0), Eliminate(1))
    assert after.outcome == Outcome((0,), "shovel", None)


def test_another_players_move_may_drop_a_mole_into_the_last_hole() -> None:
    state = scene(
        """
          . . .
         . o . .
        . A b . .
         . . . .
          . . .
        """,
        PLAIN,
        disc=1,
    )
    assert play(state, "c2-d3").outcome == Outcome((1,), "shovel", None)


def test_boards_fall_one_after_the_other_down_to_the_last_hole() -> None:
    before = scene(
        """
          . . .
         . o . .
        . A b . .
         . . . .
          . . .
        """,
        PLAIN,
        PLAIN,
        disc=1,
    )
    after = play(before, "c2-d3")
    assert consequences(before, after) == (Lift(0), Lift(1), Eliminate(0))
    assert after.outcome == Outcome((1,), "shovel", None)


@pytest.mark.parametrize(("orientation", "level"), [(0, 1), (1, 1), (2, 2), (3, 1), (4, 1), (5, 2)])
def test_whether_a_hole_lies_under_a_hole_depends_on_the_orientation(
    orientation: int, level: int
) -> None:
    state = scene(
        """
          a . .
         . . . .
        . . b . .
         . . . .
          B . o
        """,
        """
          . . .
         . . . .
        . . . . .
         . . . .
          o . .
        """,
        PLAIN,
        to_move="B",
        orientations=f"0{orientation}0",
        disc=2,
    )
    assert play(state, "a1-a3").level == level


def test_dropping_onto_a_special_cell_gives_nothing() -> None:
    state = scene(
        FULL_BUT_ONE,
        """
          . . .
         . * . .
        . . o . .
         . . . .
          . . .
        """,
        disc=1,
        rules=PRO,
    )
    after = play(state, "c2-d3")
    assert (where(after, "A"), turn(after), after.phase) == ({"d3"}, "B", Phase.DRAW)


def test_the_extra_move_may_fill_the_board() -> None:
    before = scene(
        """
          . . .
         . * o A
        . . . . .
         . . b .
          B . .
        """,
        PLAIN,
        disc=2,
        rules=PRO,
    )
    after = play(before, "d5-d3", "1", "d3-d4")
    assert (after.level, turn(after)) == (1, "B")


# The last board


def on_path(direction: int, distance: int, orientation: int, entry: str) -> tuple[State, str]:
    """A mole of A so far from the last hole on one of its paths, and its move into the hole."""
    origin = CENTRE.step(direction, distance)
    other = CENTRE.step(direction + 3, 3)
    plain = position(level=3)
    state = position(
        level=3,
        orientations=f"000{orientation}",
        moles={"A": plain.game.name(origin), "B": plain.game.name(other)},
        disc=distance,
        rules={"final_entry": entry},
    )
    return state, f"{state.game.name(origin)}-e5"


@pytest.mark.parametrize("distance", [1, 2, 3])
@pytest.mark.parametrize("direction", range(6))
def test_all_six_paths_lead_into_the_last_hole_with_that_option(
    direction: int, distance: int
) -> None:
    state, way = on_path(direction, distance, 0, "all_paths")
    assert play(state, way).outcome == Outcome((0,), "shovel", None)


@pytest.mark.parametrize("orientation", range(6))
@pytest.mark.parametrize("direction", range(6))
def test_only_solid_paths_lead_into_the_last_hole_however_the_board_is_turned(
    direction: int, orientation: int
) -> None:
    for distance in (1, 2, 3):
        state, way = on_path(direction, distance, orientation, "solid_only")
        if (direction - orientation) % 6 in (0, 2, 4):
            assert play(state, way).outcome == Outcome((0,), "shovel", None)
        else:
            assert refused(state, way) == ("dotted_path", way[:2])
            assert way not in moves(state)


@pytest.mark.parametrize("orientation", range(6))
@pytest.mark.parametrize("direction", range(6))
@pytest.mark.parametrize("entry", ["all_paths", "solid_only"])
def test_a_mole_may_pass_over_the_last_hole_on_any_path(
    direction: int, orientation: int, entry: str
) -> None:
    origin, target = CENTRE.step(direction, 2), CENTRE.step(direction + 3, 1)
    name = position(level=3).game.name
    state = position(
        level=3,
        orientations=f"000{orientation}",
        moles={"A": name(origin), "B": name(CENTRE.step(direction + 1, 3))},
        disc=3,
        rules={"final_entry": entry},
    )
    after = play(state, f"{name(origin)}-{name(target)}")
    assert after.outcome is None
    assert where(after, "A") == {name(target)}


@pytest.mark.parametrize(("entry", "actions"), [("all_paths", "b3-c3"), ("solid_only", "blocked")])
def test_who_could_only_enter_the_hole_along_a_dotted_path_is_blocked(
    entry: str, actions: str
) -> None:
    state = rock(
        """
          . . .
         . . . .
        . . o B .
         . B A B
          . B B
        """,
        disc=1,
        rules={"final_entry": entry},
    )
    assert legal_actions(state) == (action(state, actions),)


@pytest.mark.parametrize("direction", range(6))
def test_a_hole_in_the_centre_of_an_upper_board_has_no_paths(direction: int) -> None:
    name = position().game.name
    origin = name(CENTRE.step(direction))
    state = position(moles={"A": origin, "B": "a3"}, disc=1, rules={"final_entry": "solid_only"})
    assert f"{origin}-e5" in moves(state)


# The end of the game


def last_move(**rules: str) -> State:
    return rock(
        """
          . . .
         . . . .
        . . o A .
         . . . .
          B . C
        """,
        disc=1,
        rules=rules,
    )


def test_the_first_mole_in_the_last_hole_wins_at_once() -> None:
    after = play(last_move(), "c4-c3")
    assert outcome(after) == Outcome((0,), "shovel", None)
    assert (after.phase, turn(after)) == (Phase.OVER, "A")


@pytest.mark.parametrize("text", ["1", "pass", "blocked", "decline", "@a2", "a1-a2"])
def test_nothing_happens_after_the_end(text: str) -> None:
    after = play(last_move(), "c4-c3")
    assert legal_actions(after) == ()
    assert refused(after, text) == ("game_over", None)


def test_the_last_board_is_never_lifted() -> None:
    before = last_move()
    after = play(before, "c4-c3")
    assert (after.level, consequences(before, after)) == (1, ())


def test_the_only_player_with_moles_has_won() -> None:
    before = scene(
        """
          a . .
         . o . .
        . A . B .
         . . . .
          . . B
        """,
        DROPS_ON_HOLE,
        PLAIN,
        disc=1,
    )
    after = play(before, "c2-d3")
    assert consequences(before, after) == (Lift(0), Eliminate(1))
    assert after.outcome == Outcome((0,), "last_team", None)


# Points

BEIGE = """
      a . .
     . o . .
    . A . C .
     . . b .
      . . .
    """
"""The board before the last, about to be full: two holes for A and one for B."""


def test_each_mole_in_a_hole_of_the_board_before_the_last_makes_a_point() -> None:
    after = play(scene(BEIGE, PLAIN, disc=1, rules=POINTS), "c2-d3")
    assert after.points == (2, 1, 0)
    assert after.outcome is None


def test_a_mole_in_a_hole_of_a_higher_board_makes_no_point() -> None:
    after = play(scene(BEIGE, DROPS_ON_HOLE, PLAIN, disc=1, rules=POINTS), "c2-d3")
    assert (after.level, after.points) == (1, (0, 0, 0))


def test_a_mole_that_comes_out_of_a_hole_again_makes_no_point() -> None:
    state = scene(BEIGE, PLAIN, disc=1, rules=POINTS | {"leave_hole": "free"})
    assert play(state, "e3-e4").points == (0, 0, 0)


def test_the_mole_in_the_last_hole_makes_one_point_more_and_most_points_win() -> None:
    state = rock(
        """
          . . .
         . . . .
        . . o A .
         . . . .
          B . .
        """,
        disc=1,
        rules=POINTS,
        points=(3, 1),
    )
    assert play(state, "c4-c3").outcome == Outcome((0,), "points", (4, 1))


def test_who_enters_the_last_hole_may_still_lose_by_points() -> None:
    state = rock(
        """
          . . .
         . . . .
        . . o A .
         . . . .
          B . .
        """,
        disc=1,
        rules=POINTS,
        points=(1, 3),
    )
    assert play(state, "c4-c3").outcome == Outcome((1,), "points", (2, 3))


def test_equal_points_share_the_win() -> None:
    state = rock(
        """
          . . .
         . . . .
        . . o A .
         . . . .
          B . C
        """,
        disc=1,
        rules=POINTS,
        points=(1, 2, 1),
    )
    assert play(state, "c4-c3").outcome == Outcome((0, 1), "points", (2, 2, 1))


def test_points_of_a_board_lifted_at_once_count_too() -> None:
    state = scene(
        """
          . . .
         . o . .
        . A b . .
         . . . .
          . . .
        """,
        PLAIN,
        PLAIN,
        disc=1,
        rules=POINTS,
    )
    assert play(state, "c2-d3").outcome == Outcome((1,), "points", (0, 2))


LAST_TEAM = """
      a . .
     . o a .
    . A . B .
     . . . .
      . . B
    """
"""B is about to lose its moles; A will have three."""


@pytest.mark.parametrize(
    ("first_row", "second_row", "share"),
    [
        ("o . .", ". . . .", 1),
        ("o o .", ". . . .", 2),
        ("o o o", ". . . .", 3),
        ("o o o", "o o . .", 3),
    ],
)
def test_the_last_team_takes_a_point_for_each_mole_that_the_beige_board_has_a_hole_for(
    first_row: str, second_row: str, share: int
) -> None:
    beige = f"""
          {first_row}
         {second_row}
        . . . . .
         . . . .
          . . .
        """
    state = scene(LAST_TEAM, PLAIN, beige, PLAIN, disc=1, rules=POINTS)
    assert play(state, "c2-d3").outcome == Outcome((0,), "last_team", (share + 1, 0))


def test_the_last_team_left_by_the_beige_board_has_its_points_there_and_the_shovels() -> None:
    state = scene(LAST_TEAM, PLAIN, disc=1, rules=POINTS)
    assert play(state, "c2-d3").outcome == Outcome((0,), "last_team", (4, 0))


# Stand-off

WANDER = """
      . . .
     . o . .
    A . . . .
     . . b .
      o . B
    """


def test_a_turn_without_a_new_maximum_is_counted() -> None:
    after = play(scene(WANDER, PLAIN, disc=1, stall=5), "c1-c2")
    assert (after.stall, after.most) == (6, 1)


def test_a_turn_that_fills_more_holes_than_ever_starts_the_count_again() -> None:
    after = play(scene(WANDER, PLAIN, disc=2, stall=5), "c1-a1")
    assert (after.stall, after.most, after.level) == (0, 2, 0)


def test_filling_no_more_holes_than_before_goes_on_counting() -> None:
    after = play(scene(WANDER, PLAIN, disc=2, stall=5, most=2), "c1-a1")
    assert (after.stall, after.most) == (6, 2)


def test_leaving_a_hole_does_not_lower_the_maximum() -> None:
    state = scene(WANDER, PLAIN, to_move="B", disc=1, stall=5, most=2, rules={"leave_hole": "free"})
    after = play(state, "b3-b4")
    assert (after.stall, after.most) == (6, 2)


def test_the_maximum_starts_at_the_holes_occupied_when_the_board_comes_into_play() -> None:
    state = scene(FULL_BUT_ONE, DROPS_ON_HOLE, PLAIN, disc=1, stall=5)
    after = play(state, "c2-d3")
    assert (after.stall, after.most) == (0, 1)
    after = play(scene(FULL_BUT_ONE, PLAIN, disc=1, stall=5), "c2-d3")
    assert (after.stall, after.most) == (0, 0)


def test_a_turn_with_its_extra_move_is_one_turn() -> None:
    state = scene(
        """
          . . .
         . o . .
        A * . . .
         . . b .
          o . B
        """,
        PLAIN,
        disc=1,
        stall=5,
        rules=PRO,
    )
    state = play(state, "c1-c2")
    assert state.stall == 5
    assert play(state, "decline").stall == 6
    assert play(state, "4", "blocked").stall == 6
    assert play(state, "2", "c2-c4").stall == 6


def test_the_holes_are_counted_as_the_turn_ends() -> None:
    state = scene(
        """
          . . .
         . o . .
        a . * A .
         . . b .
          B . .
        """,
        PLAIN,
        disc=2,
        stall=5,
        rules=PRO | {"leave_hole": "free"},
    )
    state = play(state, "c1-c3", "1")
    after = play(state, "c3-d3")
    assert (after.stall, after.most) == (6, 2)


def test_passes_and_blocked_turns_count() -> None:
    home = """
          . . .
         . o . .
        a . . . .
         . B . .
          o . .
        """
    state = play(scene(home, PLAIN, stall=5), "pass")
    assert state.stall == 6
    assert play(state, "4", "blocked").stall == 7


@pytest.mark.parametrize(("stall", "level"), [(98, 0), (99, 1)])
def test_after_so_many_turns_without_progress_the_board_is_lifted_as_it_stands(
    stall: int, level: int
) -> None:
    state = scene(
        """
          . a .
         . o . .
        A . . . .
         . . b .
          o . B
        """,
        PLAIN,
        disc=1,
        stall=stall,
    )
    after = play(state, "c1-c2")
    assert after.level == level
    if level:
        assert (where(after, "A"), where(after, "B")) == ({"e4"}, {"b3"})
        assert (after.stall, after.most, turn(after)) == (0, 0, "B")


def test_the_limit_is_an_option() -> None:
    state = scene(WANDER, PLAIN, disc=1, stall=2, rules={"stall_limit": 3})
    before, after = state, play(state, "c1-c2")
    assert consequences(before, after) == (Lift(0), Eliminate(0))
    assert after.outcome == Outcome((1,), "last_team", None)


def test_a_limit_of_one_turn_lifts_after_the_first_turn_without_progress() -> None:
    state = scene(WANDER, PLAIN, disc=2, rules={"stall_limit": 1})
    assert play(state, "c1-a1").level == 0
    assert play(state, "c1-e3").level == 1


@pytest.mark.parametrize("stall", [99, 100, 1_000_000])
def test_a_limit_of_zero_is_never_reached(stall: int) -> None:
    state = scene(WANDER, PLAIN, disc=1, stall=stall, rules={"stall_limit": 0})
    after = play(state, "c1-c2")
    assert (after.level, after.outcome, after.stall) == (0, None, stall + 1)


def test_a_pass_may_bring_the_stand_off() -> None:
    before = scene(
        """
          a . .
         . o . .
        . . . . .
         . . b .
          B . .
        """,
        PLAIN,
        stall=99,
    )
    assert Pass() in legal_actions(before)
    after = play(before, "pass")
    assert consequences(before, after) == (Lift(0),)
    assert (where(after, "A"), where(after, "B")) == ({"e3"}, {"b3"})


NOBODY_HOME = """
      . . .
     . o . .
    A . . . .
     . . . .
      o . B
    """


def test_a_stand_off_with_no_mole_in_a_hole_is_a_draw() -> None:
    before = scene(NOBODY_HOME, PLAIN, disc=1, stall=99)
    after = play(before, "c1-c2")
    assert after.outcome == Outcome((), "stalemate", None)
    assert (after.level, after.phase, consequences(before, after)) == (0, Phase.OVER, ())


FACE_TO_FACE = """
      . . .
     . . . .
    A . o . B
     . . . .
      . . .
    """


@pytest.mark.parametrize(("stall", "outcome"), [(98, None), (99, Outcome((), "stalemate", None))])
def test_a_stand_off_on_the_last_board_is_a_draw(stall: int, outcome: Outcome | None) -> None:
    assert play(rock(FACE_TO_FACE, disc=1, stall=stall), "c1-c2").outcome == outcome


def test_entering_the_last_hole_on_the_last_turn_of_the_count_wins() -> None:
    state = rock(FACE_TO_FACE, disc=2, stall=99, orientation=1)
    assert play(state, "c1-c3").outcome == Outcome((0,), "shovel", None)


def test_a_stand_off_with_points_goes_to_most_points() -> None:
    state = rock(FACE_TO_FACE, disc=1, stall=99, rules=POINTS, points=(1, 3))
    assert play(state, "c1-c2").outcome == Outcome((1,), "stalemate", (1, 3))


def test_a_stand_off_with_equal_points_shares_the_win() -> None:
    state = rock(FACE_TO_FACE, disc=1, stall=99, rules=POINTS, points=(2, 2))
    assert play(state, "c1-c2").outcome == Outcome((0, 1), "stalemate", (2, 2))


def test_a_stand_off_without_any_point_is_a_draw() -> None:
    after = play(scene(NOBODY_HOME, PLAIN, disc=1, stall=99, rules=POINTS), "c1-c2")
    assert after.outcome == Outcome((), "stalemate", (0, 0))


def test_a_stand_off_on_the_beige_board_makes_points_for_the_moles_in_holes() -> None:
    state = scene(WANDER, PLAIN, disc=2, stall=99, most=2, rules=POINTS)
    after = play(state, "c1-a1")
    assert (after.level, after.points, after.outcome) == (1, (1, 1), None)


def test_the_moles_of_all_players_drop_together() -> None:
    state = scene(
        """
          a . D
         . o . .
        . B . . .
         . . c .
          . . D
        """,
        PLAIN,
        to_move="B",
        disc=1,
    )
    after = play(state, "c2-d3")
    assert [where(after, seat) for seat in SEATS] == [{"e3"}, {"d3"}, {"b3"}, set()]
