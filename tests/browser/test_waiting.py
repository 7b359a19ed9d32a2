"""The waiting room: who is invited to what, and how the game begins."""

from typing import Any

import pytest

from tests.browser.checks import check_fit, check_with_axe, plain, resize
from tests.browser.environment import SIZES, Server
from tests.browser.tables import ADA, OPEN, create

SEATS = [ADA, OPEN, OPEN]
LISTEN = """() => {
  window.notes = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (at) { window.notes++; start.call(this, at); };
}"""
INVITES = {
    "en-GB": ("Ada invites you to a game", "2 days per turn"),
    "fr-FR": ("Ada t’invite à jouer", "2 jours par tour"),
    "de-DE": ("Ada lädt dich zum Spielen ein", "2 Tage je Zug"),
}


def sit(page: Any, seat: int, name: str) -> None:
    page.locator("[data-name]").fill(name)
    page.locator(f'[data-sit="{seat}"]').click()
    page.wait_for_selector(f'[data-seat="{seat}"][data-kind="person"]')


@pytest.mark.parametrize("sizes", [("phone", "small"), ("desktop", "wide")], ids=" and ".join)
def test_the_main_thing_is_the_invitation(
    server: Server, opened: Any, sizes: tuple[str, str]
) -> None:
    table = create(server, SEATS)
    ada = opened(table.address, sizes[0], guest=table.guest)
    invitation = ada.locator("[data-invitation]")
    invitation.wait_for()
    ada.wait_for_selector(f'[data-qr$="/table/{table.id}"]')
    assert invitation.locator(".main").count() == 1
    assert ada.locator("li .main").count() == 0
    first = ada.locator("[data-invitation] .main, [data-sit]").first
    assert first.get_attribute("data-sit") is None
    for size in sizes:
        resize(ada, SIZES[size])
        check_fit(ada)
        check_with_axe(ada)


@pytest.mark.parametrize("locale", INVITES)
@pytest.mark.parametrize("size", ["small", "desktop"])
def test_a_guest_sees_who_invites_them_to_what(
    server: Server, opened: Any, size: str, locale: str
) -> None:
    table = create(server, SEATS, clock={"kind": "days", "days": 2})
    bob = opened(table.address, size, locale)
    invites, pace = INVITES[locale]
    assert bob.locator("[data-welcome] h2").inner_text() == invites
    assert pace in plain(bob.locator("[data-about]").inner_text())
    assert bob.locator(".button.main").count() == 1
    assert bob.locator('[data-welcome] a[href="/learn"]').count() == 1
    check_fit(bob)
    check_with_axe(bob)
    bob.locator(f'[data-welcome] a[href="/rules/{table.id}"]').click()
    bob.wait_for_url(f"**/rules/{table.id}")
    bob.go_back()
    sit(bob, 1, "Bob")
    assert bob.locator("[data-welcome]").count() == 0
    bob.wait_for_selector("[data-invitation]")


def test_somebody_who_sits_down_is_heard_and_read_on_the_tab(server: Server, opened: Any) -> None:
    table = create(server, SEATS)
    ada = opened(table.address, guest=table.guest, sounds=True)
    ada.evaluate(LISTEN)
    ada.locator("h1").click()
    ada.wait_for_selector('[data-here="1"]')
    bob = opened(table.address)
    sit(bob, 1, "Bob")
    ada.wait_for_function("() => document.title === '● Bob sits down. · Taupes'")
    ada.wait_for_function("() => window.notes > 0")
    assert bob.title() == "The table is set · Taupes"


@pytest.mark.parametrize("size", ["small", "desktop"])
def test_who_is_here_is_said_first(server: Server, opened: Any, size: str) -> None:
    table = create(server, SEATS)
    ada = opened(table.address, size, locale="de-DE", guest=table.guest)
    ada.wait_for_selector('[data-here="1"]')
    bob = opened(table.address, size)
    bob.wait_for_selector("[data-sit]")
    assert bob.locator("[data-here]").count() == 0
    sit(bob, 1, "Bob")
    for page, said in ((ada, "2 von 3 sind da: Ada, Bob."), (bob, "2 of 3 are here: Ada, Bob.")):
        page.wait_for_selector('[data-here="2"]')
        assert page.locator("[data-here]").inner_text() == said
        box = page.locator("[data-here]").bounding_box()
        assert box["y"] + box["height"] <= page.viewport_size["height"]
    # Whoever is invited sees who sits there, then how to invite others; the host invites first.
    order = "() => [...document.querySelectorAll('[data-invitation], [data-seat=\"0\"]')].map("
    order += "(one) => one.matches('[data-seat]'))"
    assert ada.evaluate(order) == [False, True]
    assert bob.evaluate(order) == [True, False]
    check_fit(bob)
    check_with_axe(bob)


def full_table(server: Server, opened: Any) -> tuple[Any, Any]:
    """Ada and Bob at a table that is full, and Ada's clock in our hands."""
    table = create(server, SEATS[:2])
    ada = opened(None, guest=table.guest)
    ada.clock.install()
    ada.goto(table.address)
    ada.wait_for_selector('[data-full="no"]')
    bob = opened(table.address)
    sit(bob, 1, "Bob")
    for page in (ada, bob):
        page.wait_for_selector("[data-countdown]")
    return ada, bob


def test_a_full_table_begins_by_itself(server: Server, opened: Any) -> None:
    ada, bob = full_table(server, opened)
    check_with_axe(ada)
    ada.clock.run_for(12_000)
    for page in (ada, bob):
        page.wait_for_selector(".table")


def test_whoever_made_the_table_can_let_it_wait(server: Server, opened: Any) -> None:
    ada, bob = full_table(server, opened)
    ada.locator("[data-hold]").click()
    ada.wait_for_selector("[data-countdown]", state="detached")
    ada.clock.run_for(30_000)
    assert ada.locator(".table").count() == 0
    assert bob.locator("[data-hold], [data-start], [data-close]").count() == 0
    ada.locator("[data-start]").click()
    bob.wait_for_selector(".table")


def test_nothing_begins_while_somebody_is_away(server: Server, opened: Any) -> None:
    ada, bob = full_table(server, opened)
    bob.goto(server.address)
    ada.wait_for_selector("[data-absent]")
    assert "Bob" in ada.locator("[data-absent]").inner_text()
    assert ada.locator("[data-countdown]").count() == 0
