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
    """One entry of the registry."""

    name: str
    description: str
    make: Callable[[], Player]
    is_offered: bool = True
    """Whether people are offered it as an opponent."""


def _thinker(simulations: int, seconds: float | None = None, threads: int = 1) -> Player:
    """A player who looks ahead; what it needs is imported only when it is asked for."""
    from taupes.bots.mind.thinker import Thinker  # noqa: PLC0415 - Numba takes half a second

    return Thinker(simulations, seconds, threads)


def _master() -> Player:
    from taupes.bots.mind.master import Master  # noqa: PLC0415 - as above

    return Master()


LEVELS: Final[Mapping[str, BotLevel]] = {
    level.name: level
    for level in (
        BotLevel("random", "moves without a plan: a baseline", RandomPlayer, is_offered=False),
        BotLevel("pup", "a baby mole that notices little", lambda: GreedyPlayer(0.2)),
        BotLevel("nibbler", "takes the holes it happens to see", lambda: GreedyPlayer(0.36)),
        BotLevel("forager", "looks around, but not everywhere", lambda: GreedyPlayer(0.65)),
        BotLevel(
            "greedy", "takes the nearest hole and blocks the leader: a baseline", GreedyPlayer
        ),
        BotLevel("burrower", "knows what a good position is", lambda: _thinker(1)),
        BotLevel("master", "thinks for a second and knows the last board by heart", _master),
    )
}


def make_bot(name: str) -> Player:
    """A bot by its name, or a program that speaks the line protocol, as `cmd:./mybot`."""
    if name.startswith(PREFIX):
        player = make_external(name)
        player.start()
        return player
    if name not in LEVELS:
        raise UnknownBot(f"no bot {name!r:.60}; the bots are {', '.join(LEVELS)}")
    return LEVELS[name].make()
