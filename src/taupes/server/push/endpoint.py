"""Endpoints: addresses that strangers give us, and that we will send to.

Only push services that browsers use are let through, and only at an address of the open internet:
the one that was checked is the one that is connected to.
"""

import asyncio
import ipaddress
import re
import socket
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

SERVICES: Final = (
    "fcm.googleapis.com",
    "*.push.services.mozilla.com",
    "*.push.apple.com",
    "*.notify.windows.com",
)
"""The push services of Chrome and its kin, Firefox, Safari and Edge."""

LONGEST: Final = 1_024
"""Characters of an endpoint."""

_URL: Final = re.compile(r"[!-~]+", re.ASCII)
_HOST: Final = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+", re.ASCII)


class BadEndpoint(ValueError):
    """An address that we send nothing to."""


@dataclass(frozen=True, slots=True)
class Target:
    """An endpoint, taken apart."""

    host: str
    port: int
    path: str
    """With the query."""
    origin: str
    is_trial: bool = False
    """Whether it is the push service of a test."""


Resolve = Callable[[str, int], Awaitable[list[str]]]
"""The numeric addresses of a host; OSError if it has none."""


def parse_endpoint(endpoint: str, trial: str | None = None) -> Target:
    """The parts of an endpoint; BadEndpoint if it is not at a known push service.

    >>> parse_endpoint("https://fcm.googleapis.com/fcm/send/abc").host
    'fcm.googleapis.com'
    """
    if len(endpoint) > LONGEST or not _URL.fullmatch(endpoint) or "\\" in endpoint:
        raise BadEndpoint("not an address of a push service")
    try:
        url = urlsplit(endpoint)
        host, port = url.hostname or "", url.port
    except ValueError as error:
        raise BadEndpoint("not an address of a push service") from error
    path = (url.path or "/") + (f"?{url.query}" if url.query else "")
    origin = f"{url.scheme}://{url.netloc}"
    if trial is not None and origin == trial:
        return Target(host, port or 80, path, origin, is_trial=True)
    if url.scheme != "https" or port not in (None, 443) or "@" in url.netloc or url.fragment:
        raise BadEndpoint("a push service is at https, on its usual port, without a name or mark")
    if not _HOST.fullmatch(host) or not any(_fits(host, known) for known in SERVICES):
        raise BadEndpoint("not a known push service")
    return Target(host, 443, path, f"https://{host}")


def _fits(host: str, known: str) -> bool:
    return host.endswith(known[1:]) if known.startswith("*") else host == known


def is_public(address: str) -> bool:
    """Whether an address is one of the open internet, however it is written.

    >>> [is_public(one) for one in ("8.8.8.8", "10.0.0.1", "::ffff:127.0.0.1", "169.254.1.1")]
    [True, False, False, False]
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        # Addresses that lead to another one: that counts too.
        inner = [found.ipv4_mapped, found.sixtofour, *(found.teredo or ())]
        if found in _TRANSLATED:
            inner.append(ipaddress.IPv4Address(int(found) & 0xFFFF_FFFF))
        if not all(is_public(str(one)) for one in inner if one is not None):
            return False
        if found.ipv4_mapped is not None or found in _TRANSLATED:
            return True
        if found not in _GIVEN_OUT:
            return False
    return found.is_global and not found.is_multicast


_TRANSLATED: Final = ipaddress.IPv6Network("64:ff9b::/96")

_GIVEN_OUT: Final = ipaddress.IPv6Network("2000::/3")
"""All of the internet's addresses; elsewhere are old and local ways to write those of IPv4."""


async def checked_address(target: Target, resolve: Resolve) -> str:
    """A numeric address to connect to; BadEndpoint if any that the host has is not public."""
    addresses = await resolve(target.host, target.port)
    if not addresses:
        raise OSError("no address")
    if not target.is_trial and not all(map(is_public, addresses)):
        raise BadEndpoint("it leads into a private network")
    return addresses[0]


class Resolver:
    """Asks the system, in threads of its own: a name server that hangs holds up nothing else."""

    def __init__(self, threads: int = 4) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="taupes-resolver")

    async def __call__(self, host: str, port: int) -> list[str]:
        """The numeric addresses of a host, the best first."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, _look_up, host, port)

    def close(self) -> None:
        """Ask nothing more."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _look_up(host: str, port: int) -> list[str]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]
