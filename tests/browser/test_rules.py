"""The rules to read: for all tables, and for one with its options; one tap from everywhere."""

from typing import Any

import pytest

from tests.browser.checks import LINES, check_fit, check_sizes, check_with_axe, plain, resize
from tests.browser.environment import Server
from tests.browser.player import create

TITLES = {"fr-FR": "La règle du jeu", "en-GB": "How to play", "de-DE": "So wird gespielt"}
TWO = [{"who": "me", "name": "Ada"}, {"who": "me", "name": "Bob"}]


def words_of(page: Any, part: str) -> str:
    """What a part of the rules says."""
    text: str = page.locator(f'[data-part="{part}"]').inner_text()
    return plain(text)


@pytest.mark.parametrize("locale", TITLES)
def test_the_rules_are_told_in_every_language(server: Server, opened: Any, locale: str) -> None:
    page = opened(f"{server.address}/rules", locale=locale)
    page.wait_for_selector('[data-rules="all"]')
    assert page.locator("h1").inner_text() == TITLES[locale]
    assert page.locator("[data-part]").count() == 11
    assert page.locator("[data-part=turn] .board [data-mole]").count() == 2
    assert "{" not in page.locator("[data-rules]").inner_text()
    page.locator("[data-ways] summary").click()
    assert page.locator("[data-ways] tbody tr").count() == 8
    names = page.locator("[data-ways] tbody th").all_inner_texts()
    assert not {"web", "web-pro"} & {*names}
    assert names[2] in page.locator("[data-ways] > p").first.inner_text()


def test_a_table_has_its_own_rules_before_and_in_play(server: Server, opened: Any) -> None:
    page = opened(server.address)
    table = create(page, TWO, preset="shop-points", options={"special_cells": True})
    page.goto(f"{server.address}/rules/{table}")
    page.wait_for_selector('[data-rules="table"]')
    assert "one point" in words_of(page, "win")
    assert "all six" in words_of(page, "last")
    assert "10 moles" in words_of(page, "ready")
    assert "second move" in words_of(page, "special")
    assert "Holes from top to bottom: 4, 1." in words_of(page, "box")
    page.locator("[data-back]").click()
    page.locator("[data-start]:enabled").click()
    page.wait_for_selector(".table")
    page.locator("[data-rules-link]").click()
    page.wait_for_selector('[data-rules="table"]')
    assert "one point" in words_of(page, "win")
    page.locator("[data-back]").click()
    page.wait_for_selector(".table")


def test_rules_of_a_table_that_is_not_there_are_the_usual_ones(server: Server, opened: Any) -> None:
    page = opened(f"{server.address}/rules?table=nowhere", locale="de-DE")
    page.wait_for_selector('[data-rules="all"]')
    assert "üblichen Regeln" in page.locator("[role=alert]").inner_text()


@pytest.mark.parametrize("path", ["/", "/new/bots", "/learn", "/lobby", "/boards"])
def test_the_rules_are_one_tap_away(server: Server, opened: Any, path: str) -> None:
    page = opened(server.address + path, size="small")
    page.locator("[data-rules-link]").click()
    page.wait_for_selector('[data-rules="all"]')


def test_the_rules_fit(server: Server, opened: Any) -> None:
    page = opened(f"{server.address}/rules", size="phone", locale="de-DE")
    page.wait_for_selector('[data-rules="all"]')
    page.locator("[data-ways] summary").click()
    check_sizes(page)


@pytest.mark.parametrize("locale", TITLES)
def test_what_is_short_in_the_table_of_rulebooks_stands_in_one_line(
    server: Server, opened: Any, locale: str
) -> None:
    page = opened(f"{server.address}/rules", locale=locale)
    page.wait_for_selector('[data-rules="all"]')
    page.locator("[data-ways] summary").click()
    for width in (741, 768, 844, 1024, 1440):
        resize(page, (width, 800))
        check_fit(page)
        lines = page.locator("[data-ways] td:is(:nth-child(3), :last-child)").evaluate_all(LINES)
        assert {*lines} == {1}, width


def test_the_teams_stand_on_their_card(server: Server, opened: Any) -> None:
    page = opened(f"{server.address}/rules", size="small")
    page.wait_for_selector('[data-rules="all"]')
    card = page.locator(".lead").bounding_box()
    for mole in page.locator(".teams > *").all():
        box = mole.bounding_box()
        assert box["x"] >= card["x"] + 10
        assert box["x"] + box["width"] <= card["x"] + card["width"] - 10


def test_axe_has_nothing_serious_to_say_of_the_rules(server: Server, opened: Any) -> None:
    page = opened(f"{server.address}/rules", locale="fr-FR")
    page.wait_for_selector('[data-rules="all"]')
    page.locator("[data-ways] summary").click()
    check_with_axe(page)
