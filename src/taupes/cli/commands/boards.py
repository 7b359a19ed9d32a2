"""`taupes boards`: the shipped sets, and checks for those that people make."""

from pathlib import Path
from random import Random
from typing import Annotated

import typer
from rich.table import Table

from taupes.cli.console import out
from taupes.cli.help import Command, Group
from taupes.cli.lines import note, print_json, say
from taupes.cli.options import Json, Orientations, new_file
from taupes.drawing import draw_board_text, draw_stack_svg
from taupes.rules import (
    SHIPPED,
    Problem,
    arrange,
    check_board_file,
    check_boards,
    format_boards,
    load_boards,
)

app = typer.Typer(
    cls=Group,
    add_completion=False,
    help="Board sets: list, show and check them.",
    no_args_is_help=True,
)

Set = Annotated[str, typer.Argument(metavar="SET|FILE", help="A set's name or a board file.")]


@app.command("list", cls=Command)
def list_sets(json: Json = False) -> None:
    """List the board sets that come with the game."""
    sets = [load_boards(name) for name in SHIPPED]
    if json:
        print_json([format_boards(boards) | {"description": boards.description} for boards in sets])
        return
    table = Table()
    for column in ("set", "radii", "holes", "special cells", "about"):
        table.add_column(column)
    for boards in sets:
        table.add_row(
            boards.name,
            " ".join(str(board.radius) for board in boards.boards),
            " ".join(str(len(board.holes)) for board in boards.boards),
            " ".join(str(len(board.specials)) for board in boards.boards),
            boards.description,
        )
    out.print(table)


@app.command(cls=Command)
def show(
    boards: Set,
    orientations: Orientations = "",
    svg: Annotated[
        Path | None,
        typer.Option(
            "--svg", metavar="FILE", callback=new_file, help="Write a drawing of the stack."
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Draw the boards of a set, top to bottom."""
    board_set = load_boards(boards)
    stack = arrange(board_set, orientations, Random())
    if json:
        print_json(format_boards(board_set) | {"orientations": list(stack.orientations)})
    else:
        say(f"stack {stack.code}")
        for number, board in enumerate(stack.levels, 1):
            say(f"\n{number}. {board.name}")
            say(draw_board_text(board, stack.radius))
    if svg:
        svg.write_text(draw_stack_svg(stack), encoding="utf-8")


@app.command(cls=Command)
def check(
    files: Annotated[
        list[str], typer.Argument(metavar="SET|FILE", help="Sets by name, or board files.")
    ],
    json: Json = False,
) -> None:
    """Check board files; exit code 1 if any cannot be played on."""
    bad = False
    for file in files:
        problems = _problems(file)
        errors = [str(problem) for problem in problems if not problem.is_warning]
        warnings = [str(problem) for problem in problems if problem.is_warning]
        bad |= bool(errors)
        if json:
            print_json({"file": file, "ok": not errors, "errors": errors, "warnings": warnings})
            continue
        for error in errors:
            note(f"{file}: {error}")
        for warning in warnings:
            out.print(f"{file}: warning: {warning}", style="yellow", markup=False)
        if not errors:
            say(f"{file}: good")
    if bad:
        raise typer.Exit(1)


def _problems(file: str) -> tuple[Problem, ...]:
    if file in SHIPPED:
        return check_boards(format_boards(load_boards(file)))[1]
    return check_board_file(Path(file))[1]
