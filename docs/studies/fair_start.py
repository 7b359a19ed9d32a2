"""Would another way to begin be fairer? Play the games, and fill the tables of first-player.md.

    python docs/studies/fair_start.py --quick      a minute: does everything work?
    python docs/studies/fair_start.py              the figures of docs/first-player.md

Every batch of games is kept in a file (`--games`), as `first_player.py` does. All starts have the
same stacks, each as often as any other. First all starts are tried; those that look best are then
measured in games of their own, for the best of many looks better than it is.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final

import numpy as np
from frame import ending_in_words, play_all, study_parser, write_study
from games import Row
from notebook import ROOMS, Notebook, fingerprint
from stacks import chi_square_tail
from startgames import CHOSEN, Batch, Plan, anew_batches, play, tried_batches
from study_page import draw_starts

from taupes.arena import open_pool
from taupes.arena.ratings import NORMAL_95
from taupes.rules import MOLES

PAGE: Final = "first-player.md"
PLACES: Final = 4
"""Digits kept of a share."""
NEAR: Final = 0.01
"""A start is fair if every seat is so near to its part."""

PLANS: Final = {
    "quick": Plan({2: 1, 3: 1, 4: 1}, dict.fromkeys(CHOSEN, 1), stacks=1),
    "full": Plan(
        {2: 1, 3: 3, 4: 3},
        {(2, "look"): 10, (2, "search"): 3, (2, "master"): 14, (3, "look"): 20, (4, "look"): 20},
    ),
}


def tables(plan: Plan) -> dict[str, list[Batch]]:
    """The games of each table."""
    return {
        "tried": [batch for seats in MOLES for batch in tried_batches(plan, seats)],
        "anew": [batch for seats in MOLES for batch in anew_batches(plan, seats)],
    }


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


def is_fair(row: Mapping[str, Any]) -> bool | None:
    """Whether every seat is within a point of its part; None if the games cannot tell."""
    part = 1 / len(row["wins"])
    if all(part - NEAR <= low and high <= part + NEAR for low, high in row["intervals"]):
        return True
    is_far = any(high < part - NEAR or low > part + NEAR for low, high in row["intervals"])
    return False if is_far else None


def figures_of(kept: Mapping[str, Row], batches: Iterable[Batch]) -> list[dict[str, Any]]:
    """All rows of a table."""
    by_start: dict[tuple[int, str, str], list[Row]] = {}
    for batch in batches:
        how = (batch.seats, batch.start.name, batch.kind)
        by_start.setdefault(how, []).append(kept[batch.key])
    figures = []
    for (seats, start, kind), rows in by_start.items():
        row = start_row(rows)
        about = {"players": seats, "start": start, "kind": kind}
        figures.append(about | row | {"fair": is_fair(row)})
    return figures


def run(plan: Plan, notebook: Notebook, jobs: int, seed: str) -> dict[str, Any]:
    """Play what the notebook lacks, and work the figures out."""
    wanted = tables(plan)
    missing = [b for batches in wanted.values() for b in batches if b.key not in notebook.rows]
    with open_pool(max(1, jobs)) as pool:
        play_all(pool, partial(play, seed=seed), missing, notebook)
    return {name: figures_of(notebook.rows, batches) for name, batches in wanted.items()}


def main() -> None:
    """Run the study."""
    options = study_parser("fair-start", __doc__).parse_args()
    head = {"seed": options.seed, "bots": fingerprint(*ROOMS)}
    budget = "quick" if options.quick else "full"
    with ending_in_words("fair_start", options.games):
        notebook = Notebook(options.games, head)
        found = run(PLANS[budget], notebook, options.jobs, options.seed)
        figures = {"budget": budget, **head, **found}
        write_study("fair_start", PAGE, figures, draw_starts(figures), {}, options.out)


if __name__ == "__main__":
    main()
