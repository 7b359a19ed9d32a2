"""Routes about board sets: the shipped ones, and those that people make."""

import tomllib
from typing import Any, Literal

import msgspec
from fastapi import APIRouter, Request, Response
from msgspec import Struct

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
from taupes.server.http.openapi import gives, takes
from taupes.server.http.services import RequestRefused, Within, answer
from taupes.table.problems import ProblemView, problem_view
from taupes.table.refusals import Refusal

SVG = "image/svg+xml"

router = APIRouter()


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
    orientations: list[int] | None = None


@router.get("/api/boards", responses=gives(list[BoardsInfo]))
async def shipped() -> Response:
    """The shipped sets."""
    return answer([_info(load_boards(name)) for name in SHIPPED])


@router.get("/api/boards/{name}", responses=gives(BoardsInfo, 404))
async def one(name: str) -> Response:
    """A shipped set."""
    return answer(_info(_shipped(name)))


@router.get("/api/boards/{name}/picture", responses=gives(str, 404, media=SVG))
async def picture(services: Within, name: str, orientations: str | None = None) -> Response:
    """A shipped set's stack as a picture."""
    boards = _shipped(name)
    svg = await services.compute(lambda: draw_stack_svg(_stack(boards, orientations)))
    return Response(svg, media_type=SVG)


@router.post(
    "/api/boards/check", responses=gives(BoardsCheck, 413), openapi_extra=takes(BoardsWish)
)
async def check(services: Within, request: Request) -> Response:
    """Everything that is wrong with a set."""
    wish = await services.read(request, BoardsWish, services.settings.limits.boards_bytes)
    return answer(await services.compute(lambda: _check(wish)))


@router.post(
    "/api/boards/preview",
    responses=gives(str, 413, media=SVG),
    openapi_extra=takes(PreviewWish),
)
async def preview(services: Within, request: Request) -> Response:
    """A set's stack as a picture."""
    wish = await services.read(request, PreviewWish, services.settings.limits.boards_bytes)
    return Response(await services.compute(lambda: _preview(wish)), media_type=SVG)


def _shipped(name: str) -> BoardSet:
    if name not in SHIPPED:
        raise RequestRefused(Refusal("not_found"))
    return load_boards(name)


def _info(boards: BoardSet) -> BoardsInfo:
    data = format_boards(boards)
    return BoardsInfo(data["name"], data["levels"], boards.description)


def _stack(boards: BoardSet, orientations: str | None) -> Stack:
    try:
        return Stack(boards, parse_orientations(orientations or "0" * len(boards.boards)))
    except ValueError as error:
        raise RequestRefused(Refusal("bad_boards", str(error)[:200])) from error


def _preview(wish: PreviewWish) -> str:
    try:
        boards = parse_boards(wish.boards)
        turns = wish.orientations or [0] * len(boards.boards)
        return draw_stack_svg(Stack(boards, tuple(turns)))
    except BadBoard as error:
        raise RequestRefused(Refusal("bad_boards", str(error.problems[0])[:300])) from error
    except ValueError as error:
        raise RequestRefused(Refusal("bad_boards", str(error)[:200])) from error


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
