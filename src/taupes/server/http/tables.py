"""Routes about tables and the people at them."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response

from taupes.answers.job import RequestRefused
from taupes.answers.tables import TableLine, TableWish, awaiting_first, table_line
from taupes.rules import format_record
from taupes.server.hall.creation import new_table
from taupes.server.hall.live import Live
from taupes.server.http.openapi import gives, takes
from taupes.server.http.services import Services, Within, answer
from taupes.table.encoding import may_see
from taupes.table.entries import PublicEntry, public
from taupes.table.projection import record_of, table_view
from taupes.table.refusals import Refusal
from taupes.table.view import TableView

FOREVER = 1 << 62
Limit = Annotated[int, Query(ge=1, le=200)]
Before = Annotated[int, Query(ge=0, le=FOREVER)]

router = APIRouter()


async def _seen(services: Services, table: str, request: Request) -> Live:
    """A table, if whoever asks may see it."""
    live = await services.hall.open(table)
    if live is None:
        raise RequestRefused(Refusal("no_such_table"))
    if not may_see(live.table, await services.anybody(request)):
        raise RequestRefused(Refusal("no_spectators"))
    services.memory.maybe_forget(live)
    return live


@router.post(
    "/api/tables",
    status_code=201,
    responses=gives(TableView, 401, 413, 429, 507, status=201),
    openapi_extra=takes(TableWish),
)
async def create(services: Within, request: Request) -> Response:
    """Make a table."""
    person = await services.person(request)
    wish = await services.read(request, TableWish)
    if services.space.is_full:
        raise RequestRefused(Refusal("no_space"))
    async with services.turns.of(person):
        made = await new_table(
            services.hall, person, wish.setup, wish.seats, services.settings, start=wish.start
        )
    if isinstance(made, Refusal):
        raise RequestRefused(made)
    live = await _seen(services, made, request)
    return answer(table_view(live.table, person), 201)


@router.get("/api/tables", responses=gives(list[TableLine]))
async def lobby(
    services: Within,
    stage: Literal["open", "playing", "paused", "over"] | None = None,
    limit: Limit = 50,
    before: Before = FOREVER,
) -> Response:
    """Public tables, newest first."""
    rows = await services.storage.read(lambda: services.storage.lobby(stage, before, limit))
    return answer([table_line(row.id, row.created, row.stage, row.summary) for row in rows])


@router.get("/api/tables/{table}", responses=gives(TableView, 401, 403, 404))
async def view(services: Within, table: str, request: Request) -> Response:
    """A table as you may see it."""
    live = await _seen(services, table, request)
    return answer(table_view(live.table, await services.anybody(request)))


@router.get("/api/tables/{table}/entries", responses=gives(list[PublicEntry], 401, 403, 404))
async def entries(
    services: Within,
    table: str,
    request: Request,
    since: Annotated[int, Query(ge=0, le=1 << 30)] = 0,
    limit: Limit = 200,
) -> Response:
    """Its log as everybody may see it, a page at a time; the next is `since` the last number."""
    live = await _seen(services, table, request)
    found = await services.memory.entries(table, since, limit)
    # Only what is known to have been stored when others were told of it.
    return answer([public(entry) for entry in found if entry.number <= live.table.number])


@router.get("/api/tables/{table}/record", responses=gives(dict[str, Any], 401, 403, 404, 409))
async def record(services: Within, table: str, request: Request) -> Response:
    """Its game so far, as a record."""
    live = await _seen(services, table, request)
    found = record_of(live.table)
    if found is None:
        raise RequestRefused(Refusal("no_such_record"))
    return answer(format_record(found))


@router.get("/api/me/tables", responses=gives(list[TableLine], 401))
async def mine(services: Within, request: Request, limit: Limit = 50) -> Response:
    """Your tables: where it is your turn, then what is not over, then the rest; newest first."""
    person = await services.person(request)
    rows = await services.storage.read(lambda: services.storage.tables_of(person, limit))
    return answer(
        awaiting_first(
            table_line(row.id, row.created, row.stage, row.summary, person) for row in rows
        )
    )
