"""The server as one application: HTTP, the socket, and what runs beside them."""

import gc
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

from taupes.server.hall.automation import Automation
from taupes.server.hall.days import DayWeigher
from taupes.server.hall.hall import Hall
from taupes.server.hall.hints import Hints
from taupes.server.hall.memory import Memory
from taupes.server.hall.presence import Roster
from taupes.server.hall.sweeps import Sweeps
from taupes.server.http import Services, make_api
from taupes.server.http.connection import Connections
from taupes.server.journal import log
from taupes.server.limits.backlog import Backlog
from taupes.server.limits.bucket import Buckets, hourly
from taupes.server.limits.cache import Cache
from taupes.server.limits.hosts import Hosts
from taupes.server.limits.newcomers import Newcomers
from taupes.server.limits.proxies import Proxies
from taupes.server.limits.space import Space
from taupes.server.metrics import Metrics
from taupes.server.push.courier import Courier
from taupes.server.push.delivery import Delivery
from taupes.server.push.endpoint import Resolver
from taupes.server.push.identity import Identity, new_scalar
from taupes.server.readiness import Readiness
from taupes.server.settings import Settings
from taupes.server.socket.dispatch import Dispatch
from taupes.server.socket.endpoint import Endpoint
from taupes.server.storage import open_storage
from taupes.server.tasks import Tasks
from taupes.server.tokens import Signer
from taupes.server.workers.bots import BotPool
from taupes.server.workers.computing import Computing

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

_GOODBYE: Final = 2.0
"""Seconds that connections get to end by themselves when the server stops."""

_COLLECT: Final = (40_000, 120, 1000)
"""What has lived for a while is collected rarely: with thousands of tables that is a pause which
everybody feels. What is young is looked at sooner, for requests leave rings behind; but not before
there is more of it than a thousand moves have under way, about twenty objects each: those are no
rings, and would be looked through again and again."""


class Server:
    """Everything in one process."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._background = Tasks()
        self._pool = BotPool(settings)
        self._computing = Computing(settings)
        memory = Memory(open_storage(settings.database))
        self._roster = Roster(memory, self._background)
        automation = Automation(self._roster, self._pool, self._background, settings)
        self._hall = Hall(memory, self._roster, automation.attend, self._background, Metrics())
        self._proxies = Proxies(settings.proxy)
        self._hosts = Hosts(settings.names)
        self._backlog = Backlog(settings.limits.unread_bytes)
        self.connections = Connections(
            settings.limits, self._proxies, self._backlog, self._hall.metrics
        )
        self._api: Any = None
        self._endpoint: Endpoint | None = None
        self._courier: Courier | None = None
        self._resolver = Resolver()

    async def start(self) -> None:
        """Open the storage and begin to look after the tables."""
        settings, hall, pool = self._settings, self._hall, self._pool
        await hall.start()
        storage = hall.memory.storage
        signer = Signer(await storage.read(storage.secret))
        sweeps = Sweeps(hall, settings)
        hints = Hints(pool, self._background, settings.bot_seconds)
        space = Space(settings.limits, lambda: storage.read(storage.measure))
        await space.look()
        newcomers = Newcomers(settings.limits, space)
        self._courier = await self._make_courier()
        dispatch = Dispatch(hall, signer, hints, settings.limits, newcomers)
        self._endpoint = Endpoint(dispatch, self._proxies, self._hosts, self._backlog)
        self._api = make_api(
            Services(
                hall,
                self._endpoint,
                pool,
                self._computing,
                sweeps,
                signer,
                settings,
                self._proxies,
                self._hosts,
                newcomers,
                self.connections,
                Readiness(lambda: storage.read(storage.check)),
                Buckets(settings.limits.requests_per_second, settings.limits.requests_burst),
                Cache(settings.limits.kept_bytes),
                hourly(settings.limits.codes_per_address),
                Buckets(settings.limits.cards_per_second, settings.limits.cards_burst),
                self._courier,
            )
        )
        pool.start()
        self._computing.start()
        self._background.keep("sweeps", sweeps.run)
        weighing = DayWeigher(storage, self._computing, settings)
        self._background.keep("days", weighing.run)
        self._background.keep("roster", self._roster.run)
        self._background.keep("endpoint", self._endpoint.run)
        self._background.keep("space", space.run)
        if self._courier is not None:
            self._background.keep("push", self._courier.run)
        if settings.is_warm:
            self._background.spawn(pool.warm())
        gc.collect()
        gc.freeze()
        gc.set_threshold(*_COLLECT)
        log.info("started", database=settings.database.partition(":")[0])

    async def _make_courier(self) -> Courier | None:
        """Who tells people of their turns, if somebody answers for it."""
        settings, storage = self._settings, self._hall.memory.storage
        if settings.push_contact is None:
            return None
        scalar = await storage.read(lambda: storage.lasting("push_key", new_scalar()))
        return Courier(
            storage,
            Identity(scalar, settings.push_contact),
            Delivery(self._resolver, settings.limits.push_seconds),
            settings,
            self._hall.metrics,
        )

    async def stop(self) -> None:
        """Say goodbye, store what is under way, let go."""
        await self.endpoint.say_goodbye(_GOODBYE)
        if self._courier is not None:
            await self._courier.close()
        self._resolver.close()
        await self._pool.stop()
        await self._computing.stop()
        await self._hall.stop()
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
