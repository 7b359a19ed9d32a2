"""The rules, as somebody uses them who wants every type to be known."""

from typing import assert_type

from taupes.rules import (
    Action,
    Draw,
    Game,
    Hex,
    Outcome,
    Phase,
    Place,
    Record,
    State,
    Why,
    apply,
    legal_actions,
    load_stack,
    new_game,
    outcome,
    parse_cell,
    parse_record,
    preset_rules,
    refusal,
    sentence,
)


def program() -> None:
    """What somebody would write; it is checked and not run."""
    game = Game(load_stack("classic-0351"), preset_rules("web", 2), 2, 10)
    state = assert_type(new_game(game), State)
    actions = assert_type(legal_actions(state), tuple[Action, ...])
    state = assert_type(apply(state, actions[0]), State)
    assert_type(outcome(state), Outcome | None)
    assert_type(state.moles, tuple[int, ...])
    assert_type(state.phase, Phase)
    assert_type(state.cells(0), tuple[Hex, ...])
    assert_type(parse_cell("e5", 4), Hex)
    assert_type(Hex(0, 0).distance(Hex(1, 1)), int)
    why = assert_type(refusal(state, Place(Hex(0, 0))), Why | None)
    if why is not None:
        assert_type(sentence(why, game.stack.radius, "en"), str)
    assert_type(Draw(3).disc, int)
    assert_type(parse_record({}), Record)
