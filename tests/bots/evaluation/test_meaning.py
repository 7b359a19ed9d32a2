from random import Random
from typing import Any

import numpy as np
import pytest

from taupes.bots.evaluation.features import EXPERTS
from taupes.bots.evaluation.ground import CELL_FEATURES
from taupes.bots.evaluation.knowledge import make_mind, room_for_cells
from taupes.bots.evaluation.meaning import NOWHERE, lay_out, layout_of
from taupes.bots.evaluation.mind import HIDDEN
from taupes.kernel import Engine
from taupes.kernel.tables import ring_index
from taupes.rules import MOLES, Game, Hex, Stack, load_boards, preset_rules, shuffled_stack


def game_on(name: str, seats: int, orientations: tuple[int, ...] | None = None) -> Game:
    boards = load_boards(name)
    stack = shuffled_stack(boards, Random(name))
    if orientations:
        stack = Stack(boards, orientations)
    return Game(stack, preset_rules("web", seats), seats, MOLES[seats])


def random_meanings(seats: int, kinds: int) -> Any:
    rng = np.random.default_rng(seats * kinds)
    return rng.normal(size=EXPERTS * 2 * seats * kinds * HIDDEN).astype(np.float32)


def laid_out(game: Game, meanings: Any, *, is_trained: bool) -> Any:
    engine = Engine(game)
    cells = room_for_cells(engine)
    lay_out(engine.tables, meanings, layout_of(game, is_trained=is_trained), cells)
    return cells.reshape(len(game.grounds) + 1, game.seats, engine.cells, HIDDEN)


@pytest.mark.parametrize("is_trained", [False, True])
@pytest.mark.parametrize(("name", "seats"), [("classic", 2), ("quick", 4), ("grand", 3)])
def test_a_cell_means_what_its_features_and_itself_do(
    name: str, seats: int, *, is_trained: bool
) -> None:
    game = game_on(name, seats)
    engine, last = Engine(game), game.stack.last
    kinds = CELL_FEATURES + (engine.cells if is_trained else 0)
    meanings = random_meanings(seats, kinds)
    found = laid_out(game, meanings, is_trained=is_trained)
    by_kind = meanings.reshape(EXPERTS, 2, seats, kinds, HIDDEN).astype(np.float64)
    layout: Any = layout_of(game, is_trained=is_trained)
    shares = layout.shares.reshape(-1, engine.cells, CELL_FEATURES)
    places = layout.places.reshape(-1, engine.cells)

    def meaning(of: Any, level: int, number: int) -> Any:
        total = shares[level, number] @ of[:CELL_FEATURES]
        place = places[level, number]
        assert bool(place != NOWHERE) == is_trained
        return total + of[CELL_FEATURES + place] if is_trained else total

    for stage in range(last + 2):
        level = max(0, stage - 1)
        expert = 1 + min(3, last - level) if stage else 0
        board = game.stack.levels[level]
        for cell in (Hex(0, 0), Hex(1, -2), Hex(-2, 2), *board.holes[:4]):
            number = ring_index(cell, game.stack.radius)
            for k in range(seats):
                goal = meaning(by_kind[expert, 0, k], level, number)
                if cell in board.holes and level < last:
                    goal = goal + meaning(by_kind[expert, 1, k], level + 1, number)
                assert found[stage, k, number] == pytest.approx(goal, abs=1e-3)


@pytest.mark.parametrize("name", ["classic", "grand"])
def test_a_cell_means_the_same_however_its_board_lies(name: str) -> None:
    """Each board is turned by itself: what lies below differs, so features below do not count."""
    plain = game_on(name, 2, (0,) * 4)
    kinds = CELL_FEATURES + Engine(plain).cells
    meanings = random_meanings(2, kinds).reshape(EXPERTS, 2, 2, kinds, HIDDEN)
    meanings[..., :CELL_FEATURES, :] = 0
    meanings = meanings.reshape(-1)
    first = laid_out(plain, meanings, is_trained=True)
    for level in range(4):
        turned = tuple(2 if each == level else 0 for each in range(4))
        other = laid_out(game_on(name, 2, turned), meanings, is_trained=True)
        board, radius = plain.stack.levels[level], plain.stack.radius
        for cell in (Hex(1, -1), Hex(0, 2), Hex(-2, 1)):
            if cell not in board.holes:
                before, after = ring_index(cell, radius), ring_index(cell.turned(2), radius)
                assert (first[level + 1, 0, before] == other[level + 1, 0, after]).all()


def test_a_network_for_any_board_knows_no_cells_of_its_own() -> None:
    game = game_on("classic", 2)
    network = np.zeros(1, np.float32)
    for kinds, is_trained in ((CELL_FEATURES, False), (CELL_FEATURES + 61, True)):
        meanings = random_meanings(2, kinds)
        expected = laid_out(game, meanings, is_trained=is_trained).reshape(-1)
        assert (make_mind(game, network, meanings).cells == expected).all()
