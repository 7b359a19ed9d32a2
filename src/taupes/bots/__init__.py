"""Who can decide: the Player protocol, the levels, and one game between players."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from taupes.bots.external import PREFIX, BadBot, make_external
from taupes.bots.greedy import GreedyPlayer, RandomPlayer
from taupes.bots.match import Step, chance, play_game, record_game
from taupes.bots.player import TURN, Budget, Choice, Player, Thought, Turn, choices

__all__ = [
    "LEVELS",
    "TURN",
    "BadBot",
    "BotLevel",
    "Budget",
    "Choice",
    "Player",
    "Step",
    "Thought",
    "Turn",
    "UnknownBot",
    "chance",
    "choices",
    "make_bot",
    "play_game",
    "record_game",
]


class UnknownBot(ValueError):
    """A bot that is not in the registry."""


@dataclass(frozen=True, slots=True)
class BotLevel:
    """One entry of the registry."""

    name: str
    description: str
    make: Callable[[], Player]


LEVELS: Final[Mapping[str, BotLevel]] = {
    level.name: level
    for level in (
        BotLevel("random", "moves without a plan", RandomPlayer),
        BotLevel("greedy", "takes the nearest hole and blocks the leader", GreedyPlayer),
    )
}


def make_bot(name: str) -> Player:
    """A bot by its name, or a program that speaks the line protocol, as `cmd:./mybot`."""
    if name.startswith(PREFIX):
        player = make_external(name)
        player.start()
        return player
    if name not in LEVELS:
        raise UnknownBot(f"no bot {name!r}; the bots are {', '.join(LEVELS)}")
    return LEVELS[name].make()
