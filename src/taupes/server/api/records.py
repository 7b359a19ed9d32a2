"""Routes about records: listed, kept, checked, deleted."""

import secrets
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Query, Request, Response
from msgspec import Struct

from taupes.rules import (
    BadNotation,
    BadRecord,
    Record,
    dump_record,
    format_notation,
    load_record,
    read_game,
)
from taupes.server.answers import now_ms
from taupes.server.api.describing import gives, takes
from taupes.server.api.house import Refused, Within, answer
from taupes.server.api.replaying import bounded
from taupes.server.facts import record_summary
from taupes.server.fairness import verify
from taupes.server.refusals import Refusal
from taupes.server.shelf import TABLE_ID
from taupes.server.storage import RecordRow

FOREVER = 1 << 62

router = APIRouter()


class RecordLine(Struct, frozen=True):
    """A record in a list."""

    record: str
    created: int
    boards: str
    players: list[dict[str, str]]
    events: int
    result: dict[str, Any] | None


class Kept(Struct, frozen=True):
    """Where an uploaded record is."""

    record: str


class RecordVerdict(Struct, frozen=True):
    """What checking a record found."""

    ok: bool
    error: str | None
    event: int | None
    """The index of the event at fault."""
    fair: bool | None
    """Whether every disc is as the committed seed says; null without a proof."""
    proof: str | None
    """The same in words."""


@router.get("/api/records", responses=gives(list[RecordLine], 401))
async def mine(
    house: Within,
    request: Request,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    before: Annotated[int, Query(ge=0, le=FOREVER)] = FOREVER,
) -> Response:
    """Your records, newest first."""
    person = house.person(request)
    rows = await house.hall.read(lambda: house.hall.storage.records_of(person, before, limit))
    return answer(
        [RecordLine(record, at, **msgspec.json.decode(text)) for record, at, text in rows]
    )


@router.post(
    "/api/records",
    status_code=201,
    responses=gives(Kept, 401, 413, status=201),
    openapi_extra=takes(dict[str, Any]),
)
async def upload(house: Within, request: Request) -> Response:
    """Keep a record, after checking it."""
    person = house.person(request)
    data = await house.body(request)
    record = await house.hall.read(lambda: _parse(data, house.settings.limits.record_events))
    if await house.hall.read(lambda: house.hall.storage.uploads(person)) >= (
        house.settings.limits.records_per_person
    ):
        raise Refused(Refusal("too_large", "no more records can be kept for you"))
    row = RecordRow(
        secrets.token_urlsafe(16),
        now_ms(),
        record_summary(record),
        dump_record(record),
        [person],
        person,
    )
    await house.hall.read(lambda: house.hall.storage.add_record(row))
    return answer(Kept(row.id), 201)


@router.post(
    "/api/records/check",
    responses=gives(RecordVerdict, 413),
    openapi_extra=takes(dict[str, Any]),
)
async def check(house: Within, request: Request) -> Response:
    """Whether a record is good, and its discs are proved."""
    data = await house.body(request)
    return answer(await house.hall.read(lambda: _check(data, house.settings.limits.record_events)))


@router.get("/api/records/{record}", responses=gives(dict[str, Any], 404))
async def one(house: Within, record: str, format: Literal["json", "notation"] = "json") -> Response:  # noqa: A002
    """A record."""
    body = await house.hall.read(lambda: house.hall.storage.record(_known(record)))
    if body is None:
        raise Refused(Refusal("no_such_record"))
    if format == "notation":
        text = await house.hall.read(lambda: format_notation(load_record(body)))
        return Response(text, media_type="text/plain; charset=utf-8")
    return Response(body, media_type="application/json")


@router.delete("/api/records/{record}", responses=gives(dict[str, bool], 401, 403, 404))
async def delete(house: Within, record: str, request: Request) -> Response:
    """Delete a record for good."""
    person = house.person(request)
    if await house.hall.read(lambda: house.hall.storage.record(_known(record))) is None:
        raise Refused(Refusal("no_such_record"))
    if person not in await house.hall.read(lambda: house.hall.storage.record_people(record)):
        raise Refused(Refusal("not_your_seat"))
    await house.hall.erase(record)
    return answer({"ok": True})


def _known(record: str) -> str:
    if not TABLE_ID.fullmatch(record):
        raise Refused(Refusal("no_such_record"))
    return record


def _parse(data: bytes, most: int) -> Record:
    try:
        text = data.decode("utf-8-sig")
        record = read_game(text)
    except (BadRecord, BadNotation, UnicodeDecodeError, RecursionError) as error:
        raise Refused(Refusal("bad_record", str(error)[:300])) from error
    return bounded(record, most)


def _check(data: bytes, most: int) -> RecordVerdict:
    try:
        record = _parse(data, most)
    except Refused as error:
        cause = error.__cause__
        event = cause.event if isinstance(cause, BadRecord) else None
        return RecordVerdict(
            ok=False, error=error.refusal.detail, event=event, fair=None, proof=None
        )
    found = verify(record)
    return RecordVerdict(ok=True, error=None, event=None, fair=found.fair, proof=found.what)
