"""Where strangers may make us send to, and where not."""

import asyncio

import pytest

from taupes.server.push.endpoint import (
    LONGEST,
    BadEndpoint,
    Resolver,
    checked_address,
    is_public,
    parse_endpoint,
)

GOOD = [
    "https://fcm.googleapis.com/fcm/send/abc:def",
    "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://web.push.apple.com/QG?x=1",
    "https://wns2-par02p.notify.windows.com/w/?token=abc",
    "https://fcm.googleapis.com:443/x",
]

BAD = [
    "",
    "nonsense",
    "http://fcm.googleapis.com/x",
    "ftp://fcm.googleapis.com/x",
    "//fcm.googleapis.com/x",
    "https://localhost/x",
    "https://127.0.0.1/x",
    "https://[::1]/x",
    "https://169.254.169.254/latest/meta-data",
    "https://example.org/x",
    "https://fcm.googleapis.com.example.org/x",
    "https://evilfcm.googleapis.com/x",
    "https://notify.windows.com.example.org/x",
    "https://evil-notify.windows.com/x",
    "https://push.apple.com@example.org/x",
    "https://someone@fcm.googleapis.com/x",
    "https://someone:word@fcm.googleapis.com/x",
    "https://@fcm.googleapis.com/x",
    "https://fcm.googleapis.com:8443/x",
    "https://fcm.googleapis.com:22/x",
    "https://fcm.googleapis.com:99999/x",
    "https://fcm.googleapis.com./x",
    "https://fcm.googleapis.com/x#mark",
    "https://fcm.googleapis.com\\@example.org/x",
    "https://fcm.googleapis.com/x y",
    "https://fcm.googleapis.com/x\r\nHost: example.org",
    "https://fcm.googleapis.com/é",
    "https://[fcm.googleapis.com/x",
    "https://fcm.googleapis.com/" + "x" * LONGEST,
]


@pytest.mark.parametrize("endpoint", GOOD)
def test_known_services_are_let_through(endpoint: str) -> None:
    target = parse_endpoint(endpoint)
    assert target.port == 443
    assert target.path.startswith("/")
    assert not target.is_trial


@pytest.mark.parametrize("endpoint", BAD)
def test_others_are_not(endpoint: str) -> None:
    with pytest.raises(BadEndpoint):
        parse_endpoint(endpoint)


def test_a_service_for_tests_is_let_through_where_it_is_named() -> None:
    assert parse_endpoint("http://127.0.0.1:9/x", "http://127.0.0.1:9").is_trial
    for other in ("http://127.0.0.1:10/x", "http://127.0.0.1:9@example.org/x"):
        with pytest.raises(BadEndpoint):
            parse_endpoint(other, "http://127.0.0.1:9")


@pytest.mark.parametrize("address", ["8.8.8.8", "2a00:1450:4001:80b::200a", "::ffff:8.8.8.8"])
def test_addresses_of_the_open_internet(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "100.64.0.1", "169.254.169.254"),
        *("0.0.0.0", "224.0.0.1", "255.255.255.255", "192.0.2.1", "::", "::1", "fe80::1"),  # noqa: S104 - nobody binds it
        *("fe80::1%eth0", "fd00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1"),
        *("2002:7f00:1::1", "64:ff9b::7f00:1", "64:ff9b::a00:1", "2001:db8::1", "no address"),
        *("::127.0.0.1", "::ffff:0:127.0.0.1", "64:ff9b:1::7f00:1", "fec0::1", "5f00::1"),
    ],
)
def test_addresses_that_are_not(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    "answers", [["127.0.0.1"], ["::1"], ["8.8.8.8", "10.0.0.1"], ["169.254.169.254"]]
)
def test_a_name_that_leads_into_a_private_network(answers: list[str]) -> None:
    async def resolve(host: str, port: int) -> list[str]:
        return answers

    with pytest.raises(BadEndpoint):
        asyncio.run(checked_address(parse_endpoint(GOOD[0]), resolve))


def test_a_name_is_looked_up() -> None:
    resolver = Resolver(1)
    assert asyncio.run(resolver("127.0.0.1", 80)) == ["127.0.0.1"]
    resolver.close()
