"""The levels: who can be played against, from a baby mole to the master. Data alone.

Whoever only wants to know their names need not load a single bot; `registry` makes them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

PREFIX: Final = "cmd:"
"""What makes a bot's name a command: `cmd:./mybot`."""


class UnknownBot(ValueError):
    """A bot that is not in the registry."""


@dataclass(frozen=True, slots=True)
class BotLevel:
    """One level; `taupes.words.titles` says in words what it is."""

    name: str
    is_offered: bool = True
    """Whether people are offered it as an opponent."""


LEVELS: Final[Mapping[str, BotLevel]] = {
    level.name: level
    for level in (
        BotLevel("random", is_offered=False),
        BotLevel("pup"),
        BotLevel("nibbler"),
        BotLevel("forager"),
        BotLevel("greedy"),
        BotLevel("burrower"),
        BotLevel("master"),
    )
}


def level_of(name: str) -> BotLevel:
    """A level by its name; UnknownBot if there is none."""
    if name not in LEVELS:
        raise UnknownBot(f"no bot {name!r:.60}; the bots are {', '.join(LEVELS)}")
    return LEVELS[name]
