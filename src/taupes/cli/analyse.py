"""`taupes analyse`: the chances through a game, its mistakes, and the luck of the discs."""

from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer
from rich.progress import Progress
from rich.table import Table

from taupes.bots import TURN, Choice
from taupes.cli.console import (
    Json,
    Seed,
    err,
    out,
    print_json,
    read_text,
    split_records,
)
from taupes.cli.records import File
from taupes.drawing.chart import draw_chances_svg
from taupes.rules import BadRecord, Game, Move, Place, Record, State, read_game


def analyse(
    record: File,
    game: Annotated[int, typer.Option("--game", min=1, help="Which record of the file.")] = 1,
    simulations: Annotated[
        int, typer.Option("--simulations", min=3, help="How deeply each position is searched.")
    ] = 300,
    seed: Seed = 0,
    worst: Annotated[int, typer.Option("--worst", min=0, help="How many mistakes to list.")] = 8,
    event: Annotated[
        int | None,
        typer.Option("--event", min=0, help="Weigh only the position before this event."),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Draw the chances as SVG.")
    ] = None,
    json: Json = False,
) -> None:
    """Say what each position of a game was worth, and what luck and choices made of it."""
    from taupes.bots.mind import analysis  # noqa: PLC0415 - Numba takes half a second

    texts = split_records(read_text(record))
    if game > len(texts):
        raise BadRecord(record, f"no record {game}: the file has {len(texts)}")
    whole = read_game(texts[game - 1])
    if event is not None:
        if event > len(whole.events):
            raise BadRecord(record, f"no event {event}: the game has {len(whole.events)}")
        state = list(whole.replay())[event]
        verdict = analysis.weigh(state, simulations, Random(seed))
        if json:
            print_json(verdict.as_dict(state.turn))
        else:
            _print_position(whole, state, verdict)
        return
    with Progress(console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task("Thinking", total=len(whole.events))
        found = analysis.analyse(
            whole, simulations, seed, lambda done, _: bar.update(task, completed=done)
        )
    if plot:
        lines = [(n, verdict.values) for n, verdict in found.verdicts]
        teams = [(team.name, team.colour) for team in whole.teams]
        plot.write_text(draw_chances_svg(lines, teams), encoding="utf-8")
    if json:
        print_json(found.as_dict())
    else:
        _print_summary(whole, found)
        _print_mistakes(whole, found, worst)


def _print_position(record: Record, state: State, verdict: Any) -> None:
    """The chances now, after each disc that may come, and after each choice."""
    table = Table(title=f"Chances to win, ± {verdict.error:.1%}")
    table.add_column("")
    for seat in range(len(record.teams)):
        table.add_column(_seated(record, seat), justify="right")

    def add(what: str, values: tuple[float, ...]) -> None:
        table.add_row(what, *(f"{value:.1%}" for value in values))

    add("now", verdict.values)
    for disc, values in verdict.discs:
        add(f"after a {disc}", values)
    for choice, values in verdict.options:
        add(describe(state.game, choice), values)
    out.print(table)


def _print_summary(record: Record, found: Any) -> None:
    table = Table(title="Luck and choices, in wins")
    for column in ("player", "start", "end", "luck of the discs", "given away"):
        table.add_column(column, justify="left" if column == "player" else "right")
    for seat in range(len(record.teams)):
        table.add_row(
            _seated(record, seat),
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
    table = Table(title="The costliest choices")
    for column in ("event", "player", "played", "better", "gave away"):
        table.add_column(column)
    for moment in mistakes:
        table.add_row(
            f"{moment.event}",
            _seated(record, moment.seat),
            describe(record.game, record.events[moment.event][1]),
            describe(record.game, moment.best),
            f"{moment.loss:.1%}",
        )
    out.print(table)


def _seated(record: Record, seat: int) -> str:
    """A player with the letter of the seat: two bots may have one name."""
    return f"{'ABCD'[seat]} {record.teams[seat].name}"


def describe(game: Game, choice: Choice | Any) -> str:
    """A choice in the notation's words."""
    match choice:
        case Move(origin, target):
            return f"{game.name(origin)}-{game.name(target)}"
        case Place(cell):
            return f"@{game.name(cell)}"
    return "turn" if choice == TURN else type(choice).__name__.lower()
