"""Routes to cards: what messengers show beside a link, 1200 by 630 pixels, without a name on it."""

from hashlib import blake2b
from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, Query, Request, Response

from taupes.answers.cards import CardWish
from taupes.answers.job import RequestRefused
from taupes.rules import SHIPPED, format_boards, format_record, load_boards
from taupes.server.hall.memory import TABLE_ID
from taupes.server.http.openapi import gives
from taupes.server.http.services import Services, Within
from taupes.table.encoding import may_see
from taupes.table.projection import record_of
from taupes.table.refusals import Refusal
from taupes.table.table import Table, boards_of

PNG: Final = "image/png"

MOST_EVENTS: Final = 99_999
"""More than any record has that is kept."""

_STAYS: Final = "public, max-age=3600"
_PASSES: Final = "public, max-age=60"
"""How long others may show a card: of what has happened, and of a table where more will."""

At = Annotated[int | None, Query(ge=0, le=MOST_EVENTS)]

router = APIRouter()


@router.head("/api/tables/{table}/card", include_in_schema=False)
@router.get("/api/tables/{table}/card", responses=gives(str, 404, media=PNG))
async def of_table(services: Within, table: str, request: Request) -> Response:
    """A table as it is now; its boards, if the game has not begun."""
    found = await _shown(services, table)
    return await _drawn(services, request, _wish(found), _PASSES)


@router.head("/api/records/{record}/card", include_in_schema=False)
@router.get("/api/records/{record}/card", responses=gives(str, 404, media=PNG))
async def of_record(services: Within, record: str, request: Request, at: At = None) -> Response:
    """A position of a record, or of a game in play; without `at`, from the middle of it."""
    body = None
    if TABLE_ID.fullmatch(record):
        body = await services.storage.read(lambda: services.storage.record(record))
    if body is not None:
        data, keeping = msgspec.json.decode(body), _STAYS
    else:
        play = record_of(await _shown(services, record))
        if play is None:
            raise RequestRefused(Refusal("no_such_table"))
        data, keeping = format_record(play), _PASSES
    # Neither the beginning, where nothing stands on the board, nor the end, which gives it away.
    middle = len(data["events"]) // 2
    return await _drawn(services, request, CardWish(data, middle if at is None else at), keeping)


@router.head("/api/boards/{name}/card", include_in_schema=False)
@router.get("/api/boards/{name}/card", responses=gives(str, 404, media=PNG))
async def of_boards(services: Within, name: str, request: Request) -> Response:
    """The stack of a shipped set."""
    if name not in SHIPPED:
        raise RequestRefused(Refusal("not_found"))
    wish = CardWish(boards=format_boards(load_boards(name)))
    return await _drawn(services, request, wish, _STAYS)


async def _shown(services: Services, table: str) -> Table:
    """A table that anybody with the link may see; others are as if they were not there."""
    live = await services.hall.open(table)
    if live is None or not may_see(live.table, None):
        raise RequestRefused(Refusal("no_such_table"))
    services.memory.maybe_forget(live)
    return live.table


def _wish(table: Table) -> CardWish:
    record = record_of(table)
    if record is not None:
        return CardWish(format_record(record))
    turns: Any = table.setup.orientations
    boards = format_boards(boards_of(table.setup))
    return CardWish(boards=boards, orientations=None if turns == "random" else turns)


async def _drawn(services: Services, request: Request, wish: CardWish, keeping: str) -> Response:
    """The card as an answer, from the cache if what is on it was drawn before."""
    data = msgspec.json.encode(wish)
    key = blake2b(data, digest_size=16).hexdigest()
    headers = {"cache-control": keeping, "etag": f'"{key}"'}
    if headers["etag"] in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    png = await services.compute_once(request, "cards.draw", data, services.drawings)
    return Response(png, headers=headers, media_type=PNG)
