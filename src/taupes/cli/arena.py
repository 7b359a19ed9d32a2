"""`taupes arena`: bots against bots, with ratings, records and a report."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from taupes.arena import (
    BadArena,
    Claim,
    Pool,
    Settings,
    Tally,
    Tournament,
    Trial,
    check_bots,
    format_seconds,
    label,
    open_pool,
    round_size,
    trial_bots,
    write_report,
)
from taupes.bots import Budget
from taupes.bots.external import BadBot
from taupes.cli.console import (
    BOARDS,
    PRESET,
    Boards,
    Json,
    Options,
    Orientations,
    Players,
    Preset,
    Seed,
    err,
    note,
    out,
    parse_options,
    print_json,
)
from taupes.rules import load_boards

app = typer.Typer(help="Bots against bots: tournaments, ratings, tests of strength.")

Bots = Annotated[
    str,
    typer.Option(
        "--bots", metavar="NAME,NAME…", help="Who plays: names of bots, or cmd:./mybot. Required."
    ),
]
Games = Annotated[
    int, typer.Option("--games", "-n", min=1, help="How many games; rounded up to whole rounds.")
]
Seconds = Annotated[float | None, typer.Option("--seconds", help="Thinking time for one decision.")]
Simulations = Annotated[
    int | None, typer.Option("--simulations", help="Simulations for one decision.")
]
Jobs = Annotated[
    int, typer.Option("--jobs", "-j", min=0, help="Games at the same time; 0 is one per core.")
]
Cluster = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help="Play on the Dask cluster at this address."),
]
Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="DIR", help="Keep records and a report; resumes what is there."),
]


@app.callback(invoke_without_command=True)
def arena(
    context: typer.Context,
    bots: Bots = "",
    players: Players = 2,
    games: Games = 100,
    preset: Preset = PRESET,
    option: Options = None,
    boards: Boards = BOARDS,
    orientations: Orientations = "random",
    seed: Seed = 0,
    seconds: Seconds = None,
    simulations: Simulations = None,
    jobs: Jobs = 0,
    cluster: Cluster = None,
    out_dir: Out = None,
    json: Json = False,
) -> None:
    """Let bots play each other, each equally often on every seat, and rate them."""
    if context.invoked_subcommand is not None:
        return
    if not bots:
        raise typer.BadParameter("name the bots that play, as in --bots greedy,random")
    with words_for_errors():
        settings = Settings(
            tuple(name.strip() for name in bots.split(",")),
            players,
            preset,
            parse_options(option),
            load_boards(boards),
            orientations,
            seed,
            Budget(seconds, simulations),
        )
        tournament = Tournament(settings, games, out_dir)
        if tournament.games != games:
            size = round_size(len(settings.bots), players)
            err.print(
                f"{tournament.games} games, not {games}: a round in which all meet on all seats "
                f"takes {size}"
            )
        with workers(settings, jobs, cluster) as pool:
            _play(tournament, pool)
        if out_dir:
            write_report(tournament, out_dir)
    if json:
        print_json(final_table(tournament))
        return
    print_table(standings_table(tournament.tally))
    _print_rest(tournament)


def final_table(tournament: Tournament) -> dict[str, Any]:
    """The final table for programs."""
    settings = tournament.settings
    return tournament.tally.as_dict() | {
        "preset": settings.preset,
        "boards": settings.boards.name,
        "seed": settings.seed,
        "resumed": tournament.resumed,
        "out": str(tournament.out) if tournament.out else None,
    }


def _play(tournament: Tournament, pool: Pool) -> None:
    """Play it out; on a terminal with a bar and the table as it stands."""
    if not err.is_terminal:
        for _ in tournament.play(pool):
            pass
        return
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=err,
    )
    task = bar.add_task("Playing", total=tournament.games)
    due = 0.0
    with Live(bar, console=err, transient=True) as live:
        for _ in tournament.play(pool):
            bar.update(task, completed=tournament.tally.games)
            began = time.monotonic()
            if began >= due:
                live.update(Group(standings_table(tournament.tally), bar))
                # Rating a hundred thousand games takes a while: never most of the time.
                due = time.monotonic() + max(1.0, 10 * (time.monotonic() - began))


def standings_table(tally: Tally) -> Table:
    """Who stands where, best first."""
    final = tally.as_dict()
    table = Table(title=f"{final['games']} games with {final['players']} players")
    columns = ["bot", "rating", "wins", "95 %", "games", "per choice"]
    columns += ["draws"] if any(bot["draws"] for bot in final["bots"]) else []
    columns += ["faults"] if any(bot["faults"] for bot in final["bots"]) else []
    for column in columns:
        table.add_column(column, justify="left" if column == "bot" else "right", no_wrap=True)
    for bot in final["bots"]:
        low, high = bot["wins_interval"]
        cells: dict[str, str | Text] = {
            "bot": Text(label(bot["bot"], 20)),
            "rating": f"{bot['rating']:+.0f} ±{(bot['interval'][1] - bot['interval'][0]) / 2:.0f}",
            "wins": f"{bot['wins']:.1%}",
            "95 %": f"{low:.0%}–{high:.0%}",
            "games": f"{bot['games']}",
            "per choice": format_seconds(bot["think"]["mean"]),
            "draws": f"{bot['draws']:.1%}",
            "faults": Text(str(bot["faults"]), "red" if bot["faults"] else ""),
        }
        table.add_row(*(cells[column] for column in columns))
    return table


def print_table(table: Table) -> None:
    """Print a table; into a file or a pipe as wide as it likes to be."""
    console = out if out.is_terminal else Console(width=160)
    console.print(table)


def _print_rest(tournament: Tournament) -> None:
    tally = tournament.tally
    final = tally.as_dict()
    names = [bot["bot"] for bot in final["bots"]]
    cross = Table(title="row against column: who won, of the games that either won")
    cross.add_column("")
    for name in names:
        cross.add_column(Text(label(name, 12)), justify="right", no_wrap=True)
    for name in names:
        shares = [tally.against(name, other) if other != name else None for other in names]
        cells = ["" if share is None else f"{share:.1%}" for share in shares]
        cross.add_row(Text(label(name)), *cells)
    if len(names) > 2:
        print_table(cross)
    seats = ", ".join(f"{seat + 1}: {share:.1%}" for seat, share in enumerate(final["seats"]))
    reasons = ", ".join(f"{reason} {n}" for reason, n in final["reasons"].items())
    turns = final["turns"]
    out.print(f"wins by seat: {seats}")
    out.print(
        f"turns: {turns['mean']:.1f} on average, {turns['shortest']} to {turns['longest']}; "
        f"ended by {reasons}"
    )
    for name, words in tally.words.items():
        for one in words:
            note(f"{label(name)}: {one}")
    if tournament.out:
        out.print(f"report: {tournament.out / 'report.html'}", markup=False, emoji=False)


@contextmanager
def workers(settings: Settings, jobs: int, cluster: str | None) -> Iterator[Pool]:
    """The pool that was asked for, once it is known that every bot can take part."""
    if cluster is None:
        check_bots(settings.bots)
    with open_pool(jobs or os.cpu_count() or 1, cluster) as pool:
        yield pool


@contextmanager
def words_for_errors() -> Iterator[None]:
    """Say what people got wrong in words, and that an interrupted run can be resumed."""
    try:
        yield
    except (BadArena, BadBot) as error:
        note(error)
        sys.exit(2)
    except KeyboardInterrupt:
        note("stopped; with --out, the same command goes on where this one ended")
        sys.exit(130)


New = Annotated[str, typer.Option("--new", metavar="BOT", help="Is this one stronger …")]
Old = Annotated[str, typer.Option("--old", metavar="BOT", help="… than this one?")]
Elo0 = Annotated[float, typer.Option("--elo0", help="Ahead by no more is not stronger.")]
Elo1 = Annotated[float, typer.Option("--elo1", help="Ahead by so much is stronger.")]
Alpha = Annotated[float, typer.Option("--alpha", help="Chance to say yes in error.")]
Beta = Annotated[float, typer.Option("--beta", help="Chance to say no in error.")]


@app.command()
def sprt(
    new: New,
    old: Old,
    elo0: Elo0 = 0.0,
    elo1: Elo1 = 20.0,
    alpha: Alpha = 0.05,
    beta: Beta = 0.05,
    players: Players = 2,
    games: Games = 20_000,
    preset: Preset = PRESET,
    option: Options = None,
    boards: Boards = BOARDS,
    orientations: Orientations = "random",
    seed: Seed = 0,
    seconds: Seconds = None,
    simulations: Simulations = None,
    jobs: Jobs = 0,
    cluster: Cluster = None,
    out_dir: Out = None,
    json: Json = False,
) -> None:
    """Ask whether a new bot is stronger, and stop playing as soon as that is known.

    Exit code 0 if it is, 1 if it is not or stays undecided.
    """
    with words_for_errors():
        settings = Settings(
            trial_bots(new, old, players),
            players,
            preset,
            parse_options(option),
            load_boards(boards),
            orientations,
            seed,
            Budget(seconds, simulations),
        )
        trial = Trial(settings, Claim(elo0, elo1, alpha, beta), games, out_dir)
        with workers(settings, jobs, cluster) as pool:
            _watch(trial, pool)
    answer = trial.as_dict()
    if json:
        print_json(answer)
    else:
        out.print(f"{answer['verdict']}: {status(answer)}", markup=False, emoji=False)
    if answer["verdict"] != "stronger":
        raise typer.Exit(1)


def _watch(trial: Trial, pool: Pool) -> None:
    if not err.is_terminal:
        for _ in trial.play(pool):
            pass
        return
    with err.status("Playing") as line:
        for _ in trial.play(pool):
            line.update(status(trial.as_dict()))


def status(answer: dict[str, Any]) -> str:
    """How a test stands, in one line."""
    lower, upper = answer["bounds"]
    low, high = answer["interval"]
    interval = "" if low is None or high is None else f" ({low:+.0f} to {high:+.0f})"
    elo = "" if answer["elo"] is None else f", Elo {answer['elo']:+.1f}{interval}"
    faults = f", {answer['faults']} faults" if answer["faults"] else ""
    return (
        f"LLR {answer['llr']:+.2f} between {lower:.2f} and {upper:.2f} after "
        f"{answer['games']} games{elo}{faults}"
    )
