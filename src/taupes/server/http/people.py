"""Routes about what is kept of a person: all of it handed out, or all of it gone."""

from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response

from taupes.answers.person import ErasedCount, Export, own_table, own_words
from taupes.server.hall.deletion import delete_person
from taupes.server.http.openapi import gives
from taupes.server.http.services import Services, Within, answer
from taupes.server.storage.deletions import Deletions

FOREVER = 1 << 62
ALL = 10_000
"""More tables or records than one person can have."""

router = APIRouter()


@router.get("/api/me/export", responses=gives(Export, 401))
async def export(services: Within, request: Request) -> Response:
    """Everything kept about you."""
    person = await services.person(request)
    hall, memory, storage = services.hall, services.memory, services.storage
    tables: list[dict[str, Any]] = []
    said: list[dict[str, Any]] = []
    for row in await storage.read(lambda: storage.tables_of(person, ALL)):
        live = await hall.open(row.id)
        if live is not None:
            tables.append(own_table(live.table, person))
            memory.maybe_forget(live)
    # Also where they no longer sit: of such a table they are given their own words and no other.
    for table in await storage.read(lambda: Deletions(storage).tables(person)):
        said += own_words(table, await memory.entries(table, 0), person)
    return answer(Export(tables, await _records(services, person), said))


@router.delete("/api/me", responses=gives(ErasedCount, 401))
async def delete(services: Within, request: Request) -> Response:
    """Delete you, everywhere and for good; your token is no longer accepted."""
    person = await services.person(request)
    return answer(ErasedCount(await delete_person(services.hall, person)))


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
