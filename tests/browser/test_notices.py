"""What is said at a table covers nothing one plays with, or decides by."""

from typing import Any

import pytest

from tests.browser.checks import check_fit, plain, resize
from tests.browser.environment import Line, Server
from tests.browser.player import CAN_MOVE, act, play, state, wait_for_turn
from tests.browser.tables import ADA, BOB, OPEN, create
from tests.browser.test_phone import WINDOWS, are_apart, boxes, check_inside
from tests.browser.test_requests import menu, two_at_a_table


def test_a_lost_connection_covers_nothing_one_plays_with(server: Server, opened: Any) -> None:
    line = Line(server.port)
    try:
        seats = [ADA, {"who": "bot", "level": "greedy"}]
        table = create(line, seats, start=True, first=0)
        page = opened(table.address, size="small", guest=table.guest)
        play(page, until=CAN_MOVE)
        line.cut()
        page.wait_for_selector("[data-strip]")
        (strip,) = boxes(page, "[data-strip]")
        assert all(strip["bottom"] <= box["top"] for box in boxes(page, "[data-prompt], .line-up"))
        assert page.locator("[data-offline]").count() == 0
        page.locator("[data-strip] button").click()
        page.wait_for_selector("[data-strip]", state="detached")
        line.mend()
        page.wait_for_selector('.table[data-online="yes"]')
        act(page)
    finally:
        line.close()


@pytest.mark.parametrize("away_after", [None, 120])
def test_without_a_connection_one_knows_when_somebody_else_plays(
    server: Server, opened: Any, away_after: int | None
) -> None:
    line = Line(server.port)
    try:
        table = create(line, [ADA, BOB], start=True, away_after=away_after)
        page = opened(table.address, size="small", guest=table.guest)
        assert wait_for_turn(page)
        line.cut()
        page.wait_for_selector("[data-strip]")
        said = plain(page.locator("[data-strip]").inner_text())
        assert ("After 2 min a stand-in plays for you" in said) == (away_after is not None)
        check_inside(page, "[data-strip]")
    finally:
        line.close()


def test_one_thing_at_a_time_is_said_over_the_board(server: Server, opened: Any) -> None:
    line = Line(server.port)
    try:
        table = create(line, [OPEN, ADA], away_after=120)
        page = opened(table.address, size="small", guest=table.guest)
        bob = opened(f"{server.address}/table/{table.id}")
        bob.locator("[data-name]").fill("Bob")
        bob.locator("[data-welcome] [data-sit]").click()
        page.locator("[data-start]:enabled").click()
        bob.wait_for_selector(".table")
        while not state(bob)["acting"]:
            act(page)
            page.wait_for_selector('.table[data-busy="no"]')
        bob.goto(server.address)
        page.locator("[data-strip] [data-absent]").wait_for()
        line.cut()
        page.locator("[data-strip]").nth(1).wait_for(state="attached")
        said = [one.inner_text() for one in page.locator("[data-strip]").all() if one.is_visible()]
        assert len(said) == 1
        assert "onnection lost" in said[0]
        page.locator("[data-strip] button").first.click()
        page.locator("[data-strip] [data-absent]").wait_for()
    finally:
        line.close()


def test_a_request_covers_neither_discs_nor_board(server: Server, opened: Any) -> None:
    ada, bob = two_at_a_table(server, opened)
    act(ada)
    menu(ada, "undo")
    bob.wait_for_selector('[data-request="undo"]')
    for window in WINDOWS:
        resize(bob, window)
        check_inside(bob, "[data-request]")
        (request,) = boxes(bob, "[data-request]")
        open_to_all = boxes(bob, "[data-player], .hand .disc, .stage [data-cell]")
        assert all(are_apart(request, one) for one in open_to_all)
        check_fit(bob)
    # Who looks at log or chat sees it too.
    resize(bob, (320, 568))
    bob.locator(".side-button").click()
    bob.locator("#tab-chat").click()
    check_inside(bob, "[data-request]")
    bob.locator('[data-answer="no"]').click()
    bob.wait_for_selector("[data-request]", state="detached")
