"""`taupes boards`: the shipped sets, and checks for those that people make."""

from functools import partial
from pathlib import Path
from random import Random
from typing import Annotated

import typer
from rich.table import Table

from taupes.cli.console import out
from taupes.cli.help import Command, Group
from taupes.cli.lines import note, print_json, say
from taupes.cli.options import Json, Language, Orientations, new_file, speak
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
from taupes.words.language import Words

app = typer.Typer(
    cls=Group,
    add_completion=False,
    help="Board sets: list, show and check them.",
    no_args_is_help=True,
)

Set = Annotated[str, typer.Argument(metavar="SET|FILE", help="A set's name or a board file.")]


@app.command("list", cls=Command)
def list_sets(json: Json = False, language: Language = "") -> None:
    """List the board sets that come with the game."""
    sets = [load_boards(name) for name in SHIPPED]
    if json:
        print_json([format_boards(boards) | {"description": boards.description} for boards in sets])
        return
    words = speak(language)
    table = Table()
    for column in ("set", "radii", "holes", "special_cells", "about"):
        table.add_column(words(f"cli.boards.{column}"))
    for boards in sets:
        table.add_row(
            boards.name,
            " ".join(str(board.radius) for board in boards.boards),
            " ".join(str(len(board.holes)) for board in boards.boards),
            " ".join(str(len(board.specials)) for board in boards.boards),
            words(f"cli.boards.{boards.name}"),
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
    language: Language = "",
) -> None:
    """Draw the boards of a set, top to bottom."""
    words = speak(language)
    board_set = load_boards(boards)
    stack = arrange(board_set, orientations, Random())
    if json:
        print_json(format_boards(board_set) | {"orientations": list(stack.orientations)})
    else:
        say(words("cli.boards.stack", code=stack.code))
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
    language: Language = "",
) -> None:
    """Check board files; exit code 1 if any cannot be played on."""
    words = speak(language)
    bad = False
    for file in files:
        problems = _problems(file)
        told = str if json else partial(_sentence, words=words)
        errors = [told(problem) for problem in problems if not problem.is_warning]
        warnings = [told(problem) for problem in problems if problem.is_warning]
        bad |= bool(errors)
        if json:
            print_json({"file": file, "ok": not errors, "errors": errors, "warnings": warnings})
            continue
        for error in errors:
            note(words("cli.files.where", file=file, what=error))
        for warning in warnings:
            line = words("cli.boards.warning", file=file, what=warning)
            out.print(line, style="yellow", markup=False)
        if not errors:
            say(words("cli.check.good", file=file))
    if bad:
        raise typer.Exit(1)


def _sentence(problem: Problem, words: Words) -> str:
    """A problem for people, with the cell as the file has it."""
    from taupes.table.problems import problem_view  # noqa: PLC0415 - only if something is wrong

    view = problem_view(problem, words.language)
    return view.sentence if view.cell is None else f"{view.sentence} {list(view.cell)}"


def _problems(file: str) -> tuple[Problem, ...]:
    if file in SHIPPED:
        return check_boards(format_boards(load_boards(file)))[1]
    return check_board_file(Path(file))[1]
