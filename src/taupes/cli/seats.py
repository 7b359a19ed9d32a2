"""Who sits where, as it was typed."""

import re
from itertools import pairwise
from typing import Final

from taupes.bots.levels import PREFIX, is_level
from taupes.cli.usage import unusable

_NAME: Final = re.compile(
    rf"""\s*{PREFIX}(?:\\.|'[^']*'|"(?:\\.|[^"\\])*"|[^,])*|[^,]*""", re.DOTALL
)
"""A name in a list: a comma that a command quotes, as in a shell, belongs to it."""


def split_names(text: str) -> list[str]:
    """The names of a list with commas between them.

    >>> split_names("greedy, cmd:./mybot --weights '1,2'")
    ['greedy', "cmd:./mybot --weights '1,2'"]
    """
    names, at = [], -1
    while at < len(text):
        found = _NAME.match(text, at + 1)
        assert found is not None, "a name may be empty"  # noqa: S101
        names.append(found[0].strip())
        at = found.end()
    return names


def bot_names(text: str) -> list[str]:
    """The names of a list of bots; a usage error if a command seems to be cut at a comma."""
    names = split_names(text)
    for command, rest in pairwise(names):
        if command.startswith(PREFIX) and not is_level(rest) and ":" not in rest:
            example = f"{PREFIX}./mybot '1,2'"
            raise unusable("comma", rest=f"{rest:.60}", command=f"{command:.60}", example=example)
    return names


def seat_names(bots: str, players: int) -> list[str]:
    """The bot of each seat."""
    names = bot_names(bots)
    if len(names) == 1:
        names *= players
    if len(names) != players:
        raise unusable("bots", count=len(names), seats=players)
    return names
