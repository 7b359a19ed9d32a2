"""The registry: who can be played against, from a baby mole to the master."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from taupes.bots.external import PREFIX, make_external
from taupes.bots.greedy import GreedyPlayer, RandomPlayer
from taupes.bots.player import Player


class UnknownBot(ValueError):
    """A bot that is not in the registry."""


@dataclass(frozen=True, slots=True)
class BotLevel:
    """One entry of the registry; `titles` says in words what it is."""

    name: str
    make: Callable[[], Player]
    is_offered: bool = True
    """Whether people are offered it as an opponent."""


def _burrower() -> Player:
    from taupes.bots.mind.burrower import Burrower  # noqa: PLC0415 - Numba takes half a second

    return Burrower(0.95)


def _master() -> Player:
    from taupes.bots.mind.master import Master  # noqa: PLC0415 - as above

    return Master()


LEVELS: Final[Mapping[str, BotLevel]] = {
    level.name: level
    for level in (
        BotLevel("random", RandomPlayer, is_offered=False),
        BotLevel("pup", lambda: GreedyPlayer(0.2)),
        BotLevel("nibbler", lambda: GreedyPlayer(0.38)),
        BotLevel("forager", lambda: GreedyPlayer(0.6)),
        BotLevel("greedy", GreedyPlayer),
        BotLevel("burrower", _burrower),
        BotLevel("master", _master),
    )
}


def level_of(name: str) -> BotLevel:
    """A level by its name; UnknownBot if there is none."""
    if name not in LEVELS:
        raise UnknownBot(f"no bot {name!r:.60}; the bots are {', '.join(LEVELS)}")
    return LEVELS[name]


def make_bot(name: str) -> Player:
    """A bot by its name, or a program that speaks the line protocol, as `cmd:./mybot`."""
    if name.startswith(PREFIX):
        player = make_external(name)
        player.start()
        return player
    return level_of(name).make()
