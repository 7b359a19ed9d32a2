"""Players of your own: a class, a function that makes one, or an object; by itself or by name."""

import sys
from functools import reduce
from importlib import import_module
from inspect import getmembers, isclass
from pathlib import Path
from typing import Any, Final

from taupes.bots.external.fault import BadBot
from taupes.bots.player import Player

MARK: Final = ":"
"""What makes a name that of a player of your own: `mymodule:MyBot`."""


def make_own(name: str) -> Player:
    """The player that a name such as `mymodule:MyBot` means; BadBot if there is none.

    Modules are looked for where Python finds them, and at last in the current folder.
    """
    where, _, what = name.partition(MARK)
    if not all(part.isidentifier() for part in (*where.split("."), *what.split("."))):
        raise BadBot(f"{name!r:.80}: expected a module and what is in it, as in mymodule:MyBot")
    module = _module(where, name)
    try:
        thing = reduce(getattr, what.split("."), module)
    except AttributeError:
        there = [n for n, one in getmembers(module, isclass) if hasattr(one, "think")]
        hint = f"; it has {', '.join(there)}" if there else ""
        raise BadBot(f"{name}: no {what} in {where}{hint}") from None
    return player_of(thing, name)


def player_of(thing: Any, name: str) -> Player:
    """A player out of a class or a function that makes one, or of a player itself."""
    if isclass(thing) or not hasattr(thing, "think"):
        if not callable(thing):
            raise BadBot(f"{name}: {thing!r:.60} is neither a player nor makes one")
        try:
            thing = thing()
        except Exception as error:
            raise BadBot(f"{name} cannot be made: {type(error).__name__}: {error}") from error
    if not callable(getattr(thing, "think", None)):
        raise BadBot(f"{name}: a player has think(state, budget, rng); {thing!r:.60} has not")
    player: Player = thing
    return player


def _module(where: str, name: str) -> Any:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        return import_module(where)
    except Exception as error:
        raise BadBot(f"{name}: {type(error).__name__}: {error}") from error
