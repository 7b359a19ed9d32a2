"""What people at a table ask of each other and tell each other, and what follows."""

from typing import Any

from tests.browser.environment import Server
from tests.browser.player import (
    FEW,
    act,
    begin,
    cells,
    play_to_the_end,
    played,
    state,
    tap,
    wait_for_turn,
    wait_until,
)
from tests.browser.tables import ADA, OPEN, create


def two_at_a_table(server: Server, opened: Any, **setup: Any) -> tuple[Any, Any]:
    """Ada, who begins, and Bob, each at a screen of their own."""
    ada, bob = two_at_a_table_to_be(server, opened, **setup)
    ada.locator("[data-start]:enabled").click()
    bob.wait_for_selector(".table")
    assert wait_for_turn(ada)
    return ada, bob


def two_at_a_table_to_be(server: Server, opened: Any, **setup: Any) -> tuple[Any, Any]:
    """The two of them, before Ada lets the game begin."""
    table = create(server, [ADA, OPEN], first=0, stand_in="greedy", **setup)
    ada = opened(table.address, guest=table.guest)
    bob = opened(table.address, locale="fr-FR")
    bob.locator("[data-name]").fill("Bob")
    bob.locator('[data-sit="1"]').click()
    return ada, bob


def menu(page: Any, what: str) -> None:
    """Do something from the menu."""
    page.locator("header [aria-haspopup=dialog]").click()
    page.locator(f"dialog [data-act={what}]").click()


def same_moment(*pages: Any, events: int) -> None:
    """Wait until everybody sees so many events, at rest."""
    for page in pages:
        page.wait_for_selector(f'.table[data-shown="{events}"][data-busy="no"]')


def test_alone_with_bots_a_slip_is_taken_back_although_the_bot_has_played(
    server: Server, opened: Any
) -> None:
    seats = [ADA, {"who": "bot", "level": "greedy"}]
    table = create(server, seats, start=True, first=0, moles=FEW)
    page = opened(table.address, guest=table.guest)
    assert wait_for_turn(page)
    while not page.locator(".hand .disc.ready").count():
        act(page)
        assert wait_for_turn(page)
    page.locator(".discs [data-slot].ready").first.click()
    wait_until(page, lambda: cells(page, "move"))
    before, movers = int(state(page)["events"]), cells(page, "move")
    row = page.locator(".hand .discs").inner_text()
    act(page)
    assert wait_for_turn(page)
    assert int(state(page)["events"]) > before + 1, "the bot has played"
    page.locator(".hand [data-act=undo]").click()
    page.wait_for_selector(f'.table[data-shown="{before}"][data-busy="no"]')
    assert cells(page, "move") == movers
    assert page.locator(".hand .discs").inner_text() == row, "the same disc lies there"


def test_a_move_is_taken_back_if_the_other_agrees(server: Server, opened: Any) -> None:
    ada, bob = two_at_a_table(server, opened)
    cell = cells(ada, "target")[0]
    tap(ada, cell)
    same_moment(ada, bob, events=1)
    menu(ada, "undo")
    ada.wait_for_selector('[data-request="waiting"]')
    bob.wait_for_selector('[data-request="undo"]')
    assert "Ada" in bob.locator("[data-request]").inner_text()
    bob.locator('[data-answer="no"]').click()
    for page in (ada, bob):
        page.wait_for_selector("[data-request]", state="detached")
    same_moment(ada, bob, events=1)
    menu(ada, "undo")
    bob.locator('[data-answer="yes"]').click()
    same_moment(ada, bob, events=0)
    assert wait_for_turn(ada)
    assert cell in cells(ada, "target")
    assert bob.locator(".stage [data-mole]").count() == 0


def test_a_request_is_withdrawn(server: Server, opened: Any) -> None:
    ada, bob = two_at_a_table(server, opened)
    act(ada)
    menu(ada, "undo")
    bob.wait_for_selector('[data-request="undo"]')
    ada.locator('[data-request="waiting"] button').click()
    bob.wait_for_selector("[data-request]", state="detached")
    same_moment(ada, bob, events=1)


def test_a_pause(server: Server, opened: Any) -> None:
    ada, bob = two_at_a_table(server, opened, clock={"kind": "move", "seconds": 3600})
    ada.wait_for_selector('[data-player="0"] [data-clock="running"]')
    menu(bob, "pause")
    ada.locator('[data-answer="yes"]').click()
    for page in (ada, bob):
        page.wait_for_selector('.table[data-stage="paused"]')
        page.wait_for_selector('[data-request="paused"]')
    assert ada.locator('[data-clock="running"]').count() == 0
    assert ada.locator('.stage [data-can="target"]').count() == 0
    ada.locator("[data-resume]").click()
    bob.wait_for_selector('.table[data-stage="playing"]')
    assert wait_for_turn(ada)
    act(ada)
    assert wait_for_turn(bob)


def test_out_of_time_and_back_again(server: Server, opened: Any) -> None:
    clock = {"kind": "fischer", "seconds": 10, "increment": 300}
    ada, bob = two_at_a_table_to_be(server, opened, clock=clock)
    # Ada does nothing until her time is up: then the stand-in places for her. Bob answers at once,
    # so that from then on both have minutes, however slow the machine is.
    begin(bob, most=1)
    ada.locator("[data-start]:enabled").click()
    ada.wait_for_selector('[data-request="away"]')
    assert played(bob) == 1
    bob.wait_for_selector('.table[data-acting="1"][data-busy="no"]')
    assert "remplaçant" in bob.locator('[data-player="0"]').inner_text()
    assert state(bob)["events"] == "3"
    ada.locator("[data-back]").click()
    ada.wait_for_selector("[data-request]", state="detached")
    bob.wait_for_function(
        "() => !document.querySelector('[data-player=\"0\"]').innerText.includes('remplaçant')"
    )


def test_giving_up_leaves_a_stand_in(server: Server, opened: Any) -> None:
    ada, bob = two_at_a_table(server, opened, moles=FEW)
    act(ada)
    assert wait_for_turn(bob)
    menu(ada, "resign")
    ada.locator("dialog [data-act=resign-sure]").click()
    bob.wait_for_function(
        "() => document.querySelector('[data-player=\"0\"]').innerText.includes('abandonné')"
    )
    play_to_the_end(bob)
    assert bob.locator("[data-finish]").get_attribute("data-finish") != "closed"


def test_another_game_with_the_same_people(server: Server, opened: Any) -> None:
    ada, bob = two_at_a_table(server, opened)
    table = ada.url
    for page in (ada, bob):
        menu(page, "resign")
        page.locator("dialog [data-act=resign-sure]").click()
    ada.locator('[data-finish="closed"]').wait_for()
    ada.locator("[data-rematch]").click()
    ada.wait_for_function("(old) => location.href !== old", arg=table)
    bob.locator("[data-join-rematch]").click()
    bob.wait_for_function("(old) => location.href !== old", arg=table)
    # Everybody has come: it begins by itself.
    bob.wait_for_selector(".table")
    ada.wait_for_selector(".table")
    assert ada.url == bob.url
    names = [one.inner_text() for one in bob.locator("[data-player] .name").all()]
    assert [name.split()[0] for name in names] == ["Ada", "Bob"]


def test_numbers_that_come_too_late_for_the_shuffling_are_not_spoken_of(
    server: Server, opened: Any
) -> None:
    ada, bob = two_at_a_table(server, opened)
    late: list[Any] = []
    answers: list[str] = []

    def carry(near: Any) -> None:
        far = near.connect_to_server()

        def send(message: Any) -> None:
            if '"mix"' in message:
                late.append(lambda: far.send(message))
            else:
                far.send(message)

        def receive(message: Any) -> None:
            near.send(message)
            answers.append(message)

        near.on_message(send)
        far.on_message(receive)

    for page in (ada, bob):
        menu(page, "resign")
        page.locator("dialog [data-act=resign-sure]").click()
    ada.locator("[data-rematch]").click()
    ada.wait_for_selector("[data-gathering]")
    bob.route_web_socket("**/api/socket*", carry)
    bob.reload()
    bob.locator("[data-join-rematch]").click()
    for page in (ada, bob):
        page.wait_for_selector(".table")
    wait_until(bob, lambda: late)
    (let_go,) = late
    let_go()
    wait_until(bob, lambda: any("table_not_open" in answer for answer in answers))
    bob.evaluate("() => new Promise(requestAnimationFrame)")
    assert bob.locator("[data-notice]").count() == 0


def test_ready_phrases_and_who_may_talk(server: Server, opened: Any) -> None:
    ada, bob = two_at_a_table(server, opened, chat="phrases")
    for page in (ada, bob):
        page.locator("#tab-chat").click()
    assert ada.get_by_label("Your message").count() == 0
    ada.get_by_label("Ready-made phrases").select_option("good_luck")
    bob.locator(".chat").get_by_text("Bonne chance").wait_for()
    ada.locator(".chat").get_by_text("Good luck").wait_for()
    phrases = bob.get_by_label("Phrases toutes prêtes")
    phrases.wait_for()
    ada.locator("header [aria-haspopup=dialog]").click()
    ada.locator("dialog .chat select").select_option("off")
    phrases.wait_for(state="detached")
    ada.locator("dialog .chat select").select_option("all")
    bob.get_by_label("Ton message").fill("Salut !")
    bob.keyboard.press("Enter")
    ada.locator(".panel").get_by_text("Salut !").wait_for()
