"""`taupes simulate`: whole games between bots, recorded and summed up."""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.progress import Progress
from rich.table import Table

from taupes.arena import check_bots, open_pool
from taupes.arena.series import Played, SeriesSettings
from taupes.bots import BadBudget, budget_of, is_level, level_of
from taupes.cli.bundle import unbundled
from taupes.cli.console import err, out
from taupes.cli.contest import words_for_errors
from taupes.cli.dataset import TABLE, Dataset, open_records, packing_of
from taupes.cli.lines import print_json, say
from taupes.cli.options import (
    Json,
    Language,
    Seconds,
    Seed,
    Simulations,
    TableOptions,
    new_file,
    speak,
)
from taupes.cli.packing import PACKINGS
from taupes.cli.seats import seat_names
from taupes.cli.usage import unusable
from taupes.rules import load_boards
from taupes.words.language import Words
from taupes.words.teller import reasons

BATCH: Final = 25
"""Games of quick bots that a worker plays in one go."""

Games = Annotated[int, typer.Option("--games", "-n", metavar="N", min=1, help="How many games.")]
Bots = Annotated[
    str, typer.Option("--bot", metavar="NAME[,NAME…]", help="One bot for all, or one per seat.")
]


def records_file(path: Path | None) -> Path | None:
    """A file for records that can be written, by the way that its name says; or standard output."""
    if path is None or str(path) == "-" or path.is_dir():
        return path if str(path) == "-" else new_file(path)
    if packing_of(path) is None and path.suffix != TABLE:
        known = ", ".join(packing.suffix for packing in PACKINGS)
        raise unusable("records", name=path.name, known=known, table=TABLE)
    return new_file(path)


Records = Annotated[
    Path | None,
    typer.Option(
        "--records",
        metavar="FILE",
        callback=records_file,
        help=f"Write a record per line, compressed if it ends in .gz or .zst; a {TABLE} table "
        "has a row per decision; - is standard output.",
    ),
]
Jobs = Annotated[
    int,
    typer.Option(
        "--jobs", "-j", metavar="N", min=0, help="Processes that play; 0 is one per core."
    ),
]
Resume = Annotated[
    bool, typer.Option("--resume", help="Go on with the records that are there, to --games in all.")
]


@unbundled
def simulate(
    games: Games = 100,
    bot: Bots = "greedy",
    *,
    table: TableOptions,
    seed: Seed = 0,
    seconds: Seconds = None,
    simulations: Simulations = None,
    jobs: Jobs = 1,
    records: Records = None,
    resume: Resume = False,
    json: Json = False,
    language: Language = "",
) -> None:
    """Play whole games between bots and sum them up."""
    words = speak(language)
    try:
        budget = budget_of(seconds, simulations)
    except BadBudget as error:
        raise unusable("budget") from error
    names = seat_names(bot, table.players)
    settings = SeriesSettings(
        tuple(names),
        load_boards(table.boards),
        table.preset,
        table.options,
        table.orientations,
        seed,
        budget,
        table.moles,
    )
    settings.game(0)
    check_bots(names)
    summary = Summary(table.players)
    with words_for_errors("--resume"):
        output = _open(records, settings, resume=resume)
        todo = range(output.games, games)
        with open_pool(jobs or os.cpu_count() or 1) as pool, output:
            work = partial(output.work, settings)
            size = BATCH if all(is_level(name) and level_of(name).is_quick for name in names) else 1
            tasks = (todo[i : i + size] for i in range(0, len(todo), size))
            with _progress(len(todo), words("cli.arena.playing")) as advance:
                for batch in pool.map(work, tasks, in_order=True):
                    for played in batch:
                        summary.add(played)
                        output.write(played)
                    advance(len(batch))
    if records is not None and str(records) == "-":
        return
    if json:
        told = {"bots": names, "names": summary.names or names, "preset": table.preset}
        there = {"boards": table.boards, "seed": seed, "resumed": output.games}
        print_json(told | there | summary.as_dict())
        return
    if output.games:
        say(words("cli.simulate.resumed", count=output.games))
    if summary.games:
        _print_summary(summary, words)


def _open(records: Path | None, settings: SeriesSettings, *, resume: bool) -> Dataset:
    if records is None or records.suffix != TABLE:
        return open_records(records, settings, resume=resume)
    from taupes.cli.decisions import DecisionTable  # noqa: PLC0415 - few write one

    if resume:
        raise unusable("table_resumed", table=TABLE)
    return DecisionTable(records, settings)


@contextmanager
def _progress(games: int, title: str) -> Iterator[Callable[[int], None]]:
    with Progress(console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task(title, total=games)
        yield lambda count: bar.advance(task, count)


@dataclass
class Summary:
    """Counts over many games."""

    seats: int
    games: int = 0
    names: list[str] = field(default_factory=list)
    """What the bots call themselves."""
    wins: list[float] = field(default_factory=list)
    """By seat; a shared win is shared here too."""
    turns: int = 0
    blocked: int = 0
    forced: int = 0
    """Turns on which a mole had to leave a hole."""
    reasons: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.wins = [0.0] * self.seats

    def add(self, played: Played) -> None:
        """Count one finished game."""
        self.games += 1
        self.names = list(played.names)
        self.reasons[played.reason] += 1
        for seat in played.winners:
            self.wins[seat] += 1 / len(played.winners)
        self.turns += played.turns
        self.blocked += played.blocked
        self.forced += played.forced

    def as_dict(self) -> dict[str, Any]:
        """The summary for programs."""
        games, turns = max(1, self.games), max(1, self.turns)
        return {
            "games": self.games,
            "wins": [wins / games for wins in self.wins],
            "turns": self.turns / games,
            "blocked": self.blocked / turns,
            "forced": self.forced / turns,
            "reasons": dict(sorted(self.reasons.items())),
        }


def _print_summary(summary: Summary, words: Words) -> None:
    table = Table(title=words("cli.simulate.games", count=summary.games))
    table.add_column(words("cli.simulate.seat"))
    table.add_column(words("cli.bots.bot"))
    table.add_column(words("cli.arena.wins"), justify="right")
    for seat, name in enumerate(summary.names):
        table.add_row(
            f"{seat + 1}", name, words.figures(f"{summary.wins[seat] / summary.games:.1%}")
        )
    out.print(table)
    sums = summary.as_dict()
    say(words("cli.simulate.ended", reasons=reasons(sums["reasons"], words)))
    say(words("cli.simulate.turns", mean=words.figures(f"{sums['turns']:.1f}")))
    say(words("cli.simulate.blocked", share=words.figures(f"{sums['blocked']:.1%}")))
    say(words("cli.simulate.forced", share=words.figures(f"{sums['forced']:.1%}")))
