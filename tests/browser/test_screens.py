"""Every screen in three languages and all sizes, and what axe says of it."""

import gzip
import re
from typing import Any

import pytest

from tests.browser.checks import (
    LINES,
    LOOKS,
    check_discs,
    check_fit,
    check_whole,
    check_with_axe,
    resize,
    show_all,
    visit,
)
from tests.browser.environment import ROOT, SIZES, Server
from tests.browser.player import FEW, play_to_the_end, wait_for_turn
from tests.browser.tables import ADA, BOB, create

PATHS = {
    "home": ("/", "[data-play]"),
    "bots": ("/new/bots", '[data-setup="ready"]'),
    "together": ("/new/together", '[data-setup="ready"]'),
    "online": ("/new/online", '[data-setup="ready"]'),
    "lobby": ("/lobby", '[data-lobby="ready"]'),
    "library": ("/replay", '[data-library="ready"]'),
    "boards": ("/boards", '[data-gallery="3"]'),
    "companion": ("/companion", '[data-companion][data-busy="no"]'),
    "puzzles": ("/practice", '[data-practice-hub="ready"]'),
    "rush": ("/practice/rush", "[data-start]"),
    "habits": ("/habits", "[data-habits]"),
    "day": ("/day", '[data-day="ready"]'),
    "settings": ("/settings", "[data-setting]"),
    "licences": ("/licences", "[data-licences]"),
}
ELSEWHERE = {"learn": "test_learn", "rules": "test_rules", "table": "test_screens"}
"""Screens that other tests look at, in which module."""
WORDS = {
    "fr-FR": ("fr", "Jouer", "Réglages"),
    "en-GB": ("en", "Play now", "Settings"),
    "de-DE": ("de", "Spielen", "Einstellungen"),
}


def start(page: Any) -> None:
    """A table in play."""
    page.locator("[data-play]").click()
    assert wait_for_turn(page)


def test_no_screen_is_forgotten() -> None:
    text = (ROOT / "web" / "src" / "screens" / "index.ts").read_text("utf-8")
    (lines,) = re.findall(r"const SCREENS[^{]*\{\n(.*?)\n\};", text, re.DOTALL)
    names = re.findall(r"^  '?(\w*)'?: ", lines, re.MULTILINE)
    assert len(names) > 10
    assert set(names) == {path.split("/")[1] for path, _ in PATHS.values()} | {*ELSEWHERE}
    for name in ELSEWHERE.values():
        tests = (ROOT / "tests" / "browser" / f"{name}.py").read_text("utf-8")
        assert re.search(r"\bcheck_(fit|sizes)\(", tests), name


@pytest.mark.parametrize("sizes", [("phone", "small"), ("desktop", "wide")], ids=" and ".join)
def test_screens_fit(server: Server, opened: Any, sizes: tuple[str, str]) -> None:
    page = opened(f"{server.address}/rules", sizes[0])
    page.wait_for_selector("h1")
    for path, sign in PATHS.values():
        visit(page, path, sign)
        show_all(page)
        for size in sizes:
            resize(page, SIZES[size])
            check_fit(page)
    visit(page, *PATHS["home"])
    start(page)
    for size in sizes:
        resize(page, SIZES[size])
        check_fit(page)
        check_whole(page)
    page.locator("[data-view]").click()
    page.wait_for_selector('[data-view="above"]')
    for size in sizes:
        resize(page, SIZES[size])
        check_fit(page)


SMALL = """() => [...document.querySelectorAll(
  'select, textarea, input:not([type=checkbox], [type=radio], [type=range], [type=file])'
)].filter((one) => parseFloat(getComputedStyle(one).fontSize) < 16).map((one) => one.outerHTML)"""
"""Fields to which iOS would come closer as they are touched."""


def test_a_telephone_keeps_its_distance(server: Server, opened: Any) -> None:
    page = opened(f"{server.address}/rules", "phone")
    page.wait_for_selector("h1")
    for path, sign in PATHS.values():
        visit(page, path, sign)
        show_all(page)
        assert page.evaluate(SMALL) == []
    # Neither does a second tap bring it closer.
    assert page.evaluate("getComputedStyle(document.documentElement).touchAction") == "manipulation"


@pytest.mark.parametrize("locale", ["fr-FR", "de-DE"])
def test_screens_fit_in_longer_words(server: Server, opened: Any, locale: str) -> None:
    page = opened(f"{server.address}/rules", "small", locale=locale)
    page.wait_for_selector("h1")
    for path, sign in PATHS.values():
        visit(page, path, sign)
        check_fit(page)
    visit(page, *PATHS["home"])
    start(page)
    check_fit(page)


def test_axe_has_nothing_serious_to_say(server: Server, opened: Any) -> None:
    page = opened(f"{server.address}/rules")
    page.wait_for_selector("h1")
    for path, sign in PATHS.values():
        visit(page, path, sign)
        show_all(page)
        check_with_axe(page)
    visit(page, *PATHS["online"])
    page.locator("[data-create]:enabled").click()
    page.wait_for_selector('[data-full="no"]')
    check_with_axe(page)
    visit(page, *PATHS["home"])
    start(page)
    check_with_axe(page)
    page.locator("header [aria-haspopup=dialog]").click()
    page.wait_for_selector("dialog[open]")
    check_with_axe(page)


def test_axe_has_nothing_serious_to_say_of_the_end(server: Server, opened: Any) -> None:
    table = create(server, [ADA, BOB], start=True, moles=FEW)
    page = opened(table.address, guest=table.guest)
    play_to_the_end(page)
    check_with_axe(page)


@pytest.mark.parametrize("locale", WORDS)
def test_languages(server: Server, opened: Any, locale: str) -> None:
    language, play, title = WORDS[locale]
    page = opened(server.address, locale=locale)
    assert play in page.locator("[data-play]").inner_text()
    page.wait_for_selector(f'html[lang="{language}"]')
    other = "de" if language != "de" else "fr"
    page.locator("header select").select_option(other)
    page.wait_for_selector(f'html[lang="{other}"]')
    page.goto(f"{server.address}/settings")
    page.wait_for_selector(f'html[lang="{other}"]')
    page.locator(f'label[lang="{language}"]').click()
    page.wait_for_selector(f'html[lang="{language}"]')
    assert page.locator("h1").inner_text() == title


@pytest.mark.parametrize("look", LOOKS)
def test_a_look_that_was_chosen_is_kept(server: Server, opened: Any, look: str) -> None:
    page = opened(f"{server.address}/settings", look=look)
    for scheme in LOOKS:
        page.emulate_media(color_scheme=scheme)
        page.reload()
        page.wait_for_selector("[data-setting]")
        assert page.evaluate("() => document.documentElement.dataset.look") == look


def test_strong_contrast_is_as_the_device_wishes_until_somebody_chooses(
    server: Server, opened: Any
) -> None:
    page = opened(None)
    page.emulate_media(contrast="more")
    page.goto(f"{server.address}/settings")
    page.wait_for_selector('html[data-contrast="high"]')
    page.locator("[data-setting=contrast]").click()
    page.wait_for_selector('html[data-contrast="normal"]')
    page.reload()
    page.wait_for_selector('html[data-contrast="normal"]')


def test_little_movement_is_respected(server: Server, opened: Any) -> None:
    for moving in (True, False):
        page = opened(server.address, moving=moving)
        start(page)
        assert page.locator(".stage .board.lively").count() == moving


def is_sent(url: str) -> bool:
    """Whether a server sends it: pictures of moles are made on the device."""
    return "/api/" not in url and not url.startswith("blob:")


def test_the_first_load_is_light(server: Server, opened: Any) -> None:
    page = opened(server.address)
    page.wait_for_selector("[data-play]")
    answers: list[Any] = []
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108
    page.reload()
    start(page)
    page.wait_for_load_state("networkidle")
    files = [one for one in answers if is_sent(one.url) and one.status == 200]
    assert len(files) > 3
    assert sum(len(gzip.compress(one.body())) for one in files) < 200_000


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "de-DE"])
def test_the_first_screen_is_light_in_every_language(
    server: Server, opened: Any, locale: str
) -> None:
    page = opened(server.address, locale=locale)
    page.wait_for_selector("[data-play]")
    answers: list[Any] = []
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108
    page.reload()
    page.wait_for_load_state("networkidle")
    files = [one for one in answers if is_sent(one.url) and one.status == 200]
    assert len(files) > 3
    assert sum(len(gzip.compress(one.body())) for one in files) < 65_000
    # Nothing it says was left for later, and what was comes with the screen that says it.
    nameless = re.compile(r"\b[a-z_]+\.[a-z_]{3,}\b")
    assert not nameless.search(page.locator("main").inner_text())
    page.locator('main a[href="/learn"]').first.click()
    page.wait_for_selector('main h1, main [href^="/learn/"]')
    assert not nameless.search(page.locator("main").inner_text())


@pytest.mark.parametrize("locale", WORDS)
def test_the_headline_stands_in_two_lines(server: Server, opened: Any, locale: str) -> None:
    page = opened(server.address, locale=locale)
    page.wait_for_selector("[data-play]")
    for size in ((320, 568), (390, 844), (844, 390), (768, 1024), (1024, 768), (1440, 900)):
        resize(page, size)
        assert page.locator("h1").evaluate_all(LINES) == [2], size


def test_a_set_up_that_could_not_be_loaded_is_tried_again(server: Server, opened: Any) -> None:
    page = opened(None)
    page.route("**/api/boards", lambda route: route.fulfill(status=503, json={}))
    page.goto(f"{server.address}/new/bots")
    page.get_by_role("alert").wait_for()
    page.unroute("**/api/boards")
    page.locator("[data-create]").click()
    page.wait_for_url("**/table/**")


def test_a_telephone_on_its_side_shows_all_discs(server: Server, opened: Any) -> None:
    table = create(server, [ADA, BOB], start=True, first=0)
    page = opened(table.address, size="phone", guest=table.guest)
    resize(page, (667, 375))
    assert wait_for_turn(page)
    check_discs(page)
    visit(page, "/learn?step=turn", '[data-lesson="turn"][data-busy="no"]')
    check_discs(page)
