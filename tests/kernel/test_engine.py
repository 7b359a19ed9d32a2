import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taupes.kernel import Engine, layout
from taupes.rules import (
    Blocked,
    Decline,
    Draw,
    Game,
    Hex,
    Move,
    Pass,
    Place,
    legal_actions,
    load_stack,
    new_game,
    preset_rules,
)
from tests.conformance.generate import random_state


def engine_of(code: str) -> Engine:
    return Engine(Game(load_stack(code), preset_rules("web", 2), 2, 10))


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10_000), st.integers(0, 300))
def test_packing_loses_nothing(seed: int, most: int) -> None:
    state = random_state(seed, most)
    engine = Engine(state.game)
    row = engine.pack(state)
    assert engine.unpack(row) == state
    for action in legal_actions(state):
        assert engine.decode(engine.encode(action), state.disc) == action


def test_the_start_is_a_new_game() -> None:
    for code in ("classic-0123", "grand-0123"):
        engine = engine_of(code)
        assert engine.unpack(engine.start()) == new_game(engine.game)


@pytest.mark.parametrize(("code", "count"), [("classic-0000", 435), ("grand-0000", 645)])
def test_every_number_is_one_action(code: str, count: int) -> None:
    engine = engine_of(code)
    assert engine.action_count == count
    numbers = [number for number in range(count) if number != layout.TURN_DISC]
    assert [engine.encode(engine.decode(number, 1)) for number in numbers] == numbers


def test_the_numbering_is_fixed() -> None:
    """Learned weights and stored games depend on it: change it and they are worthless."""
    engine = engine_of("classic-0000")
    assert [engine.encode(action) for action in (Pass(), Decline(), Blocked())] == [0, 1, 2]
    assert [engine.encode(Draw(disc)) for disc in (1, 2, 3, 4)] == [3, 4, 5, 6]
    assert engine.encode(Move(Hex(0, 0), Hex(2, 0))) == 8
    assert engine.encode(Move(Hex(1, 0), Hex(1, 3))) == 8 + 61 + 1
    assert engine.encode(Move(Hex(0, 1), Hex(1, 0))) == 8 + 5 * 61 + 14
    assert engine.encode(Place(Hex(-1, 0))) == 8 + 6 * 61 + 60
    assert engine_of("grand-0000").encode(Place(Hex(0, 1))) == 8 + 6 * 91 + 17


def test_numbers_and_moves_that_do_not_exist_are_refused() -> None:
    engine = engine_of("classic-0000")
    for number in (-1, layout.TURN_DISC, engine.action_count):
        with pytest.raises(ValueError, match=f"no action has the number {number}"):
            engine.decode(number)
    with pytest.raises(ValueError, match="no straight move"):
        engine.encode(Move(Hex(0, 0), Hex(1, 1)))


def test_cells_and_their_numbers() -> None:
    engine = engine_of("classic-0000")
    assert engine.cell(engine.ring(Hex(-2, 3))) == Hex(-2, 3)
