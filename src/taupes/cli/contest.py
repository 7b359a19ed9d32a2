"""What every contest of bots takes: the table, the luck, the time to think, and who computes."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from taupes.arena import BadArena, Pool, RunSettings, check_bots, open_pool
from taupes.bots import BadBot, BadBudget, BadThought, budget_of
from taupes.cli.lines import note
from taupes.cli.options import Seconds, Seed, Simulations, TableOptions
from taupes.cli.sentences import sentence_for
from taupes.cli.usage import told
from taupes.rules import load_boards
from taupes.words.saying import saying

Games = Annotated[
    int,
    typer.Option(
        "--games", "-n", metavar="N", min=1, help="How many games; rounded up to whole rounds."
    ),
]


@dataclass(frozen=True, slots=True)
class ContestOptions(TableOptions):
    """A table at which bots meet many times."""

    seed: Seed = 0
    seconds: Seconds = None
    simulations: Simulations = None
    jobs: Annotated[
        int,
        typer.Option(
            "--jobs", "-j", metavar="N", min=0, help="Games at the same time; 0 is one per core."
        ),
    ] = 0
    cluster: Annotated[
        str | None,
        typer.Option(
            "--cluster", metavar="ADDRESS", help="Play on the Dask cluster at this address."
        ),
    ] = None
    out_dir: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="FOLDER", help="Keep records and a report; resumes what is there."
        ),
    ] = None

    def settings(self, bots: tuple[str, ...]) -> RunSettings:
        """One run of the arena between these bots."""
        return RunSettings(
            bots,
            self.players,
            self.preset,
            self.options,
            load_boards(self.boards),
            self.orientations,
            self.seed,
            budget_of(self.seconds, self.simulations),
            self.moles,
        )

    @contextmanager
    def workers(self, bots: tuple[str, ...]) -> Iterator[Pool]:
        """The pool that was asked for, once it is known that every bot can take part."""
        if self.cluster is None:
            check_bots(bots)
        with open_pool(self.jobs or os.cpu_count() or 1, self.cluster) as pool:
            yield pool


@contextmanager
def words_for_errors(how: str = "--out") -> Iterator[None]:
    """Say what people got wrong in words, and how an interrupted run can be resumed."""
    try:
        yield
    except (BadArena, BadBot, BadBudget, BadThought) as error:
        note(sentence_for(error) or error)
        sys.exit(2)
    except KeyboardInterrupt:
        note(told(saying("cli.arena.stopped", how=how)))
        sys.exit(130)
