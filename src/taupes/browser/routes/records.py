"""Routes about records: those of games played here, and those brought here."""

from collections.abc import Callable
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from taupes.answers.job import RequestRefused
from taupes.answers.records import Kept, RecordLine, record_line
from taupes.browser.routes.jobs import DeviceJobs
from taupes.browser.routes.request import JSON, RouteAnswer, RouteRequest, answer
from taupes.browser.routes.tables import Limit, lines
from taupes.browser.shelf import ShelvedLine, read_lines
from taupes.browser.tables import DeviceTables
from taupes.rules import dump_record
from taupes.table.encoding import encode
from taupes.table.projection import record_of
from taupes.table.refusals import Refusal

_FOREVER: Final = 1 << 62

TEXT: Final = "text/plain; charset=utf-8"


class Listed(Struct, frozen=True):
    """Which records."""

    limit: Limit = 50
    before: Annotated[int, Meta(ge=0)] = _FOREVER
    record: str | None = None


class Form(Struct, frozen=True):
    """How a record is written."""

    format: Literal["json", "notation"] = "json"


class RecordRoutes:
    """Lists, keeps, hands out and deletes records."""

    def __init__(self, tables: DeviceTables, jobs: DeviceJobs, new_id: Callable[[], str]) -> None:
        self._tables = tables
        self._shelf = tables.shelf
        self._jobs = jobs
        self._new_id = new_id

    async def answer(self, request: RouteRequest) -> RouteAnswer | None:
        """The answer, if the request is about records."""
        match request.method, request.parts:
            case "GET", ("records",):
                return await self._mine(request.asked(Listed))
            case "POST", ("records",):
                return await self._keep(request.body())
            case "GET", ("records", record):
                return await self._one(record, request.asked(Form).format)
            case "DELETE", ("records", record):
                return await self._delete(record)
        return None

    async def all(self) -> list[RecordLine]:
        """All records of the device, the newest first."""
        played = [
            line.record
            for line in await lines(self._tables, ShelvedLine)
            if line.record is not None
        ]
        brought = read_lines(await self._shelf.records(), RecordLine)
        return sorted(played + brought, key=lambda line: line.created, reverse=True)

    async def body(self, record: str) -> bytes:
        """A record as it is written; RequestRefused if there is none such."""
        brought = await self._shelf.record(record)
        if brought is not None:
            return brought
        table = await self._tables.look(record)
        played = record_of(table) if table is not None and table.stage == "over" else None
        if played is None:
            raise RequestRefused(Refusal("no_such_record"))
        return dump_record(played).encode()

    async def _mine(self, which: Listed) -> RouteAnswer:
        found = [line for line in await self.all() if line.created < which.before]
        if which.record is not None:
            found = [line for line in found if line.record == which.record]
        return answer(found[: which.limit])

    async def _keep(self, data: bytes) -> RouteAnswer:
        good = self._jobs.work_out("records.keep", data)
        record, now = self._new_id(), self._tables.now_ms()
        line = encode(record_line(record, now, good.extra))
        await self._shelf.put_record(record, now, line, good.data)
        return answer(Kept(record), 201)

    async def _one(self, record: str, form: str) -> RouteAnswer:
        body = await self.body(record)
        if form == "json":
            return RouteAnswer(200, JSON, body)
        return RouteAnswer(200, TEXT, self._jobs.work_out("records.notation", body).data)

    async def _delete(self, record: str) -> RouteAnswer:
        if await self._shelf.record(record) is not None:
            await self._shelf.delete_record(record)
            return answer({"ok": True})
        table = await self._tables.look(record)
        if table is None:
            raise RequestRefused(Refusal("no_such_record"))
        if not table.has_ended:
            raise RequestRefused(Refusal("still_playing"))
        await self._tables.delete(record)
        return answer({"ok": True})
