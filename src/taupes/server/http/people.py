"""Routes about what is kept of a person: all of it handed out, or all of it gone."""

from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse

from taupes.answers.person import ErasedCount, Export, own_table, own_words
from taupes.server.clock import now_ms
from taupes.server.hall.deletion import delete_person
from taupes.server.http.openapi import gives
from taupes.server.http.push import PushExport, exported
from taupes.server.http.services import Services, Within, answer
from taupes.server.storage.days import Days, ResultRow
from taupes.server.storage.deletions import Deletions
from taupes.server.storage.handovers import Handovers
from taupes.server.storage.subscriptions import Subscriptions
from taupes.table.encoding import encode

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
    days: list[dict[str, Any]]
    """Their results of the stack of the day, of those that are kept."""


@router.get("/api/me/export", responses=gives(ServerExport, 401))
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
    """A `ServerExport`, one thing after the other: all of it need not fit into memory."""
    storage = services.storage
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
    until = await storage.read(lambda: Handovers(storage).until(person, now_ms()))
    push = await storage.read(lambda: exported(Subscriptions(storage), person))
    yield b'],"handover":' + encode(until) + b',"push":' + encode(push)
    days = await storage.read(lambda: Days(storage).all_of(person))
    yield b',"days":' + encode([_own_day(row) for row in days]) + b"}"


def _own_day(row: ResultRow) -> dict[str, Any]:
    """What is handed out of one's own result."""
    facts = {"table": row.table, "name": row.name, "at": row.at, "lost": row.lost}
    return facts | msgspec.structs.asdict(row.result)


async def _tables(services: Services, person: str) -> AsyncIterator[dict[str, Any]]:
    storage = services.storage
    for row in await storage.read(lambda: storage.tables_of(person, ALL)):
        live = await services.hall.open(row.id)
        if live is not None:
            services.memory.maybe_forget(live)
            yield own_table(live.table, person)


async def _records(services: Services, person: str) -> AsyncIterator[dict[str, Any]]:
    storage = services.storage
    for found, *_ in await storage.read(lambda: storage.records_of(person, FOREVER, ALL)):
        body = await storage.read(partial(storage.record, found))
        if body:
            yield {"record": found, "body": msgspec.Raw(body.encode())}


async def _said(services: Services, person: str) -> AsyncIterator[dict[str, Any]]:
    storage = services.storage
    # Also where they no longer sit: of such a table they are given their own words and no other.
    for table in await storage.read(lambda: Deletions(storage).tables(person)):
        for words in own_words(table, await services.memory.entries(table, 0), person):
            yield words
