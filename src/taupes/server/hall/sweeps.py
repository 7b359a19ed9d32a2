"""Rounds through all tables of the database: those that are due, and those that are forgotten."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from taupes.server.clock import now_ms
from taupes.server.hall.deletion import finish_deletions
from taupes.server.hall.hall import Hall
from taupes.server.hall.live import Wish
from taupes.server.settings import Settings
from taupes.server.storage import FIRST, StorageAway
from taupes.server.storage.days import Days
from taupes.server.storage.handovers import Handovers
from taupes.server.tasks import Rounds, log_error
from taupes.table.day import day_at
from taupes.table.decide import decide_idle

_DAY: Final = 24 * 3600 * 1000

_CLEAN_EVERY: Final = 600
"""Sweeps between two looks for forgotten tables."""

_DUE: Final = 200
"""Tables with people that one sweep looks at."""

_ALONE: Final = 4
"""Tables without people that one sweep takes up: they come back slowly, and behind all others."""


class Sweeps:
    """Finds tables whose process has died, or that nobody has in memory, and sees to them."""

    def __init__(self, hall: Hall, settings: Settings) -> None:
        self._hall = hall
        self._settings = settings
        self._rounds = Rounds(settings.sweep_seconds)
        self._places = {True: FIRST, False: FIRST}
        """Where the last round has ended, of tables with people and without."""

    @property
    def is_well(self) -> bool:
        """Whether rounds are made."""
        return self._rounds.is_well

    async def run(self) -> None:
        """Sweep for ever."""
        await self._rounds.run((1, self._look), (_CLEAN_EVERY, self._clean))

    async def _look(self) -> None:
        await self._sweep(self._due, self._attend)
        if self._settings.bots_alone:
            await self._sweep(self._due_alone, self._attend)

    async def _clean(self) -> None:
        await self._sweep(self._forgotten, self._close)
        storage = self._hall.memory.storage
        with suppress(StorageAway):
            await finish_deletions(self._hall)
            await storage.read(lambda: Handovers(storage).clean(now_ms()))
            await storage.read(lambda: Days(storage).clean(day_at(now_ms())))

    async def _sweep(
        self, find: Callable[[], list[str]], see_to: Callable[[str], Awaitable[None]]
    ) -> None:
        """See to each table that is found; one that cannot be read keeps nobody from the others."""
        try:
            for table_id in await self._hall.memory.storage.read(find):
                try:
                    await see_to(table_id)
                except StorageAway:
                    raise
                except Exception as error:  # noqa: BLE001 - whatever it is, the round goes on
                    log_error("table_failed", error)
        except StorageAway:
            pass

    def _due(self) -> list[str]:
        return self._next(_DUE, has_people=True)

    def _due_alone(self) -> list[str]:
        return self._next(_ALONE, has_people=False)

    def _next(self, most: int, *, has_people: bool) -> list[str]:
        """Tables that are due, from where the round before has ended.

        Some stay due for long, for they wait for somebody to be gone: they keep no others waiting.
        """
        place = self._places[has_people]
        found = self._hall.memory.storage.due(now_ms(), most, has_people=has_people, after=place)
        self._places[has_people] = found[-1] if len(found) == most else FIRST
        return [table for _, table in found]

    async def _attend(self, table_id: str) -> None:
        live = await self._hall.open(table_id)
        if live is not None:
            self._hall.memory.maybe_forget(live)

    def _forgotten(self) -> list[str]:
        limits, now = self._settings.limits, now_ms()
        return self._hall.memory.storage.forgotten(
            now - limits.open_days * _DAY, now - limits.idle_days * _DAY
        )

    async def _close(self, table_id: str) -> None:
        await self._hall.perform(table_id, Wish(decide_idle))
