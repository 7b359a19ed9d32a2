"""Makes players by name: levels, programs that speak the line protocol, and your own."""

from collections.abc import Callable, Mapping
from typing import Final

from taupes.bots.levels import PREFIX, level_of, temperament_of
from taupes.bots.own import MARK, make_own
from taupes.bots.player import Player
from taupes.bots.players.greedy import GreedyPlayer, RandomPlayer
from taupes.bots.players.tempered import with_temperament


def make_bot(name: str) -> Player:
    """A level by its name, a program as `cmd:./mybot`, or a player of yours as `mymodule:MyBot`.

    Levels may have a temperament: `master/bold`.
    """
    if name.startswith(PREFIX):
        from taupes.bots.external.player import make_external  # noqa: PLC0415 - few have any

        player = make_external(name)
        player.start()
        return player
    if MARK in name:
        return make_own(name)
    level, temperament = level_of(name).name, temperament_of(name)
    made = _MAKERS[level]()
    return made if temperament is None else with_temperament(made, level, temperament)


def _burrower() -> Player:
    from taupes.bots.players.burrower import Burrower  # noqa: PLC0415 - Numba takes half a second

    return Burrower(0.95)


def _master() -> Player:
    from taupes.bots.players.master import Master  # noqa: PLC0415 - as above

    return Master()


def _buddy() -> Player:
    from taupes.bots.players.buddy import Buddy  # noqa: PLC0415 - as above

    return Buddy()


_MAKERS: Final[Mapping[str, Callable[[], Player]]] = {
    "random": RandomPlayer,
    "pup": lambda: GreedyPlayer(0.2),
    "nibbler": lambda: GreedyPlayer(0.38),
    "forager": lambda: GreedyPlayer(0.6),
    "greedy": GreedyPlayer,
    "burrower": _burrower,
    "master": _master,
    "buddy": _buddy,
}
