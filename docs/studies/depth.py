"""How deep is the game? Play the games, draw the plot, and fill the tables of depth.md.

    python docs/studies/depth.py --quick      some minutes: does everything work?
    python docs/studies/depth.py              the figures of docs/depth.md

Every budget plays one that thinks about a third as much: what does thinking three times as long
still win? Every set of games is kept in a file (`--games`), as `first_player.py` does. With `--only
4 10 30` the steps from 10 and 30 on are played, with four seats; all other lines stay as they are.
"""

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from random import Random
from statistics import fmean, stdev
from typing import Any, Final

from depthpage import draw_depth, plot_depth
from frame import DOCS, ending_in_words, play_all, study_parser, write_study
from games import BOARDS, Row, play_masters
from notebook import Notebook, fingerprint

from taupes.arena import open_pool
from taupes.arena.ratings import NORMAL_95
from taupes.rules import DEFAULT_PRESET, MOLES, Game, load_boards, preset_rules, shuffled_stack

PAGE: Final = "depth.md"
KEPT: Final = "studies/depth.json"
"""The figures of the page as they were."""
BUDGETS: Final = (10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000)
"""Simulations for each choice."""

PLANS: Final[Mapping[str, Mapping[int, Sequence[int]]]] = {
    "quick": {2: (2, 2), 3: (2,), 4: (2,)},
    "full": {
        2: (400, 400, 400, 400, 200, 80, 38),
        3: (200, 200, 200, 150, 60, 16),
        4: (100, 100, 100, 90, 54, 12),
    },
}
"""By number of seats, how many sets of games each step of the budgets plays."""

Figures = dict[str, Any]
"""A line of the table."""


@dataclass(frozen=True, slots=True)
class MirroredSet:
    """Games with the same stack and luck, the one who thinks more on each seat once."""

    seats: int
    less: int
    more: int
    """Simulations of the others, and of the one."""
    number: int

    @property
    def key(self) -> str:
        """Its name."""
        return f"{self.seats} {self.more} {self.less} {self.number}"


def mirrored_sets(plan: Mapping[int, Sequence[int]]) -> Iterator[MirroredSet]:
    """All sets of a plan."""
    for seats, counts in plan.items():
        for (less, more), count in zip(pairwise(BUDGETS), counts, strict=False):
            yield from (MirroredSet(seats, less, more, number) for number in range(count))


def play(played: MirroredSet, seed: str) -> tuple[str, Row]:
    """Play a set: what the one who thinks more wins on each seat."""
    seats = played.seats
    luck = f"{seed}/{seats}/{played.number}"
    stack = shuffled_stack(load_boards(BOARDS), Random(f"{luck}/stack"))
    game = Game(stack, preset_rules(DEFAULT_PRESET, seats), seats, MOLES[seats])
    won, lucky = [], []
    for hero in range(seats):
        budgets = [played.more if seat == hero else played.less for seat in range(seats)]
        parts, lucks = play_masters(game, luck, budgets)
        won.append(round(parts[hero], 6))
        lucky.append(round(lucks[hero], 6))
    return played.key, {"won": won, "luck": lucky}


def step_figures(seats: int, less: int, more: int, sets: Sequence[Row]) -> Figures:
    """What thinking more wins less the luck of discs, with its interval.

    A set of games is one observation.
    """
    shares = [fmean(row["won"]) - fmean(row["luck"]) for row in sets]
    wins, reach = fmean(shares), NORMAL_95 * stdev(shares) / math.sqrt(len(shares))
    limits = (wins - reach, wins + reach)
    return {
        "players": seats,
        "less": less,
        "more": more,
        "games": seats * len(sets),
        "luck": False,
        "wins": round(wins, 4),
        "interval": [round(limit, 4) for limit in limits],
        "points": [round(points_of(share, seats)) for share in (wins, *limits)],
    }


def points_of(share: float, seats: int) -> float:
    """The rating ahead of the others of somebody who wins this share.

    >>> round(points_of(0.5, 2)), round(points_of(0.64, 2)), round(points_of(0.25, 4))
    (0, 100, 0)
    """
    within = min(max(share, 0.001), 0.999)
    return 400 * math.log10(within * (seats - 1) / (1 - within))


def figures_of(kept: Mapping[str, Row], plan: Mapping[int, Sequence[int]]) -> list[Figures]:
    """A line for every step, as many as were played."""
    found: dict[tuple[int, int, int], list[Row]] = {}
    for one in mirrored_sets(plan):
        if one.key in kept:
            found.setdefault((one.seats, one.less, one.more), []).append(kept[one.key])
    return [step_figures(*step, sets) for step, sets in found.items() if len(sets) > 1]


def renewed(steps: Sequence[Figures], by: Sequence[Figures]) -> list[Figures]:
    """The lines of a table, those that were played again in place of what they were."""
    lines = {(one["players"], one["less"]): one for one in (*steps, *by)}
    return [lines[step] for step in sorted(lines)]


def run(sets: Iterable[MirroredSet], notebook: Notebook, jobs: int, seed: str) -> None:
    """Play what the notebook lacks, the cheapest first."""
    missing = [one for one in sets if one.key not in notebook.rows]
    missing.sort(key=lambda one: one.more * one.seats)
    with open_pool(max(1, jobs)) as pool:
        play_all(pool, partial(play, seed=seed), missing, notebook)


def main() -> None:
    """Run the study."""
    parser = study_parser("depth", __doc__)
    parser.add_argument("--write", action="store_true", help="play nothing, write what there is")
    parser.add_argument(
        "--only", type=int, nargs="+", metavar=("SEATS", "LESS"), help="play these steps alone"
    )
    options = parser.parse_args()
    head = {"seed": options.seed, "bots": fingerprint()}
    plan = PLANS["quick" if options.quick else "full"]
    with ending_in_words("depth", options.games):
        notebook = Notebook(options.games, head)
        if not options.write:
            sets = mirrored_sets(plan)
            if options.only:
                seats, *less = options.only
                sets = (one for one in sets if one.seats == seats and one.less in less)
            run(sets, notebook, options.jobs, options.seed)
        steps = [{**step, "bots": head["bots"]} for step in figures_of(notebook.rows, plan)]
        if options.only:
            steps = renewed(json.loads((DOCS / KEPT).read_text("utf-8"))["steps"], steps)
        figures = {"seed": options.seed, "steps": steps}
        plots = {"depth.svg": plot_depth(figures)}
        write_study("depth", PAGE, figures, draw_depth(figures), plots, options.out)


if __name__ == "__main__":
    main()
