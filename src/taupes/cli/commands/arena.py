"""`taupes arena`: bots against bots, with ratings, records and a report."""

import time
from typing import Annotated, Any

import typer
from rich.console import Group as Lines
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from taupes.arena import Pool, Tournament, round_size, write_report
from taupes.cli.bundle import unbundled
from taupes.cli.commands.sprt import sprt
from taupes.cli.console import err
from taupes.cli.contest import ContestOptions, Games, words_for_errors
from taupes.cli.help import Command, Group
from taupes.cli.lines import print_json
from taupes.cli.options import Json, Language, speak
from taupes.cli.seats import bot_names
from taupes.cli.standings import print_rest, print_table, standings_table
from taupes.cli.usage import unusable
from taupes.words.language import Words

app = typer.Typer(cls=Group, add_completion=False)
app.command(cls=Command)(sprt)

Bots = Annotated[
    str,
    typer.Option(
        "--bots",
        metavar="NAME,NAME…",
        help="Who plays: names of bots, cmd:./mybot, or mymodule:MyBot. Required.",
    ),
]


@app.callback(invoke_without_command=True)
@unbundled
def arena(
    context: typer.Context,
    bots: Bots = "",
    games: Games = 100,
    *,
    contest: ContestOptions,
    json: Json = False,
    language: Language = "",
) -> None:
    """Let bots play each other, each equally often on every seat, and rate them."""
    if context.invoked_subcommand is not None:
        return
    words = speak(language)
    if not bots:
        raise unusable("no_bots")
    with words_for_errors():
        settings = contest.settings(tuple(bot_names(bots)))
        tournament = Tournament(settings, games, contest.out_dir)
        if tournament.games != games:
            size = round_size(len(settings.bots), contest.players)
            err.print(words("cli.arena.rounded", games=tournament.games, wanted=games, size=size))
        with contest.workers(settings.bots) as pool:
            _play(tournament, pool, words)
        if contest.out_dir:
            write_report(tournament, contest.out_dir, words.language)
    if json:
        print_json(final_table(tournament))
        return
    print_table(standings_table(tournament.tally, words))
    print_rest(tournament, words)


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


def _play(tournament: Tournament, pool: Pool, words: Words) -> None:
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
    task = bar.add_task(words("cli.arena.playing"), total=tournament.games)
    due = 0.0
    with Live(bar, console=err, transient=True) as live:
        for _ in tournament.play(pool):
            bar.update(task, completed=tournament.tally.games)
            began = time.monotonic()
            if began >= due:
                live.update(Lines(standings_table(tournament.tally, words), bar))
                # Rating a hundred thousand games takes a while: never most of the time.
                due = time.monotonic() + max(1.0, 10 * (time.monotonic() - began))
