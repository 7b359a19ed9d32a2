"""By which names the server may be called, and whose pages may talk to it.

A page of somebody else can send a visitor's browser to any address, the visitor's own machine
included, and can make its own name point there. It can neither forge the `Host` that the browser
sends nor make an address out of its name: addresses are therefore let in, and names only if they
are known (docs/decisions/0061).
"""

from collections.abc import Iterable
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from taupes.table.refusals import Refusal

EVERYBODY: Final = "*"

_PORTS: Final = {"http": 80, "https": 443}

_SHOWN: Final = 80
"""Characters of a name that are repeated to whoever gave it."""


class Hosts:
    """Names that are let in beside addresses and localhost; `*` lets all in.

    >>> hosts = Hosts(["moles.example"])
    >>> hosts.refusal("192.0.2.7:8080"), hosts.refusal("moles.example")
    (None, None)
    >>> hosts.refusal("elsewhere.example").code
    'bad_host'
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names = {name.strip().lower().rstrip(".") for name in names}
        self._takes_all = EVERYBODY in self._names

    def refusal(self, host: str | None, origin: str | None = None) -> Refusal | None:
        """Why a request to a host, from a page of an origin, is not taken; None if it is.

        Who sends no `Host` or no `Origin` is no browser, and nobody can be misled through it.
        """
        if self._takes_all:
            return None
        if host is not None and not self._knows(_split(host)[0]):
            return Refusal("bad_host", host[:_SHOWN])
        if origin is not None and not self._is_ours(origin, host):
            return Refusal("bad_origin", origin[:_SHOWN])
        return None

    def _knows(self, name: str) -> bool:
        return name in self._names or is_local(name) or is_address(name)

    def _is_ours(self, origin: str, host: str | None) -> bool:
        """Whether a page is from this server: from where the request goes, or from a known name."""
        try:
            parts = urlsplit(origin)
            name, port = (parts.hostname or "").rstrip("."), parts.port
        except ValueError:
            return False
        if parts.scheme not in _PORTS:
            return False
        if name in self._names:
            return True
        usual = _PORTS[parts.scheme]
        return host is not None and _split(host, usual) == (name, port or usual)


def is_local(name: str) -> bool:
    """Whether a name always means the machine itself."""
    return name == "localhost" or name.endswith(".localhost")


def is_address(name: str) -> bool:
    """Whether it is no name but an address."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _split(host: str, usual: int = 0) -> tuple[str, int]:
    """The name or address of a host, and its port.

    >>> _split("Localhost:80"), _split("[::1]:8080"), _split("moles.example.", 443)
    (('localhost', 80), ('::1', 8080), ('moles.example', 443))
    """
    host = host.strip().lower()
    if host.startswith("["):
        name, _, port = host[1:].partition("]")
        port = port.removeprefix(":")
    else:
        name, _, port = host.partition(":")
    return name.rstrip("."), int(port) if port.isascii() and port.isdigit() else usual
