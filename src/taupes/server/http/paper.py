"""Routes to the game on paper: a stack as a PDF to cut out."""

import asyncio
import tomllib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Any, Final, Literal

import msgspec
from fastapi import APIRouter, Query, Request, Response
from msgspec import Struct

from taupes.paper import board_sheets, draw_booklet, file_name
from taupes.rules import (
    SHIPPED,
    BadBoard,
    BoardSet,
    Stack,
    load_boards,
    parse_boards,
    parse_orientations,
)
from taupes.server.bucket import Buckets
from taupes.server.http.openapi import gives, takes
from taupes.server.http.services import RequestRefused, Services, Within
from taupes.table.refusals import Refusal

PDF: Final = "application/pdf"

MOST_SHEETS: Final = 40
"""Boards on more sheets are printed by the command, at home."""
PER_SECOND: Final = 0.5
BURST: Final = 12
"""Booklets for one address: so many at once, and so many a second on average."""

PaperName = Literal["a4", "letter"]
LanguageName = Literal["en", "fr", "de"]

router = APIRouter()

_pace: Final = Buckets(PER_SECOND, BURST)
_press: Final = ThreadPoolExecutor(1, thread_name_prefix="taupes-press")
"""One booklet at a time, beside everything else; Typst works without holding up other threads."""


class PrintWish(Struct, frozen=True):
    """A stack to print: plain boards, or the text of a board file."""

    boards: Any = None
    toml: str | None = None
    orientations: list[int] | None = None
    paper: PaperName = "a4"
    language: LanguageName = "en"
    players: Literal[2, 3, 4] | None = None
    """Moles for so many only; left out, for any number."""


@router.get("/api/print", responses=gives(str, 404, media=PDF))
async def shipped(
    services: Within,
    request: Request,
    boards: str = "classic",
    orientations: str | None = None,
    paper: PaperName = "a4",
    language: LanguageName = "en",
    players: Annotated[int | None, Query(ge=2, le=4)] = None,
) -> Response:
    """A shipped set to cut out."""
    if boards not in SHIPPED:
        raise RequestRefused(Refusal("not_found"))
    found = load_boards(boards)

    def stack() -> Stack:
        turns = parse_orientations(orientations) if orientations else (0,) * len(found.boards)
        return Stack(found, turns)

    _keep_pace(services, request)
    return await _printed(stack, paper, language, players)


@router.post("/api/print", responses=gives(str, 413, media=PDF), openapi_extra=takes(PrintWish))
async def own(services: Within, request: Request) -> Response:
    """A set of one's own to cut out."""
    data = await services.body(request, services.settings.limits.boards_bytes)
    try:
        wish = msgspec.json.decode(data, type=PrintWish)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise RequestRefused(Refusal("bad_message", str(error)[:300])) from error

    def stack() -> Stack:
        boards = _parse(wish)
        return Stack(boards, tuple(wish.orientations or (0,) * len(boards.boards)))

    _keep_pace(services, request)
    return await _printed(stack, wish.paper, wish.language, wish.players)


def _parse(wish: PrintWish) -> BoardSet:
    if wish.toml is None:
        return parse_boards(wish.boards)
    try:
        return parse_boards(tomllib.loads(wish.toml))
    except RecursionError as error:
        raise ValueError("not TOML: nested too deeply") from error


def _keep_pace(services: Services, request: Request) -> None:
    if not _pace.allows(services.address(request.scope)):
        raise RequestRefused(Refusal("too_fast"))


async def _printed(
    stack: Callable[[], Stack], paper: str, language: str, players: int | None
) -> Response:
    """The booklet as an answer, drawn on the press; what is wrong with its stack is said."""

    def draw() -> tuple[str, bytes]:
        try:
            made = stack()
        except BadBoard as error:
            raise RequestRefused(Refusal("bad_boards", str(error.problems[0])[:300])) from error
        except ValueError as error:
            raise RequestRefused(Refusal("bad_boards", str(error)[:200])) from error
        sheets = board_sheets(made, paper)
        if sheets > MOST_SHEETS:
            detail = f"{sheets} sheets for the boards, at most {MOST_SHEETS}"
            raise RequestRefused(Refusal("too_large", detail))
        pdf = draw_booklet(made, paper=paper, language=language, players=players)
        return file_name(made, paper, language), pdf

    name, pdf = await asyncio.get_running_loop().run_in_executor(_press, draw)
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(pdf, media_type=PDF, headers=headers)
