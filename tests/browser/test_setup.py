"""Setting up a game as a family does, and what is said before the first one on a device."""

from typing import Any

import pytest

from tests.browser.checks import check_fit, check_with_axe, plain, resize
from tests.browser.environment import SIZES, Server
from tests.browser.player import CAN_MOVE, act, cells, create, play, press, wait_for_turn

KINDS = {"usual": "web", "pro": "web-pro", "points": "shop-points"}
TWO = [{"who": "me", "name": "Ada"}, {"who": "me", "name": "Bob"}]


def ready(page: Any) -> None:
    """What the server offers has come."""
    page.wait_for_selector('[data-setup="ready"]')


def chosen(page: Any) -> dict[str, Any]:
    """The set-up of the table that the page has come to."""
    page.wait_for_url("**/table/*")
    setup: dict[str, Any] = page.evaluate(
        """async () => (await (await fetch('/api/tables/' + location.pathname.split('/')[2], {
             headers: {Authorization: `Bearer ${localStorage['taupes.guest']}`}})).json()).setup"""
    )
    return setup


@pytest.mark.parametrize("kind", KINDS)
def test_one_of_three_plain_games_is_chosen(server: Server, opened: Any, kind: str) -> None:
    page = opened(f"{server.address}/new/together")
    ready(page)
    assert page.locator("[data-kind]").get_attribute("data-kind") == "usual"
    assert not page.locator("input[name=preset]").first.is_visible()
    page.locator(f'input[name=kind][value="{kind}"]').check()
    page.locator("[data-create]").click()
    assert chosen(page)["preset"] == KINDS[kind]


def test_whether_friends_play_now_or_over_days_is_the_first_choice(
    server: Server, opened: Any
) -> None:
    page = opened(f"{server.address}/new/online", size="small")
    ready(page)
    first = page.locator("form fieldset").first
    assert first.get_attribute("data-pace") == "now"
    page.locator("form details.more > summary").last.click()
    assert page.locator("input[name=clock]").count() == 3
    assert page.locator("input[name=leaves]").count() == 2
    first.locator("input[value=days]").check()
    # Nobody thinks by the minute, or is stood in for after two of them.
    assert page.locator("input[name=clock], input[name=leaves]").count() == 0
    page.locator("input[name=days]").nth(2).check()
    check_with_axe(page)
    check_fit(page)
    page.locator("[data-create]").click()
    setup = chosen(page)
    assert setup["clock"] == {"kind": "days", "days": 3}
    assert setup["away_after"] is None


@pytest.mark.parametrize("way", ["bots", "together"])
def test_who_plays_here_plays_now(server: Server, opened: Any, way: str) -> None:
    page = opened(f"{server.address}/new/{way}")
    ready(page)
    assert page.locator("[data-pace]").count() == 0


@pytest.mark.parametrize("way", ["bots", "online"])
def test_nothing_shows_through_beside_the_button_that_starts(
    server: Server, opened: Any, way: str
) -> None:
    page = opened(f"{server.address}/new/{way}")
    ready(page)
    for window in ((320, 568), (844, 390), (1280, 800)):
        resize(page, window)
        assert page.evaluate(
            """() => {
                 const {top, bottom} = document.querySelector('[data-create]')
                   .getBoundingClientRect();
                 const {left, right} = document.querySelector('form').getBoundingClientRect();
                 const bar = document.querySelector('[data-create]').parentElement;
                 const [, alpha = '1'] = /rgba.*, (.*)\\)/.exec(
                   getComputedStyle(bar).backgroundColor) ?? [];
                 const among = [left + 2, (left + right) / 2, right - 2].every((x) =>
                   [top - 2, bottom + 2].every((y) =>
                     bar.contains(document.elementFromPoint(x, y))));
                 return alpha === '1' && among;
               }"""
        ), window


def test_rulebooks_and_single_rules_are_behind_more(server: Server, opened: Any) -> None:
    page = opened(f"{server.address}/new/together")
    ready(page)
    page.locator("[data-all-rules] > summary").click()
    page.locator('input[name=preset][value="soubeyrand"]').check()
    page.wait_for_selector('[data-kind="other"]')
    assert "Soubeyrand" in page.locator("[data-part=rules] [role=status]").inner_text()
    page.locator("input[name=option-victory]").nth(1).check()
    assert "changes of your own" in page.locator("[data-part=rules] [role=status]").inner_text()
    # Where it all comes from is the last thing there.
    places = page.locator("[data-all-rules] :is([data-option], [data-sources])")
    assert places.last.get_attribute("data-sources") is not None
    page.locator('input[name=kind][value="pro"]').check()
    page.wait_for_selector('[data-kind="pro"]')
    page.locator("[data-create]").click()
    setup = chosen(page)
    assert (setup["preset"], setup["options"]) == ("web-pro", {})


def test_bots_have_stars_wherever_they_are_chosen(server: Server, opened: Any) -> None:
    page = opened(f"{server.address}/new/bots", locale="fr-FR")
    ready(page)
    names = page.locator('[data-seat="1"] select[data-level] option').all_inner_texts()
    # The last one grows with whoever plays it, and has none.
    assert [name.count("★") for name in names] == [1, 2, 3, 4, 5, 6, 0]
    assert page.locator('[data-seat="1"] [data-stars]').inner_text() == "★★★☆☆☆"
    assert "sept parties sur dix" in page.locator("[data-stars-note]").inner_text()
    table = create(page, [{"who": "me", "name": "Ada"}, {"who": "open"}])
    page.goto(f"{server.address}/table/{table}")
    page.wait_for_selector("select option:nth-child(7)", state="attached")
    names = page.locator("select:has(option:nth-child(7)) option").all_inner_texts()
    assert [name.count("★") for name in names] == [0, 1, 2, 3, 4, 5, 6, 0]
    page.locator("select[data-bot]").select_option("nibbler")
    page.wait_for_selector('[data-kind="bot"] [data-stars="2"]')
    page.locator("[data-start]:enabled").click()
    page.wait_for_selector('[data-player="1"] [data-stars="2"]')


def test_bots_of_one_level_are_three_characters(server: Server, opened: Any) -> None:
    page = opened(f"{server.address}/new/bots", locale="de-DE")
    ready(page)
    page.locator("input[name=count]").nth(0).check()
    page.wait_for_selector('[data-seat="1"] [data-temperament=""]')
    page.locator("input[name=count]").nth(2).check()
    for seat, (temperament, line) in enumerate(
        (("bold", "hat es nach hause nicht eilig"), ("careful", "nie weit"), ("envious", "gönnt")),
        start=1,
    ):
        page.wait_for_selector(f'[data-seat="{seat}"] [data-temperament="{temperament}"]')
        assert line in page.locator(f'[data-seat="{seat}"] .about').inner_text().casefold()
    # One is chosen, another is of a level that nobody else is, and who grows has none.
    page.locator('[data-seat="1"] [data-temperament]').select_option("careful")
    page.wait_for_selector('[data-seat="2"] [data-temperament="bold"]')
    page.locator('[data-seat="3"] [data-level]').select_option("buddy")
    page.wait_for_selector('[data-seat="3"] [data-temperament]', state="detached")
    page.locator('[data-seat="3"] [data-level]').select_option("pup")
    page.wait_for_selector('[data-seat="3"] [data-temperament=""]')
    page.locator("[data-create]").click()
    for seat, name in enumerate(("Stubenhocker", "Draufgänger", "Welpe"), start=1):
        player = page.locator(f'[data-player="{seat}"]')
        assert player.locator(".name").inner_text().strip() == name
        player.locator(f'[data-stars="{1 if name == "Welpe" else 3}"]').wait_for()


def test_a_second_bot_of_a_level_is_another_character(server: Server, opened: Any) -> None:
    page = opened(server.address, locale="en-GB")
    table = create(page, [{"who": "me"}, {"who": "bot", "level": "pup"}, {"who": "open"}])
    page.goto(f"{server.address}/table/{table}")
    page.wait_for_selector("select option:nth-child(7)", state="attached")
    page.locator("select[data-bot]").select_option("pup")
    page.wait_for_selector('[data-seat="2"][data-kind="bot"] [data-stars="1"]')
    seats = [page.locator(f'[data-seat="{seat}"] strong').inner_text() for seat in (1, 2)]
    assert seats == ["Pup", "Daredevil"]


def first_game(server: Server, opened: Any, *, points: bool = False, **more: Any) -> Any:
    """A device's first game, about to begin."""
    page = opened(server.address, welcomed=False, **more)
    table = create(page, TWO, preset="shop-points" if points else "web")
    page.goto(f"{server.address}/table/{table}")
    page.locator("[data-start]:enabled").click()
    page.wait_for_selector("[data-first-game][open]")
    return page


def test_the_goal_is_told_before_the_first_game_and_never_again(
    server: Server, opened: Any
) -> None:
    page = first_game(server, opened)
    assert "very last hole" in page.locator("[data-goal]").inner_text()
    page.locator('[data-child="no"]').click()
    page.wait_for_selector("[data-first-game]", state="detached")
    page.reload()
    assert wait_for_turn(page)
    assert page.locator("[data-first-game]").count() == 0
    act(page)  # one tap places a mole


def test_the_first_words_come_from_ones_own_team(server: Server, opened: Any) -> None:
    page = opened(server.address, welcomed=False)
    bots = [{"who": "bot", "level": "pup"}, {"who": "me", "name": "Ada"}]
    page.goto(f"{server.address}/table/{create(page, bots)}")
    page.locator("[data-start]:enabled").click()
    page.wait_for_selector("[data-first-game][open]")
    assert page.locator('[data-first-game] [data-face="blue"]').count() == 1


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "de-DE"])
def test_who_plays_can_be_read_on_a_small_screen(server: Server, opened: Any, locale: str) -> None:
    page = opened(f"{server.address}/new/online", size="small", locale=locale)
    ready(page)
    room = page.evaluate(
        """() => {
             const select = document.querySelector('select.who');
             const style = getComputedStyle(select);
             const pen = document.createElement('canvas').getContext('2d');
             pen.font = style.font;
             const text = pen.measureText(select.selectedOptions[0].text).width;
             const sides = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
             const arrow = 16;
             return select.clientWidth - sides - arrow - text;
           }"""
    )
    assert room >= 0
    left = page.evaluate(
        """() => {
             const words = document.createRange();
             words.selectNodeContents(document.querySelector('[data-seat="1"] .about'));
             const select = document.querySelector('select.who');
             return words.getBoundingClientRect().left - select.getBoundingClientRect().left;
           }"""
    )
    assert abs(left) <= 8


def test_points_have_another_goal(server: Server, opened: Any) -> None:
    page = first_game(server, opened, points=True)
    assert "most points win" in page.locator("[data-goal]").inner_text()
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-first-game]", state="detached")


def test_where_a_small_child_plays_each_move_is_confirmed(server: Server, opened: Any) -> None:
    page = first_game(server, opened)
    page.locator('[data-child="yes"]').click()
    page.wait_for_selector("[data-first-game]", state="detached")
    page.wait_for_function("() => JSON.parse(localStorage['taupes.settings']).confirm === true")
    play(page, CAN_MOVE)
    before = page.locator(".table").get_attribute("data-events")
    if not cells(page, "target"):
        press(page, cells(page, "move")[0])
    page.wait_for_selector('.stage [data-can="target"]')
    press(page, cells(page, "target")[0])
    page.locator("[data-act=confirm]").click()
    page.wait_for_selector(f'.table:not([data-events="{before}"])')
    page.goto(f"{server.address}/settings")
    assert page.locator("[data-setting=confirm]").is_checked()


@pytest.mark.parametrize("size", SIZES)
def test_the_first_words_fit(server: Server, opened: Any, size: str) -> None:
    page = first_game(server, opened, size=size, locale="de-DE")
    check_fit(page)
    box = page.locator("[data-first-game]").bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= page.viewport_size["height"]
    assert page.evaluate("() => document.querySelector('[data-first-game]').scrollTop") == 0


def test_axe_has_nothing_serious_to_say_of_the_first_words(server: Server, opened: Any) -> None:
    check_with_axe(first_game(server, opened))


@pytest.mark.parametrize("size", ["small", "phone", "desktop"])
def test_a_fair_handicap_is_suggested_chosen_and_seen(
    server: Server, opened: Any, size: str
) -> None:
    page = opened(f"{server.address}/new/together", size)
    ready(page)
    page.locator("details.more > summary").last.click()
    part = page.locator("[data-handicap]")
    assert part.get_attribute("data-handicap") == "no"
    assert "10 : 10" in page.locator("[data-fair]").inner_text()
    page.locator('[data-like="1"]').select_option("greedy")
    assert "10 : 2" in page.locator("[data-fair]").inner_text()
    page.locator('[data-like="1"]').select_option("master")
    page.wait_for_selector("[data-short]")
    page.locator('[data-like="0"]').select_option("greedy")
    page.locator('[data-like="1"]').select_option("burrower")
    page.locator("[data-fair]").click()
    assert page.locator('[data-moles="1"]').input_value() == "4"
    # More than there is room for is as many as there is room for.
    page.locator('[data-moles="0"]').fill("99")
    page.locator('[data-moles="0"]').blur()
    assert page.locator('[data-moles="0"]').input_value() == "47"
    page.locator('[data-moles="0"]').fill("3")
    page.locator('[data-moles="0"]').blur()
    check_fit(page)
    check_with_axe(page)
    page.locator("[data-create]").click()
    assert chosen(page)["moles"] == [3, 4]
    wait_for_turn(page)
    told = [page.locator(f'[data-player="{seat}"]').inner_text() for seat in (0, 1)]
    assert [sign in text for sign, text in zip("34", told, strict=True)] == [True, True]


FAIR_START = {
    "en-GB": (
        "Fair start",
        "one mole fewer: in the usual game 50 : 50 instead of 55 : 45",
        "for whoever begins",
    ),
    "fr-FR": ("Départ équitable", "50\u202f: 50 au lieu de 55\u202f: 45", "pour qui commence"),
    "de-DE": ("Gerechter Anfang", "50 : 50 statt 55 : 45", "für den, der beginnt"),
}
"""By locale: the switch, the end of its sentence, and the end of what a table says of itself."""


@pytest.mark.parametrize("locale", FAIR_START)
@pytest.mark.parametrize("size", ["small", "desktop"])
def test_a_fair_start_is_one_switch(server: Server, opened: Any, size: str, locale: str) -> None:
    label, figures, told = FAIR_START[locale]
    page = opened(f"{server.address}/new/online", size, locale=locale)
    ready(page)
    page.locator("details.more > summary").last.click()
    switch = page.get_by_role("switch", name=label)
    assert not switch.is_checked()
    assert page.get_by_text(figures).is_visible()
    switch.check()
    # It is not known yet who begins; then it is.
    moles = page.locator("[data-moles]")
    assert [moles.nth(seat).input_value() for seat in (0, 1)] == ["10", "10"]
    page.locator("input[name=first]").nth(2).check()
    assert [moles.nth(seat).input_value() for seat in (0, 1)] == ["10", "9"]
    page.locator("input[name=first]").first.check()
    check_fit(page)
    check_with_axe(page)
    page.locator("[data-create]").click()
    assert chosen(page)["moles"] == "fair-start"
    assert told in page.locator("[data-about]").inner_text()
    assert page.locator("[data-handicap]").count() == 0


def test_a_handicap_by_hand_takes_the_place_of_a_fair_start(server: Server, opened: Any) -> None:
    page = opened(f"{server.address}/new/together")
    ready(page)
    page.locator("details.more > summary").last.click()
    switch = page.locator('[data-setting="fair-start"]')
    switch.check()
    page.locator('[data-moles="0"]').fill("4")
    page.locator('[data-moles="0"]').blur()
    assert not switch.is_checked()
    switch.check()
    assert page.locator('[data-moles="0"]').input_value() == "10"
    page.locator("[data-create]").click()
    assert chosen(page)["moles"] == "fair-start"
    wait_for_turn(page)
    told = [page.locator(f'[data-player="{seat}"]').inner_text() for seat in (0, 1)]
    assert sorted("10" in text for text in told) == [False, True], "one of them begins"


def test_a_fair_start_is_in_the_rules_of_its_table(server: Server, opened: Any) -> None:
    page = opened(f"{server.address}/")
    table = create(page, [{"who": "me", "name": "Ada"}, {"who": "open"}], moles="fair-start")
    page.goto(f"{server.address}/rules/{table}")
    page.get_by_text("whoever begins").first.wait_for()


def test_a_handicap_is_told_before_and_after_the_game(server: Server, opened: Any) -> None:
    page = opened(f"{server.address}/")
    seats = [{"who": "me", "name": "Ada"}, {"who": "open"}]
    table = create(page, seats, moles=[5, 1], boards="quick")
    page.goto(f"{server.address}/table/{table}")
    page.wait_for_selector("[data-handicap]")
    told = page.locator("[data-handicap]").all_inner_texts()
    assert [plain(one) for one in told] == ["5 moles", "1 mole"]
    assert "Handicap: 5 : 1 moles" in plain(page.locator("[data-about]").inner_text())
    page.goto(f"{server.address}/rules/{table}")
    page.get_by_text("different numbers").wait_for()
    page.get_by_text("5, 1, and six discs each").wait_for()


def test_a_handicap_names_everybody_as_the_table_will(server: Server, opened: Any) -> None:
    page = opened(f"{server.address}/new/bots", locale="fr-FR")
    ready(page)
    page.locator("details.more > summary").last.click()
    told = page.locator("[data-handicap] .name").all_inner_texts()
    page.locator("[data-create]").click()
    page.wait_for_selector(".table")
    names = [one.strip() for one in page.locator("[data-player] .text").all_inner_texts()]
    assert told == names
    assert told[0] == "Toi"
