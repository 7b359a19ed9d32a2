"""Routes about what is kept of a person: all of it handed out, or all of it gone."""

from functools import partial
from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response
from msgspec import Struct

from taupes.server.hall.live import Wish
from taupes.server.http.openapi import gives
from taupes.server.http.services import Services, Within, answer
from taupes.table import messages
from taupes.table.decide import decide
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


class Erased(Struct, frozen=True):
    """How many tables and records are gone."""

    erased: int


@router.get("/api/me/export", responses=gives(Export, 401))
async def export(services: Within, request: Request) -> Response:
    """Everything kept about you."""
    person = services.person(request)
    hall, memory, storage = services.hall, services.memory, services.storage
    tables: list[dict[str, Any]] = []
    said: list[dict[str, Any]] = []
    for row in await storage.read(lambda: storage.tables_of(person, ALL)):
        live = await hall.open(row.id)
        if live is not None:
            tables.append(_own_table(live.table, person))
            said += _own_words(row.id, await memory.entries(row.id, 0), person)
            memory.maybe_forget(live)
    return answer(Export(tables, await _records(services, person), said))


@router.delete("/api/me", responses=gives(Erased, 401))
async def forget(services: Within, request: Request) -> Response:
    """Delete your records and finished tables; give up the others."""
    person = services.person(request)
    memory, storage = services.memory, services.storage
    erased = 0
    for row in await storage.read(lambda: storage.tables_of(person, ALL)):
        if await _left(services, row.id, person) in ("over", "closed"):
            await memory.erase(row.id)
            erased += 1
    for record, _, _ in await storage.read(lambda: storage.records_of(person, FOREVER, ALL)):
        await memory.erase(record)
        erased += 1
    return answer(Erased(erased))


async def _left(services: Services, table_id: str, person: str) -> str | None:
    """Leave a table; its stage after that."""
    live = await services.hall.open(table_id)
    if live is None:
        return None
    for message in _farewells(live.table, person):
        wish = Wish(partial(decide, message=message, person=person), person=person)
        await services.hall.perform(table_id, wish)
    live = await services.hall.open(table_id)
    return None if live is None else live.table.stage


def _farewells(table: Table, person: str) -> list[messages.TableMessage]:
    """How a person leaves a table."""
    seats = table.seats_of(person)
    if table.stage == "open":
        if person == table.owner:
            return [messages.Close(table.id)]
        return [messages.Stand(table.id, seat) for seat in seats]
    return [messages.Resign(table.id, seat) for seat in seats]


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


async def _records(services: Services, person: str) -> list[dict[str, Any]]:
    def read() -> list[dict[str, Any]]:
        storage = services.storage
        found = [
            (row[0], storage.record(row[0])) for row in storage.records_of(person, FOREVER, ALL)
        ]
        return [
            {"record": record, "body": msgspec.json.decode(body)} for record, body in found if body
        ]

    return await services.storage.read(read)
