"""Routes about what is kept of a person: all of it handed out, or all of it gone."""

from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse
from msgspec import Struct

from taupes.server.hall.deletion import delete_person
from taupes.server.http.openapi import gives
from taupes.server.http.services import Services, Within, answer
from taupes.server.storage.deletions import Deletions
from taupes.table.encoding import encode
from taupes.table.entries import Entry, Said
from taupes.table.facts import summary_of
from taupes.table.table import Table

FOREVER = 1 << 62
ALL = 10_000
"""More tables or records than one person can have."""

router = APIRouter()


class Export(Struct, frozen=True):
    """Everything that is kept about a person."""

    tables: list[dict[str, Any]]
    records: list[dict[str, Any]]
    said: list[dict[str, Any]]


class ErasedCount(Struct, frozen=True):
    """How many tables and records are gone."""

    erased: int


@router.get("/api/me/export", responses=gives(Export, 401))
async def export(services: Within, request: Request) -> Response:
    """Everything kept about you."""
    person = await services.person(request)
    return StreamingResponse(_parts(services, person), media_type="application/json")


@router.delete("/api/me", responses=gives(ErasedCount, 401))
async def delete(services: Within, request: Request) -> Response:
    """Delete you, everywhere and for good; your token is no longer accepted."""
    person = await services.person(request)
    return answer(ErasedCount(await delete_person(services.hall, person)))


async def _parts(services: Services, person: str) -> AsyncIterator[bytes]:
    """An `Export`, one thing after the other: all that somebody has need not fit into memory."""
    lists = {
        "tables": _tables(services, person),
        "records": _records(services, person),
        "said": _said(services, person),
    }
    before = "{"
    for name, things in lists.items():
        yield f'{before}"{name}":['.encode()
        comma = b""
        async for thing in things:
            yield comma + encode(thing)
            comma = b","
        before = "],"
    yield b"]}"


async def _tables(services: Services, person: str) -> AsyncIterator[dict[str, Any]]:
    storage = services.storage
    for row in await storage.read(lambda: storage.tables_of(person, ALL)):
        live = await services.hall.open(row.id)
        if live is not None:
            services.memory.maybe_forget(live)
            yield _own_table(live.table, person)


async def _records(services: Services, person: str) -> AsyncIterator[dict[str, Any]]:
    storage = services.storage
    for found, _, _ in await storage.read(lambda: storage.records_of(person, FOREVER, ALL)):
        body = await storage.read(partial(storage.record, found))
        if body:
            yield {"record": found, "body": msgspec.Raw(body.encode())}


async def _said(services: Services, person: str) -> AsyncIterator[dict[str, Any]]:
    storage = services.storage
    # Also where they no longer sit: of such a table they are given their own words and no other.
    for table in await storage.read(lambda: Deletions(storage).tables(person)):
        for words in _own_words(table, await services.memory.entries(table, 0), person):
            yield words


def _own_table(table: Table, person: str) -> dict[str, Any]:
    return {
        "table": table.id,
        "created": table.created,
        "stage": table.stage,
        "owner": table.owner == person,
        "you": table.seats_of(person),
        **summary_of(table),
    }


def _own_words(table_id: str, entries: list[Entry], person: str) -> list[dict[str, Any]]:
    return [
        {"table": table_id, "at": entry.at, "text": event.text, "phrase": event.phrase}
        for entry in entries
        if entry.secrets is not None and entry.secrets.person == person
        for event in entry.happenings
        if isinstance(event, Said)
    ]
