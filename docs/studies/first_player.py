"""Is the first player ahead? Play the games, work the figures out, draw the plots, fill the page.

    python docs/studies/first_player.py --quick      a minute: does everything work?
    python docs/studies/first_player.py              the figures of docs/first-player.md

Every batch of games is kept in a file (`--games`): an interrupted run goes on with the same
command, and the full run takes over what the quick one has played. The same seed gives the same
games.
"""

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from figures import (
    check_figures,
    choice_figures,
    different_stacks,
    extremes,
    layout_figures,
    seat_figures,
    stack_halves,
)
from frame import ending_in_words, play_all, study_parser, write_study
from games import Batch, Row, master_batches, play_batch, preset_groups, quick_batches, spokesman
from notebook import Notebook, fingerprint
from plots import draw_plots
from study_page import draw_tables

from taupes.arena import Pool, open_pool
from taupes.rules import DEFAULT_PRESET, MOLES, format_orientations

PAGE: Final = "first-player.md"
SIMULATIONS: Final = 100
"""What the master thinks about each choice."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How many games are played."""

    web: tuple[int, int, int]
    """Of the master under the default rules with two, three and four players."""
    other: int
    """Of the master under each other preset, for each number of players."""
    stack: int
    """Quick ones on each stack."""
    check: int
    """Of the master on each of the two most uneven stacks."""


PLANS: Final = {
    "quick": Plan(web=(20, 20, 20), other=10, stack=200, check=10),
    "full": Plan(web=(2000, 1200, 1200), other=800, stack=1500, check=400),
}


def seat_batches(plan: Plan) -> Iterable[Batch]:
    """The games that the table of seats is made of."""
    for players, web in zip(MOLES, plan.web, strict=True):
        for presets in preset_groups(players):
            games = web if DEFAULT_PRESET in presets else plan.other
            yield from master_batches(players, spokesman(presets), games)


def stack_batches(plan: Plan) -> Iterable[Batch]:
    """The games that tell stacks apart."""
    for stack in different_stacks():
        yield from quick_batches(format_orientations(stack), plan.stack)


@dataclass(frozen=True, slots=True)
class Study:
    """A study under way."""

    notebook: Notebook
    pool: Pool
    seed: str

    def play(self, name: str, batches: Iterable[Batch]) -> dict[str, Row]:
        """Play what the notebook lacks of some batches, and give all their rows."""
        wanted = list(batches)
        missing = [batch for batch in wanted if batch.key not in self.notebook.rows]
        sys.stderr.write(f"{name}: {len(missing)} batches\n")
        play_all(self.pool, partial(_play_named, seed=self.seed), missing, self.notebook)
        return {batch.key: self.notebook.rows[batch.key] for batch in wanted}


def _play_named(batch: Batch, seed: str) -> tuple[str, Row]:
    return batch.key, play_batch(batch, seed, SIMULATIONS)


def run(study: Study, budget: str, head: dict[str, Any]) -> dict[str, Any]:
    """Play all games and work all figures out."""
    plan = PLANS[budget]
    halves = stack_halves(study.play("stacks", stack_batches(plan)))
    uneven = extremes(halves)
    checks = study.play(
        "checks",
        (
            batch
            for stack in uneven.values()
            for batch in master_batches(2, DEFAULT_PRESET, plan.check, stack)
        ),
    )
    return {
        "budget": budget,
        **head,
        "seats": seat_figures(study.play("seats", seat_batches(plan))),
        "layout": layout_figures(halves),
        "choices": choice_figures(halves),
        "checks": check_figures(checks, uneven),
    }


def main() -> None:
    """Run the study."""
    options = study_parser("first-player", __doc__).parse_args()
    head = {"seed": options.seed, "simulations": SIMULATIONS, "bots": fingerprint()}
    with ending_in_words("first_player", options.games):
        notebook = Notebook(options.games, head)
        with open_pool(max(1, options.jobs)) as pool:
            study = Study(notebook, pool, options.seed)
            figures = run(study, "quick" if options.quick else "full", head)
        tables, plots = draw_tables(figures), draw_plots(figures)
        write_study("first_player", PAGE, figures, tables, plots, options.out)


if __name__ == "__main__":
    main()
