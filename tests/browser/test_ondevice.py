"""The game on this device: fetched when asked for, if the browser can; games come and go."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.checks import check_fit
from tests.browser.environment import PATIENCE, Server
from tests.browser.folder import Folder, begin, cut_off, go
from tests.browser.player import act, create, play_to_the_end, wait_for_turn

METERED = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } });"
ENGINE_KEPT = """async (patience) => {
  const end = Date.now() + patience;
  while ((await (await caches.open('taupes-engine')).keys()).length < 8) {
    if (Date.now() > end) throw new Error('not kept');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}"""
"""Looks, again and again, until the engine lies on the device, with weights or without."""
STORELESS = "Object.defineProperty(window, 'indexedDB', { value: undefined });"
LACKS = {
    "no WebAssembly": ("delete window.WebAssembly;", "too old"),
    "no unpacking": ("delete window.DecompressionStream;", "too old"),
    "no workers": ("delete window.Worker;", "too old"),
    "no module workers": (
        "window.Worker = class { constructor() { throw new TypeError('no modules here'); } };",
        "too old",
    ),
    "only classic workers": (
        "window.Worker = class extends Worker { constructor(path) { super(path); } };",
        "too old",
    ),
    "no store": (STORELESS, "private"),
    "a forbidden store": (
        "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); };",
        "private",
    ),
}
"""What takes something away from a browser, and a word of what is said then."""


@pytest.fixture
def club(folder: Path, server: Server, tmp_path: Path) -> Iterator[Server]:
    """A server that offers the engine, once the shared one has compiled."""
    own = Server(tmp_path, engine=True)
    own.start()
    yield own
    own.stop()


@pytest.mark.parametrize("lack", LACKS)
def test_a_browser_that_cannot_says_so(host: Folder, opened: Any, lack: str) -> None:
    script, word = LACKS[lack]
    page = opened(host.address)
    page.add_init_script(script)
    page.reload()
    page.locator("[data-play]").click()
    page.wait_for_selector('[data-engine="failed"]')
    assert word in page.locator('[data-engine="failed"]').inner_text()
    assert page.locator("[data-again]").count() == 0
    # What needs no engine works.
    go(page, "/learn")
    page.wait_for_selector(".stage [data-cell]")
    go(page, "/rules")
    page.wait_for_selector("h1")


@pytest.mark.parametrize("size", ["desktop", "phone", "small"])
def test_it_is_fetched_when_it_is_asked_for(host: Folder, opened: Any, size: str) -> None:
    page = opened(host.address, size=size, service_workers="allow")
    fetched: list[str] = []
    page.context.on("request", lambda one: fetched.append(one.url))
    for path, sign in (("/learn", ".stage"), ("/rules", "h1"), ("/replay", "[data-library]")):
        go(page, path)
        page.wait_for_selector(sign)
    go(page, "/")
    page.locator('.more a[href$="/settings"]').click()
    page.wait_for_selector('[data-ondevice="away"]')
    page.wait_for_function("() => document.querySelector('[data-bring]').innerText.includes('MB')")
    check_fit(page)
    assert not [address for address in fetched if address.endswith(".packed")]
    page.locator("[data-bring]").click()
    page.wait_for_selector('[data-ondevice="here"]')
    # It was fetched, and not started.
    assert page.locator("[data-engine=ready], [data-engine=starting]").count() == 0
    check_fit(page)
    page.locator('a[href$="/licences"]').click()
    page.wait_for_selector("[data-licences]")
    check_fit(page)
    cut_off(host, page)
    page.reload()
    page.wait_for_selector("[data-licences]")
    named = page.locator("[data-licences]").inner_text()
    assert all(name in named for name in ("svelte", "pyodide", "python", "msgspec"))
    go(page, "/")
    page.wait_for_selector("[data-play]")
    assert page.locator('.more a[href$="/settings"]').count() == 0
    page.locator("[data-play]").click()
    assert wait_for_turn(page)


def test_without_an_answer_it_can_be_tried_again(host: Folder, opened: Any) -> None:
    page = opened(host.address)
    page.route("**/engine/python-*", lambda route: route.abort())
    go(page, "/settings")
    page.locator("[data-bring]").click()
    page.wait_for_selector('[data-engine="failed"]')
    page.wait_for_selector('[data-ondevice="away"]')
    page.unroute("**/engine/python-*")
    page.locator("[data-bring]").click()
    page.wait_for_selector('[data-ondevice="here"]')


def test_a_table_of_this_device_that_does_not_come_blames_no_server(
    host: Folder, opened: Any
) -> None:
    page = opened(host.address)
    page.clock.install()
    page.route("**/engine/python-*", lambda route: route.abort())
    go(page, "/table/d-nothing")
    page.wait_for_selector('[data-arriving="soon"]')
    page.clock.fast_forward(61_000)
    page.wait_for_selector('[data-arriving="late"]')
    said = page.locator('[data-arriving] [role="alert"]').inner_text()
    assert "this device" in said
    assert "server" not in said


def test_a_line_that_costs_money_is_spared_until_somebody_asks(club: Server, opened: Any) -> None:
    page = opened(club.address)
    page.add_init_script(METERED)
    fetched: list[str] = []
    page.context.on("request", lambda one: fetched.append(one.url))
    page.reload()
    page.locator("[data-play]").click()
    assert wait_for_turn(page)
    page.goto(f"{club.address}/settings")
    assert "saving data" in page.locator('[data-ondevice="away"]').inner_text()
    page.wait_for_function("() => document.querySelector('[data-bring]').innerText.includes('MB')")
    assert not [address for address in fetched if address.endswith(".packed")]
    page.locator("[data-bring]").click()
    page.wait_for_selector('[data-ondevice="here"]')
    page.goto(club.address)
    page.locator("[data-play]").click()
    assert wait_for_turn(page)
    assert "/table/d-" in page.url
    # The next day this browser keeps nothing any more: then the server has the game.
    page.add_init_script(STORELESS)
    page.goto(club.address)
    page.locator("[data-play]").click()
    assert wait_for_turn(page)
    assert "/table/d-" not in page.url


def test_what_bots_judge_by_comes_with_the_game_that_wants_it(host: Folder, opened: Any) -> None:
    page = opened(host.address, service_workers="allow")
    page.add_init_script(METERED)
    fetched: list[str] = []
    page.context.on("request", lambda one: fetched.append(one.url.rpartition("/")[2]))

    def weights() -> set[str]:
        names = {name.rpartition("-")[0] for name in fetched if name.endswith(".packed")}
        return {name for name in names if name.startswith("classic-")}

    begin(page, "bots", "master")  # on boards of one's own
    act(page)
    assert wait_for_turn(page)
    assert weights() == set()
    begin_classic(page, "master")
    act(page)
    assert wait_for_turn(page)
    assert weights() == {"classic-2"}
    # The next one wants others, which cannot be had any more; the bots play all the same.
    host.close()
    begin_classic(page, "burrower", seats=3)
    for _ in range(2):
        act(page)
        assert wait_for_turn(page)
    assert "classic-3" in weights()


def begin_classic(page: Any, level: str, seats: int = 2) -> None:
    """Begin a game on the printed boards."""
    go(page, "/new/bots")
    page.wait_for_selector('[data-setup="ready"]')
    page.locator("input[name=count]").nth(seats - 2).check()
    for select in page.locator("[data-seat] select[data-level]").all():
        select.select_option(level)
    page.locator("[data-create]").click()
    assert wait_for_turn(page)


def test_what_a_game_has_fetched_stays_also_where_it_costs_money(host: Folder, opened: Any) -> None:
    page = opened(host.address, service_workers="allow")
    page.add_init_script(METERED)
    begin(page, "bots", "pup")
    page.evaluate(ENGINE_KEPT, PATIENCE)
    go(page, "/settings")
    page.wait_for_selector('[data-ondevice="here"]')


def test_a_game_goes_to_the_server_and_another_one_comes_back(club: Server, opened: Any) -> None:
    page = opened(club.address, size="phone")
    # A game at the server, a game on the device.
    there = create(page, [{"who": "me"}, {"who": "me"}])
    page.goto(f"{club.address}/table/{there}")
    page.locator("[data-start]:enabled").click()
    play_to_the_end(page)
    page.goto(f"{club.address}/settings")
    page.locator("[data-bring]").click()
    page.wait_for_selector('[data-ondevice="here"]')
    page.goto(club.address)
    begin(page, "together", root=club.address)
    here = page.url.rpartition("/")[2]
    assert here.startswith("d-")
    play_to_the_end(page)
    for game, kept_by, other in ((here, "server", there), (there, "device", here)):
        page.goto(f"{club.address}/replay/{game}")
        page.locator("[data-tab=about]").click()
        page.wait_for_selector(f'[data-elsewhere="{kept_by}"]')
        page.locator("[data-copy]").click()
        copy = page.locator("[data-copied]").get_attribute("data-copied")
        assert copy.startswith("d-") == other.startswith("d-")
        page.locator("[data-copied]").click()
        page.wait_for_selector("[data-viewer]:not([data-positions='0'])")
        page.locator("[data-tab=about]").click()
        page.wait_for_selector('[data-fairness="yes"]')
    page.goto(f"{club.address}/replay")
    page.wait_for_selector('[data-library="ready"]')
    assert page.locator("[data-record]").count() == 4
    assert page.locator("[data-record]:has-text('on this device')").count() == 2
    # Where the server is away, that is said, and may be tried again.
    page.goto(f"{club.address}/replay/{here}")
    page.locator("[data-tab=about]").click()
    page.wait_for_selector("[data-copy]")
    club.stop()
    page.locator("[data-copy]").click()
    page.wait_for_selector('.panel [role="alert"]')
    page.wait_for_selector("[data-copy]")
    # What can be played meanwhile is said where it can.
    assert "play on this device" in page.locator("[data-offline]").inner_text()
