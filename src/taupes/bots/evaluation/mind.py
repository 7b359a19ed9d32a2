"""What evaluation works with: what is known about a game, and room to work."""

from typing import Final, NamedTuple

from taupes.kernel.arrays import Singles, WordArray
from taupes.kernel.vectors import ROW

HIDDEN: Final = ROW
NO_BOOK: Final = -1
"""The first word of `Mind.spots` without a book."""
CELL_ROWS: Final = 96
"""No position adds up more rows of `Mind.cells`: one for each mole, and no board has more cells."""


class Mind(NamedTuple):
    """What is known about a game: all that evaluation needs beside the position."""

    network: Singles
    """The weights of all experts, one after the other."""
    cells: Singles
    """By stage (placing, then each level), seat and cell: what a mole adds to the hidden layer."""
    book: Singles
    """The chance to win of the player to move, by its holes, its discs and the other's."""
    spots: WordArray
    """The cells under the last but one board's holes: as a set, their number, and each."""


class Desk(NamedTuple):
    """Room to work: written and read within one call."""

    row: WordArray
    shown: WordArray
    """A position after a disc."""
    after: WordArray
    """A position after a choice."""
    choices: WordArray
    liked: WordArray
    """Those of the choices that a greedy player likes best."""
    path: WordArray
    first: WordArray
    """The position in the first lane."""
    lanes: WordArray
    nodes: WordArray
    """By lane, who waits for the position to be judged."""
    laid: WordArray
    """How many lanes hold a position, and how many of these have been judged."""
    rows: WordArray
    x: Singles
    hidden: Singles
    """By lane, what reaches the hidden layer."""
    v: Singles
    """By lane, each seat's chance to win."""
    known: Singles
    """Each seat's chance to win where it is known."""
