"""Learn to beat greedy with MaskablePPO, on the fast vector environment and one core.

    pip install 'taupes[rl]'
    python examples/train_ppo.py [--steps 300000] [--games 400] [--out ppo]

A move is judged by the cells where it starts and where it ends: what lies there, and which discs
lead from there into a hole. The weights are the same for all cells and stacks. Rewards are shaped
(docs/envs.md). What was learned then plays mirrored games against greedy in the arena.
"""

import argparse
import time
from typing import Any, Final

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecEnvWrapper, VecMonitor
from torch import Tensor, nn

from taupes.arena import RunSettings, Tournament, open_pool
from taupes.envs.encoding import (
    BOARD_PLANES,
    DISC_AT,
    DOORS_PLANE,
    HOLES_PLANE,
    MOST_NUMBER,
    NUMBER_COUNT,
    PATIENCE_AT,
    PLANE_COUNT,
    PLANES_EACH,
    SEAT_NUMBERS,
    SEATS_AT,
    SPECIALS_PLANE,
)
from taupes.envs.policy import PolicyPlayer
from taupes.envs.sb3 import Sb3VecEnv
from taupes.envs.shaping import Shaping
from taupes.kernel.layout import CELLS, MOVE, TURN
from taupes.rules import Hex, hexagon

GAMES: Final = 128
ROLLOUT: Final = 32
"""Decisions in every game between two changes of the weights."""
DISCOUNT: Final = 1.0
"""A game that is lost late is as lost as any."""
RATE: Final = 3e-3
WIDTH: Final = 32

NOWHERE: Final = CELLS
"""Where a line ends beyond the board."""
PLANES: Final = (
    *(0, 1, BOARD_PLANES, BOARD_PLANES + HOLES_PLANE, BOARD_PLANES + SPECIALS_PLANE),
    *(BOARD_PLANES + DOORS_PLANE, BOARD_PLANES + PLANES_EACH + HOLES_PLANE),
)
"""Both players' moles, cells, holes, special cells, ways into holes; holes of the next board."""
SIGHTS: Final = len(PLANES) + 7
"""What is known of a cell: those, the four discs that lead from it into a free hole, how many of
the own and of the rival's discs do, and how many discs will on the next board."""
ALL_DISCS: Final = np.array([1, 2, 2, 1], np.int8)

Rows = NDArray[np.int8]


def lines() -> NDArray[np.int64]:
    """By cell, direction and distance (from 1 on), the cell that lies there."""
    found = np.full((CELLS, 6, 4), NOWHERE)
    for cell in hexagon(4):
        for way in range(6):
            for far in range(4):
                there = cell.step(way, far + 1)
                if there.ring <= 4:
                    found[number(cell), way, far] = number(there)
    return found


def number(cell: Hex) -> int:
    """The number of a cell in planes and actions."""
    return (cell.q + TURN * cell.r) % CELLS


LINES: Final = lines()


def sight(seen: Rows) -> Rows:
    """Observations as the policy wants them: what is known of each cell, then the numbers."""
    games = len(seen)
    planes = seen[:, : PLANE_COUNT * CELLS].reshape(games, PLANE_COUNT, CELLS)[:, PLANES]
    numbers = seen[:, PLANE_COUNT * CELLS :]
    padded = np.concatenate((planes, np.zeros((games, len(PLANES), 1), np.int8)), axis=2)
    moles, holes = padded[:, 0] | padded[:, 1], padded[:, 3]
    is_clear = np.logical_and.accumulate(moles[:, LINES] == 0, axis=3)
    leads = ((holes[:, LINES] == 1) & is_clear).any(axis=2)
    will_lead = (padded[:, -1][:, LINES] == 1).any(axis=2)
    hands = [numbers[:, None, SEATS_AT + at + 3 : SEATS_AT + at + 7] for at in (0, SEAT_NUMBERS)]
    reach = [(leads * hand).sum(axis=2, dtype=np.int8) for hand in hands]
    below = (will_lead * ALL_DISCS).sum(axis=2, dtype=np.int8)
    known = (planes.transpose(0, 2, 1), leads, np.stack((*reach, below), axis=2))
    cells = np.concatenate(known, axis=2, dtype=np.int8)
    return np.concatenate((cells.reshape(games, -1), numbers), axis=1)


class Sighted(VecEnvWrapper):  # type: ignore[misc]
    """Games seen in this way."""

    def __init__(self, games: Any) -> None:
        size = CELLS * SIGHTS + NUMBER_COUNT
        super().__init__(games, spaces.Box(0, MOST_NUMBER, (size,), np.int8))

    def reset(self) -> Rows:
        """Begin all games anew."""
        return sight(self.venv.reset())

    def step_wait(self) -> tuple[Rows, Any, Any, list[dict[str, Any]]]:
        """Play what was chosen."""
        seen, rewards, ended, infos = self.venv.step_wait()
        for game in np.flatnonzero(ended):
            last = infos[game]["terminal_observation"]
            infos[game]["terminal_observation"] = sight(last[None])[0]
        return sight(seen), rewards, ended, infos


class Cells(BaseFeaturesExtractor):  # type: ignore[misc]
    """What to make of each cell, then the numbers and both players' moles."""

    def __init__(self, space: Any) -> None:
        super().__init__(space, features_dim=CELLS * (WIDTH + 2) + NUMBER_COUNT)
        scale = torch.ones(NUMBER_COUNT)
        scale[PATIENCE_AT] = MOST_NUMBER
        self.register_buffer("scale", scale)
        self.here = nn.Linear(SIGHTS, WIDTH)
        self.table = nn.Linear(NUMBER_COUNT, WIDTH)

    def forward(self, seen: Tensor) -> Tensor:
        """The same for all cells."""
        cells, numbers = seen.split((CELLS * SIGHTS, NUMBER_COUNT), 1)
        cells, numbers = cells.view(-1, CELLS, SIGHTS), numbers / self.scale
        thought = torch.relu(self.here(cells) + self.table(numbers)[:, None])
        return torch.cat((thought.flatten(1), cells[:, :, :2].flatten(1), numbers), 1)


def opened(features: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Cells, moles and numbers again."""
    thought, moles, numbers = features.split((CELLS * WIDTH, CELLS * 2, NUMBER_COUNT), 1)
    return thought.view(-1, CELLS, WIDTH), moles.view(-1, CELLS, 2), numbers


class Choices(nn.Module):  # type: ignore[misc]
    """A score for every action: of a move, by where it starts and where it ends."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("lines", torch.from_numpy(LINES).permute(2, 1, 0).flatten(1))
        self.scores = nn.Linear(WIDTH, 3)
        self.plain = nn.Linear(NUMBER_COUNT, MOVE)

    def forward(self, features: Tensor) -> Tensor:
        """Scores in the order of the actions' numbers."""
        cells, _, numbers = opened(features)
        start, end, place = self.scores(cells).unbind(2)
        disc = numbers[:, DISC_AT : DISC_AT + 4].argmax(1)
        ends = nn.functional.pad(end, (0, 1)).gather(1, self.lines[disc])
        return torch.cat((self.plain(numbers), start.repeat(1, 6) + ends, place), 1)


class Worth(nn.Module):  # type: ignore[misc]
    """How a position will end, by what both players' moles see."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(2 * WIDTH + NUMBER_COUNT, 2 * WIDTH), nn.ReLU(), nn.Linear(2 * WIDTH, 1)
        )

    def forward(self, features: Tensor) -> Tensor:
        """One number for each position."""
        cells, moles, numbers = opened(features)
        seen = moles.transpose(1, 2) @ cells
        worth: Tensor = self.layers(torch.cat((seen.flatten(1), numbers), 1))
        return worth


class CellPolicy(MaskableActorCriticPolicy):  # type: ignore[misc]
    """These parts, put together as sb3-contrib wants them."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(
            *given, net_arch=[], ortho_init=False, features_extractor_class=Cells, **named
        )

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net, self.value_net = Choices(), Worth()
        self.optimizer = self.optimizer_class(
            self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs
        )


def train(
    steps: int, seed: int = 0, games: int = GAMES, rate: float = RATE, start: str | None = None
) -> MaskablePPO:
    """What so many decisions against greedy teach, perhaps on top of what was kept."""

    def falling(left: float) -> float:
        return rate * max(left, 0.05)

    env = Sighted(VecMonitor(Sb3VecEnv(games, shaping=Shaping(discount=DISCOUNT))))
    if start:
        again = {"learning_rate": falling, "lr_schedule": falling}
        return MaskablePPO.load(start, env, device="cpu", custom_objects=again).learn(steps)
    model = MaskablePPO(
        CellPolicy,
        env,
        learning_rate=falling,
        n_steps=ROLLOUT,
        batch_size=games * ROLLOUT // 8,
        n_epochs=4,
        gamma=DISCOUNT,
        gae_lambda=0.9,
        ent_coef=0.001,
        seed=seed,
        device="cpu",
        verbose=1,
    )
    return model.learn(steps)


def player_of(model: MaskablePPO) -> PolicyPlayer:
    """What was learned as a player: it does what it likes best."""

    def choose(seen: Any, mask: Any) -> int:
        action, _ = model.predict(sight(seen[None]), action_masks=mask, deterministic=True)
        return int(action[0])

    return PolicyPlayer(choose, "ppo")


def measure(model: MaskablePPO, games: int, seed: int = 1) -> dict[str, Any]:
    """Its line in the table of mirrored games against greedy."""
    settings = RunSettings(("ppo", "greedy"), seed=seed, own={"ppo": player_of(model)})
    tournament = Tournament(settings, games=games)
    with open_pool(jobs=1) as pool:
        for _ in tournament.play(pool):
            pass
    table: list[dict[str, Any]] = tournament.tally.as_dict()["bots"]
    return next(line for line in table if line["bot"] == "ppo")


def main() -> None:
    """Train, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=300_000, help="decisions to learn from")
    parser.add_argument("--games", type=int, default=400, help="against greedy, at the end")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rate", type=float, default=RATE, help="of learning, at the beginning")
    parser.add_argument("--start", help="what was kept, to go on with")
    parser.add_argument("--out", help="where to keep what was learned")
    options = parser.parse_args()
    torch.set_num_threads(1)
    model = train(options.steps, options.seed, rate=options.rate, start=options.start)
    if options.out:
        model.save(options.out)
    minutes = time.process_time() / 60
    line = measure(model, options.games)
    low, high = line["wins_interval"]
    print(f"{model.num_timesteps:,} steps, {minutes:.1f} minutes of processor time")
    print(
        f"wins {line['wins']:.1%} of {line['games']} games against greedy ({low:.1%} to {high:.1%})"
    )


if __name__ == "__main__":
    main()
