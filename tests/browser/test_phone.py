"""Four at a table on every size of screen: all that lies open is to be seen, nothing is cut off."""

from typing import Any

import pytest

from tests.browser.checks import resize
from tests.browser.environment import Server
from tests.browser.player import (
    CAN_CHOOSE,
    CAN_MOVE,
    act,
    cells,
    play,
    play_to_the_end,
    tap,
    wait_for_turn,
)
from tests.browser.tables import ADA, BOB, create

WINDOWS = [(320, 568), (390, 844), (768, 1024), (1024, 768), (1440, 900), (844, 390)]
LEGIBLE = 15
"""Pixels across a small disc, at the least: its number is two thirds as high."""


def table_of(server: Server, opened: Any, people: int = 4, **settings: Any) -> Any:
    """Ada against bots on a telephone, before the first mole."""
    bots = [
        {"who": "bot", "level": "greedy", "name": name} for name in ("Bartholomew", "Cy", "Dot")
    ]
    table = create(server, [ADA, *bots[: people - 1]], start=True, first=0)
    page = opened(table.address, size="phone", guest=table.guest, **settings)
    assert wait_for_turn(page)
    return page


def boxes(page: Any, selector: str) -> list[dict[str, float]]:
    """Where everything is that fits a selector and can be seen."""
    found: list[dict[str, float]] = page.evaluate(
        """(selector) => [...document.querySelectorAll(selector)]
             .filter((one) => one.checkVisibility({visibilityProperty: true}))
             .map((one) => one.getBoundingClientRect())
             .map(({left, right, top, bottom, width, height}) =>
               ({left, right, top, bottom, width, height}))""",
        selector,
    )
    return found


def are_apart(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether neither covers any of the other, but for the rounding of a pixel."""
    beside = max(one["left"], other["left"]) >= min(one["right"], other["right"]) - 1
    return beside or max(one["top"], other["top"]) >= min(one["bottom"], other["bottom"]) - 1


def check_inside(page: Any, selector: str) -> None:
    """All of it lies within the window."""
    size = page.viewport_size
    found = boxes(page, selector)
    assert found, selector
    for box in found:
        assert box["left"] >= -0.5, (selector, box)
        assert box["top"] >= -0.5, (selector, box)
        assert box["right"] <= size["width"] + 0.5, (selector, box)
        assert box["bottom"] <= size["height"] + 0.5, (selector, box)


def check_rows(page: Any, people: int) -> None:
    """Everybody's six discs can be read, and the numbers stand beside their signs."""
    for seat in range(people):
        discs = boxes(page, f'[data-player="{seat}"] [data-disc]')
        assert len(discs) == 6
        assert min(box["width"] for box in discs) >= LEGIBLE
        signs = boxes(page, f'[data-player="{seat}"] .signs')
        assert all(box["height"] < 30 for box in signs)
    check_inside(page, "[data-player]")
    check_inside(page, "[data-player] [data-disc]")
    # Whose turn it is: whoever began may have turned a disc that nobody could use.
    shown = page.evaluate(
        """() => {
             const { turn } = document.querySelector('.table').dataset;
             return [...document.querySelectorAll(`[data-player="${turn}"] [data-disc]`)]
               .map((one) => one.dataset.disc).join();
           }"""
    )
    hand = page.evaluate(
        "() => [...document.querySelectorAll('.hand [data-slot]')]"
        ".map((one) => one.dataset.value).join()"
    )
    assert shown == hand


def test_a_whole_game_of_four_in_every_window(server: Server, opened: Any) -> None:
    page = table_of(server, opened)
    play(page, until=CAN_MOVE)
    act(page)
    assert wait_for_turn(page)
    for window in WINDOWS:
        resize(page, window)
        check_rows(page, 4)
        check_inside(page, ".hand [data-slot]")
        check_inside(page, "[data-act=undo], [data-compass], [data-prompt]")
        latest = page.locator('[data-player="1"] .latest')
        assert latest.get_attribute("data-disc") in {"1", "2", "3", "4"}
    play_to_the_end(page)
    for window in WINDOWS:
        resize(page, window)
        assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
        check_inside(page, "[data-finish] .acts .button")
        check_inside(page, "#finish-title")


def test_who_has_an_aid_to_memory_can_take_back_a_move_as_well(server: Server, opened: Any) -> None:
    page = table_of(server, opened, memory="odds")
    # Where only one thing can be done there is no hint.
    play(page, until=CAN_CHOOSE)
    for window in ((320, 568), (390, 700), (844, 390), (667, 375)):
        resize(page, window)
        check_rows(page, 4)
        check_inside(page, ".memory li")
        check_inside(page, "[data-act=undo]")
        check_inside(page, ".tool [data-hint]")
        check_inside(page, ".hand [data-slot]")
        for part in boxes(page, ".memory li"):
            assert all(are_apart(part, disc) for disc in boxes(page, ".hand [data-slot]"))


@pytest.mark.parametrize("people", [2, 3])
def test_fewer_people_on_a_small_screen(server: Server, opened: Any, people: int) -> None:
    page = table_of(server, opened, people)
    resize(page, (320, 568))
    play(page, until=CAN_MOVE)
    check_rows(page, people)


def test_a_clock_covers_no_sign_on_a_small_screen(server: Server, opened: Any) -> None:
    clock = {"kind": "fischer", "seconds": 3000, "increment": 5}
    table = create(server, [ADA, BOB], start=True, first=0, clock=clock)
    page = opened(table.address, size="phone", guest=table.guest)
    resize(page, (320, 568))
    assert wait_for_turn(page)
    (clock_box,) = boxes(page, '[data-player="0"] [data-clock]')
    (signs,) = boxes(page, '[data-player="0"] .signs')
    assert are_apart(signs, clock_box)


def test_numbers_and_clock_share_a_line_below_a_long_name(server: Server, opened: Any) -> None:
    seats = [{"who": "me", "name": name} for name in ("Bartholomäus", "Ada", "Cléo", "Dirk")]
    clock = {"kind": "fischer", "seconds": 3000, "increment": 10}
    table = create(server, seats, start=True, first=0, clock=clock, moles=[5, 6, 5, 5])
    page = opened(table.address, size="phone", guest=table.guest, memory="odds")
    assert wait_for_turn(page)
    for window in ((320, 568), (360, 640), (667, 375), (844, 390)):
        resize(page, window)
        check_rows(page, 4)
        for seat in range(4):
            card = f'[data-player="{seat}"]'
            (signs,) = boxes(page, f"{card} .signs")
            (time,) = boxes(page, f"{card} [data-clock]")
            assert are_apart(signs, time)
            (who,) = boxes(page, f"{card} .who")
            (name,) = boxes(page, f"{card} .text")
            assert who["height"] < 2.5 * name["height"], (window, seat)
        # None of the cards has to be scrolled to.
        around = "(one) => one.scrollHeight - one.clientHeight"
        assert page.locator(".around").evaluate(around) <= 0, window


@pytest.mark.parametrize(
    ("width", "locale"), [(320, "en-GB"), (390, "en-GB"), (320, "fr-FR"), (320, "de-DE")]
)
def test_the_board_stays_where_it_is_through_a_turn(
    server: Server, opened: Any, width: int, locale: str
) -> None:
    table = create(server, [ADA, BOB, {"who": "me", "name": "Cléo"}], start=True)
    page = opened(table.address, size="phone", locale=locale, guest=table.guest)
    resize(page, (width, 640))
    play(page, until='.table[data-phase="draw"]')
    before = boxes(page, ".stage .board")
    play(page, until=CAN_CHOOSE)
    assert boxes(page, ".stage .board") == before
    prompt = page.locator("[data-prompt]").inner_text()
    tap(page, cells(page, "move")[0])
    page.wait_for_function(
        "(old) => document.querySelector('[data-prompt]').innerText !== old", arg=prompt
    )
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    assert boxes(page, ".stage .board") == before


@pytest.mark.parametrize("width", [320, 390])
def test_a_clock_of_days_covers_nothing(server: Server, opened: Any, width: int) -> None:
    seats = [{"who": "me", "name": name} for name in ("Benedikt", "Mamie Anne")]
    table = create(server, seats, start=True, first=0, clock={"kind": "days", "days": 2})
    page = opened(table.address, size="phone", locale="de-DE", guest=table.guest)
    resize(page, (width, 640))
    assert wait_for_turn(page)
    page.get_by_text("1 Tag 23 Std.").wait_for()
    for seat in range(2):
        card = f'[data-player="{seat}"]'
        found = [boxes(page, f"{card} {part}") for part in (".text", ".signs", "[data-clock]")]
        name, signs, clock = (one for (one,) in found)
        for one, other in ((name, signs), (name, clock), (signs, clock)):
            assert are_apart(one, other), (seat, one, other)
        check_inside(page, f"{card} [data-clock]")
        assert page.evaluate(
            "(one) => { const {scrollWidth, clientWidth} = document.querySelector(one);"
            " return scrollWidth <= clientWidth; }",
            f"{card} .text",
        )


@pytest.mark.parametrize("contrast", [False, True])
def test_boards_are_not_cut_at_the_sides(server: Server, opened: Any, *, contrast: bool) -> None:
    page = table_of(server, opened, contrast=contrast)
    for window in WINDOWS:
        resize(page, window)
        page.wait_for_function(
            """() => [...document.querySelectorAll('.stage .board > svg:first-of-type > path')]
                 .every((one) => {
                   const {left, right} = one.getBoundingClientRect();
                   return left >= -1 && right <= innerWidth + 1;
                 })"""
        )


def test_one_can_play_without_scrolling(server: Server, opened: Any) -> None:
    page = opened(server.address, size="phone", locale="de-DE")
    for path, sign, way in (
        ("", "[data-play]", "[data-play]"),
        ("/new/bots", '[data-setup="ready"]', "[data-create]"),
    ):
        page.goto(server.address + path)
        page.wait_for_selector(sign)
        for window in ((320, 568), (844, 390), (640, 400)):
            resize(page, window)
            check_inside(page, way)


def test_log_and_chat_are_folded_away(server: Server, opened: Any) -> None:
    page = table_of(server, opened)
    resize(page, (1440, 900))
    wide = boxes(page, ".stage")[0]["width"]
    page.locator("aside.side .close").click()
    page.wait_for_selector("aside.side", state="hidden")
    assert boxes(page, ".stage")[0]["width"] > wide
    page.reload()
    assert wait_for_turn(page)
    assert page.locator("aside.side").is_hidden()
    page.locator(".side-button").click()
    page.locator("aside.side").wait_for()


def test_four_on_a_small_telephone_have_a_board_as_wide_as_it(server: Server, opened: Any) -> None:
    clock = {"kind": "fischer", "seconds": 600, "increment": 10}
    seats = [{"who": "me", "name": name} for name in ("Ada", "Bartholomew", "Cy", "Dot")]
    table = create(server, seats, start=True, first=0, boards="classic", clock=clock)
    page = opened(table.address, guest=table.guest, memory="odds")
    resize(page, (320, 568))
    play(page, until=CAN_MOVE)
    check_rows(page, 4)
    sides = boxes(page, ".stage .board > svg:first-of-type > path")
    assert max(one["right"] for one in sides) - min(one["left"] for one in sides) > 290
    # Nothing lies over a cell.
    assert page.evaluate(
        """() => [...document.querySelectorAll('.stage [data-cell]')].every((cell) => {
             const {left, right, top, bottom} = cell.getBoundingClientRect();
             const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
             return found?.closest('.stage .board');
           })"""
    )


def test_a_mole_that_may_move_is_told_from_every_team(server: Server, opened: Any) -> None:
    page = table_of(server, opened, patterns=True)
    play(page, until=CAN_MOVE)
    widest = max(box["width"] for box in boxes(page, ".stage .team"))
    assert all(box["width"] > widest * 1.2 for box in boxes(page, ".stage .movable"))


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_who_watches_covers_nothing_at_the_top(server: Server, opened: Any, locale: str) -> None:
    table = create(server, [ADA, BOB], start=True)
    page = opened(table.address, size="small", locale=locale, guest=table.guest)
    opened(table.address).wait_for_selector(".watchers")
    page.wait_for_selector(".watchers")
    for width in (320, 360, 390):
        resize(page, (width, 640))
        (tools,) = boxes(page, "header .tools")
        parts = boxes(page, "header .where strong, header .sign, header .watchers")
        assert len(parts) == 3
        assert all(one["right"] <= tools["left"] for one in parts)
        check_inside(page, "header .where, header .watchers")
        sign, watchers = boxes(page, "header .sign, header .watchers")
        # A line is as high as its style says, whatever the font.
        lines: list[dict[str, float]] = page.evaluate(
            """() => {
                 const words = document.querySelector('header .where strong');
                 const high = parseFloat(getComputedStyle(words).lineHeight);
                 return [...words.getClientRects()].map(({left, right, top, bottom}) => {
                   const spare = Math.max(0, (bottom - top - high) / 2);
                   return {left, right, top: top + spare, bottom: bottom - spare};
                 });
               }"""
        )
        assert all(are_apart(one, watchers) for one in (sign, *lines))


def test_a_long_name_stays_on_the_screen(server: Server, opened: Any) -> None:
    seats = [{"who": "me", "name": "Bartholomew the Elder"}, BOB]
    table = create(server, seats, start=True, first=0)
    page = opened(table.address, size="small", guest=table.guest, memory="odds")
    resize(page, (320, 568))
    assert wait_for_turn(page)
    check_inside(page, "[data-prompt], [data-prompt] strong")


def test_a_name_written_from_right_to_left_is_cut_at_its_end(server: Server, opened: Any) -> None:
    seats = [{"who": "me", "name": name} for name in ("عبد الرحمن بن محمد", "Ada", "Bob", "Cy")]
    table = create(server, seats, start=True, first=0)
    page = opened(table.address, size="small", guest=table.guest)
    assert wait_for_turn(page)
    name = page.locator('[data-player="0"] .text')
    assert name.evaluate("(name) => name.scrollWidth > name.clientWidth")
    ways = "(names) => names.map((name) => getComputedStyle(name).direction)"
    names = page.locator("[data-player] .text, [data-prompt] .name")
    assert names.evaluate_all(ways) == ["rtl", "ltr", "ltr", "ltr", "rtl"]


def test_a_table_that_does_not_come_says_why(server: Server, opened: Any) -> None:
    page = opened(None)
    page.route_web_socket("**/api/socket*", lambda socket: socket.close())
    page.goto(f"{server.address}/table/nowhere")
    page.wait_for_selector('[data-arriving="late"]')
    assert "cannot be reached" in page.get_by_role("alert").inner_text()
    page.get_by_role("button", name="Try again now").click()
    assert page.locator("[data-arriving] a").count() == 2


def test_the_board_stays_where_it_is_and_discs_that_lie_are_flat(
    server: Server, opened: Any
) -> None:
    """What moves or is kept ready to move costs a telephone: a layout, a layer for each side."""
    page = table_of(server, opened, moving=True)
    page.evaluate(
        """() => {
             window.rooms = new Set();
             new ResizeObserver(([one]) => rooms.add(one.contentRect.height))
               .observe(document.querySelector('.stage'));
           }"""
    )
    play(page, until=CAN_MOVE)
    act(page)
    assert wait_for_turn(page)
    assert page.evaluate("rooms.size") == 1
    page.wait_for_function(
        "() => !document.getAnimations().some((one) => one.effect.target.matches('.turns'))"
    )
    sides = page.evaluate(
        """() => [...document.querySelectorAll('[data-disc], .hand [data-slot]')]
             .map((one) => one.querySelectorAll('svg').length)"""
    )
    assert set(sides) == {1}
