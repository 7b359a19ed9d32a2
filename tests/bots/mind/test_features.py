from random import Random

import numpy as np
import pytest

from taupes.bots.mind.features import WAY_WORDS, describe, feature_count, look
from taupes.kernel import Engine
from taupes.rules import (
    MOLES,
    Game,
    Move,
    Phase,
    Stack,
    State,
    apply,
    legal_actions,
    load_boards,
    new_game,
    preset_rules,
    shuffled_stack,
)

ENTERS = 64
"""Where `look` writes the cells that enter a hole, two words for each disc."""


def positions(boards: str, seats: int, count: int) -> list[State]:
    """Positions before a disc is turned, from random games that fill holes."""
    rng = Random(f"{boards}/{seats}")
    found: list[State] = []
    while len(found) < count:
        stack = shuffled_stack(load_boards(boards), rng)
        state = new_game(Game(stack, preset_rules("web-pro", seats), seats, MOLES[seats]))
        while state.outcome is None:
            actions = legal_actions(state)
            holes = state.game.stack.levels[state.level].holes
            into = [a for a in actions if isinstance(a, Move) and a.target in holes]
            state = apply(state, rng.choice(into or actions))
            if state.phase is Phase.DRAW and rng.random() < 0.05:
                found.append(state)
    return found[:count]


@pytest.mark.parametrize("boards", ["classic", "grand"])
def test_the_cells_that_enter_a_hole_are_those_of_the_rules(boards: str) -> None:
    ways = np.zeros(WAY_WORDS, np.int64)
    for state in positions(boards, 2, 25):
        engine = Engine(state.game)
        look(engine.tables, engine.pack(state), ways)
        for disc in range(1, 5):
            near, far = int(ways[ENTERS + 2 * disc - 2]), int(ways[ENTERS + 2 * disc - 1])
            word = near | far << 46
            for i, cell in enumerate(state.game.frame):
                enters = any(
                    not way & state.occupied
                    and state.ground.holes >> state.game.index[move.target] & 1
                    for move, way in state.ground.lines[disc][i]
                )
                assert bool(word >> engine.ring(cell) & 1) == enters, (disc, cell)


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
    engine = Engine(state.game)
    x = np.zeros(feature_count(state.game.seats), np.float32)
    describe(engine.tables, engine.pack(state), np.zeros(WAY_WORDS, np.int64), x)
    return list(map(float, x))
