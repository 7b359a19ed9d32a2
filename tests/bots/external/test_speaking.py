"""A player behind the line decides as it would at the table."""

import io
import json
from random import Random

import pytest

from taupes.bots import Budget, choices, make_bot, play_game
from taupes.bots.external.protocol import (
    format_choice,
    newgame_message,
    think_message,
)
from taupes.bots.external.speaking import speak
from taupes.rules import (
    MOLES,
    PRESETS,
    Game,
    format_state,
    load_stack,
    parse_state,
    preset_rules,
)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", [2, 4])
def test_a_position_survives_the_line(preset: str, seats: int) -> None:
    game = Game(load_stack("quick-0351"), preset_rules(preset, seats), seats, MOLES[seats])
    for before, _, _ in play_game(game, [make_bot("greedy")] * seats, preset):
        told = json.loads(json.dumps(format_state(before)))
        assert parse_state(told, game) == before


def test_it_answers_what_the_player_thinks_and_skips_the_rest() -> None:
    game = Game(load_stack("quick-0000"), preset_rules("web", 2), 2, MOLES[2])
    player, states = make_bot("greedy"), []
    for before, _, _ in play_game(game, [player] * 2, "1"):
        if len(choices(before)) > 1:
            states.append(before)
    lines = [{"type": "hello"}, {"type": "weather"}, newgame_message(states[0])]
    lines += [
        think_message(state, choices(state), Budget(), number, number)
        for number, state in enumerate(states)
    ]
    source = io.StringIO("".join(json.dumps(line) + "\n" for line in [*lines, {"type": "quit"}, 5]))
    sink = io.StringIO()
    speak(player, "me", source, sink)
    ready, *answers = map(json.loads, sink.getvalue().splitlines())
    assert ready == {"type": "ready", "name": "me"}
    assert answers == [
        {
            "type": "choice",
            "id": number,
            "choice": format_choice(
                player.think(state, Budget(), Random(number)).choice, state.turn
            ),
        }
        for number, state in enumerate(states)
    ]
