"""Board sets as data: the shipped ones, and files that people write."""

import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from taupes.rules.board import BoardSet, Stack, split_code
from taupes.rules.inspection import Problem, check_boards

SHIPPED: Final = ("classic", "quick", "grand")
DEFAULT_BOARDS: Final = "classic"

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
        problem = Problem(
            "", "no such board set", f"give {', '.join(SHIPPED)} or the path of a board file"
        )
        raise BadBoard(name, (problem,))
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
            return None, (Problem("", "the file is too large", f"at most {MAX_FILE} bytes"),)
        data = tomllib.loads(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        return None, (Problem("", f"not a text file ({error.reason})", "write it in UTF-8"),)
    except (ValueError, RecursionError) as error:
        return None, (Problem("", f"not TOML: {error}", "see docs/boards.md for an example"),)
    except OSError as error:
        return None, (Problem("", f"cannot be read: {error.strerror}", "check the path"),)
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
