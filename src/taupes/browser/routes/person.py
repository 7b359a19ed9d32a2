"""Routes about everything that the device keeps: handed out, or gone."""

from typing import Any

import msgspec

from taupes.answers.person import ErasedCount, Export, own_table, own_words
from taupes.browser.faults import note
from taupes.browser.routes.records import RecordRoutes
from taupes.browser.routes.request import RouteAnswer, RouteRequest, answer
from taupes.browser.shelf import PERSON
from taupes.browser.tables import Damaged, DeviceTables, built


class PersonRoutes:
    """What is kept here is one person's."""

    def __init__(self, tables: DeviceTables, records: RecordRoutes) -> None:
        self._tables = tables
        self._records = records

    async def answer(self, request: RouteRequest) -> RouteAnswer | None:
        """The answer, if the request is about all that is kept."""
        match request.method, request.parts:
            case "GET", ("me", "export"):
                return answer(await self._export())
            case "DELETE", ("me",):
                return answer(ErasedCount(await self._delete()))
        return None

    async def _export(self) -> Export:
        tables: list[dict[str, Any]] = []
        said: list[dict[str, Any]] = []
        for row in await self._tables.shelf.tables():
            try:
                entries = await self._tables.entries(row.id)
                table = built(row.id, entries)
            except Damaged as error:
                note(error)
                continue
            if table is not None:
                tables.append(own_table(table, PERSON))
                said += own_words(row.id, entries, PERSON)
        records = [
            {"record": line.record, "body": msgspec.Raw(await self._records.body(line.record))}
            for line in await self._records.all()
        ]
        return Export(tables, records, said)

    async def _delete(self) -> int:
        shelf = self._tables.shelf
        tables, records = await shelf.tables(), await shelf.records()
        for row in tables:
            await self._tables.delete(row.id)
        for row in records:
            await shelf.delete_record(row.id)
        return len(tables) + len(records)
