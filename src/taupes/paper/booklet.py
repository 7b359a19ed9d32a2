"""The whole game as a PDF to print, cut out and play."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.resources import as_file, files
from typing import Any

from taupes.drawing import draw_board_svg, draw_stack_svg
from taupes.paper.figures import (
    fold_figure,
    move_figure,
    overview,
    special_figure,
    teams_figure,
)
from taupes.paper.measure import CELL, HOLE, MARGIN, PAPERS, Paper, half_size
from taupes.paper.pieces import disc_sheet, goal_sheet, mole_sheets, mole_teams
from taupes.paper.sheets import Sheet, divide
from taupes.paper.tile import tile
from taupes.paper.words import board_title, preset_table, words
from taupes.rules.board import Stack
from taupes.rules.options import MOLES
from taupes.rules.record import TEAMS

Tell = Callable[[int, int], None]
"""Told how many of how many steps are done."""


def draw_booklet(
    stack: Stack,
    *,
    paper: str = "a4",
    language: str = "en",
    players: int | None = None,
    tell: Tell = lambda _done, _all: None,
) -> bytes:
    """The PDF of a stack: how to make it, boards, pieces and rules.

    It has the moles that so many players need, or enough for any number of them. The same wish
    gives the same bytes.
    """
    if paper not in PAPERS:
        raise ValueError(f"no paper {paper!r:.60}; there are {', '.join(PAPERS)}")
    import typst  # noqa: PLC0415 - without it, all but this works

    if players not in (None, *MOLES):
        raise ValueError(f"{players} players: the game is for 2, 3 or 4")
    size = PAPERS[paper]
    boards = _divided(stack, size)
    steps = sum(map(len, boards)) + 4  # goal, moles, discs, and all of it set
    sheets = []
    for sheet in _sheets(stack, boards, size, language, players):
        sheets.append(sheet)
        tell(len(sheets), steps)
    book = _book(stack, boards, size, language, len(sheets)) | {"sheets": sheets}
    with as_file(files("taupes.paper").joinpath("booklet.typ")) as template:
        made: bytes = typst.compile(
            template,
            format="pdf",
            ignore_system_fonts=True,
            sys_inputs={"book": json.dumps(book)},
        )
    return made


def board_sheets(stack: Stack, paper: str) -> int:
    """How many sheets of paper the boards take: what a booklet costs."""
    return sum(map(len, _divided(stack, PAPERS[paper])))


def file_name(stack: Stack, paper: str, language: str) -> str:
    """A good name for the file, with signs that every system takes.

    >>> from taupes.rules import load_stack
    >>> file_name(load_stack("classic-0351"), "a4", "fr")
    'taupes-classic-0351-a4-fr.pdf'
    """
    code = re.sub("[^a-z0-9]+", "-", stack.code.lower()).strip("-")
    return f"taupes-{code}-{paper}-{language}.pdf"


def _divided(stack: Stack, paper: Paper) -> list[tuple[Sheet, ...]]:
    return [divide(board, stack.radius, paper) for board in stack.levels]


def _sheets(
    stack: Stack,
    boards: Sequence[Sequence[Sheet]],
    paper: Paper,
    language: str,
    players: int | None,
) -> Iterator[dict[str, str]]:
    """Everything that is cut out, sheet by sheet."""
    said = words(language)["sheets"]
    for level, sheets in enumerate(boards):
        for sheet in sheets:
            title = said["board"].format(
                level=level + 1,
                levels=len(boards),
                name=board_title(stack, level, language),
                number=sheet.number,
                count=len(sheets),
            )
            marks = overview(stack, level, sheets, sheet) if len(sheets) > 1 else ""
            yield _sheet(title, "", tile(stack, level, sheet, paper), marks)
    yield _sheet(said["goal"], said["goal_note"], goal_sheet(paper))
    for art in mole_sheets(mole_teams(players), paper):
        yield _sheet(said["moles"], said["moles_note"], art)
    teams = TEAMS[: players or max(MOLES)]
    yield _sheet(said["discs"], said["discs_note"], disc_sheet(teams, paper))


def _sheet(title: str, note: str, art: str, marks: str = "") -> dict[str, str]:
    return {"title": title, "note": note, "art": art, "map": marks}


def _book(
    stack: Stack, boards: Sequence[Sequence[Sheet]], paper: Paper, language: str, count: int
) -> dict[str, Any]:
    """What the template shows beside the sheets, of which there are so many."""
    last = len(boards) - 1
    starts = [sum(map(len, boards[:level])) for level in range(len(boards) + 1)]
    width, height = half_size(stack.radius)
    numbers = {
        "boards": len(boards),
        "holes": ", ".join(str(len(board.holes)) for board in stack.levels),
        "cell": f"{CELL:g}",
        "hole": f"{HOLE:g}",
        "width": f"{2 * width:.0f}",
        "height": f"{2 * height:.0f}",
        "paper": paper.name.capitalize(),
    }
    return {
        "title": f"Taupes: {stack.code}",
        "stack": stack.code,
        "language": language,
        "width": paper.width,
        "height": paper.height,
        "margin": MARGIN,
        "words": _filled(words(language), numbers),
        "ways": preset_table(language),
        "picture": draw_stack_svg(stack),
        "figures": {
            "fold": fold_figure(),
            "move": move_figure(),
            "teams": teams_figure(),
            "special": special_figure(),
            "last": draw_board_svg(stack.levels[last], level=last, levels=last + 1),
        },
        "goal": [starts[-1], starts[-1]],
        "moles": [starts[-1] + 1, count - 2],
        "discs": [count - 1, count - 1],
        "boards": [
            {
                "title": board_title(stack, level, language),
                "overview": overview(stack, level, sheets),
                "first": starts[level],
                "last": starts[level + 1] - 1,
            }
            for level, sheets in enumerate(boards)
        ],
    }


def _filled(value: Any, numbers: Mapping[str, Any]) -> Any:
    """The words with numbers in their places."""
    if isinstance(value, Mapping):
        return {
            key: part if key in ("sheets", "ways", "table") else _filled(part, numbers)
            for key, part in value.items()
        }
    if isinstance(value, list):
        return [_filled(part, numbers) for part in value]
    return value.format_map(numbers) if isinstance(value, str) else value
