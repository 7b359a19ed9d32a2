"""Learn to play from nothing, in minutes, on one core, with NumPy alone.

    python examples/train_small.py [--games 60000] [--seed 0]

The policy is small: it judges a choice by what lies on the cell where a mole starts and on the cell
where it ends, so the same weights serve every cell and every stack. It plays against itself on the
vectorised environment (docs/envs.md), learns by REINFORCE from nothing but won and lost, and is
measured against random play.
"""

import argparse
from typing import Final

import numpy as np
from numpy.typing import NDArray

from taupes.envs.encoding import BOARD_PLANES, DISC_AT, DOORS_PLANE, HOLES_PLANE, PLANE_COUNT
from taupes.envs.vector import Batch, VectorEnv
from taupes.kernel.layout import MOVE, PLACE_WAY

CELLS: Final = 61
STEPS: Final = np.array([1, 14, 13, -1, -14, -13, 0])
"""A step in each direction, in numbers of cells; a mole that is placed stays where it is."""
ROLES: Final = 3
"""What a cell can be to a choice: where a mole starts, where it ends, where one is placed."""
WEIGHTS: Final = MOVE + ROLES * PLANE_COUNT
"""One for each choice without a cell, such as passing; then, by role, one for each plane."""

GAMES: Final = 512
LESSON: Final = 32
"""Games between two changes of the weights."""
RATE: Final = 0.05

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]


class Look:
    """What the policy makes of a batch of positions."""

    def __init__(self, batch: Batch, weights: Floats) -> None:
        games, most = len(batch.counts), int(batch.counts.max())
        self.planes = batch.observations[:, : PLANE_COUNT * CELLS].reshape(games, -1, CELLS) * 1.0
        shown = batch.observations[:, PLANE_COUNT * CELLS + DISC_AT :][:, :4]
        disc = (shown @ np.arange(1, 5))[:, None]
        self.choices = batch.choices[:, :most]
        way, cell = np.divmod(self.choices - MOVE, CELLS)
        is_plain, is_place = way < 0, way == PLACE_WAY
        target = (cell + disc * STEPS[way]) % CELLS
        # Every choice adds up two entries of a table: those of its cells, or its own and nothing.
        places = MOVE + ROLES * CELLS
        line = np.arange(games)[:, None] * (places + 1)
        first = np.where(is_plain, self.choices, MOVE + np.where(is_place, 2 * CELLS, 0) + cell)
        second = np.where(is_plain | is_place, places, MOVE + CELLS + target)
        self.entries = np.stack((line + first, line + second))
        self.table = np.zeros((games, places + 1))
        self.table[:, :MOVE] = weights[:MOVE]
        roles = weights[MOVE:].reshape(ROLES, PLANE_COUNT)
        self.table[:, MOVE:places] = (roles @ self.planes).reshape(games, -1)
        scores = self.table.ravel()[self.entries].sum(axis=0)
        scores[np.arange(most) >= batch.counts[:, None]] = -np.inf
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        self.chances = chances / chances.sum(axis=1, keepdims=True)

    def choose(self, rng: np.random.Generator) -> Indices:
        """Draw a choice for every game; its place in the line of choices."""
        sums = self.chances.cumsum(axis=1)
        drawn: Indices = (sums < rng.random((len(sums), 1)) * sums[:, -1:]).sum(axis=1)
        return drawn

    def gradient(self, chosen: Indices) -> Floats:
        """By game, how each weight changes the logarithm of the chance of what was chosen."""
        credit = -self.chances
        credit[np.arange(len(chosen)), chosen] += 1
        shares = np.bincount(
            self.entries.ravel(), np.tile(credit.ravel(), 2), self.table.size
        ).reshape(self.table.shape)
        cells = shares[:, MOVE:-1].reshape(len(chosen), ROLES, CELLS)
        roles = cells @ self.planes.transpose(0, 2, 1)
        return np.concatenate((shares[:, :MOVE], roles.reshape(len(chosen), -1)), axis=1)


def train(games: int, seed: int) -> Floats:
    """The weights after so many games against oneself."""
    env, rng = VectorEnv(GAMES, seed=seed), np.random.default_rng(seed)
    batch, lines = env.batch, np.arange(GAMES)
    weights, mean, square = np.zeros(WEIGHTS), np.zeros(WEIGHTS), np.zeros(WEIGHTS)
    traces = np.zeros((GAMES, 2, WEIGHTS))
    gradient, played, lessons = np.zeros(WEIGHTS), 0, 0
    while played < games:
        look = Look(batch, weights)
        chosen = look.choose(rng)
        traces[lines, batch.seats] += look.gradient(chosen)
        env.step(look.choices[lines, chosen])
        done = np.flatnonzero(batch.terminated)
        gradient += np.einsum("gs,gsw->w", batch.rewards[done], traces[done])
        traces[done] = 0
        played += len(done)
        if played >= (lessons + 1) * LESSON:  # Adam
            lessons += 1
            mean += 0.1 * (gradient - mean)
            square += 0.01 * (gradient**2 - square)
            bias = (1 - 0.9**lessons) / np.sqrt(1 - 0.99**lessons)
            weights += RATE / bias * mean / (np.sqrt(square) + 1e-8)
            gradient[:] = 0
    return weights


def share_won(weights: Floats, games: int, seed: int) -> float:
    """The share of so many games that the policy wins against random play, on both seats."""
    env, rng = VectorEnv(GAMES, seed=seed), np.random.default_rng(seed)
    lines, won, played = np.arange(GAMES), 0.0, 0
    mine = lines % 2
    while played < games:
        look = Look(env.batch, weights)
        actions = look.choices[lines, look.choose(rng)]
        actions = np.where(env.batch.seats == mine, actions, env.sample())
        batch = env.step(actions)
        done = np.flatnonzero(batch.terminated)
        won += float((batch.rewards[done, mine[done]] + 1).sum()) / 2
        played += len(done)
    return won / played


def main() -> None:
    """Train, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=60_000, help="to learn from")
    parser.add_argument("--trials", type=int, default=5_000, help="games against random play")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    weights = train(options.games, options.seed)
    share = share_won(weights, options.trials, options.seed + 1)
    print(f"wins {share:.1%} of {options.trials:,} games against random play")
    for name, row in zip(("start", "end", "place"), weights[MOVE:].reshape(ROLES, -1), strict=True):
        hole, door = row[BOARD_PLANES + HOLES_PLANE], row[BOARD_PLANES + DOORS_PLANE]
        print(f"{name:>6}: in a hole {hole:+.1f}, beside one {door:+.1f}")


if __name__ == "__main__":
    main()
