"""Board sets that people make: what is wrong with one, and how its stack looks."""

import tomllib
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from taupes.answers.job import Extent, RequestRefused, read
from taupes.drawing import draw_stack_svg
from taupes.rules import (
    SHIPPED,
    BadBoard,
    BoardSet,
    Problem,
    Stack,
    check_boards,
    format_boards,
    load_boards,
    parse_boards,
    parse_orientations,
)
from taupes.rules.inspection import MAX_BOARDS
from taupes.table.problems import ProblemView, problem_view
from taupes.table.refusals import Refusal

SVG: Final = "image/svg+xml"

MOST_PROBLEMS: Final = 200
"""As many are listed: who mends those will find the others."""

Orientations = Annotated[list[int], Meta(max_length=MAX_BOARDS)]
"""One for each board; whether they are from 0 to 5, the stack says."""


class BoardsInfo(Struct, frozen=True):
    """A board set in the record's form, with a description."""

    name: str
    levels: list[dict[str, Any]]
    description: str


class BoardsWish(Struct, frozen=True):
    """A board set to check: plain, or as the text of a board file."""

    boards: Any = None
    toml: str | None = None
    language: Literal["en", "fr", "de"] = "en"
    """Of the sentences about what is wrong."""


class BoardsCheck(Struct, frozen=True):
    """What checking a set found."""

    ok: bool
    boards: dict[str, Any] | None
    toml: str | None
    errors: list[ProblemView]
    warnings: list[ProblemView]


class PreviewWish(Struct, frozen=True):
    """A stack to draw."""

    boards: Any
    orientations: Orientations | None = None


def boards_info(name: str) -> BoardsInfo:
    """A shipped set; RequestRefused if there is none such."""
    boards = _shipped(name)
    data = format_boards(boards)
    return BoardsInfo(data["name"], data["levels"], boards.description)


def picture_wish(name: str, orientations: str | None) -> PreviewWish:
    """A shipped set's stack to draw; RequestRefused if there is none such."""
    boards = _shipped(name)
    try:
        turns = parse_orientations(orientations or "0" * len(boards.boards))
        return PreviewWish(format_boards(boards), list(Stack(boards, turns).orientations))
    except ValueError as error:
        raise RequestRefused(Refusal("bad_boards", str(error)[:200])) from error


def check(data: bytes, _: Extent) -> bytes:
    """Everything that is wrong with a set."""
    return msgspec.json.encode(_check(read(data, BoardsWish)))


def preview(data: bytes, _: Extent) -> bytes:
    """A set's stack as a picture."""
    wish = read(data, PreviewWish)
    return draw_stack_svg(stack_of(lambda: parse_boards(wish.boards), wish.orientations)).encode()


def stack_of(boards: Any, orientations: list[int] | None) -> Stack:
    """A stack of boards that are still to be read; RequestRefused if there is none such."""
    try:
        found: BoardSet = boards()
        return Stack(found, tuple(orientations or (0,) * len(found.boards)))
    except BadBoard as error:
        raise RequestRefused(Refusal("bad_boards", str(error.problems[0])[:300])) from error
    except ValueError as error:
        raise RequestRefused(Refusal("bad_boards", str(error)[:200])) from error


def _shipped(name: str) -> BoardSet:
    if name not in SHIPPED:
        raise RequestRefused(Refusal("not_found"))
    return load_boards(name)


def _check(wish: BoardsWish) -> BoardsCheck:
    data: object = wish.boards
    if wish.toml is not None:
        try:
            data = tomllib.loads(wish.toml)
        except (ValueError, RecursionError) as error:
            problem = Problem("not_toml", {"value": str(error)[:200]})
            return BoardsCheck(
                ok=False,
                boards=None,
                toml=None,
                errors=[problem_view(problem, wish.language)],
                warnings=[],
            )
    boards, problems = check_boards(data)
    problems = problems[:MOST_PROBLEMS]
    errors = [
        problem_view(problem, wish.language) for problem in problems if not problem.is_warning
    ]
    warnings = [problem_view(problem, wish.language) for problem in problems if problem.is_warning]
    is_good = boards is not None and not errors
    return BoardsCheck(
        ok=is_good,
        boards=format_boards(boards) if boards is not None and is_good else None,
        toml=format_toml(boards) if boards is not None and is_good else None,
        errors=errors,
        warnings=warnings,
    )


def format_toml(boards: BoardSet) -> str:
    """A set as the text of a board file, which `load_boards` reads back."""

    def text(value: Any) -> str:
        # A JSON text without control characters is a TOML text too, and so are lists of numbers.
        return msgspec.json.encode(value).decode().replace(",", ", ")

    lines = [f"name = {_quoted(boards.name)}"]
    if boards.description:
        lines.append(f"description = {_quoted(boards.description)}")
    for level in format_boards(boards)["levels"]:
        lines += ["", "[[levels]]", f"name = {_quoted(level['name'])}"]
        lines += [f"{key} = {text(value)}" for key, value in level.items() if key != "name"]
    return "\n".join(lines) + "\n"


def _quoted(value: str) -> str:
    return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")
