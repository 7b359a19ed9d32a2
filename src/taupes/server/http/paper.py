"""Routes to the game on paper: a stack as a PDF to cut out."""

from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Query, Request, Response

from taupes.answers.booklet import LanguageName, PaperName, PrintWish
from taupes.answers.job import RequestRefused
from taupes.rules import SHIPPED, format_boards, load_boards, parse_orientations
from taupes.server.http.openapi import gives, takes
from taupes.server.http.services import Services, Within
from taupes.server.limits.bucket import Buckets
from taupes.table.refusals import Refusal

PDF: Final = "application/pdf"

PER_SECOND: Final = 0.5
BURST: Final = 12
"""Booklets for one address: so many at once, and so many a second on average."""

router = APIRouter()

_pace: Final = Buckets(PER_SECOND, BURST)


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
    try:
        turns = list(parse_orientations(orientations)) if orientations else None
    except ValueError as error:
        raise RequestRefused(Refusal("bad_boards", str(error)[:200])) from error
    wish = {
        "boards": format_boards(load_boards(boards)),
        "orientations": turns,
        "paper": paper,
        "language": language,
        "players": players,
    }
    return await _printed(services, request, msgspec.json.encode(wish))


@router.post("/api/print", responses=gives(str, 413, media=PDF), openapi_extra=takes(PrintWish))
async def own(services: Within, request: Request) -> Response:
    """A set of one's own to cut out."""
    data = await services.body(request, services.settings.limits.boards_bytes)
    return await _printed(services, request, data)


async def _printed(services: Services, request: Request, wish: bytes) -> Response:
    """The booklet as an answer."""
    if not _pace.allows(services.address(request.scope)):
        raise RequestRefused(Refusal("too_fast"))
    found = await services.compute(request, "booklet.draw", wish)
    headers = {"content-disposition": f'attachment; filename="{found.extra.decode()}"'}
    return Response(found.data, media_type=PDF, headers=headers)
