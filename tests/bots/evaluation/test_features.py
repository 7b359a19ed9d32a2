from random import Random
from typing import Any

import numpy as np
import pytest

from taupes.bots import make_bot, play_game
from taupes.bots.evaluation.features import describe, describe_lanes, feature_count
from taupes.bots.evaluation.lanes import (
    BONUSES,
    EARLIER,
    ENTERS,
    FAR,
    HOLES,
    LANE_WORDS,
    PREPARES,
    fill_lane,
    look,
)
from taupes.kernel import Engine, compiled
from taupes.kernel.layout import NEAR_BITS
from taupes.kernel.vectors import LANES
from taupes.rules import (
    MOLES,
    Game,
    Hex,
    Move,
    Phase,
    Stack,
    State,
    apply,
    legal_actions,
    load_boards,
    preset_rules,
    shuffled_stack,
)


@compiled
def lay(t: Any, s: Any, lanes: Any, lane: int) -> None:
    fill_lane(t, s, lanes, lane)


def positions(boards: str, seats: int, count: int) -> list[State]:
    """Positions before a disc is turned, from games that fill holes."""
    rng = Random(f"{boards}/{seats}")
    found: list[State] = []
    while len(found) < count:
        stack = shuffled_stack(load_boards(boards), rng)
        game = Game(stack, preset_rules("web-pro", seats), seats, MOLES[seats])
        for _, _, state in play_game(game, [make_bot("forager")] * seats, f"{rng.random()}"):
            if state.phase is Phase.DRAW and rng.random() < 0.05:
                found.append(state)
    return found[:count]


def room(seats: int) -> tuple[Any, Any]:
    """Lanes, and the features of the positions in them."""
    lanes = np.zeros(LANE_WORDS * LANES, np.int64)
    return lanes, np.zeros(feature_count(seats) * LANES, np.float32)


def moves_into(state: State, disc: int, goal: set[Hex]) -> list[Move]:
    """The lines of a disc over free cells, from any cell, that end in a set of cells."""
    lines = [line for lines in state.ground.lines[disc] for line in lines]
    return [move for move, way in lines if not way & state.occupied and move.target in goal]


@pytest.mark.parametrize("boards", ["classic", "grand"])
def test_the_cells_that_reach_something_are_those_of_the_rules(boards: str) -> None:
    for state in positions(boards, 2, 25):
        game, engine, (lanes, _) = state.game, Engine(state.game), room(2)
        lay(engine.tables, engine.pack(state), lanes, 0)
        look(engine.tables, engine.pack(state), lanes, 1)

        def cells(word: int, engine: Engine = engine, lanes: Any = lanes) -> set[Hex]:
            near, far = int(lanes[word * LANES]), int(lanes[(word + FAR) * LANES])
            ring = near | far << NEAR_BITS
            return {engine.cell(i) for i in range(engine.cells) if ring >> i & 1}

        board = game.stack.levels[state.level]
        free = {cell for i, cell in enumerate(game.frame) if not state.occupied >> i & 1}
        goal = free & set(board.holes)
        for word in (ENTERS, PREPARES, EARLIER):
            found = [{m.origin for m in moves_into(state, disc, goal)} for disc in range(1, 5)]
            assert [cells(word + i) for i in range(4)] == found
            goal = {cell for origins in found for cell in origins} & free
        goal = free & set(board.specials)
        for disc in range(1, 5):
            found = [{m.origin for m in moves_into(state, disc, goal)}]
            assert [cells(BONUSES + disc - 1)] == found
        for seat in range(2):
            outside = set(state.cells(seat)) - set(board.holes)
            lines = [m for d in state.discs[seat] for m in moves_into(state, d, set(board.holes))]
            assert cells(HOLES + seat) == {m.target for m in lines if m.origin in outside}


@pytest.mark.parametrize(("boards", "seats"), [("classic", 2), ("classic", 4), ("grand", 3)])
def test_positions_side_by_side_are_described_as_each_alone(boards: str, seats: int) -> None:
    for state in positions(boards, seats, 5):
        engine, (lanes, x) = Engine(state.game), room(seats)
        tables = engine.tables
        shown = [apply(state, draw) for draw in legal_actions(state)]
        after = [apply(s, a) for s in shown if s.disc for a in legal_actions(s)]
        like = [s for s in after if (s.level, s.phase) == (state.level, Phase.DRAW)][:LANES]
        for lane, each in enumerate(like):
            lay(tables, engine.pack(each), lanes, lane)
        describe_lanes(tables, engine.pack(like[0]), lanes, x, len(like))
        for lane, each in enumerate(like):
            assert list(map(float, x[lane::LANES])) == described(each)


@pytest.mark.parametrize("seats", [2, 4])
def test_turning_the_whole_stack_changes_nothing(seats: int) -> None:
    for state in positions("classic", seats, 20):
        stack = state.game.stack
        turned = Game(
            Stack(stack.boards, tuple((k + 1) % 6 for k in stack.orientations)),
            state.game.rules,
            seats,
            state.game.moles,
        )
        moles = tuple(
            sum(1 << turned.index[cell.turned(1)] for cell in state.cells(seat))
            for seat in range(seats)
        )
        other = State(
            turned,
            state.phase,
            state.turn,
            state.level,
            moles,
            state.discs,
            0,
            state.stall,
            state.most,
        )
        assert described(state) == pytest.approx(described(other))


def test_seats_stand_in_playing_order() -> None:
    state = next(s for s in positions("classic", 2, 40) if s.turn == 1 and s.moles[0] != s.moles[1])
    swapped = State(
        state.game,
        state.phase,
        0,
        state.level,
        state.moles[::-1],
        state.discs[::-1],
        0,
        state.stall,
        state.most,
    )
    assert described(state) == pytest.approx(described(swapped))


def described(state: State) -> list[float]:
    engine, (lanes, x) = Engine(state.game), room(state.game.seats)
    describe(engine.tables, engine.pack(state), lanes, x)
    return list(map(float, x[::LANES]))
