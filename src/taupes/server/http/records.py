"""Routes about records: listed, kept, checked, deleted."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response

from taupes.answers.job import RequestRefused
from taupes.answers.records import Kept, RecordCheck, RecordLine, record_line
from taupes.answers.tables import seats_of
from taupes.server.clock import now_ms
from taupes.server.hall.deletion import leave_for_good
from taupes.server.hall.memory import TABLE_ID
from taupes.server.http.openapi import gives, takes
from taupes.server.http.services import Within, answer, as_json
from taupes.server.storage.deletions import Deletions
from taupes.server.tokens import new_id
from taupes.table.facts import RecordRow
from taupes.table.refusals import Refusal

FOREVER = 1 << 62

router = APIRouter()


@router.get("/api/records", responses=gives(list[RecordLine], 401, 404))
async def mine(
    services: Within,
    request: Request,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    before: Annotated[int, Query(ge=0, le=FOREVER)] = FOREVER,
    record: str | None = None,
) -> Response:
    """Your records, newest first; with `record`, that one if it is yours."""
    person = await services.person(request)
    only = None if record is None else _known(record)
    rows = await services.storage.read(
        lambda: services.storage.records_of(person, before, limit, only)
    )
    lines = [
        record_line(found, created, summary, seats_of(table, person))
        for found, created, summary, table in rows
    ]
    return answer(lines)


@router.post(
    "/api/records",
    status_code=201,
    responses=gives(Kept, 401, 413, 507, status=201),
    openapi_extra=takes(dict[str, Any]),
)
async def upload(services: Within, request: Request) -> Response:
    """Keep a record, after checking it."""
    person = await services.person(request)
    limits, storage = services.settings.limits, services.storage
    data = await services.body(request, limits.record_bytes)
    if no := services.newcomers.record(services.address(request.scope)):
        raise RequestRefused(no)
    good = await services.compute(request, "records.keep", data)
    row = RecordRow(
        new_id(),
        now_ms(),
        good.extra.decode(),
        good.data.decode(),
        [person],
        person,
    )
    if not await storage.read(lambda: storage.add_record(row, limits.records_per_person)):
        await services.person(request)
        raise RequestRefused(Refusal("too_large", "no more records can be kept for you"))
    return answer(Kept(row.id), 201)


@router.post(
    "/api/records/check",
    responses=gives(RecordCheck, 413),
    openapi_extra=takes(dict[str, Any]),
)
async def check(services: Within, request: Request) -> Response:
    """Whether a record is good, and its discs are proved."""
    data = await services.body(request)
    return as_json((await services.compute(request, "records.check", data)).data)


@router.get("/api/records/{record}", responses=gives(dict[str, Any], 404))
async def one(
    services: Within,
    request: Request,
    record: str,
    format: Literal["json", "notation"] = "json",  # noqa: A002
) -> Response:
    """A record."""
    body = await services.storage.read(lambda: services.storage.record(_known(record)))
    if body is None:
        raise RequestRefused(Refusal("no_such_record"))
    if format == "notation":
        found = await services.compute(request, "records.notation", body.encode())
        return Response(found.data, media_type="text/plain; charset=utf-8")
    return Response(body, media_type="application/json")


@router.delete("/api/records/{record}", responses=gives(dict[str, bool], 401, 403, 404))
async def delete(services: Within, record: str, request: Request) -> Response:
    """Delete a record: for good, if no other player has it; else you are taken out of it."""
    person = await services.person(request)
    if await services.storage.read(lambda: services.storage.record(_known(record))) is None:
        raise RequestRefused(Refusal("no_such_record"))
    if person not in await services.storage.read(lambda: services.storage.record_people(record)):
        raise RequestRefused(Refusal("not_your_seat"))
    if await services.storage.read(lambda: services.storage.entries(record)):
        await leave_for_good(services.hall, record, person)
    else:
        await services.storage.read(lambda: Deletions(services.storage).erase_record(record))
    return answer({"ok": True})


def _known(record: str) -> str:
    if not TABLE_ID.fullmatch(record):
        raise RequestRefused(Refusal("no_such_record"))
    return record
