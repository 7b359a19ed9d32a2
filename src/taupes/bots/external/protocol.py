"""What is said between a game and a program that plays it; docs/bot-protocol.md is the contract.

The words are those of the record.
"""

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from taupes.bots.external.fault import failure
from taupes.bots.player import Budget, Choice, Thought, Turn
from taupes.rules import Seat, State, blank_record, format_event, format_record, format_state

PROTOCOL: Final = "taupes-bot"
VERSION: Final = 1


def newgame_message(state: State) -> dict[str, Any]:
    """The table as it is set up: the record without events, and which seat the bot has."""
    record = format_record(blank_record(state.game))
    return {"type": "newgame", "player": state.turn, "record": record}


def think_message(
    state: State, options: Sequence[Choice], budget: Budget, seed: int, number: int
) -> dict[str, Any]:
    """The question: the position, what may be chosen, and how long that may take."""
    return {
        "type": "think",
        "id": number,
        "seed": seed,
        "seconds": budget.seconds,
        "simulations": budget.simulations,
        "position": format_state(state),
        "legal": [format_choice(option, state.turn) for option in options],
    }


def format_choice(choice: Choice, seat: Seat) -> dict[str, Any]:
    """A choice as the record writes events; a disc yet to be turned has no value."""
    if isinstance(choice, Turn):
        return {"type": "draw", "player": seat}
    return format_event(choice, seat)


def parse_choice(
    answer: Mapping[str, Any], state: State, options: Sequence[Choice], number: int
) -> Thought:
    """The thought in an answer, or a failure that says what is wrong with it."""
    if answer.get("id") != number:
        raise failure("garbled", "wrong_id", id=f"{answer.get('id')!r:.40}", number=number)
    said = answer.get("choice")
    if not isinstance(said, dict):
        raise failure("garbled", "no_choice", said=f"{said!r:.80}")
    said = {"player": state.turn} | said
    for option in options:
        form = format_choice(option, state.turn)
        if {key: said.get(key) for key in form} == form:
            return Thought(option, _parse_values(answer.get("values"), state.game.seats))
    first = json.dumps(format_choice(options[0], state.turn))
    wanted = f"{json.dumps(said):.120}"
    raise failure("illegal", "not_legal", said=wanted, count=len(options), example=first)


def _parse_values(values: object, seats: int) -> tuple[float, ...] | None:
    """The chance to win of each seat, if that is what it is."""
    if not isinstance(values, list) or len(values) != seats:
        return None
    if not all(isinstance(v, int | float) and math.isfinite(v) and 0 <= v <= 1 for v in values):
        return None
    return tuple(map(float, values))
