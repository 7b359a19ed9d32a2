from pathlib import Path

import pytest

from taupes.rules.boardset import (
    DEFAULT_BOARDS,
    MAX_FILE,
    SHIPPED,
    BadBoard,
    check_board_file,
    format_boards,
    load_boards,
    load_stack,
    parse_boards,
)
from taupes.rules.hex import Hex

POCKET = """\
name = "pocket"
description = "Two small boards."

[[levels]]
name = "lawn"
radius = 3
holes = [[2, -1], [-2, 1]]

[[levels]]
name = "den"
radius = 2
holes = [[0, 0]]
specials = [[1, -1]]
solid = [1, 3, 5]
"""


def write(folder: Path, text: str | bytes) -> Path:
    path = folder / "pocket.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_three_sets_are_shipped_and_classic_is_the_default() -> None:
    assert SHIPPED == ("classic", "quick", "grand")
    assert DEFAULT_BOARDS == "classic"
    assert [load_boards(name).name for name in SHIPPED] == list(SHIPPED)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_set_has_no_problem_not_even_a_warning(name: str) -> None:
    source = Path(__file__).parents[2] / "src" / "taupes" / "rules" / "boards" / f"{name}.toml"
    boards, problems = check_board_file(source)
    assert problems == ()
    assert boards == load_boards(name)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_set_survives_its_plain_form(name: str) -> None:
    boards = load_boards(name)
    assert parse_boards(format_boards(boards)) == boards


def test_the_plain_form_is_that_of_the_record() -> None:
    data = format_boards(load_boards("classic"))
    assert list(data) == ["name", "levels"]
    assert data["levels"][3] == {
        "name": "rock",
        "radius": 3,
        "holes": [[0, 0]],
        "specials": [[1, -2], [1, 1], [-1, 2]],
        "solid": [0, 2, 4],
    }
    assert "solid" not in data["levels"][0]


def test_a_set_of_ones_own_loads_by_the_path_of_its_file(tmp_path: Path) -> None:
    path = write(tmp_path, POCKET)
    boards = load_boards(str(path))
    assert (boards.name, boards.description) == ("pocket", "Two small boards.")
    lawn, den = boards.boards
    assert (lawn.radius, lawn.holes, lawn.specials) == (3, (Hex(2, -1), Hex(-2, 1)), ())
    assert (den.radius, den.specials, den.solid) == (2, (Hex(1, -1),), (1, 3, 5))


def test_a_stack_code_may_name_the_path_of_a_board_file(tmp_path: Path) -> None:
    path = write(tmp_path, POCKET)
    assert load_stack(f"{path}-04").orientations == (0, 4)


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(BadBoard) as caught:
        load_boards("classik")
    assert str(caught.value) == (
        "classik: no such board set; give classic, quick, grand or the path of a board file"
    )


def test_a_folder_is_no_board_set(tmp_path: Path) -> None:
    with pytest.raises(BadBoard, match=r"no such board set; give classic, quick, grand or"):
        load_boards(str(tmp_path))


@pytest.mark.parametrize("name", ["x" * 300, "a\0b", ""])
def test_a_name_that_no_file_can_have_is_an_unknown_name(name: str) -> None:
    with pytest.raises(BadBoard, match=r"no such board set; give classic, quick, grand or"):
        load_boards(name)


def test_an_error_names_file_board_cell_what_is_wrong_and_what_is_right(tmp_path: Path) -> None:
    path = write(tmp_path, POCKET.replace("[2, -1]", "[4, -1]"))
    with pytest.raises(BadBoard) as caught:
        load_boards(str(path))
    assert str(caught.value).splitlines() == [
        (
            f"{path}: board 1 (lawn): cell [4, -1]: hole off the board; "
            "it is 4 steps from the centre, at most 3 are right"
        ),
        (
            f"{path}: board 1 (lawn): cell [4, -1]: no cell under this hole; "
            "the board below reaches 2 steps from the centre"
        ),
    ]
    assert caught.value.source == str(path)
    assert [problem.cell for problem in caught.value.problems] == [(4, -1), (4, -1)]


def test_a_warning_does_not_keep_a_set_from_loading(tmp_path: Path) -> None:
    path = write(tmp_path, POCKET.replace("[-2, 1]", "[0, 0]"))
    boards, problems = check_board_file(path)
    assert [problem.is_warning for problem in problems] == [True]
    assert load_boards(str(path)) == boards


def test_a_file_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    assert [str(problem) for problem in check_board_file(tmp_path / "none.toml")[1]] == [
        "cannot be read: No such file or directory; check the path"
    ]
    assert [str(problem) for problem in check_board_file(tmp_path)[1]] == [
        "cannot be read: Is a directory; check the path"
    ]


def test_a_file_that_is_not_utf_8_says_so(tmp_path: Path) -> None:
    path = write(tmp_path, POCKET.replace("small", "kléin").encode("latin-1"))
    boards, problems = check_board_file(path)
    assert boards is None
    assert [str(problem) for problem in problems] == [
        "not a text file (invalid continuation byte); write it in UTF-8"
    ]


@pytest.mark.parametrize("text", ["name = ", "[[levels", "{}", "name = 'a'\nname = 'b'"])
def test_a_file_that_is_not_toml_says_where(text: str, tmp_path: Path) -> None:
    boards, problems = check_board_file(write(tmp_path, text))
    assert boards is None
    assert len(problems) == 1
    assert problems[0].what.startswith("not TOML: ")
    assert "line 1" in problems[0].what or "line 2" in problems[0].what or "end of" in str(problems)
    assert problems[0].right == "see docs/boards.md for an example"


def test_a_file_that_nests_without_end_is_not_toml(tmp_path: Path) -> None:
    boards, problems = check_board_file(write(tmp_path, "x = " + "[" * 15_000))
    assert boards is None
    assert problems[0].what.startswith("not TOML: ")


def test_a_file_with_a_number_too_long_to_read_is_refused(tmp_path: Path) -> None:
    boards, problems = check_board_file(write(tmp_path, "radius = " + "9" * 5000))
    assert boards is None
    assert len(problems) == 1


def test_a_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, POCKET + "#" * MAX_FILE)
    boards, problems = check_board_file(path)
    assert boards is None
    assert [str(problem) for problem in problems] == ["the file is too large; at most 20000 bytes"]


@pytest.mark.parametrize("pad", ["", "x"])
def test_a_large_file_is_refused_whatever_its_letters(pad: str, tmp_path: Path) -> None:
    path = write(tmp_path, POCKET + "#" + pad + "é" * MAX_FILE)
    boards, problems = check_board_file(path)
    assert boards is None
    assert [str(problem) for problem in problems] == ["the file is too large; at most 20000 bytes"]


def test_a_file_of_exactly_the_largest_size_is_read(tmp_path: Path) -> None:
    path = write(tmp_path, POCKET + "#" * (MAX_FILE - len(POCKET)))
    assert check_board_file(path)[1] == ()


def test_bad_plain_data_names_its_source() -> None:
    with pytest.raises(BadBoard, match=r"^boards: not a table; a board set has a name and levels$"):
        parse_boards([])
    with pytest.raises(BadBoard, match=r"^mine: not a table; a board set has a name and levels$"):
        parse_boards("classic", "mine")
