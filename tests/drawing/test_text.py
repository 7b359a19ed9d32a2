"""The text drawings: known pictures to the letter, and positions read back from the drawing."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taupes.drawing import draw_board_text, draw_text
from taupes.rules import (
    MOLES,
    SHIPPED,
    Board,
    BoardSet,
    Game,
    Hex,
    Stack,
    State,
    format_cell,
    hexagon,
    load_boards,
    new_game,
    preset_rules,
)

TOP = Board("top", 2, (Hex(0, 0), Hex(2, -2)), (Hex(0, 1), Hex(-2, 1)))
LAST = Board("last", 2, (Hex(0, 0),), (Hex(1, 1),), (0, 2, 4))


def position(stack: Stack, level: int, *moles: tuple[Hex, ...]) -> State:
    seats = len(moles)
    game = Game(stack, preset_rules("web", seats), seats, 2)
    words = tuple(sum(1 << game.index[cell] for cell in cells) for cells in moles)
    return replace(new_game(game), level=level, moles=words)


def small(level: int, *moles: tuple[Hex, ...]) -> State:
    return position(Stack(BoardSet("small", (TOP, LAST)), (0, 0)), level, *moles)


def test_a_known_position() -> None:
    state = small(0, (Hex(0, 0), Hex(-2, 0)), (Hex(0, 1), Hex(2, -1)))
    assert draw_text(state).splitlines() == [
        "    e   +   +  ( )",
        "",
        "  d   +   +   +   B",
        "",
        "c   A   +  (A)  +   +",
        "",
        "  b   *   +  *B*  +   5",
        "",
        "    a   +   +   +   4",
        "",
        "          1   2   3",
        "",
        "A B moles  (A) in hole  ( ) hole  * special",
    ]


def test_the_last_board_tells_solid_paths_from_dotted_ones() -> None:
    state = small(1, (Hex(1, 0),), (), (Hex(-1, 0),))
    assert draw_text(state, marked=[Hex(0, 1), Hex(1, 0)]).splitlines() == [
        "    e   +   +   +",
        "         \\     .",
        "  d   +   +   +   +",
        "           \\ .",
        "c   + . C .( )->A---+",
        "           / .",
        "  b   +   +  >+   *   5",
        "         /     .",
        "    a   +   +   +   4",
        "",
        "          1   2   3",
        "",
        "A B C moles  (A) in hole  ( ) hole  * special  --- solid  ... dotted  > marked",
    ]


def test_names_stand_on_the_empty_cells() -> None:
    state = small(0, (Hex(0, 0), Hex(-2, 0)), (Hex(0, 1), Hex(2, -1)))
    assert draw_text(state, names=True, legend=False).splitlines() == [
        "      e   e3    e4   (e5)",
        "",
        "   d   d2    d3    d4     B",
        "",
        "c    A    c2    (A)   c4    c5",
        "",
        "   b  *b1*   b2    *B*   b4     5",
        "",
        "      a   a1    a2    a3     4",
        "",
        "              1     2     3",
    ]


def test_a_small_board_keeps_the_names_of_its_stack() -> None:
    drawn = draw_board_text(Board("tiny", 1, (Hex(0, 0),)), 4, names=True)
    assert re.findall(r"[a-i]\d", drawn) == ["f5", "f6", "e4", "e5", "e6", "d4", "d5"]
    assert drawn.endswith("( ) hole")


def test_colour_only_adds_escapes() -> None:
    state = small(0, (Hex(0, 0), Hex(-2, 0)), (Hex(0, 1), Hex(2, -1)))
    coloured = draw_text(state, colour=True, marked=[Hex(0, 0)])
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == draw_text(state, marked=[Hex(0, 0)])
    assert "\x1b[1;31;7m>(A)\x1b[0m" in coloured
    assert "\x1b[1;34m*B*\x1b[0m" in coloured
    assert "\x1b[1;32m" in draw_text(state, colour=True, teams=("green", "yellow"))
    assert "\x1b" not in draw_text(state)


SIGN = re.compile(r"\(([ A-D])\)|\*([A-D])\*|([A-D])|(\*)|(\+)")


def read(drawn: str, radius: int) -> dict[Hex, tuple[str, str]]:
    """The kind of each cell and the mole on it, from a drawing without names or legend."""
    rows = [line for line in drawn.splitlines() if re.match(r" *[a-z] ", line)]
    signs = [match for row in rows for match in SIGN.finditer(row)]
    cells = {}
    for cell, match in zip(hexagon(radius), signs, strict=True):
        home, special, mole, star, _ = match.groups()
        kind = "hole" if home else "special" if special or star else "plain"
        cells[cell] = (kind, (home or special or mole or "").strip())
    return cells


@st.composite
def positions(draw: st.DrawFn) -> State:
    boards = load_boards(draw(st.sampled_from(SHIPPED)))
    turned = draw(st.tuples(*[st.integers(0, 5)] * len(boards.boards)))
    level = draw(st.integers(0, len(turned) - 1))
    cells = st.lists(st.sampled_from(hexagon(boards.boards[level].radius)), unique=True)
    moles = draw(cells.filter(lambda cells: len(cells) <= 24))
    seats = draw(st.sampled_from(tuple(MOLES)))
    return position(Stack(boards, turned), level, *(tuple(moles[i::seats]) for i in range(seats)))


@given(positions())
def test_a_position_can_be_read_back(state: State) -> None:
    board = state.game.stack.levels[state.level]
    expected = {}
    for cell in hexagon(board.radius):
        kind = "hole" if cell in board.holes else "special" if cell in board.specials else "plain"
        seat = state.owner(cell)
        expected[cell] = (kind, "" if seat is None else "ABCD"[seat])
    assert read(draw_text(state, legend=False), board.radius) == expected


@given(positions())
def test_every_empty_cell_is_named_once(state: State) -> None:
    drawn = draw_text(state, names=True, legend=False)
    board = state.game.stack.levels[state.level]
    empty = [cell for cell in hexagon(board.radius) if state.owner(cell) is None]
    assert re.findall(r"[a-z]\d+", drawn) == [state.game.name(cell) for cell in empty]


@pytest.mark.parametrize("names", [False, True])
@pytest.mark.parametrize("radius", [1, 2, 3, 4, 5, 6])
def test_drawings_fit_a_terminal(radius: int, names: bool) -> None:
    board = Board("b", radius, (Hex(0, 0),), (Hex(1, 0),), (0, 2, 4))
    stack = Stack(BoardSet("set", (board,)), (0,))
    cells = [cell for cell in hexagon(radius) if cell not in board.holes]
    moles = tuple((cell,) for cell in cells[:4])
    game = Game(stack, preset_rules("web", 4), 4, 1)
    words = tuple(1 << game.index[cell] for (cell,) in moles)
    drawn = draw_text(replace(new_game(game), moles=words), names=names, marked=cells)
    lines = drawn.splitlines()
    assert max(map(len, lines)) <= (80 if radius <= 5 else 90)
    assert len(lines) == 4 * radius + 5
    assert len(lines) <= 24 or radius > 4
    assert drawn.count(">") == len(cells) + 1
    assert all(line == line.rstrip() for line in lines)
    assert drawn.isascii()


def test_the_edges_name_rows_and_diagonals() -> None:
    for radius in range(1, 7):
        drawn = draw_board_text(Board("b", radius, (Hex(0, 0),)), legend=False)
        letters = [line.split()[0] for line in drawn.splitlines() if line.strip()][:-1]
        assert letters == [format_cell(Hex(0, r), radius)[0] for r in range(-radius, radius + 1)]
        numbers = sorted(map(int, re.findall(r"\d+", drawn)))
        assert numbers == list(range(1, 2 * radius + 2))


def test_what_cannot_be_drawn_is_refused() -> None:
    state = small(0, (), ())
    with pytest.raises(ValueError, match=r"cell \(3, 0\) cannot be marked"):
        draw_text(state, marked=[Hex(3, 0)])
    with pytest.raises(ValueError, match="out of red, blue, green, yellow"):
        draw_text(state, teams=("red", "red"))
    with pytest.raises(ValueError, match="does not fit in a frame of 1"):
        draw_board_text(TOP, 1)
