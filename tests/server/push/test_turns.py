"""Turns over days, told by a real server to a push service of our own, which reads what arrives."""

import asyncio
import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.server.client import Client
from tests.server.hall.test_live import finish, new_table, seated_pair
from tests.server.process import PATIENCE, ServerProcess
from tests.server.push.service import Browser, PushService, floods, hangs, says

Serve = Callable[..., ServerProcess]
DAYS = {"kind": "days", "days": 2}


def pushing(service: PushService, **limits: float) -> list[str]:
    """Options of a server that tells people of their turns, soon."""
    options = ["--push-contact", "ada@club.example", "--push-service", service.origin]
    for name, value in {"push_after_seconds": 0.0, **limits}.items():
        options += ["--limit", f"{name}={value}"]
    return options


def subscribe(server: ServerProcess, client: Client, browser: Browser, **more: Any) -> str:
    status, data = server.request("PUT", "/api/me/push", browser.wish(**more), client.token)
    assert status == 200, data
    return str(data["device"])


def until_counted(server: ServerProcess, receipt: str) -> None:
    """Wait until one answer is counted: it is read a moment after the message came."""
    end = time.monotonic() + PATIENCE
    while (found := server.figure(f'pushes_total{{receipt="{receipt}"}}')) != 1:
        assert time.monotonic() < end, f"{found} counted as {receipt}"
        time.sleep(0.02)


async def play_until(mover: Client, other: Client, seed: int = 1) -> None:
    """Let somebody act until it is the other's turn."""
    while other.wants_to_act() is None:
        await mover.until(
            lambda: mover.wants_to_act() is not None or other.wants_to_act() is not None
        )
        if mover.wants_to_act() is not None:
            await mover.play(Random(seed), 1)
        await other.until(lambda: other.view["number"] == mover.view["number"])


def test_a_turn_is_told_sealed_signed_and_without_secrets(
    database: str, serve: Serve, service: PushService
) -> None:
    server = serve(database, *pushing(service))
    key = server.get("/api/push")[1]["key"]
    browser = service.browser("bob")

    async def run() -> str:
        ada, bob = await seated_pair(server, clock=DAYS, boards="quick", first=0)
        subscribe(server, bob, browser, language="fr")
        await ada.do("say", seat=0, text="hush, a secret")
        await play_until(ada, bob)
        await asyncio.to_thread(service.wait, "bob")
        await finish(ada, bob)
        return ada.table

    table = asyncio.run(run())
    (message,) = service.at("bob")
    assert message.read(browser) == {
        "table": table,
        "title": "À toi de jouer",
        "body": "Contre Ada",
        "waiting": 1,
    }
    claims = message.claims(key, service.origin)
    assert claims["sub"] == "mailto:ada@club.example"
    assert message.headers["content-encoding"] == "aes128gcm"
    assert 0 < int(message.headers["ttl"]) <= 2 * 24 * 3600
    assert b"Ada" not in message.body
    assert table not in message.headers["topic"]
    until_counted(server, "delivered")
    assert server.get("/api/ready")[1]["push"] is True


def test_the_key_outlives_the_server(database: str, serve: Serve, service: PushService) -> None:
    first = serve(database, *pushing(service))
    key = first.get("/api/push")[1]["key"]
    assert key
    first.stop()
    second = serve(database, *pushing(service))
    assert second.get("/api/push")[1]["key"] == key


def test_a_turn_that_nobody_was_told_of_is_told_after_a_crash(
    database: str, serve: Serve, service: PushService
) -> None:
    first = serve(database, *pushing(service, push_after_seconds=2))

    async def run() -> None:
        ada, bob = await seated_pair(first, clock=DAYS, boards="quick", first=0)
        subscribe(first, bob, service.browser("bob"))
        await play_until(ada, bob)
        first.kill()
        await finish(ada, bob)

    asyncio.run(run())
    assert service.arrived == []
    serve(database, *pushing(service))
    assert len(service.wait("bob")) == 1


def test_two_processes_tell_once(postgres: Any, serve: Serve, service: PushService) -> None:
    address = postgres.new_database()
    servers = [serve(address, *pushing(service)) for _ in range(2)]

    async def run() -> None:
        ada, bob = await seated_pair(servers[0], clock=DAYS, boards="quick", first=0)
        subscribe(servers[1], bob, service.browser("bob"))
        subscribe(servers[0], ada, service.browser("ada"))
        for count in range(1, 4):
            await play_until(ada, bob)
            await asyncio.to_thread(service.wait, "bob", count)
            await play_until(bob, ada)
            await asyncio.to_thread(service.wait, "ada", count)
        await finish(ada, bob)

    asyncio.run(run())
    assert (len(service.at("ada")), len(service.at("bob"))) == (3, 3)
    assert len({message.headers["topic"] for message in service.arrived}) == 1


@pytest.mark.parametrize("answer", [hangs, floods, says(503)], ids=["hangs", "floods", "fails"])
def test_a_service_that_hangs_slows_no_move(
    database: str, serve: Serve, service: PushService, answer: Callable[[Any], None]
) -> None:
    # Every push may take longer than the test: a move that waited for one would never be made.
    server = serve(database, *pushing(service, push_seconds=3600, pushes_at_once=1))
    service.answers = {"ada": answer, "bob": answer}

    async def run() -> None:
        ada, bob = await seated_pair(server, clock=DAYS, boards="quick", first=0)
        for client, name in ((ada, "ada"), (bob, "bob")):
            subscribe(server, client, service.browser(name))
        await play_until(ada, bob)
        await asyncio.to_thread(service.wait, "bob")
        await asyncio.gather(ada.play(Random(1)), bob.play(Random(2)))
        assert ada.is_over()
        assert server.get("/api/ready")[0] == 200
        await finish(ada, bob)

    asyncio.run(run())
    assert server.stop() in (0, -15)


def test_a_subscription_that_has_expired_is_dropped(
    database: str, serve: Serve, service: PushService
) -> None:
    server = serve(database, *pushing(service))
    service.answers["bob"] = says(410)

    async def run() -> str:
        ada, bob = await seated_pair(server, clock=DAYS, boards="quick", first=0)
        subscribe(server, bob, service.browser("bob"))
        await play_until(ada, bob)
        await asyncio.to_thread(service.wait, "bob")
        while server.get("/api/me/export", bob.token)[1]["push"]["devices"]:
            await asyncio.sleep(0.01)
        await finish(ada, bob)
        return str(bob.token)

    asyncio.run(run())
    until_counted(server, "gone")


def test_a_redirect_leads_nowhere(server_file: str, serve: Serve, service: PushService) -> None:
    server = serve(server_file, *pushing(service))
    service.answers["bob"] = says(307, Location=f"{service.origin}/there")

    async def run() -> None:
        ada, bob = await seated_pair(server, clock=DAYS, boards="quick", first=0)
        subscribe(server, bob, service.browser("bob"))
        await play_until(ada, bob)
        await asyncio.to_thread(service.wait, "bob")
        while not server.figure('pushes_total{receipt="refused"}'):
            await asyncio.sleep(0.01)
        await finish(ada, bob)

    asyncio.run(run())
    assert service.at("there") == []


def test_only_tables_over_days_call_and_only_people_who_are_waited_for(
    database: str, serve: Serve, service: PushService
) -> None:
    server = serve(database, *pushing(service))

    async def run() -> None:
        quick = await seated_pair(server, boards="quick", first=0)
        slow = await seated_pair(server, clock=DAYS, boards="quick", first=0)
        for name, client in (("quick", quick[1]), ("slow", slow[1])):
            subscribe(server, client, service.browser(name))
        seats = [{"who": "me", "name": "Cy"}, {"who": "bot", "level": "greedy"}]
        table, token = new_table(server, seats, start=True, clock=DAYS, boards="quick")
        cy = await Client(server.socket, token).connect()
        subscribe(server, cy, service.browser("alone"))
        await cy.join(table)
        await cy.until(lambda: cy.wants_to_act() is not None)
        await play_until(*quick)
        await play_until(*slow)
        await asyncio.to_thread(service.wait, "slow")
        await finish(*quick, *slow, cy)

    asyncio.run(run())
    assert service.at("quick") == service.at("alone") == []


def test_whoever_looks_at_the_table_is_not_told(
    database: str, serve: Serve, service: PushService
) -> None:
    server = serve(database, *pushing(service, push_after_seconds=1.5))

    async def run() -> None:
        pairs = [await seated_pair(server, clock=DAYS, boards="quick", first=0) for _ in range(2)]
        for (ada, bob), name in zip(pairs, ("looks", "away"), strict=True):
            subscribe(server, bob, service.browser(name))
            await play_until(ada, bob)
            await bob.close()
        looking = pairs[0][1]
        again = await Client(server.socket, looking.token).connect()
        await again.join(looking.table)
        await asyncio.to_thread(service.wait, "away")
        await finish(again, pairs[0][0], pairs[1][0])

    asyncio.run(run())
    assert service.at("looks") == []


def test_a_muted_table_is_silent_and_another_is_not(
    database: str, serve: Serve, service: PushService
) -> None:
    server = serve(database, *pushing(service))

    async def run() -> None:
        ada, bob = await seated_pair(server, clock=DAYS, boards="quick", first=0)
        subscribe(server, bob, service.browser("bob"))
        path = f"/api/tables/{ada.table}/push"
        assert server.get(path, bob.token)[1] == {"muted": False}
        assert server.request("PUT", path, {"muted": True}, bob.token) == (200, {"muted": True})
        assert server.get(path, bob.token)[1] == {"muted": True}
        assert server.get(path, ada.token)[1] == {"muted": False}
        assert server.request("PUT", path, {"muted": True}, server.guest())[0] == 403
        assert server.request("PUT", path, {"muted": "yes"}, bob.token)[0] == 422
        await play_until(ada, bob)
        await play_until(bob, ada)
        assert server.request("PUT", path, {"muted": False}, bob.token)[0] == 200
        await play_until(ada, bob)
        (message,) = await asyncio.to_thread(service.wait, "bob")
        assert message
        await finish(ada, bob)

    asyncio.run(run())


def test_what_is_kept_is_handed_out_and_deleted(
    database: str, serve: Serve, service: PushService
) -> None:
    server = serve(database, *pushing(service))
    browser = service.browser("bob")
    quiet = {"zone": "Europe/Paris", "begins": 1320, "ends": 480}

    async def run() -> None:
        ada, bob = await seated_pair(server, clock=DAYS, boards="quick", first=0)
        device = subscribe(server, bob, browser, quiet=quiet, language="de")
        server.request("PUT", f"/api/tables/{ada.table}/push", {"muted": True}, bob.token)
        kept = server.get("/api/me/export", bob.token)[1]["push"]
        (one,) = kept["devices"]
        assert one | {"at": 0} == browser.wish(language="de") | {"at": 0}
        assert (kept["quiet"], kept["muted"]) == (quiet, [ada.table])
        # Somebody else's device is not one's own to forget.
        assert server.request("DELETE", f"/api/me/push/{device}", token=ada.token)[0] == 200
        assert server.get("/api/me/export", bob.token)[1]["push"] == kept
        assert server.request("DELETE", f"/api/me/push/{device}", token=bob.token)[0] == 200
        assert server.get("/api/me/export", bob.token)[1]["push"]["devices"] == []
        subscribe(server, bob, browser)
        assert server.request("DELETE", "/api/me", token=bob.token)[0] == 200
        assert server.request("PUT", "/api/me/push", browser.wish(), bob.token)[0] == 401
        subscribe(server, ada, service.browser("ada"))
        await finish(ada, bob)

    asyncio.run(run())
    assert service.arrived == []


@pytest.fixture
def server_file(tmp_path: Any) -> str:
    return f"sqlite:///{tmp_path / 'taupes.sqlite'}"


def test_bad_subscriptions_are_refused(
    server_file: str, serve: Serve, service: PushService
) -> None:
    server = serve(server_file, *pushing(service))
    token, good = server.guest(), service.browser("bob").wish()
    quiet = {"zone": "Europe/Paris", "begins": 0, "ends": 1}
    for change in (
        {"endpoint": "http://127.0.0.1/x"},
        {"endpoint": "https://localhost/x"},
        {"endpoint": "https://user@fcm.googleapis.com/x"},
        {"endpoint": "https://fcm.googleapis.com:8080/x"},
        {"endpoint": "https://fcm.googleapis.com/" + "x" * 2_000},
        {"endpoint": 7},
        {"key": "x"},
        {"key": "A" * 87},
        {"auth": "x"},
        {"language": "it"},
        {"quiet": quiet | {"zone": "Nowhere"}},
        {"quiet": quiet | {"zone": "../../etc/passwd"}},
        {"quiet": quiet | {"begins": 1440}},
        {"quiet": quiet | {"ends": -1}},
    ):
        status, data = server.request("PUT", "/api/me/push", good | change, token)
        assert status == 422, (change, data)
        assert data["sentence"]
    assert server.request("PUT", "/api/me/push", good)[0] == 401
    assert server.request("PUT", "/api/me/push", b"{", token)[0] == 422
    assert server.get("/api/me/export", token)[1]["push"]["devices"] == []
    for _ in range(3):
        assert server.request("PUT", "/api/me/push", good, token)[0] == 200
    # Whoever knows the address of a device alone is told that it is not theirs.
    taken = service.browser("bob").wish()
    assert server.request("PUT", "/api/me/push", taken, server.guest())[0] == 422
    assert len(server.get("/api/me/export", token)[1]["push"]["devices"]) == 1


def test_without_a_contact_nobody_is_told(server: ServerProcess, service: PushService) -> None:
    assert server.get("/api/push") == (200, {"key": None})
    wish = Browser("https://fcm.googleapis.com/x").wish()
    status, data = server.request("PUT", "/api/me/push", wish, server.guest())
    assert (status, data["code"]) == (404, "no_push")
    assert server.get("/api/ready")[1]["push"] is True
