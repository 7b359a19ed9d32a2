"""Routes about what is kept of a person: all of it handed out, or all of it gone."""

from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response

from taupes.answers.person import ErasedCount, Export, own_table, own_words
from taupes.server.clock import now_ms
from taupes.server.hall.deletion import delete_person
from taupes.server.http.openapi import gives
from taupes.server.http.push import PushExport, exported
from taupes.server.http.services import Services, Within, answer
from taupes.server.storage.deletions import Deletions
from taupes.server.storage.handovers import Handovers
from taupes.server.storage.subscriptions import Subscriptions

FOREVER = 1 << 62
ALL = 10_000
"""More tables or records than one person can have."""

router = APIRouter()


class ServerExport(Export, frozen=True, kw_only=True):
    """Everything that a server keeps about a person."""

    handover: int | None
    """Until when a code is good by which another device becomes this person; null without one."""
    push: PushExport
    """What they have chosen to be told."""


@router.get("/api/me/export", responses=gives(ServerExport, 401))
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
    until = await storage.read(lambda: Handovers(storage).until(person, now_ms()))
    push = await storage.read(lambda: exported(Subscriptions(storage), person))
    records = await _records(services, person)
    return answer(ServerExport(tables, records, said, handover=until, push=push))


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
