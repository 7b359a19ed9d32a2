"""Routes about board sets: the shipped ones, and those that people make."""

from fastapi import APIRouter, Request, Response

from taupes.answers.boards import (
    SVG,
    BoardsCheck,
    BoardsInfo,
    BoardsWish,
    PreviewWish,
    boards_info,
    picture_wish,
)
from taupes.rules import SHIPPED
from taupes.server.http.openapi import gives, takes
from taupes.server.http.services import Within, answer, as_json
from taupes.table.encoding import encode

router = APIRouter()


@router.get("/api/boards", responses=gives(list[BoardsInfo]))
async def shipped() -> Response:
    """The shipped sets."""
    return answer([boards_info(name) for name in SHIPPED])


@router.get("/api/boards/{name}", responses=gives(BoardsInfo, 404))
async def one(name: str) -> Response:
    """A shipped set."""
    return answer(boards_info(name))


@router.get("/api/boards/{name}/picture", responses=gives(str, 404, media=SVG))
async def picture(
    services: Within, request: Request, name: str, orientations: str | None = None
) -> Response:
    """A shipped set's stack as a picture."""
    wish = encode(picture_wish(name, orientations))
    found = await services.compute(request, "boards.preview", wish)
    return Response(found.data, media_type=SVG)


@router.post(
    "/api/boards/check", responses=gives(BoardsCheck, 413), openapi_extra=takes(BoardsWish)
)
async def check(services: Within, request: Request) -> Response:
    """Everything that is wrong with a set."""
    data = await services.body(request, services.settings.limits.boards_bytes)
    return as_json((await services.compute(request, "boards.check", data)).data)


@router.post(
    "/api/boards/preview",
    responses=gives(str, 413, media=SVG),
    openapi_extra=takes(PreviewWish),
)
async def preview(services: Within, request: Request) -> Response:
    """A set's stack as a picture."""
    data = await services.body(request, services.settings.limits.boards_bytes)
    found = await services.compute(request, "boards.preview", data)
    return Response(found.data, media_type=SVG)
