"""By which names the server may be called, and whose pages may talk to it."""

import pytest

from taupes.server.limits.hosts import Hosts

HERE = "127.0.0.1:8080"


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "localhost:8080",
        "LOCALHOST:5173",
        "localhost.",
        "moles.localhost:8080",
        "127.0.0.1:8080",
        "192.168.1.20:8080",
        "203.0.113.9",
        "[::1]:8080",
        "[fe80::1]",
        "moles.example",
        "Moles.Example.:443",
        None,
    ],
)
def test_addresses_localhost_and_listed_names_are_let_in(host: str | None) -> None:
    assert Hosts(["moles.example"]).refusal(host) is None


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8080",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "notlocalhost",
        "www.moles.example",
        "127.0.0.1,evil.example",
        "",
        "1",
    ],
)
def test_other_names_are_not(host: str) -> None:
    no = Hosts(["moles.example"]).refusal(host)
    assert no is not None
    assert no.code == "bad_host"


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://127.0.0.1:8080", HERE),
        ("http://localhost:5173", "localhost:5173"),
        ("http://[::1]:8080", "[::1]:8080"),
        ("http://192.168.1.20", "192.168.1.20"),
        ("http://192.168.1.20", "192.168.1.20:80"),
        ("https://192.168.1.20", "192.168.1.20"),
        ("https://moles.example", HERE),
        ("https://moles.example:8443", "moles.example"),
        (None, HERE),
    ],
)
def test_a_page_talks_to_where_it_is_from(origin: str | None, host: str) -> None:
    assert Hosts(["moles.example"]).refusal(host, origin) is None


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "http://localhost:3000",
        "http://localhost:8080",
        "http://127.0.0.1",
        "http://127.0.0.1:8081",
        "http://127.0.0.1:8080.evil.example",
        "http://127.0.0.1:99999",
        "file://",
        "null",
        "",
        "127.0.0.1:8080",
    ],
)
def test_a_page_from_elsewhere_does_not(origin: str) -> None:
    no = Hosts(["moles.example"]).refusal(HERE, origin)
    assert no is not None
    assert no.code == "bad_origin"


def test_a_star_lets_everybody_in() -> None:
    assert Hosts(["*"]).refusal("evil.example", "null") is None


def test_what_is_repeated_is_short() -> None:
    no = Hosts().refusal("x" * 10_000)
    assert no is not None
    assert len(no.detail) < 100


@pytest.mark.parametrize(
    ("host", "site"),
    [
        ("Moles.Example", "http://moles.example"),
        ("moles.example:8080", "http://moles.example:8080"),
        ("moles.example:80", "http://moles.example"),
        ("other.example", "http://other.example"),
        ("10.0.0.2:8080", "http://10.0.0.2:8080"),
        ("localhost:8080", "http://localhost:8080"),
        ("10.0.0.3:8080", "http://moles.example"),
        ("evil.example", "http://moles.example"),
        ("*", "http://moles.example"),
        ("moles.example:99999999", "http://moles.example"),
        (None, "http://moles.example"),
        ("", "http://moles.example"),
    ],
)
def test_where_the_server_is(host: str | None, site: str) -> None:
    hosts = Hosts(["127.0.0.1", "moles.example", "other.example", "*"])
    assert hosts.site(host, "10.0.0.2") == site


def test_where_the_server_is_behind_a_proxy() -> None:
    hosts = Hosts(["moles.example"])
    for host in ("10.0.0.2", "localhost", "moles.example:443", "moles.example"):
        found = hosts.site(host, "10.0.0.2", is_secure=True, is_forwarded=True)
        assert found == "https://moles.example"
    assert Hosts(["*", "127.0.0.1"]).site("localhost", "127.0.0.1", is_forwarded=True) is None


def test_an_address_of_ipv6_is_one() -> None:
    assert Hosts().site("[fe80::1]:8080", "fe80::1") == "http://[fe80::1]:8080"
    assert Hosts().site("[fe80::2]", "fe80::1") is None


def test_a_port_that_is_none_is_no_fault() -> None:
    assert Hosts().refusal(f"localhost:{'1' * 5000}", "http://localhost") is None
