"""A game up to a decision as one number, and the number as letters.

Every action is its place among those that are legal there, so nothing illegal can be written, and
what has to happen costs nothing. Then come the values of the choices, in thousandths.
"""

from base64 import b64decode, urlsafe_b64encode
from collections.abc import Sequence
from typing import Final

from taupes.bots.player import Choice, choices
from taupes.rules import (
    Action,
    Eliminate,
    Event,
    Game,
    Lift,
    State,
    apply,
    events_of,
    legal_actions,
    new_game,
)

LONGEST: Final = 4096
"""A game up to a decision has fewer actions."""
FINEST: Final = 1000
"""Parts of a chance that are told apart."""


def encode(game: Game, events: Sequence[Event], values: Sequence[float]) -> str:
    """The letters of a game up to a decision, and of the values of `choices` there."""
    actions = [event for _, event in events if not isinstance(event, Lift | Eliminate)]
    digits, state = [(len(actions), LONGEST)], new_game(game)
    for action in actions:
        legal = legal_actions(state)
        digits.append((legal.index(action), len(legal)))
        state = apply(state, action)
    digits += [(round(value * FINEST), FINEST + 1) for value in values]
    number = 0
    for digit, base in reversed(digits):
        number = number * base + digit
    size = (number.bit_length() + 7) // 8
    return urlsafe_b64encode(number.to_bytes(size, "little")).decode().rstrip("=")


def decode(game: Game, text: str) -> tuple[tuple[Event, ...], State, tuple[float, ...]]:
    """What `encode` wrote: the events, the position they lead to, and the values there."""
    padded = text + "=" * (-len(text) % 4)
    number = int.from_bytes(b64decode(padded, b"-_", validate=True), "little")
    number, count = divmod(number, LONGEST)
    events: list[Event] = []
    state = new_game(game)
    for _ in range(count):
        legal: tuple[Action, ...] = legal_actions(state)
        if not legal:
            raise ValueError("the game is over before the decision")
        number, place = divmod(number, len(legal))
        after = apply(state, legal[place])
        events += events_of(state, legal[place], after)
        state = after
    values = []
    for _ in choices(state):
        number, thousandths = divmod(number, FINEST + 1)
        values.append(thousandths / FINEST)
    if number:
        raise ValueError("more is written than the position has choices")
    return tuple(events), state, tuple(values)


def ranked(options: Sequence[Choice], values: Sequence[float]) -> tuple[tuple[Choice, float], ...]:
    """Choices with their values, best first; equals stay in their order."""
    pairs = zip(options, values, strict=True)
    return tuple(sorted(pairs, key=lambda pair: -pair[1]))
