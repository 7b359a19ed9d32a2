"""Positions as plain data: every one comes back as it was, and bad ones are named."""

import json
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taupes.rules import (
    MOLES,
    PRESETS,
    BadRecord,
    Game,
    Phase,
    State,
    apply,
    blank_record,
    format_record,
    format_state,
    legal_actions,
    load_boards,
    load_stack,
    new_game,
    parse_record,
    parse_state,
    preset_rules,
    shuffled_stack,
)
from tests.rules.positions import fill, opened, play, position

KEYS = ["phase", "player", "level", "disc", "moles", "discs", "stall", "most", "points"]

SHOVEL = play(fill(opened()), "2")
"""A disc is shown, nobody counts points."""
POINTS = position(level=1, moles={"A": "c3 f6", "B": "e4", "C": "g8"}, rules={"victory": "points"})


def told(state: State) -> Any:
    """A position after a way through JSON."""
    return json.loads(json.dumps(format_state(state)))


@settings(max_examples=10, deadline=None)
@given(
    st.sampled_from(list(PRESETS)),
    st.sampled_from([2, 3, 4]),
    st.sampled_from(["classic", "quick", "grand"]),
    st.integers(0, 10**6),
)
def test_every_position_of_a_game_comes_back(
    preset: str, seats: int, boards: str, seed: int
) -> None:
    rng = Random(seed)
    stack = shuffled_stack(load_boards(boards), rng)
    game = Game(stack, preset_rules(preset, seats), seats, MOLES[seats])
    state = new_game(game)
    for _ in range(250):
        assert parse_state(told(state), game) == state
        if state.outcome is not None:
            break
        state = apply(state, rng.choice(legal_actions(state)))


def test_a_finished_game_comes_back_with_its_result() -> None:
    for preset in ("web", "shop-points"):
        stack = load_stack("classic-0351")
        rng, state = Random(4), new_game(Game(stack, preset_rules(preset, 2), 2, MOLES[2]))
        while state.outcome is None:
            state = apply(state, rng.choice(legal_actions(state)))
        data = told(state)
        assert data["phase"] == "over"
        assert data["result"]["winners"] == list(state.outcome.winners)
        assert parse_state(data, state.game) == state


def test_the_words_are_those_of_the_bot_protocol() -> None:
    data = told(SHOVEL)
    assert list(data) == KEYS
    assert (data["phase"], data["player"], data["disc"]) == ("move", SHOVEL.turn, 2)
    assert data["points"] is None
    assert told(new_game(SHOVEL.game))["disc"] is None
    assert told(POINTS)["points"] == [0, 0, 0]


def test_discs_are_a_set_in_any_order() -> None:
    data = told(SHOVEL)
    data["discs"] = [list(reversed(discs)) for discs in data["discs"]]
    assert parse_state(data, SHOVEL.game) == SHOVEL


def test_the_record_before_the_first_event_has_the_whole_game() -> None:
    record = parse_record(format_record(blank_record(POINTS.game)))
    assert record.game == POINTS.game
    assert [team.name for team in record.teams] == ["seat 0", "seat 1", "seat 2"]
    assert record.events == ()


@pytest.mark.parametrize("key", KEYS)
def test_a_missing_key_is_named(key: str) -> None:
    data = told(SHOVEL)
    del data[key]
    with pytest.raises(BadRecord, match=f"^position: '{key}' is missing$"):
        parse_state(data, SHOVEL.game)


FACE_DOWN = [[1, 3, 3, 4], [1, 2, 2, 3, 3, 4]]

WRONG: list[tuple[State, Mapping[str, Any], str]] = [
    (SHOVEL, {"phase": "MOVE"}, "phase: expected one of place, draw, move, extra_draw, extra_move"),
    (SHOVEL, {"phase": ["move"]}, "phase: expected one of"),
    (SHOVEL, {"player": 2}, "player: expected a number from 0 to 1, not 2"),
    (SHOVEL, {"player": -1}, "player: expected a number from 0 to 1, not -1"),
    (SHOVEL, {"player": True}, "player: expected a whole number, not True"),
    (SHOVEL, {"level": 4}, "level: expected a number from 0 to 3, not 4"),
    (SHOVEL, {"disc": None}, "disc: expected the disc shown, from 1 to 4, not None"),
    (SHOVEL, {"disc": 5}, "disc: expected the disc shown, from 1 to 4, not 5"),
    (SHOVEL, {"disc": 0}, "disc: expected the disc shown"),
    (SHOVEL, {"disc": 2.0}, "disc: expected the disc shown"),
    (SHOVEL, {"disc": True}, "disc: expected the disc shown"),
    (POINTS, {"disc": 2}, "disc: expected null in phase draw, not 2"),
    (POINTS, {"disc": 0}, "disc: expected null in phase draw, not 0"),
    (SHOVEL, {"moles": {}}, "moles: expected a list, not {}"),
    (SHOVEL, {"moles": [[]]}, "moles: expected a list for each of the 2 seats"),
    (SHOVEL, {"moles": [[], 5]}, "moles: expected a list for each of the 2 seats"),
    (SHOVEL, {"moles": [[], [[9, 9]]]}, "moles 1: expected a cell of the board in play"),
    (SHOVEL, {"moles": [[], [["a", 1]]]}, "moles 1: expected a cell of the board in play"),
    (SHOVEL, {"moles": [[], [None]]}, "moles 1: expected a cell of the board in play"),
    (SHOVEL, {"moles": [[[1, 1]], [[1, 1]]]}, r"moles 1: two moles on [1, 1]"),
    (SHOVEL, {"moles": [[[1, 1], [1, 1]], []]}, r"moles 0: two moles on [1, 1]"),
    (SHOVEL, {"moles": [[], [[q, 0] for q in range(-4, 5)] + [[q, 1] for q in range(-4, 4)]]},
     "moles 1: 17, and this player has 10"),
    (SHOVEL, {"discs": [[1, 3, 3, 4]]}, "discs: expected a list for each of the 2 seats"),
    (SHOVEL, {"discs": [FACE_DOWN[0], [5]]}, "discs 1: expected some of [1, 2, 2, 3, 3, 4], not"),
    (SHOVEL, {"discs": [FACE_DOWN[0], []]}, "discs 1: expected some of"),
    (SHOVEL, {"discs": [FACE_DOWN[0], [1, 1]]}, "discs 1: expected some of"),
    (SHOVEL, {"discs": [FACE_DOWN[0], ["1"]]}, "discs 1: expected some of"),
    (SHOVEL, {"discs": [[2, 2], [1]]},
     "discs 0: expected some of [1, 2, 2, 3, 3, 4] beside the 2 shown, not [2, 2]"),
    (SHOVEL, {"stall": -1}, "stall: expected a number from 0 on, not -1"),
    (SHOVEL, {"most": 0.5}, "most: expected a whole number, not 0.5"),
    (SHOVEL, {"points": [0, 0]}, "points: expected null, not [0, 0]"),
    (POINTS, {"points": None}, "points: expected a number from 0 on for each of the 3 seats"),
    (POINTS, {"points": [0, 0]}, "points: expected a number from 0 on for each of the 3 seats"),
    (POINTS, {"points": [0, 0, -1]}, "points: expected a number from 0 on"),
    (SHOVEL, {"result": {"winners": [0], "reason": "shovel", "points": None}},
     "result: expected at the end of the game, and only then"),
    (SHOVEL, {"phase": "over", "disc": None}, "result: expected at the end of the game"),
]  # fmt: skip


@pytest.mark.parametrize(("state", "change", "what"), WRONG, ids=[what for _, _, what in WRONG])
def test_what_is_wrong_is_named(state: State, change: Mapping[str, Any], what: str) -> None:
    with pytest.raises(BadRecord) as caught:
        parse_state(told(state) | change, state.game)
    assert caught.value.where == "position"
    assert caught.value.what.startswith(what)


@pytest.mark.parametrize("data", [None, [], "x", 5])
def test_a_position_is_an_object(data: object) -> None:
    with pytest.raises(BadRecord, match=r"^position: expected an object, not"):
        parse_state(data, SHOVEL.game)


def test_a_cell_of_a_larger_board_above_is_not_on_this_one() -> None:
    last = position(level=3, moles={"A": "e4", "B": "f6"})
    assert last.phase is Phase.DRAW
    with pytest.raises(BadRecord, match="moles 0: expected a cell of the board in play"):
        parse_state(told(last) | {"moles": [[[4, 0]], []]}, last.game)


def test_an_empty_row_is_right_while_its_last_disc_is_shown() -> None:
    data = told(SHOVEL)
    data["discs"][SHOVEL.turn] = []
    assert parse_state(data, SHOVEL.game).discs[SHOVEL.turn] == ()
