"""Sheets cover the board, fit the paper, and say which edge meets which."""

from collections import Counter
from math import ceil, floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taupes.drawing.plate import place
from taupes.paper.measure import (
    CELL,
    FLAP,
    HEAP,
    HOLE,
    LEAD,
    MOLE_FOOT,
    MOLE_WIDTH,
    PAPERS,
    SCALE,
    arrow_place,
    hole_size,
)
from taupes.paper.sheets import Area, clipped, corners, divide
from taupes.rules import SHIPPED, Board, Hex, hexagon, load_boards

PAPER = st.sampled_from(sorted(PAPERS))


@st.composite
def boards(draw: st.DrawFn) -> Board:
    radius = draw(st.integers(1, 6))
    cells = draw(st.lists(st.sampled_from(hexagon(radius)), min_size=1, max_size=8, unique=True))
    split = draw(st.integers(1, len(cells)))
    return Board("any", radius, tuple(cells[:split]), tuple(cells[split:]))


def size(outline: tuple[tuple[float, float], ...]) -> float:
    turned = (*outline[1:], *outline[:1])
    return abs(sum(x * b - a * y for (x, y), (a, b) in zip(outline, turned, strict=True))) / 2


@given(boards(), PAPER, st.integers(0, 2))
def test_sheets_cover_the_board_once(board: Board, paper: str, wider: int) -> None:
    outline = corners(board.radius + wider)
    sheets = divide(board, board.radius + wider, PAPERS[paper])
    shown = sum(size(clipped(outline, sheet.area)) for sheet in sheets)
    assert shown == pytest.approx(size(outline), abs=5)


@given(boards(), PAPER)
def test_sheets_fit_the_paper(board: Board, paper: str) -> None:
    width, height = PAPERS[paper].room
    for sheet in divide(board, board.radius, PAPERS[paper]):
        sides = dict(sheet.letters)
        assert sheet.printed.width + (LEAD if "left" in sides else 0) <= width + 1e-9
        assert sheet.printed.height + (LEAD if "top" in sides else 0) <= height + 1e-9
        assert sheet.area.width > 0
        assert sheet.area.height > 0


@given(boards(), PAPER)
def test_every_letter_joins_two_edges_that_meet(board: Board, paper: str) -> None:
    sheets = divide(board, board.radius, PAPERS[paper])
    assert [sheet.number for sheet in sheets] == list(range(1, len(sheets) + 1))
    edges = [(letter, side, sheet) for sheet in sheets for side, letter in sheet.letters]
    assert set(Counter(letter for letter, _, _ in edges).values()) <= {2}
    ends = {(letter, side): sheet for letter, side, sheet in edges}
    for (letter, side), sheet in ends.items():
        if side == "right":
            after = ends[letter, "left"]
            assert (sheet.area.right, sheet.area.top) == (after.area.left, after.area.top)
            assert sheet.flap("right") is not None
            assert sheet.printed.right == sheet.area.right + FLAP
        if side == "bottom":
            after = ends[letter, "top"]
            assert (sheet.area.bottom, sheet.area.left) == (after.area.top, after.area.left)
        if side in ("left", "top"):
            assert sheet.flap(side) is None


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("paper", PAPERS)
def test_joints_of_shipped_boards_spare_the_holes_where_they_can(name: str, paper: str) -> None:
    boards = load_boards(name).boards
    for board in boards:
        sheets = divide(board, boards[0].radius, PAPERS[paper])
        assert len(sheets) == (2 if boards[0].radius == 4 else 4)
        if len(sheets) == 2:
            first, last = sheets
            reach = hole_size(board) / 2 + HEAP
            holes = [place(hole)[0] * SCALE for hole in board.holes]
            room = PAPERS[paper].room[0]

            def cuts(x: int | float) -> int:
                return sum(abs(hole - x) < reach for hole in holes)  # noqa: B023

            right, left = last.area.right - room + LEAD, first.area.left + room - FLAP
            assert cuts(first.area.right) == min(map(cuts, range(ceil(right), floor(left) + 1)))


def test_a_joint_goes_round_a_hole_in_the_middle() -> None:
    centre = Board("one", 4, (Hex(0, 0),))
    bare = Board("bare", 4, ())
    assert abs(divide(centre, 4, PAPERS["a4"])[0].area.right) >= HOLE / 2 + HEAP
    assert divide(bare, 4, PAPERS["a4"])[0].area.right == 0


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", SHIPPED)
def test_no_joint_cuts_the_arrow(name: str, paper: str) -> None:
    boards = load_boards(name).boards
    radius = boards[0].radius
    top = [round(corner[0]) for corner in corners(radius)[4:]]
    assert top[0] + CELL / 2 < arrow_place(radius) < top[1] - CELL / 2
    for board in boards:
        for sheet in divide(board, radius, PAPERS[paper]):
            assert abs(sheet.area.right - arrow_place(radius)) >= CELL / 4


def test_clipping() -> None:
    square = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))
    assert size(clipped(square, Area(1, 1, 3, 9))) == 6
    assert clipped(square, Area(5, 5, 6, 6)) == ()


def test_a_mole_goes_through_a_hole_and_holes_stay_apart() -> None:
    assert (MOLE_WIDTH**2 + MOLE_FOOT**2) ** 0.5 < HOLE
    assert HOLE + 2 * HEAP < CELL
