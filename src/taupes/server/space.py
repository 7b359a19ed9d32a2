"""How much room there is for more: when there is too little, nothing new is begun."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from taupes.server.journal import log
from taupes.server.settings import Limits

LOOK_EVERY: Final = 10.0
"""Seconds between two looks."""

Measure = Callable[[], Awaitable[tuple[int, int | None]]]
"""Bytes that the database takes, and that are free on its disk, if that can be known."""


class Space:
    """Keeps room for the games that are going on."""

    def __init__(self, limits: Limits, measure: Measure) -> None:
        self._limits = limits
        self._measure = measure
        self.is_full = False
        """Whether no table, guest or record is taken any more."""

    async def look(self) -> None:
        """Look how much room there is; if that cannot be known now, it is as it was."""
        try:
            size, free = await self._measure()
        except Exception as error:  # noqa: BLE001 - whatever it is, the next look may know
            log.warning("space_unknown", error=type(error).__name__)
            return
        was_full = self.is_full
        is_short = free is not None and free < self._limits.free_bytes
        self.is_full = is_short or size >= self._limits.database_bytes
        if self.is_full != was_full:
            log.warning("space", is_full=self.is_full, size=size, free=free)

    async def run(self) -> None:
        """Look again and again, for ever."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            await self.look()
