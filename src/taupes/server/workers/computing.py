"""What is worked out for people who ask over HTTP: beside the server, bounded, and in turn."""

import os
from typing import Final

from taupes.answers.job import Extent, JobResult
from taupes.server.settings import Settings
from taupes.server.workers.pipe import Orders
from taupes.server.workers.pool import Bounds, WorkerPool
from taupes.server.workers.pools import WorkerPools
from taupes.server.workers.queue import Asker

RESIDENT: Final = 150_000_000
ADDRESSES: Final = 1_000_000_000
"""Bytes of memory with which a process goes on to the next task, and that it may ask for at all."""

GAME_SECONDS: Final = 300.0
"""For a whole game weighed, and for compiling on a fresh machine."""
GAME_RESIDENT: Final = 400_000_000
GAME_IDLE: Final = 60.0
"""Its process holds much, and games come to an end now and then."""


class Computing(WorkerPools):
    """Two pools: for what takes moments, and for whole games that are weighed."""

    def __init__(self, settings: Settings) -> None:
        limits = settings.limits
        self._seconds = limits.computing_seconds
        extent = Extent(limits.record_events, limits.answer_bytes)
        orders = Orders(ADDRESSES, limits.niceness, extent)
        self._moments = WorkerPool(
            "computing",
            min(2, os.cpu_count() or 1),
            Bounds(
                limits.computing_waiting,
                limits.computing_per_address,
                limits.computing_per_address,
                RESIDENT,
            ),
            orders,
        )
        self._games = WorkerPool(
            "analysis",
            1,
            Bounds(
                limits.analyses_waiting,
                1,
                1,
                GAME_RESIDENT,
                GAME_SECONDS,
                ends_unwanted=True,
                idle=GAME_IDLE,
            ),
            Orders(0, limits.niceness, extent),
        )
        super().__init__(self._moments, self._games)

    async def work_out(self, job: str, data: bytes, asker: Asker) -> JobResult:
        """What comes of what was sent; Crowded or GaveUp if nothing does."""
        if job == "analysis.weigh":
            return await self._games.ask(job, lambda: data, GAME_SECONDS, asker)
        return await self._moments.ask(job, lambda: data, self._seconds, asker)
