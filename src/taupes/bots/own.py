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
        raise BadBot("not_named", name=f"{name!r:.80}")
    module = _module(where, name)
    try:
        thing = reduce(getattr, what.split("."), module)
    except AttributeError:
        there = [n for n, one in getmembers(module, isclass) if hasattr(one, "think")]
        values = {"name": name, "what": what, "where": where}
        if there:
            raise BadBot("no_class_but", **values, there=", ".join(there)) from None
        raise BadBot("no_class", **values) from None
    return player_of(thing, name)


def player_of(thing: Any, name: str) -> Player:
    """A player out of a class or a function that makes one, or of a player itself."""
    if isclass(thing) or not hasattr(thing, "think"):
        if not callable(thing):
            raise BadBot("no_player", name=name, thing=f"{thing!r:.60}")
        try:
            thing = thing()
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            raise BadBot("not_made", name=name, error=what) from error
    if not callable(getattr(thing, "think", None)):
        raise BadBot("no_think", name=name, thing=f"{thing!r:.60}")
    player: Player = thing
    return player


def _module(where: str, name: str) -> Any:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        return import_module(where)
    except Exception as error:
        raise BadBot("no_module", name=name, error=f"{type(error).__name__}: {error}") from error
