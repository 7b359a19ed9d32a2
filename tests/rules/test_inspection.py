from copy import deepcopy
from typing import Any

import pytest

from taupes.rules.boardset import format_boards, load_boards
from taupes.rules.hex import Hex
from taupes.rules.inspection import check_boards
from taupes.rules.problem import Problem, Where

PLAIN: dict[str, Any] = format_boards(load_boards("classic"))


def changed(board: int, **keys: Any) -> dict[str, Any]:
    """The classic set with some keys of one board changed, counted from 1."""
    data = deepcopy(PLAIN)
    data["levels"][board - 1] |= keys
    return data


def without(board: int, key: str) -> dict[str, Any]:
    data = deepcopy(PLAIN)
    del data["levels"][board - 1][key]
    return data


def errors(data: object) -> list[str]:
    return [str(problem) for problem in check_boards(data)[1] if not problem.is_warning]


def warnings(data: object) -> list[str]:
    return [str(problem) for problem in check_boards(data)[1] if problem.is_warning]


def holes(board: int) -> list[list[int]]:
    return deepcopy(PLAIN["levels"][board - 1]["holes"])


def specials(board: int) -> list[list[int]]:
    return deepcopy(PLAIN["levels"][board - 1]["specials"])


def test_the_classic_set_is_right() -> None:
    boards, problems = check_boards(PLAIN)
    assert boards == load_boards("classic")
    assert problems == ()


def test_a_problem_says_which_board_which_cell_what_is_wrong_and_what_is_right() -> None:
    values = {"kind": "hole", "other": "special cell"}
    assert str(Problem("named_twice", values, Where(1, "clay"), (5, 0))) == (
        "board 2 (clay): cell [5, 0]: hole where there is a special cell already; name it once"
    )
    assert str(Problem("no_holes", where=Where(1, "clay"))) == (
        "board 2 (clay): no holes; every board needs at least one"
    )
    assert str(Problem("no_holes", where=Where(1))) == (
        "board 2: no holes; every board needs at least one"
    )
    assert str(Problem("not_a_set")) == "not a table; a board set has a name and levels"


def test_a_problem_is_data_too() -> None:
    _, problems = check_boards(changed(3, radius=5))
    assert problems == (Problem("larger_below", {"below": 5, "radius": 4}, Where(1, "clay")),)


def test_a_hole_off_the_board() -> None:
    assert errors(changed(3, holes=[*holes(3)[:3], [3, 2]])) == [
        (
            "board 3 (sand): cell [3, 2]: hole off the board; "
            "it is 5 steps from the centre, at most 4 are right"
        ),
        (
            "board 3 (sand): cell [3, 2]: no cell under this hole; "
            "the board below reaches 3 steps from the centre"
        ),
    ]


def test_a_special_cell_off_the_board() -> None:
    assert errors(changed(4, specials=[[4, 0]])) == [
        (
            "board 4 (rock): cell [4, 0]: special cell off the board; "
            "it is 4 steps from the centre, at most 3 are right"
        )
    ]


def test_a_hole_named_twice() -> None:
    assert errors(changed(2, holes=[*holes(2)[:7], holes(2)[0]])) == [
        "board 2 (clay): cell [3, -4]: hole where there is a hole already; name it once"
    ]


def test_a_special_cell_named_twice() -> None:
    assert errors(changed(2, specials=[[3, -3], [3, -3]])) == [
        (
            "board 2 (clay): cell [3, -3]: special cell where there is a special cell already; "
            "name it once"
        )
    ]


def test_a_special_cell_on_a_hole() -> None:
    assert errors(changed(2, specials=[holes(2)[1]])) == [
        "board 2 (clay): cell [-1, -3]: special cell where there is a hole already; name it once"
    ]


def test_a_special_cell_on_the_top_board() -> None:
    assert errors(changed(1, specials=[[1, 0]])) == [
        (
            "board 1 (meadow): cell [1, 0]: special cell on the top board; "
            "only the lower boards have any"
        )
    ]


@pytest.mark.parametrize("count", [4, 5])
def test_holes_that_do_not_decrease(count: int) -> None:
    ring_3 = [[3, -2], [-2, -1], [-3, 2], [1, 2], [3, -1]]
    data = changed(3, holes=ring_3[:count])
    data["levels"][1]["holes"] = holes(2)[:4]
    assert errors(data) == [
        (
            f"board 2 (clay): 4 holes and {count} on the board below; "
            "the number of holes decreases from board to board"
        )
    ]


def test_a_board_without_holes() -> None:
    assert "board 3 (sand): no holes; every board needs at least one" in errors(
        changed(3, holes=[])
    )


def test_a_hole_with_no_cell_under_it() -> None:
    assert errors(changed(3, holes=[*holes(3)[:3], [4, -2]])) == [
        (
            "board 3 (sand): cell [4, -2]: no cell under this hole; "
            "the board below reaches 3 steps from the centre"
        )
    ]


def test_a_hole_over_a_hole_is_a_warning_that_names_the_turn() -> None:
    data = changed(1, holes=[*holes(1)[:12], [3, 0]])
    assert errors(data) == []
    assert warnings(data) == [
        (
            "board 1 (meadow): cell [3, 0]: "
            "over a hole of the board below when that is turned by 5; "
            "a mole would drop through both; move one of them to another ring"
        )
    ]


@pytest.mark.parametrize("turn", range(6))
def test_the_turn_named_brings_the_hole_under_the_hole(turn: int) -> None:
    over = list(Hex(3, -2).turned(turn))
    data = changed(3, holes=[[3, -2], [2, 0]])
    data["levels"][1]["holes"] = [over, [4, 0], [4, -1]]
    del data["levels"][0]
    data["levels"][0]["specials"] = []
    assert [problem.cell for problem in check_boards(data)[1]] == [tuple(over)]
    assert f"when that is turned by {turn};" in warnings(data)[0]


def test_a_last_board_without_its_one_hole_in_the_centre() -> None:
    assert errors(changed(4, holes=[[1, 0]])) == [
        "board 4 (rock): not its single hole in the centre; the last board has one hole, [0, 0]"
    ]
    assert errors(changed(4, holes=[[0, 0], [2, 0]])) == [
        "board 4 (rock): not its single hole in the centre; the last board has one hole, [0, 0]"
    ]


@pytest.mark.parametrize("solid", [[], [0, 2], [0, 1, 2], [0, 2, 2], [0, 1, 2, 3, 4, 5]])
def test_a_last_board_without_three_alternating_solid_paths(solid: list[int]) -> None:
    assert errors(changed(4, solid=solid)) == [
        (
            f"board 4 (rock): solid paths {solid}; "
            "expected three that alternate with the dotted ones: [0, 2, 4] or [1, 3, 5]"
        )
    ]


@pytest.mark.parametrize("solid", [[0, 2, 4], [1, 3, 5], [4, 0, 2]])
def test_three_alternating_solid_paths_are_right(solid: list[int]) -> None:
    assert errors(changed(4, solid=solid)) == []


def test_solid_paths_on_an_upper_board() -> None:
    assert errors(changed(2, solid=[0, 2, 4])) == [
        "board 2 (clay): has solid paths; only the last board has paths"
    ]


def test_more_holes_than_two_players_have_moles() -> None:
    ring = [[q, r] for q in range(-4, 5) for r in range(-4, 5) if max(q, r, -q - r) <= 3]
    used = {tuple(cell) for cell in holes(2)}
    free = [cell for cell in ring if tuple(cell) not in used and max(map(abs, cell)) <= 4]
    assert errors(changed(1, holes=free[:20])) == []
    assert errors(changed(1, holes=free[:21])) == [
        (
            "board 1 (meadow): 21 holes, more than two players have moles; "
            "at most 20, or the board can never fill"
        )
    ]


def test_a_board_larger_than_the_one_above_it() -> None:
    assert errors(changed(3, radius=5)) == [
        "board 2 (clay): the board below is larger (radius 5 under 4); boards never grow downwards"
    ]


def test_too_little_room_for_some_numbers_of_players_is_a_warning() -> None:
    data = {
        "name": "pocket",
        "levels": [
            {"name": "lawn", "radius": 2, "holes": [[2, -1], [-2, 1]]},
            {"name": "den", "radius": 2, "holes": [[0, 0]], "solid": [0, 2, 4]},
        ],
    }
    assert errors(data) == []
    assert warnings(data) == [
        (
            "board 1 (lawn): room for 17 moles only; "
            "with fewer than 24 free cells some numbers of players do not fit"
        )
    ]


def test_everything_that_is_wrong_is_found_at_once() -> None:
    data = changed(1, specials=[[1, 0]])
    data["levels"][3]["solid"] = []
    data["levels"][1]["specials"] = [[3, -3], [3, -3]]
    assert len(errors(data)) == 3


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "not a table; a board set has a name and levels"),
        (None, "not a table; a board set has a name and levels"),
        (PLAIN | {"levels": {}}, "no list of levels; 2 to 8 boards, top to bottom"),
        (
            PLAIN | {"levels": PLAIN["levels"][:1]},
            "no list of levels; 2 to 8 boards, top to bottom",
        ),
        (
            PLAIN | {"levels": PLAIN["levels"] * 3},
            "no list of levels; 2 to 8 boards, top to bottom",
        ),
        (PLAIN | {"name": 3}, "name 3; expected a text of 1 to 40 printable characters"),
        (PLAIN | {"name": ""}, "name ''; expected a text of 1 to 40 printable characters"),
        (PLAIN | {"name": "a\n"}, r"name 'a\n'; expected a text of 1 to 40 printable characters"),
        (PLAIN | {"description": 3}, "the description is not a text; write it in quotes"),
        (
            PLAIN | {"levels": [3, *PLAIN["levels"][1:]]},
            "board 1: not a table; a board has a name, a radius and holes",
        ),
        (
            without(2, "name"),
            "board 2: no name; a text of 1 to 40 printable characters",
        ),
        (without(2, "radius"), "board 2: radius None; expected a whole number from 1 to 12"),
        (changed(2, radius=0), "board 2: radius 0; expected a whole number from 1 to 12"),
        (changed(2, radius=13), "board 2: radius 13; expected a whole number from 1 to 12"),
        (changed(2, radius=True), "board 2: radius True; expected a whole number from 1 to 12"),
        (changed(2, radius=4.0), "board 2: radius 4.0; expected a whole number from 1 to 12"),
        (
            without(2, "holes"),
            "board 2: holes is no list; expected cells such as [[0, -4], [1, -3]]",
        ),
        (
            changed(2, specials="e5"),
            "board 2: specials is no list; expected cells such as [[0, -4], [1, -3]]",
        ),
        (changed(2, holes=["e5"]), "board 2: holes has 'e5'; expected a cell such as [0, -4]"),
        (changed(2, holes=[[1]]), "board 2: holes has [1]; expected a cell such as [0, -4]"),
        (
            changed(2, holes=[[True, 0]]),
            "board 2: holes has [True, 0]; expected a cell such as [0, -4]",
        ),
        (
            changed(4, solid=[0, 2, 6]),
            "board 4: solid is [0, 2, 6]; expected a list of directions from 0 to 5",
        ),
        (changed(4, solid=3), "board 4: solid is 3; expected a list of directions from 0 to 5"),
    ],
)
def test_data_that_is_no_board_set_says_what_it_lacks(data: object, message: str) -> None:
    boards, problems = check_boards(data)
    assert boards is None
    assert [str(problem) for problem in problems] == [message]


def test_special_cells_may_be_left_out() -> None:
    assert check_boards(without(1, "specials")) == (load_boards("classic"), ())


def test_an_unknown_key_is_ignored_with_a_warning() -> None:
    data = changed(2, colour="red") | {"author": "Ada"}
    assert errors(data) == []
    assert warnings(data) == [
        "unknown key 'author' is ignored; the known ones are description, levels, name",
        (
            "board 2: unknown key 'colour' is ignored; "
            "the known ones are holes, name, radius, solid, specials"
        ),
    ]


def test_a_number_too_long_to_print_is_refused_like_any_other() -> None:
    assert len(errors(changed(2, radius=10**5000))) == 1
    assert len(errors(changed(2, specials=[[10**5000, 0]]))) == 1
