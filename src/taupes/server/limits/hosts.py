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

_DIGITS: Final = 5
"""Of the longest port."""

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
        self._names = dict.fromkeys(name.strip().lower().rstrip(".") for name in names)
        self._takes_all = EVERYBODY in self._names
        self._sites = [
            name
            for name in self._names
            if name != EVERYBODY and not (is_local(name) or is_address(name))
        ]
        """Names by which the server can be found from elsewhere, the first one first."""

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

    def site(
        self, host: str | None, own: str, *, is_secure: bool = False, is_forwarded: bool = False
    ) -> str | None:
        """Where the server is, for links that are sent around; None where that is not certain.

        A host that was asked for is repeated only if it is a listed name, or where no proxy is in
        between, the machine itself or the address at which the request has arrived. Else it is
        the first listed name.

        >>> hosts = Hosts(["moles.example"])
        >>> hosts.site("moles.example:8443", "10.0.0.2", is_secure=True)
        'https://moles.example:8443'
        >>> hosts.site("6.6.6.6", "10.0.0.2"), Hosts(["*"]).site("evil.example", "10.0.0.2")
        ('http://moles.example', None)
        """
        scheme = "https" if is_secure else "http"
        name, port = _split(host or "", _PORTS[scheme])
        is_here = not is_forwarded and (is_local(name) or (is_address(name) and name == own))
        if not (name in self._sites or is_here):
            return f"{scheme}://{self._sites[0]}" if self._sites else None
        name = f"[{name}]" if ":" in name else name
        return f"{scheme}://{name}" + ("" if port == _PORTS[scheme] else f":{port}")

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
    is_port = port.isascii() and port.isdigit() and len(port) <= _DIGITS
    return name.rstrip("."), int(port) if is_port else usual
