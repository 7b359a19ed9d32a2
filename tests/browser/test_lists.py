"""Lists of games: whose turn it is, what waits for whom, and who else wants to play."""

from typing import Any

import pytest

from tests.browser.checks import check_fit, check_sizes, check_with_axe, plain, resize
from tests.browser.environment import Server
from tests.browser.player import act, wait_for_turn
from tests.browser.tables import ADA, OPEN, create, new_guest

PAIR = [ADA, OPEN]
WORDS = {
    "en-GB": ("Your turn", "Ada’s turn"),
    "fr-FR": ("À toi de jouer", "À Ada de jouer"),
    "de-DE": ("Du bist dran", "Ada ist dran"),
}


class Pair:
    """Ada and Bob, who play one game after the other, each on a device of their own."""

    def __init__(self, server: Server, opened: Any, bob: Any = None, **more: Any) -> None:
        self._server = server
        self._guest = new_guest(server)
        self.ada = opened(None, guest=self._guest)
        self.bob = bob or opened(None, **more)

    def begin(self, **setup: Any) -> str:
        """A game that Ada has made, Bob has joined and Ada begins; its id."""
        ada, bob = self.ada, self.bob
        table = create(self._server, PAIR, guest=self._guest, first=0, **setup)
        ada.goto(table.address)
        bob.goto(table.address)
        bob.locator("[data-name]").fill("Bob")
        bob.locator('[data-sit="1"]').click()
        ada.locator("[data-start]:enabled").click()
        bob.wait_for_selector(".table")
        assert wait_for_turn(ada)
        return table.id


def is_titled(page: Any, title: str) -> None:
    page.wait_for_function("(title) => document.title === title", arg=title)


@pytest.mark.parametrize("locale", WORDS)
def test_a_list_says_whose_turn_it_is(server: Server, opened: Any, locale: str) -> None:
    pair = Pair(server, opened, locale=locale)
    ada, bob, table = pair.ada, pair.bob, pair.begin()
    act(ada)
    yours, hers = WORDS[locale]
    bob.goto(server.address)
    line = bob.locator(f'[data-line="{table}"].yours')
    line.wait_for()
    assert yours in line.inner_text()
    bob.goto(f"{server.address}/table/{table}")
    assert wait_for_turn(bob)
    act(bob)
    bob.goto(server.address)
    line = bob.locator(f'[data-line="{table}"]:not(.yours)')
    line.wait_for()
    assert hers in line.inner_text()


def test_what_waits_is_in_sight_on_a_small_screen(server: Server, opened: Any) -> None:
    pair = Pair(server, opened, size="small", locale="de-DE")
    ada, bob, table = pair.ada, pair.bob, pair.begin()
    act(ada)
    resize(bob, (320, 568))
    bob.goto(server.address)
    line = bob.locator(f'[data-line="{table}"].yours')
    line.wait_for()
    box = line.bounding_box()
    assert box["y"] + box["height"] <= 568


def test_the_longer_one_waits_the_more_is_said(server: Server, opened: Any) -> None:
    pair = Pair(server, opened, locale="de-DE")
    ada, bob, table = pair.ada, pair.bob, pair.begin(clock={"kind": "days", "days": 2})
    # For the first second it is two days.
    ada.locator('[data-clock="running"]', has_text="1 day 23 h").wait_for()
    bob.locator('[data-clock="running"]', has_text="1 Tag 23 Std.").wait_for()
    bob.clock.install()
    bob.clock.fast_forward("51:30:00")
    bob.goto(server.address)
    line = bob.locator(f'[data-line="{table}"]')
    assert "Ada ist seit 2 Tagen 3 Std. dran" in plain(line.inner_text())


def test_title_and_badge_count_the_games_that_wait(server: Server, opened: Any) -> None:
    pair = Pair(server, opened)
    ada, bob = pair.ada, pair.bob
    bob.add_init_script(
        "navigator.setAppBadge = async (count) => { window.badge = count; };"
        "navigator.clearAppBadge = async () => { window.badge = 0; };"
    )
    first = pair.begin()
    act(ada)
    second = pair.begin()
    assert wait_for_turn(ada)
    # At the second game it is Ada's turn: the other one waits for Bob, and is one tap away.
    is_titled(bob, "(1) Game · Taupes")
    assert bob.locator("[data-next]").get_attribute("data-next") == first
    check_fit(bob)
    act(ada)
    bob.goto(server.address)
    is_titled(bob, "(2) Taupes")
    bob.wait_for_function("() => window.badge === 2")
    assert bob.locator("[data-line]").first.get_attribute("data-line") == second
    bob.goto(f"{server.address}/table/{second}")
    assert wait_for_turn(bob)
    assert bob.locator("[data-next]").count() == 0
    act(bob)
    bob.locator("[data-next]").click()
    bob.wait_for_url(f"**/table/{first}")
    assert wait_for_turn(bob)


def test_bots_have_time(server: Server, opened: Any) -> None:
    table = create(server, [ADA, {"who": "bot", "level": "pup"}], start=True, first=0)
    ada = opened(server.address, guest=table.guest)
    ada.wait_for_selector(f'[data-line="{table.id}"].yours')
    assert ada.title() == "Taupes"


def test_the_lobby_says_what_is_played_how_fast_and_how_long_they_wait(
    server: Server, opened: Any
) -> None:
    clock = {"kind": "fischer", "seconds": 600, "increment": 10}
    table = create(server, PAIR, boards="quick", preset="web-pro", public=True, clock=clock)
    page = opened(f"{server.address}/lobby")
    line = page.locator(f'[data-line="{table.id}"]')
    text = plain(line.inner_text())
    for words in ("Ada", "The Pro game", "10 min + 10 sec", "1 free seat", "just opened"):
        assert words in text
    check_sizes(page, check_with_axe)
    ada = opened(table.address, guest=table.guest)
    ada.locator("[data-close]").click()
    ada.locator("[data-close-yes]").click()
    ada.wait_for_selector('[data-stage="closed"]')
    line.wait_for(state="detached")


def test_two_who_want_to_play_with_anyone_find_each_other(server: Server, opened: Any) -> None:
    ada = opened(f"{server.address}/lobby", names=["Ada"])
    ada.locator("[data-anyone]").click()
    ada.wait_for_selector("[data-invitation]")
    assert "looking for somebody" in ada.locator("[data-looking]").inner_text()
    # A table whose people have all gone is no place to wait at.
    deserted = create(server, PAIR, boards="classic", public=True)
    bob = opened(f"{server.address}/lobby", names=["Bob"])
    bob.wait_for_selector(f'[data-line="{deserted.id}"]')
    bob.locator("[data-anyone]").click()
    bob.wait_for_selector('[data-seat="1"][data-kind="person"]')
    assert bob.url == ada.url
    ada.wait_for_selector("[data-looking]", state="detached")
    ada.locator("[data-start]:enabled").click()
    bob.wait_for_selector(".table")


def test_who_finds_nobody_at_a_table_looks_on(server: Server, opened: Any) -> None:
    deserted = create(server, PAIR, boards="classic", public=True)
    ada = opened(f"{server.address}/lobby", names=["Ada"])
    ada.locator("[data-anyone]").click()
    ada.wait_for_selector("[data-invitation]")
    assert not ada.url.endswith(deserted.id)


def test_of_two_who_open_a_table_at_once_the_later_goes_to_the_other(
    server: Server, opened: Any
) -> None:
    ada = opened(f"{server.address}/lobby", names=["Ada"])
    ada.locator("[data-anyone]").click()
    ada.wait_for_selector("[data-invitation]")
    bob = opened(f"{server.address}/lobby", names=["Bob"])
    bob.route("**/api/tables?stage=open*", lambda route: route.fulfill(json=[]))
    bob.locator("[data-anyone]").click()
    bob.wait_for_selector("[data-invitation]")
    own = bob.url
    assert own != ada.url
    bob.unroute("**/api/tables?stage=open*")
    bob.wait_for_url(ada.url)
    bob.wait_for_selector('[data-seat="1"][data-kind="person"]')
    page = opened(own)
    page.wait_for_selector('[data-stage="closed"]')
