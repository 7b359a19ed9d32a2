"""Looking at games again: files and links, steps and jumps, other moves, fairness, analysis."""

import json
from typing import Any

import pytest

from tests.browser.checks import check_fit, check_sizes, check_whole, check_with_axe, resize
from tests.browser.environment import ROOT, Server
from tests.browser.player import create, play_to_the_end
from tests.browser.test_phone import check_inside

GOLDEN = ROOT / "tests" / "golden"


def open_file(server: Server, opened: Any, name: str, **more: Any) -> Any:
    """A page with a record file opened on it."""
    page = opened(f"{server.address}/replay", **more)
    page.wait_for_selector('[data-library="ready"]')
    page.locator("input[type=file]").set_input_files(GOLDEN / name)
    page.wait_for_selector("[data-viewer]:not([data-positions='0'])")
    return page


def count_of(page: Any) -> int:
    """How many events are shown."""
    return int(page.locator("[data-viewer]").get_attribute("data-count"))


def at(page: Any, count: int) -> None:
    """Wait until so many events are shown, at rest."""
    page.wait_for_selector(f'[data-viewer][data-count="{count}"][data-busy="no"]')


def tried(page: Any, count: int) -> None:
    """Wait until so many events were tried, at rest."""
    page.wait_for_selector(f'[data-branch="{count}"][data-busy="no"]')


def press(page: Any, cell: str) -> None:
    """Go to a cell and press Enter."""
    page.locator(f'.stage [data-cell="{cell}"]').focus()
    page.keyboard.press("Enter")


@pytest.mark.parametrize("name", ["special-taken.json", "special-taken.taupes"])
def test_a_record_step_by_step(server: Server, opened: Any, name: str) -> None:
    page = open_file(server, opened, name)
    at(page, 0)
    page.locator("[data-step-on]").click()
    at(page, 1)
    page.keyboard.press("ArrowRight")
    at(page, 2)
    page.keyboard.press("ArrowLeft")
    at(page, 1)
    page.keyboard.press("Shift+ArrowRight")
    at(page, 2)
    page.keyboard.press("PageDown")
    at(page, 7)
    assert page.locator(".stage .board").get_attribute("data-level") == "1"
    page.keyboard.press("End")
    at(page, 15)
    assert page.locator("[data-step-on]").is_disabled()
    page.locator('[data-line="4"]').click()
    at(page, 4)
    page.locator('[data-board="1"]').click()
    at(page, 7)
    page.locator("[data-event-back]").click()
    at(page, 4)
    assert page.url.endswith("?at=4")
    page.wait_for_selector('[data-analysis="ready"]')
    page.keyboard.press("Home")
    at(page, 0)
    page.clock.install()
    page.clock.pause_at(page.evaluate("() => Date.now() + 10_000"))
    page.locator('[data-play="off"]').click()
    page.wait_for_selector('[data-play="on"]')
    page.clock.run_for(60_000)
    at(page, 15)
    page.wait_for_selector('[data-play="off"]')


def test_a_link_leads_to_a_moment(server: Server, opened: Any) -> None:
    page = open_file(server, opened, "preset-web.json")
    for _ in range(7):
        page.keyboard.press("ArrowRight")
    at(page, 7)
    other = opened(page.url)
    other.wait_for_selector('[data-viewer][data-count="7"]')
    page.goto(f"{server.address}/replay")
    page.wait_for_selector('[data-library="ready"]')
    page.locator("#paste").fill(f"{other.url}")
    page.locator("form .button").click()
    page.wait_for_selector('[data-viewer][data-count="7"]')
    page.goto(f"{server.address}/replay/nothing-of-this-name")
    page.wait_for_selector(".page h1")
    assert page.locator("[data-viewer]").count() == 0


def test_something_that_is_no_record(server: Server, opened: Any) -> None:
    page = opened(f"{server.address}/replay")
    page.wait_for_selector('[data-library="ready"]')
    page.locator("#paste").fill("taupes 1\nnonsense")
    page.locator("form .button").click()
    page.wait_for_selector("[role=alert]")
    assert page.url.endswith("/replay")


def test_other_moves_are_tried(server: Server, opened: Any) -> None:
    page = open_file(server, opened, "special-taken.json")
    page.locator('[data-board="1"]').click()
    at(page, 7)
    page.locator("[data-try]").click()
    tried(page, 0)
    assert [one.get_attribute("data-disc") for one in page.locator("button[data-disc]").all()] == [
        *"1234"
    ]
    page.locator('[data-disc="1"]').click()
    tried(page, 1)
    # From c2 the last hole is one step away, along a dotted path.
    press(page, "0,0")
    page.wait_for_selector("[data-notice]")
    assert "dotted path" in page.locator("[data-notice]").inner_text()
    press(page, "-2,1")
    tried(page, 2)
    assert page.locator(".stage [data-seat]").count() == 2
    page.locator('[data-disc="4"]').click()
    tried(page, 3)
    page.locator("[data-undo]").click()
    tried(page, 2)
    page.locator("[data-undo]").click()
    tried(page, 1)
    page.locator("[data-back]").click()
    at(page, 7)
    assert page.locator("[data-branch]").count() == 0
    page.locator('[data-own="0"]').click()
    tried(page, 1)
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-step-on]")


def test_a_game_of_mine_with_fair_discs(server: Server, opened: Any) -> None:
    page = opened(server.address)
    table = create(page, [{"who": "me", "name": "Ada"}, {"who": "bot", "level": "greedy"}])
    page.goto(f"{server.address}/table/{table}")
    page.locator("[data-start]:enabled").click()
    play_to_the_end(page)
    page.goto(f"{server.address}/replay")
    page.locator(f'[data-record="{table}"]').click()
    page.wait_for_selector('[data-fair="yes"]')
    page.locator('[data-tab="about"]').click()
    assert page.locator("[data-fairness]").get_attribute("data-fairness") == "yes"
    page.keyboard.press("End")
    page.wait_for_selector("[data-step-on]:disabled")


def test_a_game_is_deleted_for_good(server: Server, opened: Any) -> None:
    page = open_file(server, opened, "blocked.json")
    other = opened(page.url)
    other.locator('[data-tab="about"]').click()
    other.wait_for_selector('[data-mine="no"]')
    assert other.locator("[data-delete]").count() == 0
    page.locator('[data-tab="about"]').click()
    page.locator("[data-delete]").click()
    page.locator("[data-delete-yes]").click()
    page.wait_for_selector('[data-library="ready"]')
    assert page.locator("[data-record]").count() == 0
    other.reload()
    other.wait_for_selector(".page h1")
    assert other.locator("[data-viewer]").count() == 0


def test_a_record_without_a_proof(server: Server, opened: Any) -> None:
    page = open_file(server, opened, "shared-points.json")
    page.locator('[data-tab="about"]').click()
    page.wait_for_selector('[data-fairness="none"]')
    assert page.locator("[data-fair]").count() == 0


def analysis_of(record: dict[str, Any]) -> dict[str, Any]:
    """An analysis as the server may give it."""
    events = record["events"]
    moves = [(n, one) for n, one in enumerate(events) if one["type"] == "move"]
    return {
        "positions": [
            {"event": n, "values": [n / len(events), 1 - n / len(events)], "error": 0.02}
            for n in range(len(events) + 1)
        ],
        "turns": [
            {
                "event": n,
                "seat": one["player"],
                "luck": 0.2,
                "loss": 0.15,
                "best": {"type": "move", "from": one["from"], "to": one["to"]},
                "chances": [[{"type": "move", "from": one["from"], "to": one["to"]}, 0.6]],
            }
            for n, one in moves
        ]
        + [{"event": 0, "seat": 0, "level": 0, "luck": 0.0, "loss": 0.0, "chances": []}],
        "luck": [0.2, -0.2],
        "skill": [-0.1, 0.0],
    }


def test_the_analysis(server: Server, opened: Any) -> None:
    record = json.loads((GOLDEN / "special-taken.json").read_text(encoding="utf-8"))
    page = opened(f"{server.address}/replay")
    page.route("**/api/analyse", lambda route: route.fulfill(json=analysis_of(record)))
    page.wait_for_selector('[data-library="ready"]')
    page.locator("input[type=file]").set_input_files(GOLDEN / "special-taken.json")
    page.locator('[data-tab="analysis"]').click()
    page.locator('[data-board="1"]').click()
    page.keyboard.press("ArrowRight")
    at(page, 8)
    best = page.locator("[data-chances] .best button")
    assert "60" in best.inner_text()
    check_with_axe(page)
    check_fit(page)
    # What is only read out makes the page no longer than its window.
    page.wait_for_selector("[data-luck-boards]")
    page.set_viewport_size({"width": 1280, "height": 700})
    check_whole(page)
    best.click()
    tried(page, 1)
    page.locator("[data-back]").click()
    page.locator('[data-tab="log"]').click()
    assert page.locator('[data-line="9"] .note').count() == 2


def test_two_boards_leave_one_after_the_other(server: Server, opened: Any) -> None:
    page = open_file(server, opened, "cascade.json", moving=True)
    page.keyboard.press("End")
    page.wait_for_selector('.board[data-level="2"]')
    while page.locator(".stage .board").get_attribute("data-level") != "0":
        page.keyboard.press("ArrowLeft")
        page.wait_for_selector('[data-viewer][data-busy="no"]')
    page.evaluate(
        """() => {
          window.seen = [];
          const board = document.querySelector('.stage .board');
          const look = ({level, lifting} = board.dataset) => seen.push(`${level} ${lifting}`);
          new MutationObserver(() => look()).observe(board, {attributes: true});
        }"""
    )
    page.keyboard.press("ArrowRight")
    page.wait_for_selector('.board[data-level="2"][data-lifting="no"]')
    seen = list(dict.fromkeys(page.evaluate("seen")))
    lifts = ["0 yes", "1 yes", "1 no", "2 yes", "2 no"]
    assert [one for one in seen if one in lifts] == lifts
    assert page.locator(".board > svg:not(.coming) use[href$=hole]").count()


def test_discs_are_turned_only_where_that_is_told(server: Server, opened: Any) -> None:
    page = open_file(server, opened, "preset-web.json", moving=True)
    page.wait_for_selector('[data-viewer][data-busy="no"]')
    page.evaluate(
        """() => {
          window.turned = 0;
          const look = (all) =>
            (turned += all.filter(({target}) => target.matches('.disc.turns')).length);
          const what = {subtree: true, attributes: true, attributeFilter: ['class']};
          new MutationObserver(look).observe(document.querySelector('.players'), what);
        }"""
    )
    page.locator('[data-board="2"]').click()
    page.wait_for_selector('.board[data-level="2"]')
    page.wait_for_selector('.players [data-disc="1"]')
    assert page.evaluate("turned") == 0
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".players .disc.turns")


def test_the_keyboard_goes_on_where_the_next_board_is_smaller(server: Server, opened: Any) -> None:
    page = open_file(server, opened, "preset-web.json")
    page.wait_for_selector('[data-viewer][data-busy="no"]')
    page.locator('.stage [data-cell="4,0"]').focus()
    page.locator('[data-board="3"]').evaluate("(button) => button.click()")
    page.wait_for_selector('.board[data-level="3"]')
    page.wait_for_selector('.stage [data-cell="0,0"]:focus')
    page.locator('[data-board="0"]').evaluate("(button) => button.click()")
    page.wait_for_selector('.board[data-level="0"]')
    page.wait_for_selector('.stage [data-cell="0,0"]:focus')


def test_replays_fit(server: Server, opened: Any) -> None:
    page = open_file(server, opened, "preset-booklet-pro.json", size="phone")
    page.locator('[data-board="1"]').click()
    check_sizes(page)
    page.locator('[data-tab="about"]').click()
    check_sizes(page)
    page.locator("[data-try]").click()
    tried(page, 0)
    check_sizes(page)
    page.goto(f"{server.address}/replay")
    page.wait_for_selector("[data-record]")
    check_sizes(page)


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "de-DE"])
def test_a_replay_is_seen_whole_on_a_telephone_on_its_side(
    server: Server, opened: Any, locale: str
) -> None:
    page = open_file(server, opened, "preset-web.json", size="phone", locale=locale)
    resize(page, (844, 390))
    page.wait_for_selector('[data-viewer][data-busy="no"]')
    page.locator('[data-tab="about"]').click()
    check_inside(page, ".stage .board, .controls :is(input, select, button), #panel")
    check_whole(page)
    page.locator("[data-try]").click()
    tried(page, 0)
    check_inside(page, ".stage .board, [data-branch], [data-back]")
    check_whole(page)


def test_axe_has_nothing_serious_to_say_of_replays(server: Server, opened: Any) -> None:
    page = open_file(server, opened, "preset-web.json")
    page.locator('[data-board="1"]').click()
    check_with_axe(page)
    page.locator('[data-tab="about"]').click()
    page.locator("[data-try]").click()
    tried(page, 0)
    check_with_axe(page)
    page.goto(f"{server.address}/replay")
    page.wait_for_selector("[data-record]")
    check_with_axe(page)
