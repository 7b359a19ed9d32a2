"""`taupes print`: the game as a PDF to cut out, fold and play."""

from pathlib import Path
from random import Random
from typing import Annotated

import typer
from rich.progress import Progress

from taupes.cli.console import BOARDS, Boards, Orientations, err, make_stack, out, parse_language
from taupes.paper import CELL, PAPERS, board_sheets, draw_booklet, file_name
from taupes.rules import LANGUAGES, load_boards

Paper = Annotated[
    str, typer.Option("--paper", help=f"What the printer holds: {' or '.join(PAPERS)}.")
]
Language = Annotated[
    str,
    typer.Option(
        "--lang", "--language", envvar="TAUPES_LANG", help=f"One of {', '.join(LANGUAGES)}."
    ),
]
Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", help="Where to write; named for the stack if left out."),
]
Players = Annotated[
    int | None,
    typer.Option(
        "--players", "-p", min=2, max=4, help="Moles for so many only; for any number if left out."
    ),
]


def print_game(
    boards: Boards = BOARDS,
    orientations: Orientations = "",
    paper: Paper = "a4",
    lang: Language = "en",
    players: Players = None,
    out_file: Out = None,
) -> None:
    """Make a PDF of boards, moles, discs and rules to print and cut out."""
    language = parse_language(lang)
    if paper not in PAPERS:
        raise typer.BadParameter(f"paper {paper!r} is none of {', '.join(PAPERS)}")
    board_set = load_boards(boards)
    stack = make_stack(board_set, orientations or "0" * len(board_set.boards), Random())
    file = out_file or Path(file_name(stack, paper, language))
    with Progress(console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task("Drawing", total=None)
        pdf = draw_booklet(
            stack,
            paper=paper,
            language=language,
            players=players,
            tell=lambda done, count: bar.update(task, completed=done, total=count),
        )
    file.write_bytes(pdf)
    out.print(
        f"{file}: {stack.code} on {paper}, boards on {board_sheets(stack, paper)} sheets, "
        f"cells {CELL:g} mm wide. Print it at 100 % and measure the line on the first page.",
        markup=False,
    )
