"""Routes about the stack of the day: by date, once, for whoever plays here."""

from typing import Final

from taupes.answers.day import NO_TRY, DayInfo, DayWish, OwnTry, day_info, line_of
from taupes.answers.job import RequestRefused
from taupes.browser.routes.request import RouteAnswer, RouteRequest, answer
from taupes.browser.shelf import PERSON
from taupes.browser.tables import DeviceTables
from taupes.table.create import create
from taupes.table.day import day_at, is_kept, open_seed, result_of, table_of
from taupes.table.entries import Entry
from taupes.table.ids import device_id
from taupes.table.projection import record_of, table_view
from taupes.table.refusals import Refusal
from taupes.table.table import Table

TODAY: Final = "today"


class DayRoutes:
    """Makes and shows the tables of days."""

    def __init__(self, tables: DeviceTables) -> None:
        self._tables = tables

    async def answer(self, request: RouteRequest) -> RouteAnswer | None:
        """The answer, if the request is about a day."""
        match request.method, request.parts:
            case "GET", ("days", day):
                return answer(await self._info(day))
            case "POST", ("days", "today"):
                return await self._play(request.wish(DayWish))
        return None

    async def _info(self, day: str) -> DayInfo:
        now = self._tables.now_ms()
        day = day_at(now) if day == TODAY else day
        if not is_kept(day, day_at(now)):
            raise RequestRefused(Refusal("no_such_day"))
        table = await self._tables.look(day_table_id(day))
        own = NO_TRY if table is None else _own(table)
        return day_info(day, now, open_seed(day), counted=False, own=own)

    async def _play(self, wish: DayWish) -> RouteAnswer:
        now = self._tables.now_ms()
        day = day_at(now)
        table_id = day_table_id(day)
        table = await self._tables.look(table_id)
        if table is None:
            setup, seats = table_of(day, wish.name)
            seed = open_seed(day)
            entry = create(table_id, PERSON, setup, seats, seed, now, start=True, day=day)
            if not isinstance(entry, Entry):
                raise RequestRefused(entry)
            # If another tab was faster, that one's table is the same.
            await self._tables.create(table_id, entry)
            table = await self._tables.look(table_id)
        if table is None:
            raise RequestRefused(Refusal("try_again"))
        return answer(table_view(table, PERSON), 201)


def day_table_id(day: str) -> str:
    """The table of a day; how it begins says that a device has it."""
    return device_id(f"day-{day}")


def _own(table: Table) -> OwnTry:
    """How far one has come."""
    record = record_of(table) if table.stage == "over" else None
    if record is None:
        return OwnTry(table.id, table.stage)
    line = line_of(result_of(record), name=table.seats[0].name, you=True, record=table.id)
    return OwnTry(table.id, table.stage, line)
