"""Whose address a request comes from, when trusted proxies stand in between."""

from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network


class Proxies:
    """Addresses whose word on the client's own address is taken: none, some, or all (`*`).

    >>> proxies = Proxies("127.0.0.1, 10.0.0.0/8")
    >>> proxies.client("127.0.0.1", "192.0.2.7, 10.1.2.3")
    '192.0.2.7'
    >>> proxies.client("192.0.2.9", "192.0.2.7")
    '192.0.2.9'
    """

    def __init__(self, trusted: str | None = None) -> None:
        """With addresses and networks, separated by commas; ValueError if one is neither."""
        names = [name.strip() for name in (trusted or "").split(",") if name.strip()]
        self._trusts_all = names == ["*"]
        self._networks: list[IPv4Network | IPv6Network] = (
            [] if self._trusts_all else [ip_network(name) for name in names]
        )

    def client(self, peer: str, forwarded: str) -> str:
        """Who is behind a peer: the last address in `X-Forwarded-For` that no trusted one gave.

        Each proxy adds the address it was asked from. What is left of that may be anybody's
        invention. It is given as it counts, by `counted`.
        """
        address, names = peer, forwarded.split(",") if self.trusts(peer) else []
        while names and self.trusts(address):
            name = _plain(names.pop())
            if not name:
                break
            address = name
        return counted(address)

    def is_secure(self, peer: str, forwarded: str) -> bool:
        """Whether a trusted peer says, in `X-Forwarded-Proto`, that it was asked over TLS.

        >>> proxies = Proxies("127.0.0.1")
        >>> proxies.is_secure("127.0.0.1", "https"), proxies.is_secure("192.0.2.9", "https")
        (True, False)
        """
        return self.trusts(peer) and forwarded.rpartition(",")[2].strip().lower() == "https"

    def trusts(self, name: str) -> bool:
        """Whether a peer is one of these proxies."""
        if self._trusts_all:
            return True
        address = _address(name)
        return address is not None and any(address in network for network in self._networks)


@lru_cache(maxsize=4096)
def counted(name: str) -> str:
    """What an address counts as: an IPv6 network of 64 bits is one household, and one counter.

    >>> counted("192.0.2.7"), counted("::ffff:192.0.2.7"), counted("2001:db8::1:2:3:4")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64')
    """
    address = _address(name)
    if isinstance(address, IPv6Address) and not address.is_loopback:
        return str(IPv6Network((int(address) >> 64 << 64, 64)))
    return name if address is None else str(address)


def _address(name: str) -> IPv4Address | IPv6Address | None:
    """An address, as IPv4 if that is what IPv6 wraps; None if it is none."""
    try:
        address = ip_address(name)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def _plain(name: str) -> str:
    """An address without its port; empty if it is none.

    >>> _plain(" 192.0.2.7:5123 "), _plain("[2001:db8::1]:80"), _plain("unknown")
    ('192.0.2.7', '2001:db8::1', '')
    """
    name = name.strip()
    if name.startswith("["):
        name = name[1:].partition("]")[0]
    elif name.count(":") == 1:
        name = name.partition(":")[0]
    try:
        return str(ip_address(name))
    except ValueError:
        return ""
