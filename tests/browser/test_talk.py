"""What people say to each other: reactions, muting, haste; and what is heard and felt."""

from typing import Any

import pytest

from tests.browser.checks import check_fit, check_with_axe, resize
from tests.browser.environment import Server
from tests.browser.player import act, wait_for_turn
from tests.browser.tables import ADA, BOB, OPEN, create
from tests.browser.test_phone import boxes, check_inside
from tests.browser.test_requests import two_at_a_table
from tests.browser.test_waiting import LISTEN

WINDOWS = [(320, 568), (390, 844), (844, 390), (1280, 800)]
FEEL = """() => {
  window.felt = [];
  navigator.vibrate = (pattern) => { window.felt.push(pattern); return true; };
}"""

NOTE_BUBBLES = """() => {
  window.bubbles = [];
  new MutationObserver(() => document.querySelectorAll('[data-player] [data-says]')
    .forEach((one) => {
      const text = `${one.closest('[data-player]').dataset.player}: ${one.innerText}`;
      if (!window.bubbles.includes(text)) window.bubbles.push(text);
    })).observe(document, {subtree: true, childList: true, characterData: true});
}"""
"""Keeps what is said at which seat: a bubble is there for some seconds, and a page may be slow."""


def react(page: Any, phrase: str) -> None:
    """Say a phrase by its button."""
    page.locator("[data-react]").click()
    page.locator(f'[data-say="{phrase}"]').click()


def four_at_a_table(server: Server, opened: Any) -> tuple[Any, Any]:
    """Ada with a long name, two who share her screen, and Bob at his own."""
    shared = [{"who": "me", "name": name} for name in ("Ada", "Bartholomew", "Cy")]
    table = create(server, [*shared, OPEN], first=0)
    ada = opened(table.address, guest=table.guest)
    bob = opened(table.address, size="small", locale="de-DE")
    bob.locator("[data-name]").fill("Bob")
    bob.locator('[data-sit="3"]').click()
    ada.locator("[data-start]:enabled").click()
    assert wait_for_turn(ada)
    bob.wait_for_selector(".table")
    return ada, bob


def test_a_reaction_is_seen_at_the_seat_that_says_it(server: Server, opened: Any) -> None:
    ada, bob = two_at_a_table(server, opened)
    for page in (ada, bob):
        page.evaluate(NOTE_BUBBLES)
    react(ada, "nice_move")
    for page, words in ((ada, "Nice move!"), (bob, "Joli coup\u202f!")):
        page.wait_for_function("() => window.bubbles.length")
        assert page.evaluate("window.bubbles") == [f"0: {words}"]
    assert "Joli coup" in bob.locator("[data-announcement]").inner_text()
    assert ada.locator("[data-say]").first.is_hidden()
    # It is no message one has to look for, and nothing lies over the board.
    assert bob.locator(".badge, [data-notice]").count() == 0
    # What is said next takes its place; then it goes by itself.
    react(ada, "oops")
    bob.wait_for_function("() => window.bubbles.some((text) => text.startsWith('0: Oups'))")
    bob.wait_for_selector("[data-says]", state="detached")
    ada.wait_for_selector("[data-says]", state="detached")


def test_reactions_fit_on_every_screen(server: Server, opened: Any) -> None:
    ada, bob = four_at_a_table(server, opened)
    for window in WINDOWS:
        resize(bob, window)
        bob.locator("[data-react]").click()
        bob.wait_for_selector("[data-say]")
        check_inside(bob, "[data-say], [data-mute]")
        check_fit(bob)
        check_with_axe(bob)
        bob.keyboard.press("Escape")
    # What is said goes by itself after some seconds, which are no matter here.
    bob.evaluate("() => { window.setTimeout = () => 0; }")
    react(bob, "your_turn")
    react(ada, "good_luck")
    for seat in (3, 0):
        bob.wait_for_selector(f'[data-says="{seat}"]')
    for window in WINDOWS:
        resize(bob, window)
        check_bubbles(bob)


def check_bubbles(bob: Any) -> None:
    """What two say can be read on their cards, and covers no disc."""
    for seat in (3, 0):
        (bubble,) = boxes(bob, f'[data-says="{seat}"]')
        (card,) = boxes(bob, f'[data-player="{seat}"]')
        assert card["left"] <= bubble["left"]
        assert bubble["right"] <= card["right"]
        assert bubble["bottom"] <= card["bottom"]
        # All of it can be read, and the discs stay to be seen.
        for disc in boxes(bob, f'[data-player="{seat}"] [data-disc]'):
            assert bubble["bottom"] <= disc["top"] + disc["height"] / 3 or (
                bubble["right"] <= disc["left"] + 1
            )
        cut = bob.locator(f'[data-says="{seat}"]').evaluate(
            "(one) => one.scrollWidth - one.clientWidth"
        )
        assert cut <= 0


def test_somebody_is_muted_and_heard_again(server: Server, opened: Any) -> None:
    ada, bob = two_at_a_table(server, opened)
    bob.locator("[data-react]").click()
    bob.locator(".sheet [data-mute='0']").click()
    bob.wait_for_selector('[data-player="0"] [data-muted]')
    bob.keyboard.press("Escape")
    bob.locator(".sheet").wait_for(state="hidden")
    # So does a tap beside it.
    bob.locator("[data-react]").click()
    bob.mouse.click(2, 2)
    bob.locator(".sheet").wait_for(state="hidden")
    react(ada, "hello")
    ada.locator('[data-says="0"]').wait_for()
    # What comes after it has come, so it has come too.
    bob.locator("[data-react]").click()
    bob.locator('[data-say="thanks"]').click()
    bob.locator('[data-says="1"]').wait_for()
    assert bob.locator('[data-says="0"]').count() == 0
    assert "Ada" not in bob.locator("[data-announcement]").inner_text()
    bob.locator("#tab-chat").click()
    bob.locator(".chat li").get_by_text("Merci").wait_for()
    assert bob.locator(".chat li").count() == 1
    # It is kept on the device, and nobody else sees it.
    bob.reload()
    bob.wait_for_selector('[data-player="0"] [data-muted]')
    assert ada.locator("[data-muted]").count() == 0
    bob.locator("#tab-chat").click()
    bob.locator("aside [data-mute='0']").click()
    bob.wait_for_selector("[data-muted]", state="detached")
    bob.locator(".chat li").get_by_text("Bonjour").wait_for()
    react(ada, "bye")
    bob.locator('[data-says="0"]').wait_for()


def test_too_fast_is_said_quietly(server: Server, opened: Any) -> None:
    ada, _ = two_at_a_table(server, opened)
    ada.locator("[data-react]").click()
    # All at once, so that it is too fast on any machine.
    ada.evaluate(
        """() => { for (let count = 0; count < 40; count++)
             document.querySelector('[data-say="hello"]').click(); }"""
    )
    ada.locator("[data-notice]").get_by_text("slow down").wait_for()
    assert ada.locator("[data-notice].no").count() == 0


def test_bots_alone_are_not_talked_to(server: Server, opened: Any) -> None:
    page = opened(server.address)
    page.locator("[data-play]").click()
    assert wait_for_turn(page)
    assert page.locator("[data-react], [data-mute]").count() == 0


def heard(page: Any) -> int:
    """How many notes were played."""
    count: int = page.evaluate("() => window.notes")
    return count


def table_to_hear(server: Server, opened: Any, **settings: Any) -> Any:
    """Two at one screen, which is listened to and felt."""
    table = create(server, [ADA, BOB], start=True, first=0)
    page = opened(None, guest=table.guest, sounds=True, **settings)
    page.add_init_script(f"({LISTEN})(); ({FEEL})();")
    page.goto(table.address)
    assert wait_for_turn(page)
    return page


def test_events_are_heard_and_felt_and_silenced_by_one_tap(server: Server, opened: Any) -> None:
    page = table_to_hear(server, opened, moving=True, speed="fast")
    act(page)
    page.wait_for_function("() => window.notes > 0 && window.felt.length > 0")
    page.locator("[data-heard]").click()
    assert page.locator("[data-heard][aria-pressed=false]").count() == 1
    assert wait_for_turn(page)
    page.evaluate("() => { window.notes = 0; window.felt = []; }")
    act(page)
    assert wait_for_turn(page)
    assert heard(page) == 0
    assert page.evaluate("() => window.felt") == []
    page.locator("[data-heard]").click()
    act(page)
    page.wait_for_function("() => window.notes > 0 && window.felt.length > 0")


def test_who_wants_little_movement_feels_nothing(server: Server, opened: Any) -> None:
    page = table_to_hear(server, opened)
    act(page)
    page.wait_for_function("() => window.notes > 0")
    assert page.evaluate("() => window.felt") == []


@pytest.mark.parametrize(("hour", "quiet"), [(21, False), (22, True), (3, True), (7, False)])
def test_the_night_is_quiet(server: Server, opened: Any, hour: int, *, quiet: bool) -> None:
    table = create(server, [ADA, BOB], start=True, first=0)
    page = opened(None, guest=table.guest, sounds=True, night=True)
    page.clock.set_fixed_time(f"2026-03-01T{hour:02}:30:00")
    page.add_init_script(f"({LISTEN})()")
    page.goto(table.address)
    assert wait_for_turn(page)
    act(page)
    assert wait_for_turn(page)
    assert page.locator("[data-heard]").get_attribute("aria-pressed") == str(not quiet).lower()
    assert (heard(page) == 0) == quiet
    if not quiet:
        return
    # Somebody who wants it is heard all the same, this time.
    page.locator("[data-heard]").click()
    act(page)
    page.wait_for_function("() => window.notes > 0")
    page.goto(f"{server.address}/settings")
    page.wait_for_selector("[data-setting=night]:checked")
    assert "22:00" in page.locator("label:has([data-setting=night])").inner_text()


def test_nothing_is_heard_before_a_touch(server: Server, opened: Any) -> None:
    page = opened(None, sounds=True, speed="off", moving=True)
    page.add_init_script(
        f"({LISTEN})(); ({FEEL})(); window.contexts = 0;"
        "const Old = AudioContext;"
        "window.AudioContext = class extends Old { constructor() { super(); window.contexts++; } };"
    )
    table = create(server, [ADA, BOB], first=0)
    other = opened(table.address, guest=table.guest)
    page.goto(table.address)
    other.locator("[data-start]:enabled").click()
    assert wait_for_turn(other)
    act(other)
    page.wait_for_selector('.table[data-shown="1"][data-busy="no"]')
    assert page.evaluate("() => [window.contexts, window.notes, window.felt.length]") == [0, 0, 0]
