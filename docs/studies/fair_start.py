"""Would another way to begin be fairer? Play the games, and fill the tables of first-player.md.

    python docs/studies/fair_start.py --quick      a minute: does everything work?
    python docs/studies/fair_start.py              the figures of docs/first-player.md

Every batch of games is kept in a file (`--games`), as `first_player.py` does. All starts have the
same stacks, each as often as any other. First all starts are tried; those that look best are then
measured in games of their own, for the best of many looks better than it is.
"""

import argparse
import json
import math
import os
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
from games import Row
from notebook import ROOMS, BadNotebook, Notebook, fingerprint
from stacks import chi_square_tail
from startgames import CHOSEN, Batch, Plan, anew_batches, play, tried_batches
from study_page import BadPage, draw_starts, fill_page

from taupes.arena import BadArena, open_pool
from taupes.arena.ratings import NORMAL_95
from taupes.rules import MOLES

DOCS: Final = Path(__file__).parents[1]
PAGE: Final = "first-player.md"
FIGURES: Final = "studies/fair_start.json"
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
        for done, (key, row) in enumerate(pool.map(partial(play, seed=seed), missing), 1):
            notebook.write(key, row)
            if done * 20 // len(missing) > (done - 1) * 20 // len(missing):
                sys.stderr.write(f"{done} of {len(missing)} batches\n")
    return {name: figures_of(notebook.rows, batches) for name, batches in wanted.items()}


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
