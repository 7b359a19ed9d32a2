"""What every HTTP request goes through: by which name it calls, from whose page, how often."""

from collections import Counter
from typing import Final

from fastapi import FastAPI, Request
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from taupes.server.http.services import Services, trouble
from taupes.server.limits.bucket import Buckets
from taupes.server.tasks import log_error
from taupes.table.refusals import Refusal

WATCHED: Final = frozenset({"/api/health", "/api/ready"})
"""Routes for whoever watches over the server, by whatever name they call it."""

ASKING: Final = ("/api/", "/metrics", "/table/", "/replay/")
"""Beginnings of paths that cost a look into the database; all others are files."""

PRICE: Final = 20_000
"""Bytes of an answer that count as much as a question."""

_READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""


class Admission:
    """Lets requests in to the application, or says why not."""

    def __init__(self, app: FastAPI, services: Services) -> None:
        self.app = app
        self._inside: ASGIApp = app
        self._services = services
        limits = services.settings.limits
        self._files = Buckets(limits.files_per_second, limits.files_burst)
        self._most = limits.requests_at_once
        self._under_way: Counter[str] = Counter()
        """Requests that bring something and are being answered, by address: each takes memory.

        Those that only read have their pace, and a class opens the page at the same moment.
        """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        address = self._services.address(scope)
        no = self._stranger(scope) or self._impatient(scope, address)
        if no is not None:
            await trouble(Request(scope), no)(scope, receive, send)
            return
        weight = 0 if scope["method"] in _READING else 1
        self._under_way[address] += weight
        try:
            await self._inside(scope, receive, self._weighed(address, scope["path"], send))
        except ClientDisconnect:
            pass
        except Exception as error:  # noqa: BLE001 - whatever it is, it was answered, and is said here
            log_error("request_failed", error)
        finally:
            self._under_way[address] -= weight
            if not self._under_way[address]:
                del self._under_way[address]

    def _weighed(self, address: str, path: str, send: Send) -> Send:
        """Sends answers, of which long ones count as several questions."""
        if not path.startswith(ASKING):
            return send

        async def weighed(message: Message) -> None:
            if size := len(message.get("body", b"")) // PRICE:
                self._services.questions.of(address).take(size)
            await send(message)

        return weighed

    def _stranger(self, scope: Scope) -> Refusal | None:
        """Why nobody is answered who calls the server so, or from such a page."""
        if scope["path"] in WATCHED:
            return None
        is_reading = scope["method"] in _READING
        origin = None if is_reading else _header(scope, b"origin")
        return self._services.hosts.refusal(_header(scope, b"host"), origin)

    def _impatient(self, scope: Scope, address: str) -> Refusal | None:
        """Why somebody at an address has to wait."""
        path = scope["path"]
        if path in WATCHED:
            return None if self._files.allows(address) else Refusal("too_fast")
        pace = self._services.questions if path.startswith(ASKING) else self._files
        is_full = scope["method"] not in _READING and self._under_way[address] >= self._most
        return Refusal("too_fast") if is_full or not pace.allows(address) else None


def _header(scope: Scope, name: bytes) -> str | None:
    """A header's value; all of them together, if somebody sends several."""
    values = [value for key, value in scope["headers"] if key == name]
    return b",".join(values).decode("latin-1") if values else None
