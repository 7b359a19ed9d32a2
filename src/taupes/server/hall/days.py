"""The stack of the day at a server: one table for each person, and what their choices cost."""

import asyncio
from contextlib import suppress
from typing import Final

import msgspec

from taupes.answers.analysis import GameAnalysis
from taupes.server.clock import now_ms
from taupes.server.hall.creation import why_not_made
from taupes.server.hall.hall import Hall
from taupes.server.settings import Settings
from taupes.server.storage import AppendResult, Storage, StorageAway
from taupes.server.storage.days import UNKNOWN, Days
from taupes.server.tokens import Signer
from taupes.server.workers.computing import Computing
from taupes.server.workers.pool import Crowded, GaveUp, NoTime
from taupes.server.workers.queue import Asker
from taupes.table.create import create
from taupes.table.day import YOURS, table_of
from taupes.table.entries import Entry
from taupes.table.refusals import Refusal

_ASKER: Final = Asker("days", "days", rank=1)
"""Games are weighed for the board when nobody waits for one of their own."""


def day_table_id(signer: Signer, day: str, person: str) -> str:
    """The table of a person's only try: two tabs meet there, and it is taken for good."""
    return signer.derive(f"day:{day}:{person}")


async def open_day(
    hall: Hall, signer: Signer, person: str, day: str, name: str | None, settings: Settings
) -> Refusal | None:
    """Make the table of a person's try, unless there is one; why that cannot be."""
    setup, seats = table_of(day, name)
    table_id, most = day_table_id(signer, day, person), settings.limits.tables_per_person
    entry = create(
        table_id, person, setup, seats, signer.day_seed(day), now_ms(), start=True, day=day
    )
    if not isinstance(entry, Entry):
        return entry
    result = await hall.create(table_id, entry, most)
    if result in (AppendResult.STORED, AppendResult.TAKEN):
        return None
    return why_not_made(result, most)


class DayWeigher:
    """Works out what choices have cost in each game that counts, one after the other."""

    def __init__(self, storage: Storage, computing: Computing, settings: Settings) -> None:
        self._storage = storage
        self._computing = computing
        self._pause = 5 * settings.sweep_seconds

    async def run(self) -> None:
        """Weigh for ever: what a process leaves undone, it or another one finds again."""
        while True:
            is_weighed = False
            with suppress(StorageAway, Crowded, NoTime):
                is_weighed = await self._weigh_next()
            await asyncio.sleep(0 if is_weighed else self._pause)

    async def _weigh_next(self) -> bool:
        days = Days(self._storage)
        table = await self._storage.read(days.unweighed)
        if table is None:
            return False
        lost = await self._lost(table)
        await self._storage.read(lambda: days.weigh(table, lost))
        return True

    async def _lost(self, table: str) -> int:
        """What somebody's choices cost, in thousandths of a win."""
        body = await self._storage.read(lambda: self._storage.record(table))
        if body is None:
            return UNKNOWN
        data = msgspec.json.encode({"record": msgspec.Raw(body.encode())})
        try:
            done = await self._computing.work_out("analysis.weigh", data, _ASKER)
        except GaveUp:
            return UNKNOWN
        if done.refusal is not None or done.failure:
            return UNKNOWN
        return lost_in(msgspec.json.decode(done.data, type=GameAnalysis))


def lost_in(analysis: GameAnalysis) -> int:
    """What the choices of whoever played have cost, in thousandths of a win."""
    return round(-1000 * analysis.skill[YOURS])
