import pytest

from taupes.rules.hex import (
    CENTRE,
    DIRECTIONS,
    MAX_RADIUS,
    Hex,
    format_cell,
    hexagon,
    parse_cell,
    straight,
)


@pytest.mark.parametrize(("radius", "cells"), [(1, 7), (2, 19), (3, 37), (4, 61), (5, 91)])
def test_a_hexagon_has_so_many_cells(radius: int, cells: int) -> None:
    assert len(hexagon(radius)) == cells
    assert len(set(hexagon(radius))) == cells


def test_cells_come_in_reading_order_from_the_top_left() -> None:
    assert hexagon(1) == (
        Hex(0, -1), Hex(1, -1),
        Hex(-1, 0), Hex(0, 0), Hex(1, 0),
        Hex(-1, 1), Hex(0, 1),
    )  # fmt: skip


def test_the_ring_is_the_distance_to_the_centre() -> None:
    assert [sum(cell.ring == n for cell in hexagon(4)) for n in range(5)] == [1, 6, 12, 18, 24]
    assert (Hex(3, -1).ring, Hex(-2, -2).ring, Hex(1, -4).ring) == (3, 4, 4)


def test_the_six_directions_are_those_of_the_record() -> None:
    assert DIRECTIONS == ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


@pytest.mark.parametrize("direction", range(6))
def test_each_direction_is_a_sixth_of_a_turn_clockwise_from_the_one_before(direction: int) -> None:
    assert DIRECTIONS[direction].turned(1) == DIRECTIONS[(direction + 1) % 6]


def test_a_turn_takes_q_and_r_to_minus_r_and_their_sum() -> None:
    assert Hex(3, -1).turned(1) == Hex(1, 2)
    assert Hex(3, -1).turned(2) == Hex(-2, 3)
    assert Hex(3, -1).turned(3) == Hex(-3, 1)


@pytest.mark.parametrize("cell", hexagon(4))
def test_six_sixths_bring_a_cell_back_and_every_turn_keeps_its_ring(cell: Hex) -> None:
    assert cell.turned(6) == cell
    assert cell.turned(5).turned(1) == cell
    assert {cell.turned(k).ring for k in range(6)} == {cell.ring}


def test_a_step_goes_so_many_cells_in_one_direction() -> None:
    assert Hex(1, -1).step(0) == Hex(2, -1)
    assert Hex(1, -1).step(1, 3) == Hex(1, 2)
    assert Hex(1, -1).step(2, 2) == Hex(-1, 1)
    assert Hex(1, -1).step(5, 2) == Hex(3, -3)


@pytest.mark.parametrize(
    ("cell", "name"),
    [
        (Hex(-4, 4), "a1"),
        (Hex(0, 4), "a5"),
        (Hex(-4, 0), "e1"),
        (Hex(0, 0), "e5"),
        (Hex(4, 0), "e9"),
        (Hex(0, -4), "i5"),
        (Hex(4, -4), "i9"),
    ],
)
def test_the_corners_and_centre_of_radius_4_run_from_a1_to_i9(cell: Hex, name: str) -> None:
    assert format_cell(cell, 4) == name
    assert parse_cell(name, 4) == cell


def test_the_rows_of_radius_4_have_abalones_names() -> None:
    rows: dict[str, list[int]] = {}
    for cell in hexagon(4):
        name = format_cell(cell, 4)
        rows.setdefault(name[0], []).append(int(name[1:]))
    assert {letter: (numbers[0], numbers[-1]) for letter, numbers in rows.items()} == {
        "i": (5, 9),
        "h": (4, 9),
        "g": (3, 9),
        "f": (2, 9),
        "e": (1, 9),
        "d": (1, 8),
        "c": (1, 7),
        "b": (1, 6),
        "a": (1, 5),
    }


@pytest.mark.parametrize("radius", [1, 4, 5, MAX_RADIUS])
def test_every_cell_has_its_own_name_and_the_name_leads_back(radius: int) -> None:
    names = [format_cell(cell, radius) for cell in hexagon(radius)]
    assert len(set(names)) == len(names)
    assert tuple(parse_cell(name, radius) for name in names) == hexagon(radius)


def test_a_small_board_keeps_the_names_of_the_widest_above_it() -> None:
    assert format_cell(Hex(-3, 3), 4) == "b2"
    assert format_cell(CENTRE, 4) == "e5"
    assert format_cell(CENTRE, 5) == "f6"


@pytest.mark.parametrize(
    "name", ["", "a0", "a6", "i4", "j9", "e10", "e05", "E5", "5e", "e5 ", "ee"]
)
def test_a_name_that_no_cell_has_is_refused(name: str) -> None:
    with pytest.raises(
        ValueError, match=r"is no cell of this board, whose cells run from a1 to i9"
    ):
        parse_cell(name, 4)


@pytest.mark.parametrize("direction", range(6))
def test_a_straight_line_has_a_direction_and_a_distance(direction: int) -> None:
    assert straight(Hex(1, -1), Hex(1, -1).step(direction, 3)) == (direction, 3)


@pytest.mark.parametrize("target", [Hex(1, 1), Hex(2, -1), Hex(-2, 1), Hex(0, 0)])
def test_a_corner_or_no_distance_is_no_straight_line(target: Hex) -> None:
    assert straight(CENTRE, target) is None
