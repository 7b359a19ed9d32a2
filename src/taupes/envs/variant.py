"""Which variant of the game an environment plays: players, rules and boards, decided once."""

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Any, Final

from taupes.kernel import Engine
from taupes.rules import (
    DEFAULT_BOARDS,
    DEFAULT_PRESET,
    BoardSet,
    Game,
    MolesWish,
    Stack,
    load_boards,
    moles_for,
    preset_rules,
    shuffled_stack,
)
from taupes.rules.board import split_code

ENGINES: Final = 256
"""So many stacks are kept ready to be played on again."""


class Variant:
    """The games of one environment: the same players and rules, on boards turned at random.

    `boards` is the name of a board set or the path of its file; the code of a stack, such as
    `classic-0351`, holds the boards still. `options` are changed on top of the preset. `moles` are
    those of every seat, with a handicap one number for each, or `fair-start`: one fewer for seat 0
    of two; left out, as many as the rules say.
    """

    def __init__(
        self,
        players: int = 2,
        preset: str = DEFAULT_PRESET,
        boards: str = DEFAULT_BOARDS,
        options: Mapping[str, Any] | None = None,
        moles: MolesWish | None = None,
    ) -> None:
        self.players = players
        self.rules = preset_rules(preset, players, options)
        self.moles = moles_for(players, moles)
        self._boards, self._orientations = _parse_boards(boards)
        any_engine = self.draw(Random(0))
        self.cells = any_engine.cells
        """How many cells a plane has: 61, or 91 if a board has radius 5."""
        self.action_count = any_engine.action_count

    @property
    def is_still(self) -> bool:
        """Whether the boards lie the same in every game."""
        return self._orientations is not None

    def draw(self, rng: Random) -> Engine:
        """The engine of a next game."""
        if self._orientations is None:
            stack = shuffled_stack(self._boards, rng)
        else:
            stack = Stack(self._boards, self._orientations)
        return _engine(Game(stack, self.rules, self.players, self.moles))


@lru_cache(maxsize=ENGINES)
def _engine(game: Game) -> Engine:
    return Engine(game)


def _parse_boards(boards: str) -> tuple[BoardSet, tuple[int, ...] | None]:
    """A board set, and how it lies if that is said."""
    try:
        name, orientations = split_code(boards)
    except ValueError:
        return load_boards(boards), None
    return load_boards(name), orientations
