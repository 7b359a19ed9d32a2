"""The kernel, with every type known."""

from typing import assert_type

from taupes.kernel import (
    TALLY_WORDS,
    Engine,
    WordVector,
    apply,
    choose,
    layout,
    list_actions,
    list_choices,
    play_out,
    seed,
    words,
)
from taupes.rules import Action, Game, Hex, Outcome, State, load_stack, preset_rules


def program() -> None:
    """What somebody would write; it is checked and not run."""
    engine = Engine(Game(load_stack("classic-0351"), preset_rules("web", 2), 2, 10))
    assert_type(engine.tables, WordVector)
    row = assert_type(engine.start(), WordVector)
    room = assert_type(engine.actions(), WordVector)
    count = assert_type(list_actions(engine.tables, row, room), int)
    assert_type(room[0], int)
    assert_type(list(room[:count]), list[int])
    apply(engine.tables, row, room[0])
    assert_type(list_choices(engine.tables, row, room), int)
    assert_type(choose(engine.tables, row, room[0], room), int)
    assert_type(engine.decode(room[0], row[layout.DISC]), Action)
    assert_type(engine.unpack(row), State)
    assert_type(engine.pack(engine.unpack(row)), WordVector)
    assert_type(engine.outcome(row), Outcome | None)
    assert_type(engine.cell(0), Hex)
    assert_type(play_out(engine.tables, row, seed(1), 0, 1000, words(TALLY_WORDS)), int)
