from itertools import product

import pytest

from taupes.rules import DIRECTIONS, Hex, hexagon
from taupes.terminal.board.faces import Marks, Scene, faces
from taupes.terminal.board.picture import SIZES, Size, cell_at, draw, fitting
from tests.rules.positions import position

CLAY = position(1, moles={"A": "c3 d1", "B": "b2", "C": "e5", "D": "i9"})


def text(scene: Scene, size: Size) -> str:
    lines = draw(scene, size, colour=False)
    return "\n".join("".join(piece.text for piece in line).rstrip() for line in lines)


def scene(**marks: object) -> Scene:
    return Scene(CLAY.game, 1, CLAY.moles, Marks(**marks))  # type: ignore[arg-type]


def cell(name: str) -> Hex:
    return CLAY.game.cell(name)


@pytest.mark.parametrize("size", SIZES)
def test_every_cell_is_named_or_holds_its_mole(size: Size) -> None:
    drawn = text(scene(), size)
    for each in hexagon(4):
        name = CLAY.game.name(each)
        assert name in drawn or (size.height == 1 and CLAY.owner(each) is not None)
    for token, count in (("A▲", 2), ("B●", 1), ("C■", 1), ("D♦", 1)):
        assert drawn.count(token) == count


@pytest.mark.parametrize("size", SIZES)
def test_signs_alone_tell_holes_special_cells_and_marks(size: Size) -> None:
    board = CLAY.game.stack.levels[1]
    hole = next(h for h in board.holes if CLAY.owner(h) is None)
    special = next(s for s in board.specials if CLAY.owner(s) is None)
    drawn = text(scene(), size)
    assert f"({CLAY.game.name(hole)})" in drawn
    assert f"*{CLAY.game.name(special)}*" in drawn
    marked = scene(
        movable=frozenset({cell("c3"), cell("d1")}),
        selected=cell("c3"),
        targets=frozenset({cell("c5")}),
        hinted=frozenset({cell("f6")}),
        out=frozenset({cell("i9")}),
        cursor=cell("a4"),
    )
    drawn = text(marked, size)
    for sign in ("»A▲«", "›A▲‹", "×D♦×", "[a4]"):
        assert sign in drawn
    assert "▸c5◂" in drawn if size.height == 1 else "▸◂" in drawn
    if size.height > 1:
        assert "!!" in drawn


def test_paths_of_the_last_board_are_seen() -> None:
    state = position(3, moles={"A": "b2", "B": "h8"})
    drawn = text(Scene(state.game, 3, state.moles), Size(6, 2))
    assert {"══", "╲╲", "╱╱", "··"} <= {drawn[i : i + 2] for i in range(len(drawn))}


def test_neighbours_differ_in_colour() -> None:
    looks = faces(Scene(CLAY.game, 0, (0, 0)), colour=True)
    plain = [c for c in looks if c not in CLAY.game.stack.levels[0].holes]
    for each, (q, r) in product(plain, DIRECTIONS):
        other = Hex(each.q + q, each.r + r)
        if other in plain:
            assert looks[each].ground != looks[other].ground


def test_moles_of_one_team_side_by_side_differ_in_colour() -> None:
    state = position(moles={"A": "c2 c3 c4", "B": "e4"})
    looks = faces(Scene(state.game, 0, state.moles), colour=True)
    row = [looks[state.game.cell(name)].ground for name in ("c2", "c3", "c4")]
    assert len(set(row)) == 3


@pytest.mark.parametrize("size", [size for size in SIZES if size.height > 1])
def test_cells_are_hexagons_that_leave_no_gap(size: Size) -> None:
    at = cell_at(4, size)
    inside = [place for place, each in at.items() if each == Hex(0, 0)]
    columns = {half: sum(1 for h, _ in inside if h == half) for half, _ in inside}
    widths = [columns[half] for half in sorted(columns)]
    assert widths == widths[::-1]
    assert widths[0] == 2
    assert max(widths) == size.width
    assert len(inside) == size.width * size.height * 2


@pytest.mark.parametrize("size", SIZES)
def test_a_line_is_as_wide_as_the_frame(size: Size) -> None:
    columns, lines = size.extent(4)
    drawn = draw(scene(), size)
    assert len(drawn) == lines
    assert {sum(len(piece.text) for piece in line) for line in drawn} == {columns}


def test_the_largest_size_that_fits_is_taken() -> None:
    assert fitting(54, 20, 4) == Size(6, 2)
    assert fitting(53, 20, 4) == Size(4, 1)
    assert fitting(200, 100, 4) == SIZES[0]
    assert fitting(1, 1, 12) == SIZES[-1]


def test_names_of_three_characters_have_room() -> None:
    state = position(boards="grand", orientations="0000", moles={"A": "c3", "B": "e5"})
    for size in SIZES:
        drawn = text(Scene(state.game, 0, state.moles), size)
        assert "k10" in drawn
        assert max(map(len, drawn.split("\n"))) <= size.extent(5)[0]
