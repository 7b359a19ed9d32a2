from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from taupes.rules.board import (
    Board,
    BoardSet,
    Stack,
    format_orientations,
    parse_orientations,
    shuffled_stack,
    split_code,
)
from taupes.rules.boardset import SHIPPED, load_boards, load_stack
from taupes.rules.hex import Hex, hexagon

ROCK = Board("rock", 3, (Hex(0, 0),), (Hex(1, -2),), (0, 2, 4))


def test_a_turned_board_turns_its_holes_specials_and_paths() -> None:
    board = Board("sand", 4, (Hex(3, -2),), (Hex(2, -4),), (0, 1, 5)).turned(1)
    assert board == Board("sand", 4, (Hex(2, 1),), (Hex(4, -2),), (0, 1, 2))


def test_a_board_turned_by_six_sixths_lies_as_before() -> None:
    assert ROCK.turned(6) == ROCK
    assert ROCK.turned(2).turned(4) == ROCK


@pytest.mark.parametrize("name", SHIPPED)
def test_the_boards_lie_meadow_clay_sand_rock_from_top_to_bottom(name: str) -> None:
    names = [board.name for board in load_boards(name).boards]
    assert names == ["meadow", "clay", "sand", "rock"]


def test_a_stack_turns_each_board_by_its_own_orientation() -> None:
    stack = load_stack("classic-0351")
    printed = stack.boards.boards
    assert stack.levels[0] == printed[0]
    assert stack.levels[1] == printed[1].turned(3)
    assert stack.levels[2] == printed[2].turned(5)
    assert stack.levels[3].solid == (1, 3, 5)


def test_a_stack_of_four_boards_has_1296_arrangements() -> None:
    boards = load_boards("classic")
    layouts = {
        Stack(boards, (a, b, c, d)).code
        for a in range(6)
        for b in range(6)
        for c in range(6)
        for d in range(6)
    }
    assert len(layouts) == 1296
    for board in boards.boards:
        turned = [board.turned(k) for k in range(6)]
        assert len({(frozenset(b.holes), frozenset(b.specials), b.solid) for b in turned}) == 6


def test_the_frame_is_that_of_the_widest_board() -> None:
    assert load_stack("classic-0000").radius == 4
    assert load_stack("grand-0000").radius == 5
    assert load_stack("classic-0000").last == 3


@pytest.mark.parametrize(
    ("name", "radii", "holes"),
    [
        ("classic", [4, 4, 4, 3], [13, 8, 4, 1]),
        ("quick", [4, 4, 4, 3], [9, 5, 3, 1]),
        ("grand", [5, 5, 5, 4], [16, 10, 5, 1]),
    ],
)
def test_a_shipped_set_has_boards_of_these_sizes_and_holes(
    name: str, radii: list[int], holes: list[int]
) -> None:
    boards = load_boards(name).boards
    assert [board.radius for board in boards] == radii
    assert [len(board.holes) for board in boards] == holes


@pytest.mark.parametrize("name", SHIPPED)
def test_a_board_is_never_larger_than_the_one_above_and_the_last_is_the_smallest(name: str) -> None:
    radii = [board.radius for board in load_boards(name).boards]
    assert radii == sorted(radii, reverse=True)
    assert radii[-1] < radii[-2]


@pytest.mark.parametrize("name", SHIPPED)
def test_only_the_lower_boards_have_special_cells(name: str) -> None:
    top, *lower = load_boards(name).boards
    assert top.specials == ()
    assert all(board.specials for board in lower)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_last_board_has_its_hole_in_the_centre_and_three_alternating_solid_paths(
    name: str,
) -> None:
    *upper, last = load_boards(name).boards
    assert last.holes == (Hex(0, 0),)
    assert last.solid == (0, 2, 4)
    assert all(board.solid == () for board in upper)


@pytest.mark.parametrize("name", SHIPPED)
def test_no_mole_of_a_shipped_set_drops_onto_a_hole_a_special_cell_or_nothing(name: str) -> None:
    boards = load_boards(name).boards
    for above, below in pairwise(boards):
        cells = set(hexagon(below.radius)) - {*below.holes, *below.specials}
        landings = {hole.turned(k) for hole in above.holes for k in range(6)}
        assert landings <= cells


def test_no_mole_of_the_classic_set_drops_onto_a_path_of_the_last_board() -> None:
    landings = {hole.turned(k) for hole in load_boards("classic").boards[2].holes for k in range(6)}
    assert not [cell for cell in landings if 0 in (cell.q, cell.r, cell.q + cell.r)]


def test_a_stack_wants_one_orientation_for_each_board() -> None:
    with pytest.raises(ValueError, match=r"^3 orientations for 4 boards of 'classic': give one"):
        Stack(load_boards("classic"), (0, 0, 0))


@pytest.mark.parametrize("orientation", [-1, 6])
def test_a_board_has_six_orientations_and_no_more(orientation: int) -> None:
    with pytest.raises(ValueError, match=r"are not all from 0 to 5"):
        Stack(BoardSet("one", (ROCK,)), (orientation,))


def test_orientations_are_digits_and_lead_back() -> None:
    assert parse_orientations("0351") == (0, 3, 5, 1)
    assert format_orientations((0, 3, 5, 1)) == "0351"


@pytest.mark.parametrize("digits", ["", "0361", "03 1", "-351", "abcd", "٣٣٣٣"])
def test_orientations_that_are_no_digits_from_0_to_5_are_refused(digits: str) -> None:
    with pytest.raises(ValueError, match=r"expected one digit from 0 to 5 for each board"):
        parse_orientations(digits)


def test_a_stack_code_names_set_and_orientations() -> None:
    assert Stack(load_boards("quick"), (5, 4, 3, 2)).code == "quick-5432"
    assert split_code("my-own-set-0123") == ("my-own-set", (0, 1, 2, 3))


@pytest.mark.parametrize("code", ["classic-0351", "quick-5555", "grand-0000"])
def test_a_stack_code_parses_back(code: str) -> None:
    assert load_stack(code).code == code


@pytest.mark.parametrize("code", ["", "classic", "classic-", "classic-0356", "-0351", "0351"])
def test_a_bad_stack_code_is_refused(code: str) -> None:
    with pytest.raises(ValueError, match=r"is no stack code: expected a set's name, a dash and"):
        split_code(code)


def test_a_stack_code_with_too_few_digits_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^3 orientations for 4 boards of 'classic'"):
        load_stack("classic-035")


def test_a_shuffled_stack_follows_the_generator_it_is_given() -> None:
    boards = load_boards("classic")
    assert shuffled_stack(boards, Random(7)) == shuffled_stack(boards, Random(7))
    rng = Random(1)
    turns = Counter(k for _ in range(300) for k in shuffled_stack(boards, rng).orientations)
    assert set(turns) == {0, 1, 2, 3, 4, 5}
    assert min(turns.values()) > 100
