from random import Random

import pytest

from taupes.bots.evaluation.ground import CELL_FEATURES, SCALE, describe_cells
from taupes.rules import MOLES, Board, BoardSet, Game, Hex, Stack, load_boards, preset_rules

HOLE, ENTERS, SOON, SPECIAL, BONUS, DROP = 1, range(2, 6), range(7, 10), 14, 15, 19

TINY = BoardSet(
    "tiny",
    (
        Board("top", 2, (Hex(0, -2), Hex(2, 0), Hex(-1, 1))),
        Board("last", 2, (Hex(0, 0),), (Hex(1, 1),), (0, 2, 4)),
    ),
)


def game_on(boards: BoardSet, preset: str = "web-pro", turned: int = 0) -> Game:
    stack = Stack(boards, (turned,) * len(boards.boards))
    return Game(stack, preset_rules(preset, 2), 2, min(MOLES[2], 7))


def described(game: Game, level: int) -> dict[Hex, tuple[float, ...]]:
    """The features of the cells of a level, not scaled."""
    below = game.grounds[level + 1] if level < game.stack.last else None
    specials = game.rules.special_cells
    found = describe_cells(game.grounds[level], below, has_specials=specials)
    return {game.frame[i]: tuple(number / SCALE for number in f) for i, f in found.items()}


@pytest.mark.parametrize("boards", [TINY, *map(load_boards, ("classic", "quick", "grand"))])
def test_cells_are_described_as_the_rules_have_them(boards: BoardSet) -> None:
    game = game_on(boards)
    for level, board in enumerate(game.stack.levels):
        ground, cells = game.grounds[level], described(game, level)
        assert {cell for cell, numbers in cells.items() if numbers[HOLE]} == set(board.holes)
        assert {cell for cell, numbers in cells.items() if numbers[SPECIAL]} == set(board.specials)
        for cell, numbers in cells.items():
            assert len(numbers) == CELL_FEATURES
            lines = ground.lines
            for disc, place in enumerate(ENTERS, 1):
                ends = {move.target for move, _ in lines[disc][game.index[cell]]}
                assert numbers[place] == pytest.approx(float(bool(ends & set(board.holes))))
            soon = [numbers[place] for place in SOON]
            assert soon == sorted(soon)
            assert min(numbers) >= -1e-9
            assert max(numbers[place] for place in SOON) <= 1 + 1e-9


def test_a_lone_mole_is_home_by_the_discs_that_lead_there() -> None:
    """On the last board of radius 2, along a solid path: a 2 from the rim, or a 1 and another 1."""
    cells = described(game_on(TINY), 1)
    rim, beside = cells[Hex(2, 0)], cells[Hex(1, 0)]
    assert [rim[place] for place in ENTERS] == pytest.approx([0, 1, 0, 0])
    assert [beside[place] for place in ENTERS] == pytest.approx([1, 0, 0, 0])
    # Two turns: a 2 at once, or a 1 and then a 1 from beside the hole.
    within_two = 1 / 3 + 1 / 6 * (1 / 3) + (1 - 1 / 3 - 1 / 6) * (1 / 3)
    assert rim[SOON[0]] >= within_two - 1e-9
    assert cells[Hex(0, 0)][SOON[0]] == pytest.approx(1)


def test_what_lies_below_a_hole_is_seen_from_where_it_is_entered() -> None:
    game = game_on(TINY)
    top, last = described(game, 0), described(game, 1)
    assert all(numbers[DROP] == 0 for numbers in last.values())
    enters = {cell for cell, numbers in top.items() if any(numbers[p] for p in ENTERS)}
    assert {cell for cell, numbers in top.items() if numbers[DROP] > 0} == enters


def test_special_cells_are_seen_only_where_they_count() -> None:
    for preset, counts in (("web", False), ("web-pro", True)):
        cells = described(game_on(load_boards("classic"), preset), 1)
        assert any(numbers[SPECIAL] for numbers in cells.values()) is counts
        assert any(numbers[BONUS] for numbers in cells.values()) is counts


@pytest.mark.parametrize("name", ["classic", "grand"])
def test_turning_the_stack_turns_its_features(name: str) -> None:
    boards, turned = load_boards(name), Random(name).randrange(1, 6)
    for level in range(len(boards.boards)):
        plain = described(game_on(boards), level)
        other = described(game_on(boards, turned=turned), level)
        for cell, numbers in plain.items():
            assert other[cell.turned(turned)] == pytest.approx(numbers)
