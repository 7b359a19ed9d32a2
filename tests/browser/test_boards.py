"""The gallery of boards and the workshop, from a copy of a set to a game on it."""

from pathlib import Path
from typing import Any

import pytest

from tests.browser.checks import check_sizes, check_with_axe, resize
from tests.browser.environment import Server
from tests.browser.player import play_to_the_end, wait_for_turn
from tests.browser.test_phone import are_apart, boxes


def gallery(server: Server, opened: Any, **more: Any) -> Any:
    """A page with the gallery on it."""
    page = opened(f"{server.address}/boards", **more)
    page.wait_for_selector('[data-gallery="3"]')
    return page


@pytest.mark.parametrize("name", ["classic", "grand"])
def test_a_link_to_a_set_shows_that_set(server: Server, opened: Any, name: str) -> None:
    page = opened(f"{server.address}/boards/{name}", size="phone")
    card = page.locator("li.named")
    card.wait_for()
    assert page.locator("li.named").count() == 1
    assert card.get_attribute("data-set") == name
    page.wait_for_function("() => document.activeElement?.dataset.set !== undefined")
    box = card.bounding_box()
    assert 0 <= box["y"] + box["height"] / 2 <= 844
    check_with_axe(page)


def test_a_link_to_no_set_shows_all(server: Server, opened: Any) -> None:
    page = opened(f"{server.address}/boards/nowhere")
    page.wait_for_selector('[data-gallery="3"]')
    assert page.locator("li.named").count() == 0


PLAIN = """
delete Crypto.prototype.randomUUID;
Object.defineProperty(navigator, 'clipboard', { value: undefined });
"""
"""What browsers take away where a page comes over plain http from another machine."""


def test_boards_are_kept_and_a_link_is_offered_in_a_house_without_https(
    server: Server, opened: Any
) -> None:
    page = opened(None)
    page.add_init_script(PLAIN)
    page.goto(f"{server.address}/boards")
    page.wait_for_selector('[data-gallery="3"]')
    page.locator("[data-copy=classic]").click()
    checked(page, ok=True)
    page.goto(f"{server.address}/boards")
    page.wait_for_selector("[data-own]")
    page.goto(f"{server.address}/new/online")
    page.locator("[data-create]:enabled").click()
    page.locator("[data-invitation] [data-copy]").click()
    page.wait_for_function(
        "() => { const { value, selectionStart, selectionEnd } = document.activeElement;"
        " return !!value && selectionEnd - selectionStart === value.length; }"
    )


def checked(page: Any, *, ok: bool) -> None:
    """Wait until the server has checked the set, and said so."""
    page.wait_for_selector(f'[data-editor][data-checked="yes"][data-ok="{"yes" if ok else "no"}"]')


def press(page: Any, *cells: str) -> None:
    """Change cells by keyboard."""
    for cell in cells:
        page.locator(f'.stage [data-cell="{cell}"]').focus()
        page.keyboard.press("Enter")


def holes(page: Any) -> int:
    """How many holes the board on the page has."""
    return int(page.locator("[data-editor]").get_attribute("data-holes"))


def make_small_set(page: Any) -> None:
    """Two boards: a meadow with four holes, and the rock."""
    page.locator("[data-new]").click()
    checked(page, ok=False)
    for _ in range(2):
        page.locator('[data-choose="1"]').click()
        page.locator("[data-remove]").click()
    page.wait_for_selector('[data-levels="2"]')
    page.locator('[data-choose="0"]').click()
    press(page, "2,-3", "-3,1", "1,2", "0,-1")
    assert holes(page) == 4
    checked(page, ok=True)


def test_from_the_workshop_to_a_game(server: Server, opened: Any) -> None:
    page = gallery(server, opened)
    make_small_set(page)
    page.wait_for_selector("[data-fine]")
    page.locator('[data-choose="1"]').click()
    page.locator("[data-turn-right]").click()
    assert page.locator("[data-orientation]").inner_text() == "1"
    checked(page, ok=True)
    page.locator("[data-play]").click()
    assert wait_for_turn(page)
    assert "/table/" in page.url
    kinds = page.locator('.stage [data-kind="hole"]')
    assert {one.get_attribute("data-cell") for one in kinds.all()} == {
        "2,-3",
        "-3,1",
        "1,2",
        "0,-1",
    }
    play_to_the_end(page)
    page.locator("[data-finish] a").first.click()
    page.wait_for_url("**/replay/**")


def test_problems_are_shown_at_their_cell(server: Server, opened: Any) -> None:
    page = gallery(server, opened)
    page.locator("[data-copy=classic]").click()
    checked(page, ok=True)
    # The board below the clay is made too small for one of its holes.
    page.locator('[data-choose="2"]').click()
    page.locator("[data-smaller]").click()
    checked(page, ok=False)
    problem = page.locator('[data-problem="nothing_below"]').first
    problem.click()
    page.wait_for_selector('[data-editor][data-level="1"]')
    assert page.locator("[data-flag]").count() > 0
    assert page.locator("[data-play]").is_disabled()
    page.locator("[data-undo]").click()
    checked(page, ok=True)
    assert page.locator("[data-flag]").count() == 0


def test_undo_redo_and_keeping(server: Server, opened: Any) -> None:
    page = gallery(server, opened)
    page.locator("[data-copy=quick]").click()
    checked(page, ok=True)
    assert holes(page) == 9
    page.keyboard.press("Tab")
    press(page, "0,0")
    assert holes(page) == 10
    page.keyboard.press("Control+z")
    assert holes(page) == 9
    page.keyboard.press("Control+Shift+Z")
    assert holes(page) == 10
    page.locator("[data-undo]").click()
    page.locator("[data-redo]").click()
    assert holes(page) == 10
    assert page.locator("[data-redo]").is_disabled()
    page.reload()
    page.wait_for_selector('[data-editor][data-holes="10"]')
    page.locator("[data-clear]").click()
    assert holes(page) == 0


def test_paths_and_special_cells(server: Server, opened: Any) -> None:
    page = gallery(server, opened)
    page.locator("[data-copy=classic]").click()
    checked(page, ok=True)
    page.locator('[data-choose="3"]').click()
    page.locator('[data-tool="path"]').click()
    box = page.locator('.stage [data-cell="2,0"]').bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    stored = "() => JSON.parse(localStorage.getItem('taupes.boards'))[0].boards.levels[3]"
    assert page.evaluate(stored)["solid"] == [1, 3, 5]
    page.locator('[data-tool="special"]').click()
    press(page, "2,0")
    assert [2, 0] in page.evaluate(stored)["specials"]
    checked(page, ok=True)


def test_files_go_out_and_come_back(server: Server, opened: Any, tmp_path: Path) -> None:
    page = gallery(server, opened)
    make_small_set(page)
    with page.expect_download() as download:
        page.locator("[data-export]").click()
    file = tmp_path / "boards.toml"
    download.value.save_as(file)
    assert "holes = [[2, -3]" in file.read_text(encoding="utf-8")
    page.goto(f"{server.address}/boards")
    page.locator("input[type=file]").set_input_files(file)
    checked(page, ok=True)
    page.wait_for_selector('[data-levels="2"][data-holes="4"]')
    page.goto(f"{server.address}/boards")
    page.wait_for_selector('[data-gallery="3"]')
    assert page.locator("[data-own]").count() == 2
    bad = tmp_path / "bad.toml"
    bad.write_text("name = ", encoding="utf-8")
    page.locator("input[type=file]").set_input_files(bad)
    page.wait_for_selector("[role=alert]")


def test_a_game_on_a_shipped_set(server: Server, opened: Any) -> None:
    page = gallery(server, opened)
    page.locator("[data-play-on=quick]").click()
    assert wait_for_turn(page)
    assert page.locator('.stage [data-kind="hole"]').count() == 9


def test_own_boards_are_chosen_for_a_game(server: Server, opened: Any) -> None:
    page = gallery(server, opened)
    make_small_set(page)
    page.goto(f"{server.address}/boards")
    page.locator("[data-new]").click()
    checked(page, ok=False)
    page.goto(f"{server.address}/new/bots")
    page.wait_for_selector('[data-setup="ready"]')
    page.locator("details[data-part=boards] summary").click()
    own = page.locator('[name=boards][value^="own:"]')
    # The empty set is newer, and nobody can play on it yet.
    page.locator('[name=boards][value^="own:"]:disabled').wait_for()
    assert [one.is_enabled() for one in own.all()] == [False, True]
    own.nth(1).check()
    picture = page.locator("label:has([name=boards]:checked) img")
    picture.wait_for()
    page.wait_for_function("(one) => one.naturalWidth > 100", arg=picture.element_handle())
    page.locator('[name=lie][value="turned"]').check(force=True)
    page.locator('[data-turn="0"]').click()
    page.locator("[data-create]").click()
    assert wait_for_turn(page)
    kinds = page.locator('.stage [data-kind="hole"]')
    assert {one.get_attribute("data-cell") for one in kinds.all()} == {
        "3,-1",
        "-1,-2",
        "-2,3",
        "1,-1",
    }


def test_boards_that_cannot_be_played_on_are_drawn_on(server: Server, opened: Any) -> None:
    page = gallery(server, opened)
    make_small_set(page)
    page.goto(f"{server.address}/boards")
    page.locator("[data-new]").click()
    checked(page, ok=False)
    page.goto(f"{server.address}/boards")
    bad = page.locator("[data-own]:has([data-flaw])")
    for _ in range(2):
        bad.wait_for()
        assert "1. The meadow has no hole yet." in bad.inner_text()
        assert bad.locator("[data-play-own], [data-print]").count() == 0
        assert page.locator("[data-own] [data-play-own]").count() == 1
        # A set that nobody has looked at is looked at, once it is shown.
        page.evaluate("""() => {
          const sets = JSON.parse(localStorage['taupes.boards']);
          sets.forEach((one) => delete one.flaw);
          localStorage['taupes.boards'] = JSON.stringify(sets);
        }""")
        page.reload()
    bad.locator(".main").click()
    checked(page, ok=False)


@pytest.mark.parametrize("place", ["gallery", "workshop", "setup"])
def test_boards_are_printed(server: Server, opened: Any, tmp_path: Path, place: str) -> None:
    page = gallery(server, opened, locale="fr-FR")
    if place == "gallery":
        where = '[data-set="quick"]'
    elif place == "workshop":
        where = "[data-editor]"
        make_small_set(page)
    else:
        where = "details[data-part=boards]"
        page.goto(f"{server.address}/new/bots")
        page.wait_for_selector('[data-setup="ready"]')
        page.locator(f"{where} summary").click()
    page.locator(f"{where} [data-print]").click()
    with page.expect_download() as download:
        page.locator("dialog[open] [data-paper=a4]").click()
    file = tmp_path / "boards.pdf"
    download.value.save_as(file)
    assert file.read_bytes().startswith(b"%PDF-")
    assert download.value.suggested_filename.endswith("-a4-fr.pdf")
    page.wait_for_selector("dialog[open]", state="detached")


def test_boards_fit(server: Server, opened: Any) -> None:
    page = gallery(server, opened, size="phone")
    check_sizes(page)
    page.locator("[data-new]").click()
    checked(page, ok=False)
    check_sizes(page)


def test_a_board_with_problems_keeps_its_number(server: Server, opened: Any) -> None:
    page = gallery(server, opened, size="small")
    page.locator("[data-new]").click()
    page.wait_for_selector('[data-editor][data-checked="yes"]')
    for window in ((320, 568), (390, 844), (844, 390)):
        resize(page, window)
        signs = boxes(page, "[data-choose] .bad")
        numbers = boxes(page, "[data-choose] .title")
        assert signs
        assert all(are_apart(sign, number) for sign in signs for number in numbers), window


def test_axe_has_nothing_serious_to_say_of_boards(server: Server, opened: Any) -> None:
    page = gallery(server, opened)
    check_with_axe(page)
    page.locator("[data-print]").first.click()
    page.wait_for_selector("dialog[open]")
    check_with_axe(page)
    page.keyboard.press("Escape")
    page.locator("[data-new]").click()
    checked(page, ok=False)
    check_with_axe(page)
    page.goto(f"{server.address}/boards")
    page.locator("[data-copy=classic]").click()
    checked(page, ok=True)
    check_with_axe(page)
