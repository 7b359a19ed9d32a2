"""`taupes analyse`: the chances through a game, its mistakes, and the luck of the discs."""

from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer
from rich.progress import Progress
from rich.table import Table

from taupes.cli.console import err, out
from taupes.cli.files import position_at, read_record
from taupes.cli.lines import print_json
from taupes.cli.naming import seated, teller_of
from taupes.cli.options import File, Json, Language, Seed, Which, new_file, speak
from taupes.drawing.chart import draw_chances_svg
from taupes.rules import Record
from taupes.words.language import Words


def analyse(
    record: File,
    game: Which = 1,
    simulations: Annotated[
        int,
        typer.Option(
            "--simulations", metavar="N", min=3, help="How deeply each position is searched."
        ),
    ] = 300,
    seed: Seed = 0,
    worst: Annotated[
        int, typer.Option("--worst", metavar="N", min=0, help="How many mistakes to list.")
    ] = 8,
    event: Annotated[
        int | None,
        typer.Option(
            "--event", metavar="N", min=0, help="Weigh only the position before this event."
        ),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE", callback=new_file, help="Draw the chances as SVG."),
    ] = None,
    json: Json = False,
    language: Language = "",
) -> None:
    """Say what each position of a game was worth, and what luck and choices made of it."""
    from taupes.bots import analysis  # noqa: PLC0415 - Numba takes half a second

    words = speak(language)
    whole = read_record(record, game)
    if event is not None:
        _, state = position_at(whole, event, record)
        weighing = analysis.weigh(state, simulations, Random(seed))
        if json:
            print_json(weighing.as_dict(state.turn))
        else:
            _print_position(whole, weighing, words)
        return
    with Progress(console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task(words("cli.analyse.thinking"), total=len(whole.events))
        found = analysis.analyse(
            whole, simulations, seed, lambda done, _: bar.update(task, completed=done)
        )
    if plot:
        lines = [(n, weighing.values) for n, weighing in found.weighings]
        teams = [(seated(whole, seat, words), team.colour) for seat, team in enumerate(whole.teams)]
        svg = draw_chances_svg(lines, teams, words("cli.analyse.course"))
        plot.write_text(svg, encoding="utf-8")
    if json:
        print_json(found.as_dict())
    else:
        _print_summary(whole, found, words)
        _print_mistakes(whole, found, worst, words)


def _print_position(record: Record, weighing: Any, words: Words) -> None:
    """The chances now, after each disc that may come, and after each choice."""
    table = Table(title=words("cli.analyse.chances", error=words.figures(f"{weighing.error:.1%}")))
    table.add_column("")
    for seat in range(len(record.teams)):
        table.add_column(seated(record, seat, words), justify="right")

    def add(what: str, values: tuple[float, ...]) -> None:
        table.add_row(what, *(words.figures(f"{value:.1%}") for value in values))

    teller = teller_of(record, words)
    add(words("cli.analyse.now"), weighing.values)
    for disc, values in weighing.discs:
        add(words("cli.analyse.after_disc", disc=disc), values)
    for choice, values in weighing.options:
        add(teller.action(choice), values)
    out.print(table)


def _print_summary(record: Record, found: Any, words: Words) -> None:
    table = Table(title=words("cli.analyse.summary"))
    table.add_column(words("cli.analyse.player"))
    for column in (
        "cli.analyse.start",
        "cli.analyse.end",
        "cli.analyse.luck",
        "cli.analyse.given_away",
    ):
        table.add_column(words(column), justify="right")
    for seat in range(len(record.teams)):
        table.add_row(
            seated(record, seat, words),
            words.figures(f"{found.weighings[0][1].values[seat]:.1%}"),
            words.figures(f"{found.weighings[-1][1].values[seat]:.1%}"),
            words.figures(f"{found.luck(seat):+.2f}"),
            words.figures(f"{found.lost(seat):.2f}"),
        )
    out.print(table)


def _print_mistakes(record: Record, found: Any, worst: int, words: Words) -> None:
    mistakes = sorted(found.moments, key=lambda moment: -moment.loss)[:worst]
    mistakes = [moment for moment in mistakes if moment.loss > 0.005]
    if not mistakes:
        return
    teller = teller_of(record, words)
    table = Table(title=words("cli.analyse.mistakes"))
    columns = [
        "cli.analyse.event",
        "cli.analyse.player",
        "cli.analyse.played",
        "cli.analyse.better",
    ]
    for column in [*columns, "cli.analyse.gave_away"]:
        table.add_column(words(column))
    for moment in mistakes:
        table.add_row(
            f"{moment.event}",
            seated(record, moment.seat, words),
            teller.action(record.events[moment.event][1]),
            teller.action(moment.best),
            words.figures(f"{moment.loss:.1%}"),
        )
    out.print(table)
