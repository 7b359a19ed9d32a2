"""The companion of the cardboard game: a real table told, asked about, and followed."""

from typing import Any

import pytest

from tests.browser.checks import check_sizes, check_whole, check_with_axe, plain, resize
from tests.browser.environment import Server
from tests.browser.player import press
from tests.browser.test_phone import boxes, check_inside


def companion(server: Server, opened: Any, **more: Any) -> Any:
    """A page with the companion on it."""
    page = opened(f"{server.address}/companion", **more)
    settled(page)
    return page


def step(page: Any, name: str) -> None:
    """Go to a step of telling, or to asking."""
    page.locator(f'[data-step="{name}"]').click()
    page.wait_for_selector(f'[data-step="{name}"]:has(:checked)')


def settled(page: Any, problems: int = 0) -> None:
    """Wait until the server has looked at the table."""
    page.wait_for_selector(f'[data-companion][data-busy="no"][data-problems="{problems}"]')


def tell(page: Any) -> None:
    """Two red moles and one blue one on the red earth."""
    step(page, "boards")
    page.locator('[data-choose="1"]').click()
    for cell in ("-2,2", "1,-1"):
        press(page, cell)
    page.locator('[data-hand="1"]').click()
    press(page, "-1,0")
    settled(page)


def test_a_table_is_told_asked_about_and_followed(server: Server, opened: Any) -> None:
    page = companion(server, opened)
    tell(page)
    step(page, "turn")
    page.locator('[data-used="0.5"]').click()
    settled(page)
    page.locator('[data-walk="ask"]').click()
    assert page.locator("button[data-disc]").count() == 3
    page.locator('button[data-disc="3"]').click()
    page.wait_for_selector('[data-companion][data-phase="move"][data-busy="no"]')
    # May I? No, and why.
    press(page, "-2,2")
    press(page, "-2,3")
    page.wait_for_selector('[data-ruling="no"]')
    assert "exactly that far" in page.locator("[data-ruling]").inner_text()
    # Yes, and on to the next player.
    target = page.locator('[data-can="target"]').first.get_attribute("data-cell")
    press(page, target)
    page.wait_for_selector('[data-ruling="yes"]')
    page.locator("[data-go]").click()
    page.wait_for_selector('[data-companion][data-turn="1"][data-phase="draw"][data-busy="no"]')
    page.reload()
    page.wait_for_selector('[data-companion][data-turn="1"][data-phase="draw"]')
    assert page.locator(".stage [data-mole]").count() == 3


def test_it_says_what_it_is_for_and_asks_in_the_order_people_think(
    server: Server, opened: Any
) -> None:
    page = companion(server, opened, size="phone", locale="de-DE")
    assert "echten Brettern" in page.locator("[data-telling=players]").inner_text()
    page.locator("input[name=seats]").nth(1).check(force=True)
    settled(page)
    for name in ("boards", "moles", "turn"):
        page.locator('[data-walk="next"]').click()
        page.wait_for_selector(f'[data-telling="{name}"]')
    assert page.locator("[data-whose]").count() == 3
    page.locator('[data-walk="back"]').click()
    page.wait_for_selector('[data-telling="moles"]')


def test_nobody_is_out_before_moles_are_told(server: Server, opened: Any) -> None:
    page = companion(server, opened)
    step(page, "boards")
    page.locator('[data-choose="1"]').click()
    page.wait_for_selector('[data-companion][data-level="1"][data-busy="no"]')
    assert page.locator("[data-player]").count() == 0
    step(page, "moles")
    page.locator("[data-player]").first.wait_for()


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "de-DE"])
def test_the_name_of_a_step_fits_its_place(server: Server, opened: Any, locale: str) -> None:
    page = companion(server, opened, size="small", locale=locale)
    for name in ("players", "boards", "moles", "turn", "ask"):
        step(page, name)
        place = page.locator(f'[data-step="{name}"]').bounding_box()
        number = page.locator(f'[data-step="{name}"] .number').bounding_box()
        assert abs(number["width"] - number["height"]) < 1, "it is round"
        for part in page.locator(f'[data-step="{name}"] span').all():
            box = part.bounding_box()
            assert box["x"] >= place["x"] + 2
            assert box["x"] + box["width"] <= place["x"] + place["width"] - 2


def test_it_scolds_only_when_asked(server: Server, opened: Any) -> None:
    page = companion(server, opened)
    step(page, "boards")
    page.locator('[data-choose="1"]').click()
    press(page, "-2,2")
    settled(page, 1)
    assert page.locator("[data-doubts]").count() == 0
    step(page, "ask")
    assert "Only Red still has moles" in page.locator("[data-doubts]").inner_text()
    page.locator("[data-mend]").click()
    page.wait_for_selector('[data-telling="moles"]')


def test_what_still_fits_stays_when_the_board_changes(server: Server, opened: Any) -> None:
    page = companion(server, opened)
    tell(page)
    press(page, "4,0")
    assert page.locator(".stage [data-mole]").count() == 4
    step(page, "boards")
    page.locator('[data-choose="2"]').click()
    page.wait_for_selector('[data-companion][data-level="2"][data-busy="no"]')
    assert page.locator(".stage [data-mole]").count() == 4
    page.locator('[data-choose="3"]').click()
    page.wait_for_selector('[data-companion][data-level="3"][data-busy="no"]')
    assert page.locator(".stage [data-mole]").count() == 3
    said = page.locator("[data-telling] [role=status]").inner_text()
    assert "1 mole had no place" in plain(said)
    page.locator("[data-telling] select").select_option("quick")
    page.wait_for_selector('[data-companion][data-busy="no"]')
    assert page.locator(".stage [data-mole]").count() > 0


def test_an_expert_is_asked(server: Server, opened: Any) -> None:
    page = companion(server, opened)
    tell(page)
    step(page, "ask")
    page.locator('button[data-disc="2"]').click()
    page.locator('[data-hint="ready"]').click()
    page.wait_for_selector('[data-hint="given"]')
    page.wait_for_selector(".stage [data-advised]")
    assert "%" in page.locator("[data-best] li").first.inner_text()
    page.locator("[data-best] button").first.click()
    page.wait_for_selector('[data-ruling="yes"]')
    page.locator("[data-undo]").click()
    page.wait_for_selector('[data-companion][data-phase="draw"][data-busy="no"]')


def test_the_shovel_is_won(server: Server, opened: Any) -> None:
    page = companion(server, opened)
    step(page, "boards")
    page.locator('[data-choose="3"]').click()
    solid = page.evaluate(
        "async () => (await (await fetch('/api/boards/classic')).json()).levels[3].solid[0]"
    )
    path = ("1,0", "0,1", "-1,1", "-1,0", "0,-1", "1,-1")[solid]
    press(page, path)
    page.locator('[data-hand="1"]').click()
    press(page, "2,1" if path != "1,0" else "-2,-1")
    settled(page)
    step(page, "ask")
    page.locator('button[data-disc="1"]').click()
    page.wait_for_selector('.stage [data-can="move"]')
    press(page, path)
    press(page, "0,0")
    page.wait_for_selector('[data-ruling="yes"]')
    page.locator("[data-go]").click()
    page.wait_for_selector('[data-over="0"]')


def test_the_companion_fits(server: Server, opened: Any) -> None:
    page = companion(server, opened, size="phone")
    check_sizes(page)
    tell(page)
    step(page, "ask")
    page.locator('button[data-disc="2"]').click()
    page.wait_for_selector('[data-phase="move"][data-busy="no"]')
    check_sizes(page)


def test_the_companion_is_seen_whole_on_a_telephone_on_its_side(
    server: Server, opened: Any
) -> None:
    page = companion(server, opened, size="phone", locale="de-DE")
    resize(page, (844, 390))
    for name in ("players", "moles", "ask"):
        step(page, name)
        check_whole(page)
        check_inside(page, ".stage .board, .side, .steps label")
        (board,) = boxes(page, ".stage .board")
        assert board["width"] > 844 / 3


def test_axe_has_nothing_serious_to_say_of_it(server: Server, opened: Any) -> None:
    page = companion(server, opened, locale="de-DE")
    check_with_axe(page)
    tell(page)
    step(page, "ask")
    page.locator('button[data-disc="2"]').click()
    page.wait_for_selector('[data-phase="move"][data-busy="no"]')
    press(page, "-2,2")
    press(page, "-2,3")
    page.wait_for_selector("[data-ruling]")
    check_with_axe(page)
