"""How the network learns from a game: each position is moved towards its goal, the last first."""

from typing import Any, Final, NamedTuple

import numba
import numpy as np

from taupes.bots.evaluation.features import EXPERTS
from taupes.bots.evaluation.ground import CELL_FEATURES
from taupes.bots.evaluation.meaning import NOWHERE, ONE, is_over
from taupes.bots.evaluation.mind import HIDDEN
from taupes.bots.evaluation.network import add_up, read_out
from taupes.kernel.layout import LAST_LEVEL, RING_CELLS, SEATS
from taupes.kernel.moves import INDEX
from taupes.kernel.vectors import add_row

CELL_RATE: Final[Any] = np.float32(0.5)
"""How fast the meanings of cells are learned beside the rest."""

njit = numba.njit(nogil=True, error_model="numpy")


class Slopes(NamedTuple):
    """How what moles add to the hidden layer is to change, by row of `Mind.cells`."""

    rows: Any
    is_changed: Any


class Diary(NamedTuple):
    """The positions of a game, by their number."""

    seen: Any
    rows: Any
    marks: Any
    """The expert, who is to act, who is alive, and how many rows of cells there are."""
    backed: Any
    """Each seat's chance after all discs and the best choices."""


@njit
def learn(t: Any, mind: Any, slopes: Any, desk: Any, diary: Any, n: int, plan: Any) -> float:
    """Move the network towards the goals of one game; the mean squared error.

    What cells mean is left to `change_cells`.
    """
    hidden, network, features = desk.hidden, mind.network, diary.seen.shape[1]
    seats, (rate, lam) = t[SEATS], plan
    size = HIDDEN * (features + seats) + seats
    goal, error, total = desk.v[:4].copy(), np.zeros(4, np.float32), 0.0
    for i in range(n - 1, -1, -1):
        expert, first, alive, count = diary.marks[i]
        goal[:] = lam * goal + (1 - lam) * diary.backed[i]
        o = expert * size
        add_up(mind, o, seats, diary.seen[i], 1, diary.rows[i], count, hidden)
        for k in range(seats):
            hidden[2 * HIDDEN + k] = read_out(network, o, seats, k, hidden, 0)
        find_error(hidden, seats, first, alive, goal, error)
        for k in range(seats):
            total += error[k] * error[k]
        change_outer(network, o + features * HIDDEN, seats, hidden, error, rate)
        for f in range(features):
            if diary.seen[i, f] != 0.0:
                add_row(network, (o + f * HIDDEN) & INDEX, hidden, 0, diary.seen[i, f])
        for j in range(count):
            row = diary.rows[i, j]
            add_row(slopes.rows, (row * HIDDEN) & INDEX, hidden, 0, CELL_RATE)
            slopes.is_changed[row] = True
    return total / max(n, 1)


@njit
def find_error(hidden: Any, seats: int, first: int, alive: int, goal: Any, error: Any) -> None:
    """How far the chances of those alive are from the goal, in playing order."""
    out, top, total = 2 * HIDDEN, -1e30, 0.0
    for k in range(seats):
        if alive >> k & 1:
            top = max(top, hidden[out + k])
    for k in range(seats):
        error[k] = np.exp(hidden[out + k] - top) if alive >> k & 1 else 0.0
        total += error[k]
    for k in range(seats):
        said = error[k] / total
        error[k] = goal[(first + k) % seats] - said if alive >> k & 1 else 0.0


@njit
def change_outer(network: Any, o: int, seats: int, hidden: Any, error: Any, rate: float) -> None:
    """Change the outer layer, and leave in `hidden` how the inner one is to change."""
    for k in range(seats):
        network[o + HIDDEN * seats + k] += rate * error[k]
    for h in range(HIDDEN):
        back = 0.0
        if hidden[h] > 0.0:
            for k in range(seats):
                back += error[k] * network[o + k * HIDDEN + h]
                network[o + k * HIDDEN + h] += rate * error[k] * hidden[h]
        hidden[h] = rate * back


@njit
def change_cells(t: Any, meanings: Any, layout: Any, slopes: Any) -> None:
    """Change what cells mean by the slopes of the rows they are in, and forget these."""
    seats, ring, last = t[SEATS], t[RING_CELLS], t[LAST_LEVEL]
    kinds = len(meanings) // (EXPERTS * 2 * seats * HIDDEN)
    for row in range((last + 2) * seats * ring):
        if not slopes.is_changed[row]:
            continue
        stage, k, cell = row // ring // seats, row // ring % seats, row % ring
        level = max(stage - 1, 0)
        expert = 1 + min(3, last - level) if stage else 0
        o, at = (expert * 2 * seats + k) * kinds, level * ring + cell
        change_kinds(meanings, o, layout, at, slopes.rows, row)
        if is_over(t, level, cell):
            change_kinds(meanings, o + seats * kinds, layout, at + ring, slopes.rows, row)
        slopes.rows[row * HIDDEN : (row + 1) * HIDDEN] = 0
        slopes.is_changed[row] = False


@njit
def change_kinds(meanings: Any, o: int, layout: Any, at: int, slopes: Any, row: int) -> None:
    """Change the meanings from `o` on by their share in a cell."""
    slope = (row * HIDDEN) & INDEX
    for feature in range(CELL_FEATURES):
        share = layout.shares[at * CELL_FEATURES + feature]
        if share != 0.0:
            add_row(meanings, ((o + feature) * HIDDEN) & INDEX, slopes, slope, share)
    if layout.places[at] != NOWHERE:
        place = (o + CELL_FEATURES + layout.places[at]) * HIDDEN
        add_row(meanings, place & INDEX, slopes, slope, ONE)
