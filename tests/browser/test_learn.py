"""The tutorial from its first lesson to the practice game, by keyboard, by finger, in words."""

import json
from typing import Any

import pytest

from tests.browser.checks import check_fit, check_whole, check_with_axe, resize
from tests.browser.environment import ROOT, SIZES, Server
from tests.browser.learner import LESSONS, do, learn, ready
from tests.browser.player import act, state, wait_for_turn
from tests.browser.test_buttons import wear

MESSAGES = ROOT / "web" / "src" / "messages"
COACH = ("learn.coach_", "learn.tip_")


def test_the_tutorial_from_start_to_end(server: Server, opened: Any) -> None:
    page = opened(f"{server.address}/learn")
    told = []
    for lesson in LESSONS:
        ready(page, lesson)
        told += learn(page, lesson)
        assert page.locator("[data-praise]").count() == 1
        page.locator("[data-next]").click()
    assert len(told) == 8
    assert told[0].startswith("At the start no mole may be placed in a hole")
    assert any("straight line" in one for one in told)
    assert any("pass over another mole" in one for one in told)
    assert any("stays there as long as" in one for one in told)
    assert any("dotted path" in one for one in told)
    page.wait_for_selector("[data-practice-start]")
    assert page.url.endswith("/learn/practice")


def test_what_is_done_is_seen_in_every_contrast(server: Server, opened: Any) -> None:
    page = opened(f"{server.address}/learn")
    ready(page, "place")
    learn(page, "place")
    steps = page.locator("[role=progressbar] span")
    fillings = "(steps) => steps.map((step) => getComputedStyle(step).backgroundColor)"
    page.emulate_media(forced_colors="active")
    done, *others = steps.evaluate_all(fillings)
    assert len(others) == len(LESSONS) - 1
    assert done not in others
    # Dark lines look alike, whatever their colour: only what is done is filled.
    page.emulate_media(forced_colors="none")
    wear(page, "light contrast")
    done, *others = steps.evaluate_all(fillings)
    assert set(others) == {"rgba(0, 0, 0, 0)"} != {done}


def test_the_practice_game_has_a_coach(server: Server, opened: Any) -> None:
    page = opened(f"{server.address}/learn/practice")
    page.locator("[data-start]").click()
    page.wait_for_selector('[data-coach="place"]')
    page.locator("[data-scatter]").click()
    page.wait_for_selector('.table[data-phase="draw"][data-acting="0"][data-busy="no"]')
    page.wait_for_selector('[data-coach="turn"]')
    assert "disc" in page.locator("[data-coach]").inner_text()
    table = page.evaluate("() => JSON.parse(localStorage.getItem('taupes.learn')).table")
    page.locator("[data-hint]").click()
    page.wait_for_selector('[data-coach="tip"]')
    act(page)
    for _ in range(12):
        assert wait_for_turn(page)
        if state(page)["phase"] == "move" and page.locator(".stage [data-can=move]").count():
            page.locator("[data-hint]").click()
            page.wait_for_selector('[data-notice], [data-coach="tip"]')
            page.keyboard.press("Escape")
            page.wait_for_selector("[data-notice]", state="detached")
        act(page)
    events = state(page)["events"]
    page.reload()
    assert wait_for_turn(page)
    assert int(state(page)["events"]) >= int(events)
    assert page.evaluate("() => JSON.parse(localStorage.getItem('taupes.learn')).table") == table


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "de-DE"])
def test_what_the_coach_says_fits_on_a_small_screen(
    server: Server, opened: Any, locale: str
) -> None:
    page = opened(f"{server.address}/learn/practice", "small", locale=locale)
    page.locator("[data-start]").click()
    page.wait_for_selector('[data-coach="place"]')
    texts = json.loads((MESSAGES / locale[:2] / "learn.json").read_text("utf-8"))
    said = [text for name, text in texts.items() if name.startswith(COACH)]
    assert len(said) > len(COACH)
    cut = page.evaluate(
        """(said) => said.filter((text) => {
             const words = document.querySelector('[data-coach] p');
             words.textContent = text;
             const { scrollHeight, clientHeight } = words.parentElement;
             return scrollHeight > clientHeight;
           })""",
        said,
    )
    assert cut == []


def test_lessons_can_be_left_repeated_and_skipped(server: Server, opened: Any) -> None:
    page = opened(f"{server.address}/learn")
    ready(page, "place")
    page.locator("[data-skip]").click()
    ready(page, "turn")
    learn(page, "turn")
    page.locator("[data-again]").click()
    ready(page, "turn")
    learn(page, "turn")
    page.locator("[data-next]").click()
    ready(page, "straight")
    page.goto(server.address)
    page.goto(f"{server.address}/learn")
    ready(page, "straight")
    assert page.locator('[role="progressbar"]').get_attribute("aria-valuenow") == "1"
    page.locator("[data-back]").click()
    ready(page, "turn")
    page.locator("details summary").click()
    page.locator('details a[href="/learn?step=hole"]').click()
    ready(page, "hole")
    # Allowed, but not what was asked for: said in words, and tried again.
    for what in ("disc:1", "a4"):
        page.wait_for_selector('[data-busy="no"]')
        do(page, what, 3, keys=True)
    ready(page, "hole", "other")
    assert page.locator("[data-notice]").inner_text()
    page.locator("[data-again]").click()
    ready(page, "hole")
    learn(page, "hole")


@pytest.mark.parametrize(("locale", "sentence"), [("fr-FR", "tout droit"), ("de-DE", "gerade")])
def test_wrong_tries_are_explained_in_every_language(
    server: Server, opened: Any, locale: str, sentence: str
) -> None:
    page = opened(f"{server.address}/learn?step=straight", locale=locale)
    ready(page, "straight")
    (told,) = learn(page, "straight")
    assert sentence in told


@pytest.mark.parametrize("size", SIZES)
def test_lessons_fit_and_can_be_touched(server: Server, opened: Any, size: str) -> None:
    page = opened(f"{server.address}/learn?step=jump", size=size)
    ready(page, "jump")
    check_fit(page)
    learn(page, "jump", keys=False)
    check_fit(page)
    page.goto(f"{server.address}/learn/practice")
    page.wait_for_selector("[data-start]")
    check_fit(page)
    page.locator("[data-start]").click()
    page.wait_for_selector('[data-coach="place"]')
    check_fit(page)


@pytest.mark.parametrize("locale", ["fr-FR", "de-DE"])
def test_lessons_fit_in_longer_words(server: Server, opened: Any, locale: str) -> None:
    page = opened(f"{server.address}/learn?step=jump", "small", locale=locale)
    ready(page, "jump")
    check_fit(page)


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "de-DE"])
def test_lessons_are_seen_whole_on_a_telephone_on_its_side(
    server: Server, opened: Any, locale: str
) -> None:
    page = opened(f"{server.address}/learn", "phone", locale=locale)
    resize(page, (844, 390))
    for lesson in LESSONS:
        ready(page, lesson)
        check_whole(page)
        page.locator("[data-skip]").click()


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "de-DE"])
def test_lessons_are_seen_whole_on_a_small_telephone(
    server: Server, opened: Any, locale: str
) -> None:
    page = opened(f"{server.address}/learn", "small", locale=locale)
    resize(page, (320, 568))
    for lesson in LESSONS:
        ready(page, lesson)
        check_whole(page)
        learn(page, lesson)
        check_whole(page)
        page.locator("[data-next]").click()


def test_the_board_stays_where_it_is_when_a_lesson_is_done(server: Server, opened: Any) -> None:
    page = opened(f"{server.address}/learn?step=jump", "phone")
    ready(page, "jump")
    before = page.locator(".stage .board").bounding_box()
    learn(page, "jump")
    assert page.locator(".stage .board").bounding_box() == before


def test_axe_has_nothing_serious_to_say_of_lessons(server: Server, opened: Any) -> None:
    page = opened(f"{server.address}/learn?step=hole")
    ready(page, "hole")
    check_with_axe(page)
    learn(page, "hole")
    page.locator("details summary").click()
    check_with_axe(page)
    page.goto(f"{server.address}/learn/practice")
    page.locator("[data-start]").click()
    page.wait_for_selector('[data-coach="place"]')
    check_with_axe(page)
