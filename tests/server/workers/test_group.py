"""Several pools are as one: what one of them lacks, all lack."""

import asyncio

from taupes.server.workers.group import PoolGroup
from tests.server.workers.test_pool import BOUNDS, ORDERS, TrialPool, until


def test_pools_are_started_counted_and_stopped_together() -> None:
    async def run() -> None:
        one, other = (TrialPool(name, 1, BOUNDS, ORDERS) for name in ("one", "other"))
        group = PoolGroup(one, other)
        asked = [asyncio.create_task(pool.say("x")) for pool in (one, other, other)]
        await until(lambda: group.waiting == 3)
        group.start()
        await asyncio.gather(*asked)
        assert (group.waiting, group.done, group.failures) == (0, 3, 0)
        assert group.is_well
        await group.stop()
        assert not one.is_well
        assert not other.is_well

    asyncio.run(run())


def test_a_group_is_as_well_as_its_worst() -> None:
    async def run() -> None:
        one, other = (TrialPool(name, 1, BOUNDS, ORDERS) for name in ("one", "other"))
        other.broken = 1_000
        group = PoolGroup(one, other)
        group.start()
        asked = asyncio.create_task(other.say("x"))
        try:
            await until(lambda: not group.is_well)
            assert one.is_well
            assert group.failures == other.failures > 0
            other.broken = 0
            assert await asked == "x"
            assert group.is_well
        finally:
            await group.stop()

    asyncio.run(run())
