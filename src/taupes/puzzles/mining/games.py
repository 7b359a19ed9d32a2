"""The games that puzzles are looked for in: bots of all levels but the best, on everything."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from taupes.bots import choices, make_bot, play_game
from taupes.rules import (
    MOLES,
    PRESETS,
    Event,
    Game,
    State,
    events_of,
    load_boards,
    preset_rules,
    shuffled_stack,
)

SETS: Final = ("classic", "classic", "quick", "grand")
"""Half of the games are on the boards that most people play on."""
PLAYERS: Final = ("pup", "nibbler", "forager", "greedy", "burrower")
"""Weak ones too: in their games more is left to be found."""


@dataclass(frozen=True, slots=True)
class Crossroads:
    """A moment of a game at which somebody has to choose."""

    preset: str
    events: tuple[Event, ...]
    """What led there."""
    state: State


def decisions_of(seed: int, number: int) -> Iterator[Crossroads]:
    """Play a game, the same for the same numbers, and stop wherever somebody has to choose."""
    rng = Random(f"{seed}/{number}")
    seats, preset = rng.choice(tuple(MOLES)), rng.choice(tuple(PRESETS))
    stack = shuffled_stack(load_boards(rng.choice(SETS)), rng)
    rules = preset_rules(preset, seats)
    game = Game(stack, rules, seats, MOLES[seats], rng.randrange(seats))
    players = [make_bot(rng.choice(PLAYERS)) for _ in range(seats)]
    events: tuple[Event, ...] = ()
    for before, action, after in play_game(game, players, f"{seed}/{number}"):
        if len(choices(before)) > 1:
            yield Crossroads(preset, events, before)
        events += events_of(before, action, after)
