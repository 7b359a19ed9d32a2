"""`taupes analyse`: the chances through a game, its mistakes, and the luck of the discs."""

from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer
from rich.progress import Progress
from rich.table import Table

from taupes.cli.console import err, out, print_json
from taupes.cli.files import event_number, read_record
from taupes.cli.naming import seated, teller_of
from taupes.cli.options import File, Json, Seed, Which, new_file
from taupes.drawing.chart import draw_chances_svg
from taupes.rules import Record


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
) -> None:
    """Say what each position of a game was worth, and what luck and choices made of it."""
    from taupes.bots.mind import analysis  # noqa: PLC0415 - Numba takes half a second

    whole = read_record(record, game)
    if event is not None:
        state = whole.at(event_number(whole, event, record))
        verdict = analysis.weigh(state, simulations, Random(seed))
        if json:
            print_json(verdict.as_dict(state.turn))
        else:
            _print_position(whole, verdict)
        return
    with Progress(console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task("Thinking", total=len(whole.events))
        found = analysis.analyse(
            whole, simulations, seed, lambda done, _: bar.update(task, completed=done)
        )
    if plot:
        lines = [(n, verdict.values) for n, verdict in found.verdicts]
        teams = [(seated(whole, seat), team.colour) for seat, team in enumerate(whole.teams)]
        plot.write_text(draw_chances_svg(lines, teams), encoding="utf-8")
    if json:
        print_json(found.as_dict())
    else:
        _print_summary(whole, found)
        _print_mistakes(whole, found, worst)


def _print_position(record: Record, verdict: Any) -> None:
    """The chances now, after each disc that may come, and after each choice."""
    table = Table(title=f"Chances to win, ± {verdict.error:.1%}")
    table.add_column("")
    for seat in range(len(record.teams)):
        table.add_column(seated(record, seat), justify="right")

    def add(what: str, values: tuple[float, ...]) -> None:
        table.add_row(what, *(f"{value:.1%}" for value in values))

    teller = teller_of(record)
    add("now", verdict.values)
    for disc, values in verdict.discs:
        add(f"after a {disc}", values)
    for choice, values in verdict.options:
        add(teller.action(choice), values)
    out.print(table)


def _print_summary(record: Record, found: Any) -> None:
    table = Table(title="Luck and choices, in wins")
    for column in ("player", "start", "end", "luck of the discs", "given away"):
        table.add_column(column, justify="left" if column == "player" else "right")
    for seat in range(len(record.teams)):
        table.add_row(
            seated(record, seat),
            f"{found.verdicts[0][1].values[seat]:.1%}",
            f"{found.verdicts[-1][1].values[seat]:.1%}",
            f"{found.luck(seat):+.2f}",
            f"{found.lost(seat):.2f}",
        )
    out.print(table)


def _print_mistakes(record: Record, found: Any, worst: int) -> None:
    mistakes = sorted(found.moments, key=lambda moment: -moment.loss)[:worst]
    mistakes = [moment for moment in mistakes if moment.loss > 0.005]
    if not mistakes:
        return
    teller = teller_of(record)
    table = Table(title="The costliest choices")
    for column in ("event", "player", "played", "better", "gave away"):
        table.add_column(column)
    for moment in mistakes:
        table.add_row(
            f"{moment.event}",
            seated(record, moment.seat),
            teller.action(record.events[moment.event][1]),
            teller.action(moment.best),
            f"{moment.loss:.1%}",
        )
    out.print(table)
