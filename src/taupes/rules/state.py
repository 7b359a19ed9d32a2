"""The position: everything that is known at one moment of a game, and nothing that is hidden."""

from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cached_property
from typing import Final

from taupes.rules.board import Stack
from taupes.rules.ground import Ground, bits, ground_of
from taupes.rules.hex import Hex, format_cell, hexagon, parse_cell
from taupes.rules.options import DISCS, MOLES, Moles, Rules, Victory, format_moles

Seat = int
"""Order at the table, from 0, clockwise: the only index the rules use."""


class BadGame(ValueError):
    """A game that cannot be set up."""


class Phase(Enum):
    """What is awaited."""

    __hash__ = object.__hash__  # Each is one object; Enum's own is worked out in Python.

    PLACE = auto()
    """A mole to be placed."""
    DRAW = auto()
    """A disc to be turned, or a pass."""
    MOVE = auto()
    """A move by the disc shown."""
    EXTRA_DRAW = auto()
    """The extra disc of a special cell, or its refusal."""
    EXTRA_MOVE = auto()
    """A move by the extra disc."""
    OVER = auto()
    """Nothing: the game has ended."""


EXTRA: Final = (Phase.EXTRA_DRAW, Phase.EXTRA_MOVE)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    winners: tuple[Seat, ...]
    """Empty for a drawn game; several share the win."""
    reason: str
    """`shovel`, `points`, `last_team` or `stalemate`."""
    points: tuple[int, ...] | None
    """By seat, when points are counted."""


@dataclass(frozen=True)
class Game:
    """What stays the same from the first placement to the end."""

    stack: Stack
    rules: Rules
    seats: int
    moles: Moles
    """Moles of each player; with a handicap by seat (RULES, Handicaps), else always one number."""
    first: Seat = 0
    """Who places first and begins."""

    def __post_init__(self) -> None:
        if self.seats not in MOLES:
            raise BadGame(f"{self.seats} players: the game is for 2, 3 or 4")
        if self.rules.players not in (None, self.seats):
            raise BadGame(
                f"rules for {self.rules.players} players at a table of {self.seats}: make them by "
                f"preset_rules(name, {self.seats})"
            )
        if not 0 <= self.first < self.seats:
            raise BadGame(f"player {self.first} cannot begin: seats run from 0 to {self.seats - 1}")
        self._check_moles()

    def _check_moles(self) -> None:
        if not isinstance(self.moles, int):
            if len(self.moles) != self.seats:
                raise BadGame(
                    f"{format_moles(self.moles)} moles: expected one number for everybody, or "
                    f"one for each of the {self.seats} seats"
                )
            moles = self.moles[0] if len(set(self.moles)) == 1 else tuple(self.moles)
            object.__setattr__(self, "moles", moles)
        if min(self.counts) < 1:
            each = "moles each" if isinstance(self.moles, int) else "moles by seat"
            raise BadGame(f"{format_moles(self.moles)} {each}: everybody needs at least one")
        top = self.stack.levels[0]
        room = len(hexagon(top.radius)) - len(top.holes)
        if sum(self.counts) > room:
            many = " and ".join(map(str, self.counts))
            if isinstance(self.moles, int):
                many = f"{self.seats} times {self.moles}"
            raise BadGame(
                f"{many} moles do not fit on {top.name!r}, which has {room} cells beside its holes"
            )

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """By seat, how many moles it has at the start."""
        return (self.moles,) * self.seats if isinstance(self.moles, int) else self.moles

    @cached_property
    def grounds(self) -> tuple[Ground, ...]:
        """The levels, ready to be played on."""
        radius, entry = self.stack.radius, self.rules.final_entry
        return tuple(ground_of(board, radius, entry) for board in self.stack.levels)

    @cached_property
    def frame(self) -> tuple[Hex, ...]:
        """The cells in the order of their bits."""
        return hexagon(self.stack.radius)

    @cached_property
    def index(self) -> dict[Hex, int]:
        """The bit of each cell."""
        return {cell: i for i, cell in enumerate(self.frame)}

    def name(self, cell: Hex) -> str:
        """A cell's name for people."""
        return format_cell(cell, self.stack.radius)

    def cell(self, name: str) -> Hex:
        """The cell of that name."""
        return parse_cell(name, self.stack.radius)


@dataclass(frozen=True, slots=True)
class State:
    """One position. To undo, keep the one before."""

    game: Game = field(hash=False, repr=False)
    """What stays the same: stack, rules, seats, moles."""
    phase: Phase
    """What is awaited."""
    turn: Seat
    """Who is to act; at the end, who acted last."""
    level: int
    """The index of the board in play, from 0 at the top."""
    moles: tuple[int, ...]
    """By seat, the cells with its moles as a set of bits: bit i stands for the cell
    `game.frame[i]`, and `cells(seat)` lists them."""
    discs: tuple[tuple[int, ...], ...]
    """By seat, the values still face down, ascending. Nobody knows their order."""
    disc: int = 0
    """The disc shown and not yet used, or 0."""
    stall: int = 0
    """Turns ended in a row without a new maximum of occupied holes."""
    most: int = 0
    """The most holes occupied at the end of a turn on this board."""
    points: tuple[int, ...] = ()
    """By seat, when points are counted; else empty."""
    outcome: Outcome | None = None
    """How the game ended; None while it goes on."""

    @property
    def ground(self) -> Ground:
        """The board in play."""
        return self.game.grounds[self.level]

    @property
    def occupied(self) -> int:
        """All cells with a mole."""
        return sum(self.moles)

    def cells(self, seat: Seat) -> tuple[Hex, ...]:
        """Where a player's moles are, in reading order."""
        return tuple(self.game.frame[i] for i in bits(self.moles[seat]))

    def owner(self, cell: Hex) -> Seat | None:
        """Whose mole is on a cell."""
        i = self.game.index.get(cell)
        if i is None:
            return None
        return next((seat for seat, word in enumerate(self.moles) if word >> i & 1), None)

    def is_home(self, seat: Seat) -> bool:
        """Whether every mole of a player is in a hole."""
        return not self.moles[seat] & ~self.ground.holes


def new_game(game: Game) -> State:
    """The empty top board, before the first placement."""
    return State(
        game=game,
        phase=Phase.PLACE,
        turn=game.first,
        level=0,
        moles=(0,) * game.seats,
        discs=(DISCS,) * game.seats,
        points=(0,) * game.seats if game.rules.victory is Victory.POINTS else (),
    )
