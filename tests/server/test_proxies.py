"""Whose address counts when proxies stand in between."""

import pytest

from taupes.server.proxies import Proxies


@pytest.mark.parametrize(
    ("trusted", "peer", "forwarded", "client"),
    [
        (None, "192.0.2.1", "198.51.100.7", "192.0.2.1"),
        ("127.0.0.1", "127.0.0.1", "", "127.0.0.1"),
        ("127.0.0.1", "127.0.0.1", "198.51.100.7", "198.51.100.7"),
        ("127.0.0.1", "127.0.0.1", "made up, 10.0.0.1, 198.51.100.7", "198.51.100.7"),
        ("127.0.0.1,198.51.100.7", "127.0.0.1", "10.0.0.1, 198.51.100.7", "10.0.0.1"),
        ("10.0.0.0/8", "10.2.3.4", "203.0.113.5, 10.9.9.9", "203.0.113.5"),
        ("127.0.0.1", "192.0.2.1", "198.51.100.7", "192.0.2.1"),
        ("::1", "::1", "[2001:db8::5]:443", "2001:db8::5"),
        ("127.0.0.1", "127.0.0.1", "198.51.100.7:51234", "198.51.100.7"),
        ("127.0.0.1", "127.0.0.1", "unknown", "127.0.0.1"),
        ("127.0.0.1", "127.0.0.1", "203.0.113.5, unknown", "127.0.0.1"),
        ("*", "192.0.2.1", "203.0.113.5, 198.51.100.7", "203.0.113.5"),
        ("127.0.0.1", "?", "198.51.100.7", "?"),
    ],
)
def test_the_last_address_that_no_trusted_proxy_gave(
    trusted: str | None, peer: str, forwarded: str, client: str
) -> None:
    assert Proxies(trusted).client(peer, forwarded) == client


def test_what_is_no_address_is_not_trusted() -> None:
    with pytest.raises(ValueError, match="proxy"):
        Proxies("proxy.example")
