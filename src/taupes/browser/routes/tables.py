"""Routes about the tables of the device."""

from collections.abc import Callable
from typing import Annotated, Final, TypeVar

from msgspec import Meta, Struct

from taupes.answers.job import RequestRefused
from taupes.answers.tables import TableLine, TableWish, awaiting_first
from taupes.browser.routes.request import RouteAnswer, RouteRequest, answer
from taupes.browser.shelf import PERSON, ShelvedLine, read_lines
from taupes.browser.tables import DeviceTables
from taupes.rules import format_record
from taupes.table.create import create
from taupes.table.entries import Entry, public
from taupes.table.projection import record_of, table_view
from taupes.table.refusals import Refusal
from taupes.table.table import Table

T = TypeVar("T", bound=TableLine)

UNFINISHED: Final = 200
"""Games that may be under way."""

_DAYS: Final = 2 * 24 * 3600 * 1000
"""Milliseconds after which a table goes that has not begun, or that was given up."""

Limit = Annotated[int, Meta(ge=1, le=200)]


class LogPage(Struct, frozen=True):
    """A part of a log."""

    since: Annotated[int, Meta(ge=0, le=1 << 30)] = 0
    limit: Limit = 200


class Portion(Struct, frozen=True):
    """A part of a list."""

    limit: Limit = 50


class TableRoutes:
    """Makes and shows tables."""

    def __init__(
        self,
        tables: DeviceTables,
        new_id: Callable[[], str],
        new_seed: Callable[[], str],
    ) -> None:
        self._tables = tables
        self._new_id = new_id
        self._new_seed = new_seed

    async def answer(self, request: RouteRequest) -> RouteAnswer | None:
        """The answer, if the request is about tables."""
        match request.method, request.parts:
            case "POST", ("tables",):
                return await self._create(request.wish(TableWish))
            case "GET", ("tables", table):
                return answer(table_view(await self._seen(table), PERSON))
            case "GET", ("tables", table, "entries"):
                return await self._entries(table, request.asked(LogPage))
            case "GET", ("tables", table, "record"):
                return await self._record(table)
            case "GET", ("me", "tables"):
                return await self._mine(request.asked(Portion).limit)
        return None

    async def _create(self, wish: TableWish) -> RouteAnswer:
        await self._make_room()
        table_id, now = self._new_id(), self._tables.now_ms()
        entry = create(
            table_id, PERSON, wish.setup, wish.seats, self._new_seed(), now, start=wish.start
        )
        if not isinstance(entry, Entry):
            raise RequestRefused(entry)
        if not await self._tables.create(table_id, entry):
            raise RequestRefused(Refusal("try_again"))
        return answer(table_view(await self._seen(table_id), PERSON), 201)

    async def _make_room(self) -> None:
        """Let go of tables that nobody plays at; RequestRefused if there are too many others."""
        shelf, now = self._tables.shelf, self._tables.now_ms()
        unfinished = 0
        for line in await lines(self._tables, ShelvedLine):
            is_void = line.stage in ("open", "closed") and line.record is None
            if is_void and now - line.since > _DAYS and line.table not in self._tables.live:
                await shelf.delete_table(line.table)
            elif line.stage not in ("over", "closed"):
                unfinished += 1
        if unfinished >= UNFINISHED:
            raise RequestRefused(Refusal("too_many_tables", str(UNFINISHED)))

    async def _seen(self, table_id: str) -> Table:
        table = await self._tables.look(table_id)
        if table is None:
            raise RequestRefused(Refusal("no_such_table"))
        return table

    async def _entries(self, table_id: str, page: LogPage) -> RouteAnswer:
        entries = await self._tables.entries(table_id)
        if not entries:
            raise RequestRefused(Refusal("no_such_table"))
        return answer([public(one) for one in entries[page.since : page.since + page.limit]])

    async def _record(self, table_id: str) -> RouteAnswer:
        found = record_of(await self._seen(table_id))
        if found is None:
            raise RequestRefused(Refusal("no_such_record"))
        return answer(format_record(found))

    async def _mine(self, limit: int) -> RouteAnswer:
        found = await lines(self._tables, TableLine)
        found.sort(key=lambda line: line.stage in ("over", "closed"))
        return answer(awaiting_first(found[:limit]))


async def lines(tables: DeviceTables, kind: type[T]) -> list[T]:
    """All tables of the device, with as much of them as is wanted, the newest first."""
    found = read_lines(await tables.shelf.tables(), kind)
    return sorted(found, key=lambda line: line.created, reverse=True)
