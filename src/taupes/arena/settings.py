"""What makes one run of the arena: who plays what, and which luck they get."""

import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any

from taupes import __version__
from taupes.bots import REPEATABLE, Budget, Player
from taupes.rules import (
    DEFAULT_BOARDS,
    DEFAULT_PRESET,
    BoardSet,
    Game,
    MolesWish,
    Stack,
    format_boards,
    format_moles,
    load_boards,
    moles_for,
    parse_orientations,
    preset_rules,
)


class BadArena(ValueError):
    """A run that cannot be played as it was asked for."""


@dataclass(frozen=True)
class RunSettings:
    """One run. The same settings give the same games, on any machine, in any order."""

    bots: tuple[str, ...]
    """Who takes part. A bot named twice takes two places in the draw but has one rating."""
    players: int = 2
    """How many sit at a table."""
    preset: str = DEFAULT_PRESET
    options: Mapping[str, Any] = field(default_factory=dict)
    boards: BoardSet = field(default_factory=lambda: load_boards(DEFAULT_BOARDS))
    orientations: str = "random"
    """The digits of one stack, or `random` for a new one in every round."""
    seed: int = 0
    budget: Budget = REPEATABLE
    """For one decision."""
    moles: MolesWish | None = None
    """Of every seat, or by seat, whoever sits there; None: as many as the rules say."""
    own: Mapping[str, Player | Callable[[], Player]] = field(default_factory=dict)
    """Players of yours among the bots, by name: a class is made anew for every game, an object
    plays them all. Several processes want what can be pickled."""

    def __post_init__(self) -> None:
        preset_rules(self.preset, self.players, self.options)
        if any(not name for name in self.bots):
            raise BadArena("a bot without a name; write them as in greedy,random")
        if len(self.bots) < self.players:
            fill = ",".join([*self.bots, *[self.bots[-1]] * (self.players - len(self.bots))])
            bots = "1 bot" if len(self.bots) == 1 else f"{len(self.bots)} bots"
            raise BadArena(
                f"{bots} for {self.players} seats: name at least one for each; "
                f"a bot may be named more than once, as in {fill}"
            )
        self.game(0)

    def game(self, block: int) -> Game:
        """The game that is played in a block: its stack and rules."""
        if self.orientations == "random":
            stack = Stack(self.boards, self._turned(block // self.groups))
        else:
            try:
                stack = Stack(self.boards, parse_orientations(self.orientations))
            except ValueError as error:
                raise BadArena(f"{error}; or the word random") from error
        rules = preset_rules(self.preset, self.players, self.options)
        return Game(stack, rules, self.players, moles_for(self.players, self.moles))

    @property
    def groups(self) -> int:
        """How many groups of bots can sit down: the blocks of a round."""
        return math.comb(len(self.bots), self.players)

    def _turned(self, round_: int) -> tuple[int, ...]:
        """The orientations of a round: in six rounds every board lies in each of its six once."""
        lap, place = divmod(round_, 6)
        return tuple(
            Random(f"{self.seed}/{lap}/board/{board}").sample(range(6), 6)[place]
            for board in range(len(self.boards.boards))
        )

    def luck(self, block: int) -> str:
        """The seed of a block: the luck of every seat's discs, whoever sits there."""
        return f"{self.seed}/{block}"

    def as_dict(self) -> dict[str, Any]:
        """Everything that decides what is played, as plain data."""
        moles = {} if self.moles is None else {"moles": format_moles(self.moles)}
        return {
            "version": __version__,
            "bots": list(self.bots),
            "players": self.players,
            "preset": self.preset,
            "options": {name: self.options[name] for name in sorted(self.options)},
            "boards": format_boards(self.boards),
            "orientations": self.orientations,
            "seed": self.seed,
            "budget": asdict(self.budget),
            **moles,
        }


def label(bot: str, width: int = 24) -> str:
    """A bot's name in a table or a record: of a long command, the end that tells most.

    >>> label("greedy"), label("cmd:python3 some/where/far/away/mybot.py")
    ('greedy', '…where/far/away/mybot.py')
    """
    clean = "".join(letter if letter.isprintable() else " " for letter in bot)
    return clean if len(clean) <= width else f"…{clean[1 - width :]}"
