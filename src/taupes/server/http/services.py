"""What every HTTP route needs: the parts of the server, who asks, what they sent, how to answer."""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Annotated, Any, Final, TypeVar

from fastapi import Depends, Request, Response
from starlette.datastructures import Headers
from starlette.types import Scope

from taupes.answers.job import JobResult, RequestRefused, read
from taupes.answers.trouble import language_of, status_of, trouble_of
from taupes.server.hall.hall import Hall
from taupes.server.hall.memory import Memory
from taupes.server.hall.sweeps import Sweeps
from taupes.server.http.connection import Connections
from taupes.server.limits.bucket import Buckets
from taupes.server.limits.cache import Cache
from taupes.server.limits.hosts import Hosts
from taupes.server.limits.newcomers import Newcomers
from taupes.server.limits.proxies import Proxies
from taupes.server.limits.turns import Turns
from taupes.server.push.courier import Courier
from taupes.server.readiness import Readiness
from taupes.server.settings import Settings
from taupes.server.socket.endpoint import Endpoint
from taupes.server.storage import Storage
from taupes.server.storage.deletions import Deletions
from taupes.server.tokens import Signer
from taupes.server.workers.bots import BotPool
from taupes.server.workers.computing import Computing
from taupes.server.workers.pool import Crowded, GaveUp, NoTime
from taupes.server.workers.queue import Asker
from taupes.table.encoding import encode
from taupes.table.refusals import Refusal

T = TypeVar("T")

RETRY_SECONDS: Final = 5
"""After so long it is worth asking again, when something cannot be had now."""


@dataclass(frozen=True)
class Services:
    """The parts of a running server."""

    hall: Hall
    endpoint: Endpoint
    pool: BotPool
    computing: Computing
    sweeps: Sweeps
    signer: Signer
    settings: Settings
    proxies: Proxies
    hosts: Hosts
    newcomers: Newcomers
    connections: Connections
    readiness: Readiness
    questions: Buckets
    """How often each address may ask."""
    kept: Cache
    """What was worked out and may be asked for again."""
    codes: Buckets
    """How many codes of other devices may still be tried, by address."""
    drawings: Buckets
    """How many more cards are drawn, by address."""
    courier: Courier | None
    """Who tells people of their turns; null where nobody is told."""
    turns: Turns = field(default_factory=Turns)
    """One after the other, for what is worked out once for many."""

    @property
    def memory(self) -> Memory:
        """The tables in memory."""
        return self.hall.memory

    @property
    def storage(self) -> Storage:
        """Logs, lists and records."""
        return self.hall.memory.storage

    async def compute(self, request: Request, job: str, data: bytes) -> JobResult:
        """Work something out beside the server; RequestRefused if nothing comes of it."""
        work = self.computing.work_out(job, data, self.asker(request))
        try:
            done = await self.unless_gone(request, work)
        except (Crowded, NoTime) as error:
            raise RequestRefused(Refusal("busy")) from error
        except GaveUp as error:
            raise RequestRefused(Refusal("gave_up")) from error
        if done.refusal is not None:
            raise RequestRefused(done.refusal)
        return done

    async def compute_once(
        self, request: Request, job: str, data: bytes, pace: Buckets | None = None
    ) -> bytes:
        """What a job makes of some data, worked out once for all who ask the same about now.

        Whoever wants it at the same time waits for the first: those who played a game all want it
        weighed as it ends, often from one address.
        """
        key = f"{job} {blake2b(data, digest_size=16).hexdigest()}"
        async with self.turns.of(key):
            found = self.kept.get(key)
            if found is None:
                if pace is not None and not pace.allows(self.address(request.scope)):
                    raise RequestRefused(Refusal("too_fast"))
                found = (await self.compute(request, job, data)).data
                self.kept.put(key, found)
        return found

    async def unless_gone(self, request: Request, work: Coroutine[Any, Any, T]) -> T:
        """What comes of some work, which is dropped when whoever asked is gone."""
        working = asyncio.ensure_future(work)
        watching = asyncio.ensure_future(_gone(request))
        try:
            await asyncio.wait({working, watching}, return_when=asyncio.FIRST_COMPLETED)
            if not working.done():
                raise RequestRefused(Refusal("busy"))
            return working.result()
        finally:
            watching.cancel()
            working.cancel()

    def asker(self, request: Request) -> Asker:
        """Who asks, for those who share out what can be worked out at once."""
        token = request.headers.get("authorization", "").partition(" ")[2].strip()
        return Asker(self.address(request.scope), self.signer.person_of(token) or "")

    def address(self, scope: Scope) -> str:
        """The address that a request counts for: who is behind proxies that we trust."""
        peer = (scope.get("client") or ("?", 0))[0]
        values = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
        return self.proxies.client(peer, b",".join(values).decode("latin-1"))

    def site(self, scope: Scope) -> str | None:
        """Where the server is, for links that are sent around; None where that is not certain."""
        headers = Headers(scope=scope)
        peer, own = (scope.get("client") or ("?", 0))[0], (scope.get("server") or ("?", 0))[0]
        forwarded = ",".join(headers.getlist("x-forwarded-proto"))
        return self.hosts.site(
            headers.get("host"),
            own,
            is_secure=scope["scheme"] == "https" or self.proxies.is_secure(peer, forwarded),
            is_forwarded=self.proxies.trusts(peer),
        )

    async def person(self, request: Request) -> str:
        """Who asks; RequestRefused if they do not say, are not known, or were deleted."""
        person = await self.anybody(request)
        if person is None:
            raise RequestRefused(Refusal("bad_token"))
        return person

    async def anybody(self, request: Request) -> str | None:
        """Who asks, if they say; RequestRefused if they are not who they say."""
        header = request.headers.get("authorization")
        if header is None:
            return None
        kind, _, token = header.partition(" ")
        person = self.signer.person_of(token.strip()) if kind.lower() == "bearer" else None
        if person is None:
            raise RequestRefused(Refusal("bad_token"))
        if await self.storage.read(lambda: Deletions(self.storage).of([person])):
            raise RequestRefused(Refusal("deleted"))
        return person

    async def body(self, request: Request, limit: int | None = None) -> bytes:
        """What was sent, if it is not too much."""
        most = self.settings.limits.body_bytes
        if limit is not None:
            most = min(most, limit)
        data = bytearray()
        async for chunk in request.stream():
            data += chunk
            if len(data) > most:
                raise RequestRefused(Refusal("too_large", f"at most {most} bytes"))
        return bytes(data)

    async def read(self, request: Request, kind: type[T], limit: int | None = None) -> T:
        """What was sent, as one of our types, if it is not too much."""
        return read(await self.body(request, limit), kind)


async def _gone(request: Request) -> None:
    """Wait until whoever asked is gone; what they sent has been read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def services_of(request: Request) -> Services:
    """The server that a request came to."""
    services: Services = request.app.state.services
    return services


Within = Annotated[Services, Depends(services_of)]
"""A route's parameter: the server it runs in."""


def answer(value: Any, status: int = 200) -> Response:
    """A JSON answer."""
    return Response(encode(value), status, media_type="application/json")


def as_json(data: bytes) -> Response:
    """An answer that is JSON already."""
    return Response(data, media_type="application/json")


def trouble(request: Request, refusal: Refusal) -> Response:
    """A refusal as an answer."""
    language = language_of(request.headers.get("accept-language", ""))
    response = answer(trouble_of(refusal, language), status_of(refusal))
    if response.status_code == 503:
        response.headers["retry-after"] = str(RETRY_SECONDS)
    return response
