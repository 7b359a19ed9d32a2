"""What a mole on a cell means to the networks, worked out once for a stack.

A network has learned what each feature of a cell means (`ground`), by expert and by seat, and what
it means of the cell below a hole. On boards that it was trained for, every cell has a meaning of
its own beside that. Added up for each cell, this is one row for a mole: all that is left to do
while a position is judged.
"""

from typing import Any, Final, NamedTuple

from taupes.bots.evaluation.features import EXPERTS
from taupes.bots.evaluation.ground import CELL_FEATURES, describe_cells
from taupes.bots.evaluation.mind import HIDDEN
from taupes.kernel.arrays import Singles, WordArray, array_of, single
from taupes.kernel.compiler import compiled, inlined
from taupes.kernel.layout import (
    CELLS,
    IS_WIDE,
    LAST_LEVEL,
    LEVEL_HOLES,
    LEVEL_WORDS,
    LEVELS,
    NEAR_BITS,
    RING_CELLS,
    SEATS,
    TURN,
    WIDE_CELLS,
    WIDE_TURN,
)
from taupes.kernel.tables import MAX_RADIUS, ring_index
from taupes.kernel.vectors import add_row
from taupes.rules import Game
from taupes.rules.ground import bits

ZERO: Final[Any] = single(0.0)
ONE: Final[Any] = single(1.0)
NOWHERE: Final = -1
"""The place of cells that have no meaning of their own."""
SIXTHS: Final = 6
"""Turning a board so often brings it back."""


class Layout(NamedTuple):
    """The cells of a stack, by level and number on the ring."""

    shares: Singles
    """Their features."""
    places: WordArray
    """Their numbers on the boards as they lie in their file, or NOWHERE."""


def layout_of(game: Game, *, is_trained: bool) -> Layout:
    """What the cells of a game are like, on boards that a network was trained for or on others."""
    radius, is_wide = game.stack.radius, game.stack.radius == MAX_RADIUS
    ring, turn = (WIDE_CELLS, WIDE_TURN) if is_wide else (CELLS, TURN)
    shares = [0.0] * (len(game.grounds) * ring * CELL_FEATURES)
    places = [NOWHERE] * (len(game.grounds) * ring)
    below = [*game.grounds[1:], None]
    for level, ground in enumerate(game.grounds):
        found = describe_cells(ground, below[level], has_specials=game.rules.special_cells)
        # Turning a board by a sixth multiplies the number of a cell on the ring by `turn`.
        back = pow(turn, SIXTHS - game.stack.orientations[level], ring)
        for i in bits(ground.cells):
            number = ring_index(game.frame[i], radius)
            at = level * ring + number
            shares[at * CELL_FEATURES : (at + 1) * CELL_FEATURES] = found[i]
            places[at] = number * back % ring if is_trained else NOWHERE
    return Layout(array_of("f", shares), array_of("q", places))


@inlined
def is_over(t: WordArray, level: int, cell: int) -> bool:
    """Whether a cell of a level is a hole over another board."""
    holes = LEVELS + level * LEVEL_WORDS + LEVEL_HOLES
    if t[IS_WIDE] and cell >= NEAR_BITS:
        holes += 1
        cell -= NEAR_BITS
    return level < t[LAST_LEVEL] and t[holes] >> cell & 1 == 1


@inlined
def _add(cells: Singles, row: int, meanings: Singles, o: int, layout: Layout, at: int) -> None:
    """Add the meanings from `o` on of a cell to a row."""
    for feature in range(CELL_FEATURES):
        share = layout.shares[at * CELL_FEATURES + feature]
        if share != ZERO:
            add_row(cells, row, meanings, (o + feature) * HIDDEN, share)
    if layout.places[at] != NOWHERE:
        place = o + CELL_FEATURES + layout.places[at]
        add_row(cells, row, meanings, place * HIDDEN, ONE)


@compiled
def lay_out(t: WordArray, meanings: Singles, layout: Layout, cells: Singles) -> None:
    """Write what a mole adds to the hidden layer into `cells`: by stage, seat and cell.

    The meanings are by expert, of the cell itself or of the one below it, seat and kind.
    """
    seats, ring, last = t[SEATS], t[RING_CELLS], t[LAST_LEVEL]
    kinds = len(meanings) // (EXPERTS * 2 * seats * HIDDEN)
    for i in range(len(cells)):
        cells[i] = ZERO
    for stage in range(last + 2):
        level = max(stage - 1, 0)
        expert = 1 + min(3, last - level) if stage else 0
        for k in range(seats):
            for cell in range(ring):
                row, at = ((stage * seats + k) * ring + cell) * HIDDEN, level * ring + cell
                o = (expert * 2 * seats + k) * kinds
                _add(cells, row, meanings, o, layout, at)
                if is_over(t, level, cell):
                    _add(cells, row, meanings, o + seats * kinds, layout, at + ring)
