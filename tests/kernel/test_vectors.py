from random import Random
from typing import Any

import numpy as np
import pytest

from taupes.kernel import WordArray, compiled, layout, tables_of
from taupes.kernel.vectors import (
    LANES,
    ROW,
    Ways,
    add_products,
    add_row,
    copy_numbers,
    differing,
    find_ways,
)
from taupes.rules import Game, load_stack, preset_rules


@compiled
def added(sums: Any, at: int, rows: Any, row: int, factor: float) -> None:
    add_row(sums, at, rows, row, factor)


@compiled
def copied(to: Any, at: int, rows: Any, row: int) -> None:
    copy_numbers(to, at, rows, row)


@compiled
def product(numbers: Any, at: int, rows: Any, row: int) -> float:
    return add_products(numbers, at, rows, row)


@compiled
def compared(numbers: Any, at: int) -> int:
    return differing(numbers, at)


@compiled
def found(t: WordArray, turns: int, free: int, starts: int, movers: int) -> Ways:
    return find_ways(t, turns, free, starts, movers)


def numbers(seed: int, count: int) -> Any:
    return np.random.default_rng(seed).normal(size=count).astype(np.float32)


def test_a_row_is_added_where_it_is_told() -> None:
    sums, rows = numbers(1, 3 * ROW), numbers(2, 5 * ROW)
    wanted, factor = sums.copy(), rows[0]
    wanted[7 : 7 + ROW] += rows[100 : 100 + ROW] * factor
    added(sums, 7, rows, 100, factor)
    assert (sums == wanted).all()


def test_a_row_is_copied_where_it_is_told() -> None:
    to, rows = numbers(1, 3 * ROW), numbers(2, 5 * ROW)
    wanted = to.copy()
    wanted[7 : 7 + ROW] = rows[100 : 100 + ROW]
    copied(to, 7, rows, 100)
    assert (to == wanted).all()


def test_products_are_added_up_by_halves() -> None:
    left, right = numbers(1, 2 * ROW), numbers(2, 3 * ROW)
    products = left[5 : 5 + ROW].clip(min=0) * right[70 : 70 + ROW]
    exact = float(products.astype(np.float64).sum())
    while len(products) > 1:
        products = products[: len(products) // 2] + products[len(products) // 2 :]
    assert product(left, 5, right, 70) == products[0]
    assert product(left, 5, right, 70) == pytest.approx(exact, abs=1e-5)


def test_what_differs_from_the_first_is_told_by_bits() -> None:
    row = np.zeros(3 * LANES, np.float32)
    row[LANES + 1] = row[2 * LANES - 1] = 1.5
    assert compared(row, LANES) == 1 << 1 | 1 << LANES - 1
    assert compared(row, 0) == 0
    row[LANES] = 1.5
    assert compared(row, LANES) == (1 << LANES) - 2 - (1 << 1 | 1 << LANES - 1)


@pytest.mark.parametrize("disc", [1, 2, 3, 4])
def test_movers_stand_before_a_line_of_free_cells(disc: int) -> None:
    tables = tables_of(Game(load_stack("classic-0351"), preset_rules("web", 2), 2, 10))
    starts = layout.LEVELS + layout.LEVEL_WORDS + layout.LEVEL_STARTS + 16 * (disc - 1)
    turns = layout.STEPS + layout.STEP_WORDS * (disc - 1)
    rng, seen = Random(disc), 0
    for _ in range(200):
        occupied = rng.getrandbits(layout.CELLS) & rng.getrandbits(layout.CELLS)
        movers = occupied & rng.getrandbits(layout.CELLS)
        ways = found(tables, turns, layout.RING & ~occupied, starts, movers)
        for way in range(6):
            by = int(tables[layout.REACHES + way])
            wanted = {
                cell
                for cell in range(layout.CELLS)
                if movers & int(tables[starts + way]) & 1 << cell
                and not any(
                    occupied >> (cell + n * by) % layout.CELLS & 1 for n in range(1, disc + 1)
                )
            }
            assert {cell for cell in range(layout.CELLS) if ways[way] >> cell & 1} == wanted
            seen += len(wanted)
    assert seen > 1_000
