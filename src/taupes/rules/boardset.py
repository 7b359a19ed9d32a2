"""Board sets as data: the shipped ones, and files that people write."""

import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any, Final

from taupes.rules.board import BoardSet, Stack, parse_orientations, shuffled_stack, split_code
from taupes.rules.inspection import check_boards
from taupes.rules.problem import Problem

SHIPPED: Final = ("classic", "quick", "grand")
DEFAULT_BOARDS: Final = "classic"

ANYHOW: Final = "random"
"""Instead of orientations: every board turned as chance will have it."""

MAX_FILE: Final = 20_000
"""No honest board file has more bytes."""


class BadBoard(ValueError):
    """A board set that cannot be played on; `problems` lists all that is wrong."""

    def __init__(self, source: str, problems: tuple[Problem, ...]) -> None:
        super().__init__("\n".join(f"{source}: {problem}" for problem in problems))
        self.source = source
        self.problems = problems


def load_boards(name: str) -> BoardSet:
    """A shipped board set by its name, or any other by the path of its file."""
    if name in SHIPPED:
        return _shipped(name)
    path = Path(name)
    try:
        is_file = path.is_file()
    except (OSError, ValueError):
        is_file = False
    if not is_file:
        sets = ", ".join(SHIPPED)
        values = {"sets": sets, "known": f"{sets} or the path of a board file"}
        raise BadBoard(name, (Problem("no_such_set", values),))
    boards, problems = check_board_file(path)
    errors = tuple(problem for problem in problems if not problem.is_warning)
    if boards is None or errors:
        raise BadBoard(name, errors)
    return boards


def load_stack(code: str) -> Stack:
    """The stack of a code.

    >>> load_stack("classic-0351").orientations
    (0, 3, 5, 1)
    """
    name, orientations = split_code(code)
    return Stack(load_boards(name), orientations)


def arrange(boards: BoardSet, orientations: str, rng: Random) -> Stack:
    """A stack with the orientations asked for; BadBoard if they do not fit the boards.

    For `random` they are drawn; where none are named, no board is turned.

    >>> arrange(load_boards("quick"), "0313", Random()).code
    'quick-0313'
    """
    if orientations == ANYHOW:
        return shuffled_stack(boards, rng)
    digits = orientations or "0" * len(boards.boards)
    try:
        return Stack(boards, parse_orientations(digits))
    except ValueError as error:
        raise BadBoard(
            boards.name, (Problem("bad_orientations", {"value": str(error)}),)
        ) from error


@cache
def _shipped(name: str) -> BoardSet:
    text = files("taupes.rules").joinpath(f"boards/{name}.toml").read_text("utf-8")
    return parse_boards(tomllib.loads(text), name)


def check_board_file(path: Path) -> tuple[BoardSet | None, tuple[Problem, ...]]:
    """A board file's set, if it can be read at all, and everything that is wrong with it."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_FILE + 1)
        if len(content) > MAX_FILE:
            return None, (Problem("too_large", {"most": MAX_FILE}),)
        data = tomllib.loads(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        return None, (Problem("not_text", {"value": error.reason}),)
    except (ValueError, RecursionError) as error:
        return None, (Problem("not_toml", {"value": str(error)}),)
    except OSError as error:
        return None, (Problem("unreadable", {"value": str(error.strerror)}),)
    return check_boards(data)


def parse_boards(data: object, source: str = "boards") -> BoardSet:
    """A board set from its plain form, as in a board file or a record; BadBoard if it is bad."""
    boards, problems = check_boards(data)
    errors = tuple(problem for problem in problems if not problem.is_warning)
    if boards is None or errors:
        raise BadBoard(source, errors)
    return boards


def format_boards(boards: BoardSet) -> dict[str, Any]:
    """The plain form of a board set, as the record writes it."""
    levels: list[dict[str, Any]] = []
    for board in boards.boards:
        levels.append(
            {
                "name": board.name,
                "radius": board.radius,
                "holes": [list(cell) for cell in board.holes],
                "specials": [list(cell) for cell in board.specials],
            }
        )
        if board.solid:
            levels[-1]["solid"] = list(board.solid)
    return {"name": boards.name, "levels": levels}
