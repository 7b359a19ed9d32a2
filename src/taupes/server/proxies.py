"""Whose address a request comes from, when trusted proxies stand in between."""

from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network


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
        invention.
        """
        address, names = peer, forwarded.split(",") if self._trusts(peer) else []
        while names and self._trusts(address):
            name = _plain(names.pop())
            if not name:
                break
            address = name
        return address

    def _trusts(self, name: str) -> bool:
        if self._trusts_all:
            return True
        try:
            address = ip_address(name)
        except ValueError:
            return False
        return any(address in network for network in self._networks)


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
