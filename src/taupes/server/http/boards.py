"""Routes about board sets: the shipped ones, and those that people make."""

from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response
from msgspec import Struct

from taupes.rules import (
    SHIPPED,
    BoardSet,
    Stack,
    format_boards,
    load_boards,
    parse_orientations,
)
from taupes.server.http.openapi import gives, takes
from taupes.server.http.services import RequestRefused, Within, answer, as_json
from taupes.server.workers.jobs.boards import BoardsCheck, BoardsWish, PreviewWish
from taupes.table.refusals import Refusal

SVG = "image/svg+xml"

router = APIRouter()


class BoardsInfo(Struct, frozen=True):
    """A board set in the record's form, with a description."""

    name: str
    levels: list[dict[str, Any]]
    description: str


@router.get("/api/boards", responses=gives(list[BoardsInfo]))
async def shipped() -> Response:
    """The shipped sets."""
    return answer([_info(load_boards(name)) for name in SHIPPED])


@router.get("/api/boards/{name}", responses=gives(BoardsInfo, 404))
async def one(name: str) -> Response:
    """A shipped set."""
    return answer(_info(_shipped(name)))


@router.get("/api/boards/{name}/picture", responses=gives(str, 404, media=SVG))
async def picture(
    services: Within, request: Request, name: str, orientations: str | None = None
) -> Response:
    """A shipped set's stack as a picture."""
    boards = _shipped(name)
    turns = list(_stack(boards, orientations).orientations)
    wish = PreviewWish(format_boards(boards), turns)
    found = await services.compute(request, "boards.preview", msgspec.json.encode(wish))
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
