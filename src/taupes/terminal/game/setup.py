"""What people wish to play: seats, boards and rules, as they say it, before any game exists."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from taupes.bots import is_level, level_of
from taupes.bots.levels import PREFIX, cast
from taupes.rules import (
    ANYHOW,
    DEFAULT_BOARDS,
    DEFAULT_PRESET,
    Game,
    Rules,
    Stack,
    arrange,
    load_boards,
    moles_for,
    parse_moles_wish,
    preset_rules,
)
from taupes.terminal.game.session import MAX_NAME, Chair, Session

NAMELESS: Final = "?"


@dataclass(frozen=True, slots=True)
class GameSetup:
    """A game that somebody would like to play."""

    chairs: tuple[Chair, ...]
    boards: str = DEFAULT_BOARDS
    """A set's name or the path of a board file."""
    orientations: str = ANYHOW
    """One digit for each board, or `random`."""
    preset: str = DEFAULT_PRESET
    options: Mapping[str, Any] = field(default_factory=dict)
    """What is changed on top of the preset."""
    moles: str = ""
    """One number for everybody, one by seat as in `10,8`, or `fair-start`; empty: as many as the
    rules say."""
    seed: str = ""
    """Whence all chance comes; empty for a new one each time."""

    def rules(self) -> Rules:
        """The options, decided for this number of players."""
        return preset_rules(self.preset, len(self.chairs), self.options)

    def stack(self, seed: str) -> Stack:
        """The boards as they lie in the box; BadBoard if they cannot."""
        return arrange(load_boards(self.boards), self.orientations, Random(f"{seed}/stack"))

    def begin(self) -> Session:
        """The game, before its first placement; BadBoard, BadRules or BadGame if it cannot be."""
        seed = self.seed or str(secrets.randbelow(10**9))
        seats = len(self.chairs)
        first = Random(f"{seed}/first").randrange(seats)
        moles = moles_for(seats, parse_moles_wish(self.moles) if self.moles else None, first)
        game = Game(self.stack(seed), self.rules(), seats, moles, first)
        return Session(game, self.chairs, seed)


def bot_chair(name: str) -> Chair:
    """A bot by its name or as a program; UnknownBot if it is none."""
    if not name.startswith(PREFIX):
        level_of(name)
    return parse_chair(name)


def parse_chair(text: str) -> Chair:
    """Who sits there: a bot by its name or as a program, or else a person of that name.

    >>> parse_chair("greedy"), parse_chair("Ada")
    (Chair(name='greedy', bot='greedy'), Chair(name='Ada', bot=None))
    """
    is_bot = is_level(text) or text.startswith(PREFIX)
    return Chair(printable(text), text if is_bot else None)


def mingled(chairs: Sequence[Chair]) -> tuple[Chair, ...]:
    """The same, with bots of one level that differ in temperament.

    >>> [chair.bot for chair in mingled([Chair("Ada"), *map(parse_chair, ("pup", "pup"))])]
    [None, 'pup/bold', 'pup/careful']
    """
    bots = cast([chair.bot if chair.bot == chair.name else None for chair in chairs])
    return tuple(parse_chair(bot) if bot else old for bot, old in zip(bots, chairs, strict=True))


def printable(name: str) -> str:
    """A name as a record may hold it."""
    return "".join(c for c in name if c.isprintable())[:MAX_NAME] or NAMELESS
