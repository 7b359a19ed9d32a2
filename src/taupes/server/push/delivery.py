"""One request to a push service: a connection, a few lines, and as little of the answer as counts.

No redirect is followed, nothing of the answer but its status is used, and all of it has an end.
"""

import asyncio
import re
import ssl
from collections.abc import Mapping
from enum import Enum, auto
from typing import Final

from taupes.server.push.endpoint import BadEndpoint, Resolve, Target, checked_address

_HEAD: Final = 8_192
"""Bytes of an answer that are read."""

_STATUS: Final = re.compile(rb"HTTP/1\.[01] (\d{3})\b")


class Receipt(Enum):
    """What became of a message."""

    DELIVERED = auto()
    """The push service has taken it."""
    GONE = auto()
    """It does not know the subscription any more."""
    REFUSED = auto()
    """It will never take it so."""
    LATER = auto()
    """It cannot now, or did not answer."""


class Delivery:
    """Sends messages to push services, each within its time."""

    def __init__(
        self, resolve: Resolve, seconds: float, context: ssl.SSLContext | None = None
    ) -> None:
        self._resolve = resolve
        self._seconds = seconds
        self._context = context or ssl.create_default_context()

    async def send(self, target: Target, headers: Mapping[str, str], body: bytes) -> Receipt:
        """Send a message; whatever happens, that is said before its time is up."""
        try:
            async with asyncio.timeout(self._seconds):
                return receipt_of(await self._post(target, headers, body))
        except BadEndpoint:
            return Receipt.REFUSED
        except (OSError, EOFError, asyncio.LimitOverrunError, TimeoutError):
            return Receipt.LATER

    async def _post(self, target: Target, headers: Mapping[str, str], body: bytes) -> int:
        """The status of the answer; 0 for what is no answer at all."""
        address = await checked_address(target, self._resolve)
        is_secret = not target.is_trial
        reader, writer = await asyncio.open_connection(
            address,
            target.port,
            limit=_HEAD,
            ssl=self._context if is_secret else None,
            server_hostname=target.host if is_secret else None,
        )
        try:
            lines = [f"POST {target.path} HTTP/1.1", f"Host: {target.origin.partition('//')[2]}"]
            lines += [f"{name}: {value}" for name, value in headers.items()]
            lines += [f"Content-Length: {len(body)}", "Connection: close", "", ""]
            writer.write("\r\n".join(lines).encode("ascii") + body)
            await writer.drain()
            found = _STATUS.match(await reader.readuntil(b"\r\n"))
            return int(found[1]) if found else 0
        finally:
            # Nobody waits for a polite end.
            writer.transport.abort()


def receipt_of(status: int) -> Receipt:
    """What a status means for a message.

    >>> receipt_of(201).name, receipt_of(410).name, receipt_of(307).name, receipt_of(503).name
    ('DELIVERED', 'GONE', 'REFUSED', 'LATER')
    """
    if 200 <= status < 300:
        return Receipt.DELIVERED
    if status in (404, 410):
        return Receipt.GONE
    return Receipt.LATER if status in (408, 429) or status >= 500 else Receipt.REFUSED
