"""Whole games on the page, in every way one can play."""

import json
import re
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from tests.browser.checks import check_whole
from tests.browser.environment import Line, Server
from tests.browser.player import (
    CAN_CHOOSE,
    CAN_MOVE,
    IN_PLAY,
    act,
    begin,
    cells,
    play,
    play_to_the_end,
    played,
    state,
    tap,
    wait_for_turn,
)
from tests.browser.tables import ADA, BOB, OPEN, create


def result_of(server: Server, page: Any) -> dict[str, Any]:
    """The record's result of the table on the page."""
    table = re.search(r"/table/([^/?]+)", page.url)
    assert table
    with urlopen(f"{server.address}/api/records/{table[1]}") as answer:  # noqa: S310
        result: dict[str, Any] = json.load(answer)["result"]
    return result


def choose_boards(page: Any, name: str) -> None:
    """Choose a board set on the set-up screen."""
    page.locator("details[data-part=boards]").evaluate("(one) => (one.open = true)")
    page.locator(f'[name=boards][value="{name}"]').check()


def test_a_game_against_bots_to_the_shovel(server: Server, opened: Any) -> None:
    page = opened(server.address)
    page.locator("[data-play]").click()
    assert wait_for_turn(page)
    assert state(page)["phase"] == "place"
    play_to_the_end(page)
    check_whole(page)
    finish = page.locator("[data-finish]")
    result = result_of(server, page)
    assert finish.get_attribute("data-finish") == result["reason"]
    assert finish.get_attribute("data-winners") == ",".join(map(str, result["winners"]))
    page.locator("[data-rematch]").click()
    page.wait_for_selector("[data-start]:enabled, .table")


def test_pass_and_play_with_four_by_keyboard(server: Server, opened: Any) -> None:
    page = opened(f"{server.address}/new/together")
    page.wait_for_selector('[data-setup="ready"]')
    page.get_by_label("4", exact=True).check(force=True)
    for number, name in enumerate(("Ada", "Bob", "Cléo", "Dirk"), 1):
        page.get_by_label(f"Name of player {number}").fill(name)
    choose_boards(page, "quick")
    page.locator("[data-create]").click()
    assert wait_for_turn(page)
    for name in ("Ada", "Bob", "Cléo", "Dirk"):
        assert page.locator(".around").get_by_text(name, exact=True).count() == 1
    seats = set()
    for _ in range(4 * 6 + 4 * 2 + 4 * 2):  # all moles, then two turns of everybody
        assert wait_for_turn(page)
        seats.add(state(page)["acting"])
        act(page, keys=True)
    assert seats == {"0", "1", "2", "3"}
    assert state(page)["phase"] != "place"
    play(page, until='.stage .board[data-level="1"]')
    assert state(page)["level"] == "1"


def test_two_browsers_with_a_cut_and_a_restart(opened: Any, tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    line = Line(server.port)
    try:
        table = create(server, [ADA, OPEN], first=0)
        ada = opened(table.address, guest=table.guest)
        ada.wait_for_selector('[data-full="no"]')
        bob = opened(f"{line.address}/table/{table.id}", size="phone", locale="fr-FR")
        bob.locator("[data-name]").fill("Bob")
        bob.locator('[data-sit="1"]').click()
        ada.locator("[data-start]:enabled").click()
        both = (ada, bob)
        _play_together(both, until=IN_PLAY)

        line.cut()
        bob.wait_for_selector('.table[data-online="no"]')
        assert play(ada, until='.table[data-acting=""]') > 0
        line.mend()
        bob.wait_for_selector(f'.table[data-online="yes"][data-events="{state(ada)["events"]}"]')

        server.stop()
        for page in both:
            page.wait_for_selector('.table[data-online="no"]')
        server.start()
        for page in both:
            page.wait_for_selector('.table[data-online="yes"]')
        _play_together(both)
        for page in both:
            page.wait_for_selector("[data-finish]")
        assert result_of(server, ada) == result_of(server, bob)
    finally:
        line.close()
        server.stop()


def _play_together(pages: tuple[Any, Any], until: str | None = None) -> None:
    """Let whoever is to act do so, until all see a selector or the end."""
    for page in pages:
        begin(page, until)
    for page in pages:
        played(page)


def test_help_explains_and_looks_back(server: Server, opened: Any) -> None:
    page = opened(server.address, locale="fr-FR")
    page.locator("[data-play]").click()
    assert wait_for_turn(page)
    hole = page.locator('.stage [data-kind="hole"]').first.get_attribute("data-cell")
    tap(page, hole)
    assert "trou" in page.locator("[data-notice]").inner_text()
    play(page, until=IN_PLAY)
    act(page)
    events = state(page)["events"]
    page.locator('[data-log="3"]').click()
    page.wait_for_selector('.table[data-shown="3"]')
    assert page.locator(".stage [data-mole]").count() == 3
    assert cells(page, "move") == []
    page.locator("[data-present]").click()
    page.wait_for_selector(f'.table[data-shown="{events}"]')


def test_a_hole_shows_what_lies_under_it(server: Server, opened: Any) -> None:
    page = opened(server.address)
    page.locator("[data-play]").click()
    assert wait_for_turn(page)
    box = page.locator('.stage [data-kind="hole"]').first.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert "The red earth" in page.locator("[data-lens]").inner_text()


def test_a_hint_shows_the_best_move(server: Server, opened: Any) -> None:
    page = opened(server.address)
    page.locator("[data-play]").click()
    play(page, until=CAN_CHOOSE)
    page.locator('[data-hint="ready"]').click()
    page.wait_for_selector('[data-hint="given"]')
    advised = page.locator(".stage [data-advised]").get_attribute("data-advised")
    mole, target = advised.split("/")
    assert mole in cells(page, "move")
    assert target in cells(page, "target")
    assert re.search(r"\d+%", page.locator("[data-notice]").inner_text())
    events = state(page)["events"]
    tap(page, target)
    page.wait_for_selector(f'.table:not([data-events="{events}"])')
    assert page.locator("[data-advised]").count() == 0


def test_hints_are_for_tables_that_allow_them(server: Server, opened: Any) -> None:
    for allowed in (False, True):
        table = create(server, [ADA, OPEN], first=0, hints=allowed)
        ada = opened(table.address, guest=table.guest)
        bob = opened(table.address)
        bob.locator('[data-sit="1"]').click()
        ada.locator("[data-start]:enabled").click()
        assert wait_for_turn(ada)
        assert ada.locator("[data-hint]").count() == allowed


@pytest.mark.parametrize("view", ["tilted", "above"])
def test_a_finger_need_not_be_exact(server: Server, opened: Any, view: str) -> None:
    table = create(server, [ADA, BOB], start=True)
    page = opened(table.address, size="small", guest=table.guest, view=view)
    play(page, until=CAN_MOVE)
    # Beside a mole that can move, away from all others that can: 20 pixels off still mean it.
    aims = page.evaluate(
        """() => {
             const middle = (one) => {
               const box = one.getBoundingClientRect();
               return [box.x + box.width / 2, box.y + box.height / 2];
             };
             const movers = [...document.querySelectorAll('.stage [data-can=move]')];
             const found = [];
             for (const one of movers) {
               const [x, y] = middle(one);
               for (let turn = 0; turn < 8; turn++) {
                 const px = x + 20 * Math.cos(turn * Math.PI / 4);
                 const py = y + 20 * Math.sin(turn * Math.PI / 4);
                 const near = (other) => Math.hypot(middle(other)[0] - px, middle(other)[1] - py);
                 if (movers.every((other) => other === one || near(other) > 60))
                   found.push([one.dataset.cell, px, py]);
               }
             }
             return found;
           }"""
    )
    assert aims
    for cell, x, y in aims:
        page.touchscreen.tap(x, y)
        page.wait_for_function(
            "(cell) => document.querySelector(`.stage [data-cell='${cell}']`)"
            ".ariaLabel.includes('chosen')",
            arg=cell,
        )
        page.keyboard.press("Escape")


def test_placements_and_moves_can_be_confirmed(server: Server, opened: Any) -> None:
    page = opened(server.address, confirm=True)
    page.locator("[data-play]").click()
    assert wait_for_turn(page)
    events, free = state(page)["events"], cells(page, "target")
    tap(page, free[0])
    page.wait_for_selector("[data-act=confirm]")
    # Another cell is another wish, and the same once more means it.
    tap(page, free[1])
    page.wait_for_selector("[data-act=confirm]")
    assert state(page)["events"] == events
    tap(page, free[1])
    page.wait_for_selector(f'.table:not([data-events="{events}"])')
    play(page, until=CAN_MOVE)
    events = state(page)["events"]
    tap(page, cells(page, "move")[0])
    page.wait_for_selector('.stage [data-can="target"]')
    tap(page, cells(page, "target")[0])
    page.wait_for_selector("[data-act=confirm]")
    assert state(page)["events"] == events
    page.locator("[data-act=confirm]").click()
    page.wait_for_selector(f'.table:not([data-events="{events}"])')


def test_a_closed_laptop_finds_everything_again(server: Server, opened: Any) -> None:
    page = opened(server.address)
    page.locator("[data-play]").click()
    for _ in range(3):
        assert wait_for_turn(page)
        act(page)
    assert wait_for_turn(page)
    before = state(page)
    box = page.locator(".stage .board").bounding_box()
    page.mouse.move(box["x"] + 40, box["y"] + 30)
    page.mouse.down()
    page.mouse.move(box["x"] + 140, box["y"] + 10, steps=4)
    page.mouse.up()
    page.wait_for_function("() => JSON.parse(localStorage['taupes.settings']).turn !== 0")
    kept = page.evaluate("() => localStorage['taupes.settings']")
    page.reload()
    assert wait_for_turn(page)
    after = state(page)
    assert [after[name] for name in ("events", "acting", "phase")] == [
        before[name] for name in ("events", "acting", "phase")
    ]
    assert page.evaluate("() => localStorage['taupes.settings']") == kept
    page.goto(server.address)
    page.locator('a[href^="/table/"]').first.wait_for()
    assert page.locator('a[href^="/table/"]').count() == 1


def test_people_talk_and_others_watch(server: Server, opened: Any) -> None:
    table = create(server, [ADA, OPEN])
    ada = opened(table.address, guest=table.guest)
    bob = opened(table.address, locale="de-DE")
    bob.locator('[data-sit="1"]').click()
    ada.locator("[data-start]:enabled").click()
    eve = opened(table.address, locale="fr-FR")
    eve.wait_for_selector('.table[data-acting=""]')
    ada.wait_for_selector(".watchers")
    for page in (ada, bob, eve):
        page.locator("#tab-chat").click()
    ada.get_by_label("Your message").fill("<b>Hi</b> Bob")
    ada.keyboard.press("Enter")
    bob.locator(".chat").get_by_text("<b>Hi</b> Bob").wait_for()
    bob.get_by_label("Fertige Sätze").select_option("good_luck")
    eve.locator(".chat").get_by_text("Bonne chance").wait_for()
    assert eve.get_by_label("Ton message").count() == 0
