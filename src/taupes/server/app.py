"""The server as one application: HTTP, the socket, and what runs beside them."""

import asyncio
import gc
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

from taupes.server.hall.hall import Hall
from taupes.server.hall.hints import Adviser
from taupes.server.hall.presence import Presence
from taupes.server.hall.steward import Steward
from taupes.server.http import Services, make_api
from taupes.server.journal import log
from taupes.server.metrics import Metrics
from taupes.server.proxies import Proxies
from taupes.server.settings import Settings
from taupes.server.socket.dispatch import Dispatch
from taupes.server.socket.endpoint import Endpoint
from taupes.server.storage import open_storage
from taupes.server.tokens import Signer
from taupes.server.workers.analyst import Analyst
from taupes.server.workers.pool import BotPool

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

_GOODBYE: Final = 2.0
"""Seconds that connections get to end by themselves when the server stops."""

_COLLECT: Final = (10_000, 500, 1000)
"""What has lived for a while is collected rarely: with thousands of tables that is a pause which
everybody feels. What is young is looked at sooner, for requests leave rings behind."""


class Server:
    """Everything in one process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.hall = Hall(open_storage(settings.database), self.metrics)
        self.pool = BotPool(settings.bots, settings.limits.thoughts_waiting)
        self.presence = Presence(self.hall)
        self.steward = Steward(self.hall, self.pool, self.presence, settings)
        self.proxies = Proxies(settings.proxy)
        self._api: Any = None
        self._endpoint: Endpoint | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Open the storage and begin to look after the tables."""
        await self.hall.start()
        secret = await self.hall.read(self.hall.storage.secret)
        signer = Signer(secret)
        adviser = Adviser(self.hall, self.pool, self.settings.bot_seconds)
        dispatch = Dispatch(self.hall, signer, adviser, self.settings.limits)
        self._endpoint = Endpoint(dispatch, self.proxies)
        self._api = make_api(
            Services(
                self.hall,
                self._endpoint,
                self.pool,
                Analyst(),
                signer,
                self.metrics,
                self.settings,
                self.proxies,
            )
        )
        self.pool.start()
        work = [self.steward.run(), self.presence.run(), self._endpoint.run()]
        if self.settings.warm:
            work.append(self.pool.warm(self.settings.warm))
        self._tasks = [asyncio.create_task(each) for each in work]
        gc.collect()
        gc.freeze()
        gc.set_threshold(*_COLLECT)
        log.info("started", database=self.settings.database.partition(":")[0])

    async def stop(self) -> None:
        """Say goodbye, store what is under way, let go."""
        self.hall.is_closing = True
        await self.endpoint.say_goodbye(_GOODBYE)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.pool.stop()
        await self.hall.stop()
        log.info("stopped")

    @property
    def endpoint(self) -> Endpoint:
        """Where sockets come in, once the server has started."""
        assert self._endpoint is not None  # noqa: S101 - nobody can come before
        return self._endpoint

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or the life of the process."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        else:
            await self._api(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        try:
            await self.start()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is said and ends the process
            await send({"type": "lifespan.startup.failed", "message": str(error)})
            return
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self.stop()
        await send({"type": "lifespan.shutdown.complete"})
