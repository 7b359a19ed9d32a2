"""Puzzles in the page: shown, solved, missed, rated, against the clock."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.browser.checks import check_fit, check_with_axe, resize
from tests.browser.environment import Server
from tests.browser.player import tap
from tests.browser.test_phone import boxes, check_inside

OPEN = '[data-puzzle][data-stage="open"][data-busy="no"]'


def values_of(page: Any) -> list[Any]:
    """All choices of the puzzle that is shown, best first."""
    puzzle = page.get_attribute("[data-puzzle]", "data-puzzle")
    found: list[Any] = page.evaluate(
        """async (id) => {
             const path = '/api/puzzles/' + id;
             const { legal, position } = await (await fetch(path)).json();
             const choice = legal.some(({ type }) => type === 'draw') ? { type: 'turn' } : legal[0];
             const body = JSON.stringify({ choice });
             return (await (await fetch(path, { method: 'POST', body })).json()).choices;
           }""",
        puzzle,
    )
    return found


def answer(page: Any, place: int) -> None:
    """Answer with the choice at a place of the ranking."""
    page.wait_for_selector(OPEN)
    choice = values_of(page)[place][0]
    if choice["type"] == "move":
        tap(page, ",".join(map(str, choice["from"])))
        tap(page, ",".join(map(str, choice["to"])))
    elif choice["type"] == "place":
        tap(page, ",".join(map(str, choice["cell"])))
    else:
        page.locator(f"[data-{choice['type']}]").click()


def kept(page: Any) -> Any:
    return json.loads(page.evaluate("() => localStorage.getItem('taupes.practice')"))


def test_a_puzzle_is_solved_and_another_missed(server: Server, opened: Any) -> None:
    page = opened(f"{server.address}/")
    page.locator('main a[href$="/practice"]').click()
    page.wait_for_selector('[data-practice-hub="ready"]')
    check_fit(page)
    check_with_axe(page)
    page.locator("[data-fit]").click()
    answer(page, 0)
    page.wait_for_selector('[data-stage="solved"] [data-why]')
    check_with_axe(page)
    rating = int(page.get_attribute("[data-rating]", "data-rating"))
    assert rating > 1500
    page.locator("[data-next]").click()
    answer(page, -1)
    page.wait_for_selector('[data-stage="missed"] [data-why]')
    best = page.locator("[data-why] strong").inner_text()
    assert page.locator("[data-choice='0']").inner_text() in best
    page.locator("[data-choice='0']").click()
    page.wait_for_selector("[data-choice='0'][aria-pressed='true']")
    assert int(page.get_attribute("[data-rating]", "data-rating")) < rating
    assert sorted(kept(page)["tried"].values()) == [False, True]
    # A second answer teaches, and does not count.
    before = kept(page)
    page.locator("[data-again]").click()
    answer(page, 0)
    page.wait_for_selector('[data-stage="solved"]')
    assert kept(page) == before


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "de-DE"])
def test_the_way_on_is_in_sight_on_a_telephone_on_its_side(
    server: Server, opened: Any, locale: str
) -> None:
    page = opened(f"{server.address}/practice", "phone", locale=locale)
    resize(page, (844, 390))
    page.locator("[data-fit]").click()
    answer(page, -1)
    page.wait_for_selector('[data-stage="missed"] [data-why]')
    check_inside(page, "[data-next]")
    (panel,), (way,) = boxes(page, ".panel"), boxes(page, "[data-next]")
    assert way["bottom"] <= panel["bottom"]


def test_how_one_answers_is_said_until_it_is_known(server: Server, opened: Any) -> None:
    page = opened(f"{server.address}/practice", "phone")
    resize(page, (844, 390))
    page.locator("[data-fit]").click()
    page.wait_for_selector(f"{OPEN} [data-how]")
    # The board has the height that the cards beside it leave.
    assert boxes(page, ".stage")[0]["height"] > 290
    check_inside(page, "[data-player], [data-how]")
    tried = {f"puzzle-{number}": True for number in range(5)}
    page.evaluate(
        "(tried) => localStorage.setItem('taupes.practice', JSON.stringify({"
        "...JSON.parse(localStorage.getItem('taupes.practice') ?? '{}'), tried}))",
        tried,
    )
    page.reload()
    page.wait_for_selector(OPEN)
    assert page.locator("[data-how]").count() == 0


def test_the_puzzle_of_the_day_makes_a_streak(server: Server, opened: Any) -> None:
    page = opened(f"{server.address}/practice")
    page.locator('[data-day]:not([data-day=""])').click()
    answer(page, 0)
    page.wait_for_selector('[data-stage="solved"]')
    page.goto(f"{server.address}/practice")
    page.wait_for_selector('[data-practice-hub="ready"]')
    assert page.locator("[data-days]").inner_text() == "1"


def test_three_minutes(server: Server, opened: Any) -> None:
    page = opened(f"{server.address}/practice/rush")
    page.clock.install()
    page.locator("[data-start]").click()
    answer(page, 0)
    page.wait_for_selector("[data-solved='1']")
    page.clock.fast_forward(1_000)
    answer(page, -1)
    page.wait_for_selector('[data-stage="missed"]')
    page.clock.fast_forward(180_000)
    page.wait_for_selector("[data-score='1']")
    assert kept(page)["rush"] == 1
    assert kept(page)["tried"] == {}


def test_a_puzzle_that_is_not_there(server: Server, opened: Any) -> None:
    page = opened(f"{server.address}/practice/nothing")
    page.wait_for_selector('[role="alert"]')
    assert page.locator('[role="alert"]').inner_text() == "There is no such puzzle."


def test_progress_goes_along_in_a_file_and_can_be_forgotten(
    server: Server, opened: Any, tmp_path: Path
) -> None:
    page = opened(f"{server.address}/practice")
    page.locator('[data-day]:not([data-day=""])').click()
    answer(page, 0)
    page.wait_for_selector('[data-stage="solved"]')
    done = kept(page)
    page.goto(f"{server.address}/settings")
    with page.expect_download() as waiting:
        page.locator("[data-own] [data-save]").click()
    path = tmp_path / "taupes.json"
    waiting.value.save_as(path)
    assert json.loads(path.read_text("utf-8"))["device"]["practice"] == done
    page.locator("[data-forget]").click()
    assert kept(page) == done
    page.locator("[data-forget]").click()
    page.locator("[data-own] [role=status]").wait_for()
    assert kept(page)["tried"] == {}
    bad = tmp_path / "bad.json"
    bad.write_text('{"device": {"practice": {"tried": 7}}}', "utf-8")
    page.locator("[data-own] input[type=file]").set_input_files(bad)
    page.locator("[data-own] [role=alert]").wait_for()
    assert kept(page)["tried"] == {}
    page.locator("[data-own] input[type=file]").set_input_files(path)
    page.locator("[data-own] [role=status]").wait_for()
    assert kept(page) == done
    check_with_axe(page)
    page.goto(f"{server.address}/practice")
    page.wait_for_selector('[data-practice-hub="ready"]')
    assert page.locator("[data-days]").inner_text() == "1"


def test_whoever_is_asked_is_marked_in_full_among_three(server: Server, opened: Any) -> None:
    page = opened(server.address, locale="fr-FR")
    puzzle = page.evaluate(
        """async () => {
             const get = async (path) => (await fetch('/api/puzzles' + path)).json();
             for (const { id } of (await get('')).puzzles)
               if ((await get('/' + id)).record.players.length === 3) return id;
           }"""
    )
    page.goto(f"{server.address}/practice/{puzzle}")
    page.wait_for_selector(OPEN)
    wide = "(one) => one.scrollWidth <= one.clientWidth"
    assert page.evaluate(f"() => [...document.querySelectorAll('li .text')].every({wide})")
    box = page.locator("li .you").bounding_box()
    card = page.locator("li:has(.you)").bounding_box()
    assert box["x"] + box["width"] <= card["x"] + card["width"]
