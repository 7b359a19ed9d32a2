"""What can happen in a game: the actions of players and of chance, and what follows from them."""

from dataclasses import dataclass

from taupes.rules.hex import Hex


@dataclass(frozen=True, slots=True)
class Place:
    """A mole is placed on the top board (RULES, Set-up, 5)."""

    cell: Hex
    """Where: a free cell of the top board that is no hole."""


@dataclass(frozen=True, slots=True)
class Draw:
    """A face-down disc is turned over: chance, handed in by the caller (RULES, A turn, 1)."""

    disc: int
    """Its value, 1 to 4."""


@dataclass(frozen=True, slots=True)
class Move:
    """A mole moves in a straight line (RULES, A turn, 2)."""

    origin: Hex
    """Where it stands."""
    target: Hex
    """Where it ends: as far away as the disc shown says."""


@dataclass(frozen=True, slots=True)
class Blocked:
    """A disc was turned and nothing can move by it (RULES, A turn, 6)."""


@dataclass(frozen=True, slots=True)
class Pass:
    """A player whose moles are all in holes sits out (RULES, A turn, 5)."""


@dataclass(frozen=True, slots=True)
class Decline:
    """A player forgoes the extra disc of a special cell (RULES, Pro version)."""


Action = Place | Draw | Move | Blocked | Pass | Decline


@dataclass(frozen=True, slots=True)
class Lift:
    """A board is taken off with the moles left on it (RULES, End of a board)."""

    level: int
    """The index of the board that was lifted."""


@dataclass(frozen=True, slots=True)
class Eliminate:
    """A player has no moles left (RULES, End of a board)."""

    seat: int
    """Whose."""


Consequence = Lift | Eliminate
"""What follows by itself from an action."""
