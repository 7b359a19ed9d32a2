"""Would another way to begin be fairer? Play the games, and fill the tables of first-player.md.

    python docs/studies/fair_start.py --quick      a minute: does everything work?
    python docs/studies/fair_start.py              the figures of docs/first-player.md

Every batch of games is kept in a file (`--games`), as `first_player.py` does. All starts have the
same stacks, each as often as any other.
"""

import argparse
import json
import math
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np
from games import BOARDS, Row, play_master
from notebook import ROOMS, BadNotebook, Notebook, fingerprint
from stacks import alike, chi_square_tail
from startplay import play_start
from starts import Start, starts
from study_page import BadPage, draw_starts, fill_page

from taupes.arena import BadArena, open_pool
from taupes.arena.ratings import NORMAL_95
from taupes.rules import (
    DEFAULT_PRESET,
    MOLES,
    Game,
    format_orientations,
    load_boards,
    load_stack,
    preset_rules,
    shuffled_stack,
)

DOCS: Final = Path(__file__).parents[1]
PAGE: Final = "first-player.md"
FIGURES: Final = "studies/fair_start.json"
GAMES: Final = 20
"""Games of a batch."""
SEARCH: Final = 100
"""Decisions that the stronger players look at for each choice."""
MASTER_LUCK: Final = "fair"
"""The seed of the master's games, whatever that of the others."""
PLACES: Final = 4
"""Digits kept of a share."""

CANDIDATES: Final[Mapping[int, tuple[str, ...]]] = {
    2: ("as it is", "last places 3 before all", "first has 1 fewer"),
    3: (),
    4: (),
}
"""The starts that the stronger players try too, by number of seats."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How many batches are played, by the number of seats."""

    look: Mapping[int, int]
    search: Mapping[int, int]
    """On each stack, by players who look one choice ahead and by those who search."""
    master: int
    """Games of the master with each handicap."""
    stacks: int | None = None
    """On so many of the stacks, or on all."""


PLANS: Final = {
    "quick": Plan({2: 1, 3: 0, 4: 1}, {2: 1, 3: 0, 4: 0}, master=1, stacks=1),
    "full": Plan({2: 1, 3: 0, 4: 1}, {2: 1, 3: 0, 4: 0}, master=200),
}


@dataclass(frozen=True, slots=True)
class Batch:
    """Games with one start on one stack."""

    start: Start
    stack: str
    times: int
    """Decisions that a search looks at; 0 for players who look one choice ahead."""
    number: int
    """From 0; the first batches of a longer run are those of a shorter one."""

    @property
    def key(self) -> str:
        """Its name, which with the seed of the study decides all luck."""
        seats = len(self.start.moles)
        return f"{seats} {self.start.name}/{self.stack}/{self.times}/{self.number}"


@dataclass(frozen=True, slots=True)
class MasterGame:
    """A game of the master against itself, the first of two with fewer moles."""

    fewer: int
    number: int

    @property
    def key(self) -> str:
        """Its name."""
        return f"master/{self.fewer}/{self.number}"


def master_games(plan: Plan) -> Iterator[MasterGame]:
    """The games in which the master tries what is a rule already."""
    for fewer in (1, 2):
        yield from (MasterGame(fewer, number) for number in range(plan.master))


def batches(plan: Plan, seats: int, times: int) -> Iterator[Batch]:
    """The games of one table."""
    kinds = alike(load_boards(BOARDS), preset_rules(DEFAULT_PRESET, seats))
    stacks = [format_orientations(lying) for lying in sorted(set(kinds.values()))]
    stacks = stacks[: plan.stacks]
    numbers = range((plan.search if times else plan.look)[seats])
    for start in starts(seats):
        if not times or start.name in CANDIDATES[seats]:
            yield from (Batch(start, stack, times, n) for n in numbers for stack in stacks)


def play(batch: Batch | MasterGame, seed: str) -> tuple[str, Row]:
    """Play a batch: each seat's parts added up, and their products."""
    parts = _play_master(batch) if isinstance(batch, MasterGame) else _play(batch, seed)
    return batch.key, {
        "games": len(parts),
        "total": parts.sum(axis=0).round(6).tolist(),
        "products": (parts.T @ parts).round(6).tolist(),
    }


def _play_master(played: MasterGame) -> Any:
    luck = f"{MASTER_LUCK}/{played.number}"
    stack = shuffled_stack(load_boards(BOARDS), Random(f"{luck}/stack"))
    game = Game(stack, preset_rules(DEFAULT_PRESET, 2), 2, (MOLES[2] - played.fewer, MOLES[2]))
    return np.array([play_master(game, f"{luck}/{played.fewer}", SEARCH)])


def _play(batch: Batch, seed: str) -> Any:
    seats = len(batch.start.moles)
    stack = load_stack(f"{BOARDS}-{batch.stack}")
    game = Game(stack, preset_rules(DEFAULT_PRESET, seats), seats, batch.start.moles)
    number = Random(f"{seed}/{batch.key}").getrandbits(60)
    return play_start(game, batch.start, number, GAMES, batch.times)


def start_row(rows: Sequence[Row]) -> dict[str, Any]:
    """What each seat wins with one start, with intervals, and whether all seats are alike."""
    games = sum(row["games"] for row in rows)
    mean = np.sum([row["total"] for row in rows], axis=0) / games
    products = np.sum([row["products"] for row in rows], axis=0) / games
    spread = (products - np.outer(mean, mean)) / (games - 1)
    ahead = (mean - 1 / len(mean))[:-1]  # what the last seat wins follows from the others
    within = spread[:-1, :-1]
    square = math.inf
    if np.linalg.matrix_rank(within) == len(ahead):
        square = float(ahead @ np.linalg.solve(within, ahead))
    reach = NORMAL_95 * np.sqrt(np.diag(spread))
    return {
        "games": games,
        "wins": mean.round(PLACES).tolist(),
        "intervals": np.stack([mean - reach, mean + reach], axis=1).round(PLACES).tolist(),
        "chance": round(chi_square_tail(square, len(ahead)), PLACES),
    }


def figures_of(kept: Mapping[str, Row], plan: Plan) -> list[dict[str, Any]]:
    """All rows of all tables."""
    figures = []
    for times in (0, SEARCH):
        for seats in MOLES:
            by_start: dict[str, list[Row]] = {}
            for batch in batches(plan, seats, times):
                by_start.setdefault(batch.start.name, []).append(kept[batch.key])
            figures += [
                {"players": seats, "times": times, "start": name} | start_row(rows)
                for name, rows in by_start.items()
            ]
    return figures


def master_figures(kept: Mapping[str, Row], plan: Plan) -> list[dict[str, Any]]:
    """What the master wins with each handicap."""
    by_fewer: dict[int, list[Row]] = {}
    for game in master_games(plan):
        by_fewer.setdefault(game.fewer, []).append(kept[game.key])
    return [{"fewer": fewer} | start_row(rows) for fewer, rows in by_fewer.items()]


def run(plan: Plan, notebook: Notebook, jobs: int, seed: str) -> dict[str, Any]:
    """Play what the notebook lacks, and work the figures out."""
    wanted: list[Batch | MasterGame] = [*master_games(plan)]
    wanted += [b for times in (0, SEARCH) for seats in MOLES for b in batches(plan, seats, times)]
    missing = [batch for batch in wanted if batch.key not in notebook.rows]
    with open_pool(max(1, jobs)) as pool:
        for done, (key, row) in enumerate(pool.map(partial(play, seed=seed), missing), 1):
            notebook.write(key, row)
            if done * 20 // len(missing) > (done - 1) * 20 // len(missing):
                sys.stderr.write(f"{done} of {len(missing)} batches\n")
    kept = notebook.rows
    return {"starts": figures_of(kept, plan), "master": master_figures(kept, plan)}


def main() -> None:
    """Run the study."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    kept = Path(tempfile.gettempdir()) / "taupes-fair-start.jsonl"
    parser.add_argument("--quick", action="store_true", help="few games, to try it")
    parser.add_argument("--games", type=Path, default=kept, help=f"where games are kept ({kept})")
    parser.add_argument("--out", type=Path, default=DOCS, help="where the page goes (docs)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument(
        "--seed", default="1997", help="another one gives other games with other starts"
    )
    options = parser.parse_args()
    head = {"seed": options.seed, "bots": fingerprint(*ROOMS)}
    budget = "quick" if options.quick else "full"
    try:
        notebook = Notebook(options.games, head)
        found = run(PLANS[budget], notebook, options.jobs, options.seed)
        figures = {"budget": budget, **head, **found}
        page = fill_page((DOCS / PAGE).read_text("utf-8"), draw_starts(figures))
        (options.out / "studies").mkdir(parents=True, exist_ok=True)
        text = json.dumps(figures, indent=1, ensure_ascii=False)
        (options.out / FIGURES).write_text(text + "\n", "utf-8")
        (options.out / PAGE).write_text(page, "utf-8")
    except (BadNotebook, BadPage, BadArena, OSError) as error:
        sys.exit(f"fair_start: {error}")
    except KeyboardInterrupt:
        sys.exit(f"fair_start: interrupted; the games so far are in {options.games}")


if __name__ == "__main__":
    main()
