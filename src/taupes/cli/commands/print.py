"""`taupes print`: the game as a PDF to cut out, fold and play."""

from pathlib import Path
from random import Random
from typing import Annotated

import typer
from rich.progress import Progress

from taupes.cli.console import err
from taupes.cli.lines import say
from taupes.cli.options import Boards, Language, Orientations, new_file, speak
from taupes.cli.usage import unusable
from taupes.paper import CELL, PAPERS, board_sheets, draw_booklet, file_name
from taupes.rules import DEFAULT_BOARDS, arrange, load_boards

Paper = Annotated[
    str, typer.Option("--paper", metavar="|".join(PAPERS), help="What the printer holds.")
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="FILE",
        callback=new_file,
        help="Where to write; named for the stack if left out.",
    ),
]
Players = Annotated[
    int | None,
    typer.Option(
        "--players",
        "-p",
        metavar="2-4",
        min=2,
        max=4,
        help="Moles for so many only; for any number if left out.",
    ),
]


def print_game(
    boards: Boards = DEFAULT_BOARDS,
    orientations: Orientations = "",
    paper: Paper = "a4",
    language: Language = "",
    players: Players = None,
    out_file: Out = None,
) -> None:
    """Make a PDF of boards, moles, discs and rules to print and cut out."""
    words = speak(language)
    if paper not in PAPERS:
        raise unusable("no_paper", paper=f"{paper:.40}", known=", ".join(PAPERS))
    stack = arrange(load_boards(boards), orientations, Random())
    file = out_file or Path(file_name(stack, paper, words.language))
    with Progress(console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task("Drawing", total=None)
        pdf = draw_booklet(
            stack,
            paper=paper,
            language=words.language,
            players=players,
            tell=lambda done, count: bar.update(task, completed=done, total=count),
        )
    file.write_bytes(pdf)
    sheets, cell = board_sheets(stack, paper), f"{CELL:g}"
    done = words(
        "cli.print.done", file=file, stack=stack.code, paper=paper, sheets=sheets, cell=cell
    )
    say(done)
