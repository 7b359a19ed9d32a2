"""The bot that grows with whoever plays it: what it has learned stays on the device."""

import json
from typing import Any

from tests.browser.checks import check_fit
from tests.browser.environment import Server
from tests.browser.player import play_to_the_end
from tests.browser.tables import create

SKILL = {"given": 2.0, "stakes": 9.0, "offset": 0.0, "games": 7}
KNOWN = (
    f"localStorage['taupes.growth'] = {json.dumps(json.dumps({'skill': SKILL, 'equal': 'pup'}))}"
)


def kept(page: Any) -> Any:
    """What this device keeps of it."""
    return json.loads(page.evaluate("() => localStorage['taupes.growth'] ?? 'null'"))


def test_what_was_learned_goes_from_game_to_game(server: Server, opened: Any) -> None:
    page = opened(f"{server.address}/new/bots", size="phone")
    page.wait_for_selector('[data-setup="ready"]')
    assert page.locator("[data-equal]").count() == 0
    page.evaluate(KNOWN)
    page.reload()
    page.wait_for_selector('[data-setup="ready"]')
    page.locator('[data-seat="1"] select[data-level]').select_option("buddy")
    assert "Pup ★☆☆☆☆☆" in page.locator('[data-equal="pup"]').inner_text()
    check_fit(page)
    sent: list[Any] = []
    page.on("request", lambda request: sent.append(request.post_data))
    page.locator("[data-create]").click()
    page.wait_for_url("**/table/*")
    assert any(body and json.dumps(SKILL["stakes"])[0] in body and "skill" in body for body in sent)


def test_a_game_that_is_over_teaches_and_says_which_level_one_is_equal_to(
    server: Server, opened: Any
) -> None:
    seats: list[Any] = [{"who": "me"}, {"who": "bot", "level": "buddy", "skill": SKILL}]
    table = create(server, seats, start=True, first=0)
    page = opened(None, size="phone", guest=table.guest)
    page.add_init_script(KNOWN.replace("=", "??=", 1))
    page.goto(table.address)
    play_to_the_end(page)
    page.wait_for_function("() => JSON.parse(localStorage['taupes.growth']).skill.games !== 7")
    known = kept(page)
    assert known["skill"]["games"] == 8
    assert known["skill"]["stakes"] != SKILL["stakes"], "nothing was learned from choices"
    shown = page.locator("[data-finish] [data-equal]")
    assert shown.get_attribute("data-equal") == known["equal"]
    check_fit(page)


def test_of_a_game_against_another_level_nothing_is_kept(server: Server, opened: Any) -> None:
    seats: list[Any] = [{"who": "me"}, {"who": "bot", "level": "pup", "skill": SKILL}]
    table = create(server, seats, start=True, first=0)
    page = opened(table.address, guest=table.guest)
    play_to_the_end(page)
    assert kept(page) is None
    assert page.locator("[data-equal]").count() == 0
