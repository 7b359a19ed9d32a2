"""Several pools of worker processes that are started, stopped and looked after as one."""

from taupes.server.workers.pool import WorkerPool


class WorkerPools:
    """Pools for work of one kind, apart so that what is quick never waits behind what is long."""

    def __init__(self, *pools: WorkerPool) -> None:
        self.pools = pools

    @property
    def waiting(self) -> int:
        """Tasks that no process has taken up yet."""
        return sum(pool.waiting for pool in self.pools)

    @property
    def done(self) -> int:
        """Tasks worked out so far."""
        return sum(pool.done for pool in self.pools)

    @property
    def failures(self) -> int:
        """Processes that crashed, were ended, or could not be started."""
        return sum(pool.failures for pool in self.pools)

    @property
    def is_well(self) -> bool:
        """Whether work is done everywhere, or would be if there were any."""
        return all(pool.is_well for pool in self.pools)

    def start(self) -> None:
        """Be ready; a process is started when it has something to do."""
        for pool in self.pools:
            pool.start()

    async def stop(self) -> None:
        """End all processes."""
        for pool in self.pools:
            await pool.stop()
