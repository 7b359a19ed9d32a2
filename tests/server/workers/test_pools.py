"""Several pools are as one: what one of them lacks, all lack."""

import asyncio

from taupes.server.workers.pools import WorkerPools
from tests.server.workers.test_pool import BOUNDS, ORDERS, TrialPool, until


def test_pools_are_started_counted_and_stopped_together() -> None:
    async def run() -> None:
        one, other = (TrialPool(name, 1, BOUNDS, ORDERS) for name in ("one", "other"))
        both = WorkerPools(one, other)
        asked = [asyncio.create_task(pool.say("x")) for pool in (one, other, other)]
        await until(lambda: both.waiting == 3)
        both.start()
        await asyncio.gather(*asked)
        assert (both.waiting, both.done, both.failures) == (0, 3, 0)
        assert both.is_well
        await both.stop()
        assert not one.is_well
        assert not other.is_well

    asyncio.run(run())


def test_pools_are_as_well_as_the_worst_of_them() -> None:
    async def run() -> None:
        one, other = (TrialPool(name, 1, BOUNDS, ORDERS) for name in ("one", "other"))
        other.broken = 1_000
        both = WorkerPools(one, other)
        both.start()
        asked = asyncio.create_task(other.say("x"))
        try:
            await until(lambda: not both.is_well)
            assert one.is_well
            assert both.failures == other.failures > 0
            other.broken = 0
            assert await asked == "x"
            assert both.is_well
        finally:
            await both.stop()

    asyncio.run(run())
