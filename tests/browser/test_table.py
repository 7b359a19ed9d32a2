"""What happens at a table is seen, said and answered: discs, being out, the end, requests."""

import re
from typing import Any

from tests.browser.checks import resize
from tests.browser.environment import Server
from tests.browser.player import (
    CAN_CHOOSE,
    FEW,
    MAY_ACT,
    SHORT,
    SURVEY,
    act,
    cells,
    play,
    play_to_the_end,
    state,
    tap,
    wait_for_turn,
)
from tests.browser.tables import ADA, BOB, create
from tests.browser.test_phone import boxes
from tests.browser.test_requests import menu, two_at_a_table
from tests.browser.test_touch import Finger

WIDE = {
    "name": "wide",
    "levels": [
        {
            "name": "meadow",
            "radius": 4,
            "holes": [[2, -3], [-2, -1], [1, 1], [-3, 3], [3, 0], [-1, 3], [-3, 0], [1, -3]],
        },
        SHORT["levels"][1],
    ],
}
"""A first board with holes enough for everybody but somebody who does not want one."""


def place_all(*pages: Any) -> None:
    """Place all moles, each on their own screen."""
    while state(pages[0])["phase"] == "place":
        for page in pages:
            if state(page)["acting"]:
                act(page)
                page.wait_for_selector('.table[data-busy="no"]')


def test_a_disc_somebody_else_turns_is_seen(server: Server, opened: Any) -> None:
    ada, bob = two_at_a_table(server, opened)
    place_all(ada, bob)
    assert wait_for_turn(ada)
    # It is shown for a moment, so all of it is looked at in one, whenever that is.
    bob.evaluate(
        """() => {
             window.seen = new Promise((resolve) => new MutationObserver(() => {
               const shown = document.querySelector('[data-turned="0"]');
               const own = document.querySelector('[data-player="0"]');
               const latest = own.querySelector('.latest')?.dataset.disc;
               if (shown && latest) resolve([shown.dataset.disc, shown.innerText, latest,
                 own.querySelectorAll('.active').length]);
             }).observe(document, {subtree: true, childList: true, attributes: true}));
           }"""
    )
    ada.locator(".hand .disc.ready").first.click()
    turned, said, latest, active = bob.evaluate("() => window.seen")
    value = ada.locator(".hand .disc.active").get_attribute("data-value")
    assert (turned, latest, active) == (value, value, 1)
    assert "Ada" in said
    bob.wait_for_selector('[data-turned="0"]', state="detached")
    # It stays the disc of that seat, and is still the larger one when the turn is over.
    while state(ada)["acting"]:
        act(ada)
        ada.wait_for_selector('.table[data-busy="no"]')
    assert wait_for_turn(bob)
    larger = bob.locator('[data-player="0"] .latest')
    assert larger.get_attribute("data-disc") == value
    other = bob.locator('[data-player="0"] [data-disc]:not(.latest)').first
    assert larger.bounding_box()["width"] > other.bounding_box()["width"] * 1.2
    assert ada.locator("[data-turned]").count() == 0


def test_the_end_is_told_when_it_has_been_seen(server: Server, opened: Any) -> None:
    table = create(server, [ADA, BOB], start=True, first=0, moles=FEW)
    page = opened(table.address, guest=table.guest, speed="fast")
    play(page, until='.stage .board[data-level="1"]')
    assert page.locator("[data-finish]").count() == 0
    eve = opened(table.address, speed="fast")
    eve.wait_for_selector(".table")
    for one in (page, eve):
        one.emulate_media(reduced_motion="no-preference")
        one.evaluate(
            """() => {
                 window.early = [];
                 window.late = [];
                 const look = () => {
                   const said = [
                     document.querySelector('[data-prompt]')?.innerText,
                     document.title,
                     document.querySelector('[data-announcement]')?.innerText,
                     document.querySelector('[data-finish]') && 'is over',
                   ].filter((text) => /is over|wins/.test(text ?? ''));
                   const busy = document.querySelector('.table')?.dataset.busy === 'yes';
                   (busy ? window.early : window.late).push(...said);
                 };
                 new MutationObserver(look).observe(document,
                   {subtree: true, childList: true, characterData: true, attributes: true});
               }"""
        )
    play_to_the_end(page)
    eve.wait_for_selector("[data-finish]")
    for one in (page, eve):
        assert one.evaluate("() => window.early") == []
        assert len(one.evaluate("() => window.late")) > 0
        assert "over" in one.title()


def test_winners_alone_have_confetti(server: Server, opened: Any) -> None:
    table = create(server, [ADA, BOB], start=True, first=0, moles=FEW)
    page = opened(table.address, guest=table.guest, speed="off", moving=True)
    eve = opened(table.address, speed="off", moving=True)
    eve.wait_for_selector(".table")
    play_to_the_end(page)
    page.wait_for_selector("[data-confetti]")
    eve.wait_for_selector("[data-finish]")
    assert eve.locator("[data-confetti]").count() == 0


def test_the_end_tells_everybody_how_it_went(server: Server, opened: Any) -> None:
    seats = [ADA, {"who": "bot", "level": "greedy", "name": "Cy"}]
    table = create(server, seats, start=True, first=0)
    page = opened(table.address, guest=table.guest)
    play_to_the_end(page)
    winner = page.locator("[data-finish]").get_attribute("data-winners")
    places = page.locator("[data-standing]")
    assert places.count() == 2
    assert places.first.get_attribute("data-standing") == winner
    assert page.locator("[data-kind-word]").count() == (winner != "0")
    page.wait_for_selector("[data-luck]")
    moments = page.locator("[data-moment]")
    assert moments.count() == 3
    at = moments.first.get_attribute("data-moment")
    moments.first.click()
    page.wait_for_selector(f'[data-viewer][data-count="{at}"]')


class Slow:
    """A connection that keeps back whatever comes after a sign, until it is let go."""

    def __init__(self, page: Any, sign: str) -> None:
        self._sign = sign
        self._kept: list[tuple[Any, Any]] | None = None
        self._is_over = False
        page.route_web_socket("**/api/socket*", self._carry)

    def let_go(self) -> None:
        """Give what was kept back, and keep nothing more."""
        self._is_over = True
        for near, message in self._kept or ():
            near.send(message)
        self._kept = None

    def _carry(self, near: Any) -> None:
        near.connect_to_server().on_message(lambda message: self._pass_on(near, message))

    def _pass_on(self, near: Any, message: Any) -> None:
        if self._kept is not None:
            self._kept.append((near, message))
            return
        near.send(message)
        if self._sign in message and not self._is_over:
            self._kept = []


def test_whoever_is_out_is_told_so(server: Server, opened: Any) -> None:
    bots = [{"who": "bot", "level": "greedy", "name": name} for name in ("Bo", "Cy", "Dot")]
    rules: dict[str, Any] = {"options": {"leave_hole": "free"}, "boards": WIDE}
    table = create(server, [ADA, *bots], start=True, first=0, **rules)
    page = opened(None, guest=table.guest, locale="de-DE")
    # Bots may have finished the game before one has read that one is out.
    slow = Slow(page, '{"type":"eliminate","player":0}')
    page.goto(table.address)
    out = page.locator('[data-out="0"]')
    while page.wait_for_selector(f"{MAY_ACT}, [data-out]") and not out.count():
        shun(page)
    assert "Wiese" in out.inner_text()
    assert page.locator('[data-player="0"].out').count() == 1
    # The longest word for it is whole where seats are narrowest: four in a puzzle, lying.
    resize(page, (844, 390))
    page.locator('[data-player="0"]').evaluate("(card) => { card.style.width = '110px'; }")
    [word], [card] = (boxes(page, f'[data-player="0"]{which}') for which in (" .left", ""))
    assert word["right"] <= card["right"]
    assert word["bottom"] <= card["bottom"]
    page.locator("[data-stay]").click()
    out.wait_for(state="detached")
    slow.let_go()
    page.wait_for_selector("[data-finish]")
    assert out.count() == 0
    assert page.locator('[data-standing="0"][data-place="1"]').count() == 0


def holes(page: Any) -> set[str]:
    """The holes of the board in play."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('.stage [data-kind="hole"]')]
             .map((cell) => cell.dataset.cell)"""
    )
    return set(found)


def shun(page: Any) -> None:
    """Do one thing; go into no hole, and out of every hole, if that can be helped."""
    if page.locator("[data-act=pass], [data-act=blocked], .hand .disc.ready").count():
        act(page)
        return
    before = state(page)["events"]
    movers, holes = cells(page, "move"), page.evaluate(SURVEY)["holes"]
    for mole in sorted(movers, key=lambda one: one not in holes):
        if len(movers) > 1:
            tap(page, mole)
            page.wait_for_selector('.stage [data-can="target"]')
        if cells(page, "target")[-1] not in holes:
            break
    tap(page, cells(page, "target")[-1])
    page.wait_for_selector(f'.table:not([data-events="{before}"])')


def test_moles_are_pictures(server: Server, opened: Any) -> None:
    ada, _ = two_at_a_table(server, opened)
    act(ada)
    ada.wait_for_selector(".figure image")
    # Drawn from its shapes each would be forty things to style and lay out, in a hand of discs too.
    assert ada.locator('.figure use, .disc use[href^="#mole"]').count() == 0


def test_a_refusal_is_said(server: Server, opened: Any) -> None:
    ada, bob = two_at_a_table(server, opened)
    act(ada)
    ada.wait_for_selector('.table[data-busy="no"]')
    ada.locator(".hand [data-act=undo]").click()
    bob.locator('[data-request="undo"] [data-answer="no"]').click()
    ada.locator("[data-notice]").get_by_text("Bob").wait_for()
    assert "the move stays" in ada.locator("[data-notice]").inner_text()
    menu(bob, "pause")
    ada.locator('[data-request="pause"] [data-answer="no"]').click()
    bob.locator("[data-notice]").get_by_text("Ada").wait_for()
    # What the table itself refuses is said as well.
    assert wait_for_turn(bob)
    menu(bob, "undo")
    bob.locator("[data-notice].no").wait_for()


def test_whoever_vanishes_is_named(server: Server, opened: Any) -> None:
    ada, bob = two_at_a_table(server, opened, away_after=3600)
    bob.close()
    act(ada)
    ada.wait_for_selector('[data-absent="1"]')
    said = ada.locator('[data-absent="1"]').inner_text()
    assert "Bob" in said
    assert re.search(r"\b(5\d:\d\d|60:00)\b", said)


def test_a_bot_that_takes_long_is_said_to_think(server: Server, opened: Any) -> None:
    table = create(server, [{"who": "bot", "level": "master"}, {"who": "me"}], first=0)
    page = opened(None, guest=table.guest)
    # What it does is kept back on its way.
    Slow(page, '"type":"started"')
    page.goto(table.address)
    page.locator("[data-start]:enabled").click()
    said = page.wait_for_selector('[data-pondering="0"]')
    assert "is still thinking" in said.inner_text()
    page.locator("[data-strip] button").click()
    page.wait_for_selector("[data-strip]", state="detached")


def test_accepting_another_game_starts_it(server: Server, opened: Any) -> None:
    ada, bob = two_at_a_table(server, opened)
    table = ada.url
    for page in (bob, ada):
        menu(page, "resign")
        page.locator("dialog [data-act=resign-sure]").click()
    bob.locator("[data-rematch]").click()
    bob.wait_for_selector("[data-gathering]")
    assert "Ada" in bob.locator("[data-gathering]").inner_text()
    ada.locator("[data-join-rematch]").wait_for()
    assert "Bob would like another game" in ada.locator("[data-finish]").inner_text()
    ada.locator("[data-join-rematch]").click()
    for page in (ada, bob):
        page.wait_for_selector(".table[data-stage=playing]")
        assert page.url != table
    assert ada.url == bob.url


def test_giving_up_alone_speaks_of_no_stand_in(server: Server, opened: Any) -> None:
    page = opened(server.address)
    page.locator("[data-play]").click()
    assert wait_for_turn(page)
    page.locator("header [aria-haspopup=dialog]").click()
    page.locator("dialog [data-act=resign]").click()
    assert "closed" in page.locator("dialog .sure").inner_text()
    page.locator("dialog [data-act=resign-sure]").click()
    page.wait_for_selector('[data-finish="closed"]')
    assert "given up" in page.locator("[data-finish]").inner_text()
    assert "stand-in" not in page.locator("body").inner_text()


def test_whoever_gives_up_by_keys_knows_where_they_are(server: Server, opened: Any) -> None:
    table = create(server, [ADA, BOB], start=True, first=0, moles=FEW)
    page = opened(table.address, guest=table.guest)
    assert wait_for_turn(page)
    button = page.locator("header [aria-haspopup=dialog]")
    button.press("Enter")
    page.locator("dialog [data-act=resign]").press("Enter")
    # A second press of the same key gives nothing up, and leads back.
    page.wait_for_selector("[data-act=resign-not]:focus")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-act=resign]:focus")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert button.evaluate("(button) => button === document.activeElement")
    button.press("Enter")
    page.locator("dialog [data-act=resign]").press("Enter")
    page.wait_for_selector("[data-act=resign-not]:focus")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector(':focus [data-finish="closed"]')


def test_two_fingers_turn_the_board_and_the_compass_puts_it_back(
    server: Server, opened: Any
) -> None:
    page = opened(server.address, size="phone")
    page.locator("[data-play]").click()
    play(page, until=CAN_CHOOSE)
    events = state(page)["events"]
    box = page.locator(".stage .board").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger = Finger(page)
    finger.touch("touchStart", [(x - 60, y), (x + 60, y)])
    finger.touch("touchMove", [(x - 40, y - 40), (x + 40, y + 40)])
    page.wait_for_function("() => document.querySelector('[data-compass]').dataset.compass > 30")
    finger.touch("touchEnd", [])
    assert state(page)["events"] == events
    assert page.locator(".stage [data-can=target]").count() == 0
    page.locator("[data-compass]").click()
    page.wait_for_selector('[data-compass="0"]')
