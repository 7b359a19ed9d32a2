"""Routes about tables and the people at them."""

from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Query, Request, Response
from msgspec import Struct

from taupes.rules import format_record
from taupes.server.answers import may_see
from taupes.server.api.describing import gives, takes
from taupes.server.api.house import House, Refused, Within, answer
from taupes.server.happenings import PublicEntry, public
from taupes.server.live import Live
from taupes.server.meeting import new_table
from taupes.server.refusals import Refusal
from taupes.server.setup import Seats, Setup
from taupes.server.showing import record_of, table_view
from taupes.server.storage import TableRow
from taupes.server.view import TableView

FOREVER = 1 << 62
Limit = Annotated[int, Query(ge=1, le=200)]
Before = Annotated[int, Query(ge=0, le=FOREVER)]

router = APIRouter()


class TableWish(Struct, frozen=True):
    """A table to be made."""

    seats: Seats
    setup: Setup = Setup()
    start: bool = False


class TableLine(Struct, frozen=True):
    """A table in a list."""

    table: str
    created: int
    stage: str
    title: str
    preset: str
    boards: str
    clock: dict[str, Any]
    spectators: bool
    seats: list[dict[str, Any]]


async def _seen(house: House, table: str, request: Request) -> Live:
    """A table, if whoever asks may see it."""
    live = await house.hall.open(table)
    if live is None:
        raise Refused(Refusal("no_such_table"))
    if not may_see(live.table, house.anybody(request)):
        raise Refused(Refusal("no_spectators"))
    house.hall.maybe_forget(live)
    return live


@router.post(
    "/api/tables",
    status_code=201,
    responses=gives(TableView, 401, 413, status=201),
    openapi_extra=takes(TableWish),
)
async def create(house: Within, request: Request) -> Response:
    """Make a table."""
    person = house.person(request)
    wish = await house.read(request, TableWish)
    most = house.settings.limits.tables_per_person
    made = await new_table(house.hall, person, wish.setup, wish.seats, start=wish.start, most=most)
    if isinstance(made, Refusal):
        raise Refused(made)
    live = await _seen(house, made, request)
    return answer(table_view(live.table, person), 201)


@router.get("/api/tables", responses=gives(list[TableLine]))
async def lobby(
    house: Within,
    stage: Literal["open", "playing", "paused", "over"] | None = None,
    limit: Limit = 50,
    before: Before = FOREVER,
) -> Response:
    """Public tables, newest first."""
    rows = await house.hall.read(lambda: house.hall.storage.lobby(stage, before, limit))
    return answer([_line(row) for row in rows])


@router.get("/api/tables/{table}", responses=gives(TableView, 401, 403, 404))
async def view(house: Within, table: str, request: Request) -> Response:
    """A table as you may see it."""
    live = await _seen(house, table, request)
    return answer(table_view(live.table, house.anybody(request)))


@router.get("/api/tables/{table}/entries", responses=gives(list[PublicEntry], 401, 403, 404))
async def entries(
    house: Within,
    table: str,
    request: Request,
    since: Annotated[int, Query(ge=0, le=1 << 30)] = 0,
) -> Response:
    """Its log, as everybody may see it."""
    live = await _seen(house, table, request)
    found = await house.hall.entries(table, since)
    # Only what is known to have been stored when others were told of it.
    return answer([public(entry) for entry in found if entry.number <= live.table.number])


@router.get("/api/tables/{table}/record", responses=gives(dict[str, Any], 401, 403, 404, 409))
async def record(house: Within, table: str, request: Request) -> Response:
    """Its game so far, as a record."""
    live = await _seen(house, table, request)
    found = record_of(live.table)
    if found is None:
        raise Refused(Refusal("no_such_record"))
    return answer(format_record(found))


@router.get("/api/me/tables", responses=gives(list[TableLine], 401))
async def mine(house: Within, request: Request, limit: Limit = 50) -> Response:
    """Tables where you have a seat, newest first."""
    person = house.person(request)
    rows = await house.hall.read(lambda: house.hall.storage.tables_of(person, limit))
    return answer([_line(row) for row in rows])


def _line(row: TableRow) -> TableLine:
    return TableLine(row.id, row.created, row.stage, **msgspec.json.decode(row.summary))
