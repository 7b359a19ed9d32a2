from dataclasses import replace

import numpy as np
import pytest

from taupes.kernel import IS_COMPILED, TooWide, layout, tables_of
from taupes.kernel.tables import discs_of, hand_of, ring_index
from taupes.rules import (
    DIRECTIONS,
    DISCS,
    MOLES,
    Board,
    BoardSet,
    Game,
    Hex,
    Stack,
    hexagon,
    load_stack,
    preset_rules,
)


def game_of(code: str, seats: int = 2) -> Game:
    return Game(load_stack(code), preset_rules("web", seats), seats, MOLES[seats])


@pytest.mark.parametrize(("radius", "cells"), [(4, layout.CELLS), (5, layout.WIDE_CELLS)])
def test_the_ring_numbers_every_cell_once(radius: int, cells: int) -> None:
    assert sorted(ring_index(cell, radius) for cell in hexagon(radius)) == list(range(cells))


@pytest.mark.parametrize(("radius", "cells"), [(4, layout.CELLS), (5, layout.WIDE_CELLS)])
def test_a_step_is_the_same_rotation_wherever_it_starts(radius: int, cells: int) -> None:
    for step in DIRECTIONS:
        by = ring_index(step, radius)
        for cell in hexagon(radius - 1):
            target = Hex(cell.q + step.q, cell.r + step.r)
            assert ring_index(target, radius) == (ring_index(cell, radius) + by) % cells


def test_turning_the_board_multiplies_the_ring() -> None:
    for cell in hexagon(4):
        turned = ring_index(cell, 4) * layout.TURN % layout.CELLS
        assert ring_index(cell.turned(1), 4) == turned


def test_smaller_boards_lie_inside_the_same_ring() -> None:
    assert {ring_index(cell, 2) for cell in hexagon(2)} < {
        ring_index(cell, 4) for cell in hexagon(4)
    }


def test_every_hand_has_one_word() -> None:
    hands = set()
    for left in range(64):
        discs = discs_of(left)
        hands.add(hand_of(discs))
        assert discs_of(hand_of(discs)) == discs
    assert len(hands) == 2 * 3 * 3 * 2
    assert hand_of(DISCS) == layout.ALL_DISCS


def test_all_numbers_are_whole_and_not_negative() -> None:
    for code in ("classic-0123", "grand-5432"):
        tables = [int(word) for word in tables_of(game_of(code))]
        assert min(tables) == 0
        assert max(tables) < 1 << 63


def test_the_way_back_from_a_hole_is_known() -> None:
    game = game_of("classic-0123")
    table = [int(word) for word in tables_of(game)]
    for level in range(len(game.grounds)):
        block = layout.LEVELS + level * layout.LEVEL_WORDS
        for disc, way in ((disc, way) for disc in range(4) for way in range(6)):
            starts = table[block + layout.LEVEL_ENTRIES + 16 * disc + way]
            ends = table[block + layout.LEVEL_TARGETS + 16 * disc + (way + 3) % 6]
            by = table[layout.REACHES + 8 * disc + way]
            assert ends == (starts << by | starts >> (layout.CELLS - by)) & layout.RING
            assert ends & ~table[block + layout.LEVEL_HOLES] == 0


@pytest.mark.parametrize("code", ["classic-0123", "grand-5432"])
def test_the_reaches_of_a_disc_are_also_one_word(code: str) -> None:
    table = [int(word) for word in tables_of(game_of(code))]
    for disc in range(4):
        reaches = layout.REACHES + 8 * disc
        word = table[reaches + layout.REACH_WORD]
        assert [word >> 8 * way & 255 for way in range(6)] == table[reaches : reaches + 6]


@pytest.mark.skipif(not IS_COMPILED, reason="lists have no address")
def test_what_wide_registers_load_lies_in_one_line_of_the_cache() -> None:
    for code in ("classic-0123", "grand-5432"):
        assert np.asarray(tables_of(game_of(code))).ctypes.data % 64 == 0
    starts = (layout.STEPS, layout.STEP_WORDS, layout.LEVELS, layout.LEVEL_WORDS)
    assert all(start % 8 == 0 for start in (*starts, layout.LEVEL_STARTS))


def test_a_drop_is_good_where_a_disc_enters_a_hole_of_the_board_below() -> None:
    for code in ("classic-0123", "grand-5432"):
        game = game_of(code)
        table = [int(word) for word in tables_of(game)]
        for level, disc in ((level, disc) for level in range(4) for disc in range(1, 5)):
            word = layout.LEVELS + level * layout.LEVEL_WORDS + layout.LEVEL_DROPS + disc - 1
            cells = table[word] | table[word + 4] << layout.NEAR_BITS
            wanted = set()
            if level < 3:
                below = game.grounds[level + 1]
                wanted = {
                    ring_index(move.origin, game.stack.radius)
                    for lines in below.lines[disc]
                    for move, _ in lines
                    if below.holes >> game.index[move.target] & 1
                }
            assert {i for i in range(layout.WIDE_CELLS) if cells >> i & 1} == wanted


def test_special_cells_are_in_the_tables_only_with_the_option() -> None:
    game = game_of("classic-0000")
    block = layout.LEVELS + layout.LEVEL_WORDS + layout.LEVEL_SPECIALS
    assert tables_of(game)[block] == 0
    pro = replace(game, rules=replace(game.rules, special_cells=True))
    assert int(tables_of(pro)[block]).bit_count() == len(game.stack.levels[1].specials)


def test_wider_boards_are_refused_by_name() -> None:
    top = Board("plain", 6, (Hex(0, 1), Hex(0, 2)))
    last = Board("rock", 2, (Hex(0, 0),), (), (0, 2, 4))
    stack = Stack(BoardSet("huge", (top, last)), (0, 0))
    with pytest.raises(TooWide, match=r"'huge' has a board of radius 6.* up to radius 5"):
        tables_of(Game(stack, preset_rules("web", 2), 2, 10))
