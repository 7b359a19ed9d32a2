"""The mean over the discs: how one block's values follow from another's."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from taupes.bots.endgame.exact.plan import Block
from taupes.bots.endgame.floor import Array
from taupes.bots.endgame.hands import draws


@dataclass(frozen=True, slots=True)
class Average:
    """How a row follows from another block's rows: by pair and disc, a column and its share."""

    columns: Array
    shares: Array


def turn_average(block: Block, following: Block) -> Average:
    """For the player to move, who turns a disc: columns of the block that follows."""
    column = {pair: i for i, pair in enumerate(following.pairs)}
    return _average(
        [[(d, column[other, h], p) for d, h, p in draws(mine)] for mine, other in block.pairs]
    )


def extra_average(block: Block, following: Block) -> Average:
    """For the player who has just moved and turns an extra disc, the other being to move next."""
    column = {pair: i for i, pair in enumerate(following.pairs)}
    return _average(
        [[(d, column[mine, h], p) for d, h, p in draws(other)] for mine, other in block.pairs]
    )


def _average(rows: Sequence[Sequence[tuple[int, int, float]]]) -> Average:
    columns = np.zeros((len(rows), 4), np.int64)
    shares = np.zeros((len(rows), 4), np.float32)
    for j, row in enumerate(rows):
        for disc, column, share in row:
            columns[j, disc - 1], shares[j, disc - 1] = column, share
    return Average(columns, shares)
