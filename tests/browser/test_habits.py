"""One's own games looked back on: what costs most, and costly choices tried again."""

import json
from pathlib import Path
from typing import Any

import pytest

from taupes.bots.player import choices, format_choice
from taupes.rules import parse_record
from tests.browser.checks import check_fit, check_sizes, check_with_axe
from tests.browser.environment import Server
from tests.browser.player import play_to_the_end, tap, wait_for_turn

OPEN = '[data-puzzle][data-stage="open"][data-busy="no"]'
GAME = Path(__file__).parents[1] / "golden" / "preset-web.json"
WORDS = {
    "en-GB": ("How you play", "your choice · played then"),
    "fr-FR": ("Ta façon de jouer", "ton choix · joué alors"),
    "de-DE": ("Wie du spielst", "deine Wahl · damals gespielt"),
}


def put_reviews(page: Any, games: int = 6) -> dict[str, Any]:
    """A device with games looked back on; its costliest choice is the first of a kept game."""
    record = json.loads(GAME.read_text("utf-8"))
    uploaded = page.evaluate(
        """async (record) => {
            const post = (path, body, token) => fetch(path, { method: 'POST',
                headers: { 'Content-Type': 'application/json',
                    ...(token ? { Authorization: `Bearer ${token}` } : {}) },
                body: JSON.stringify(body) }).then((answer) => answer.json());
            const { token } = await post('/api/guests', {});
            return (await post('/api/records', record, token)).record;
        }""",
        record,
    )
    first, other = record["events"][0], record["events"][2]
    start = parse_record({**record, "events": [], "result": None})
    places = [format_choice(each, first["player"]) for each in choices(start.at(0))]
    worth = {tuple(other["cell"]): 0.62, tuple(first["cell"]): 0.31}
    mistake = {
        "game": uploaded,
        "event": 0,
        "seat": first["player"],
        "loss": 0.31,
        "slip": "placing",
        "place": "placing",
        "played": first,
        "choices": [
            {"choice": each, "value": worth.get(tuple(each["cell"]), 0.2)}
            for each in sorted(places, key=lambda each: -worth.get(tuple(each["cell"]), 0.2))
        ],
    }
    cost = {"lost": 0.2, "slips": 2, "choices": 9}
    reviews = [
        {
            "game": f"g{n}",
            "at": n,
            "seat": 0,
            "luck": -0.1,
            "lost": 0.5,
            "discs": {},
            "places": {
                "placing": {**cost, "lost": 0.08},
                "clay": cost,
                "rock": {**cost, "lost": 0},
            },
            "slips": {"greedy": cost, "open": {**cost, "lost": 0.05}},
        }
        for n in range(games)
    ]
    kept = json.dumps({"reviews": reviews, "mistakes": [mistake]})
    page.evaluate("(kept) => { localStorage['taupes.reviews'] = kept; }", kept)
    return mistake


@pytest.mark.parametrize("locale", WORDS)
def test_a_costly_choice_is_tried_again(server: Server, opened: Any, locale: str) -> None:
    page = opened(server.address, locale=locale, size="phone")
    mistake = put_reviews(page)
    title, marks = WORDS[locale]
    page.goto(f"{server.address}/replay")
    page.locator("[data-to-habits]").click()
    page.wait_for_selector('[data-habits="6"]')
    assert page.locator("h1").inner_text() == title
    assert page.locator("[data-group=where] li").count() == 2
    assert page.locator('[data-group="where"] li').first.get_attribute("data-habit") == "clay"
    # A bar as long as its line would be a whole win.
    bars = page.locator("[data-group=where] .bar i").evaluate_all(
        "(bars) => bars.map((bar) => bar.offsetWidth / bar.parentElement.offsetWidth)"
    )
    assert bars == pytest.approx([0.2, 0.08], abs=0.01)
    page.locator("[data-retry]").click()
    for choice, stage in ((1, "missed"), (0, "solved")):
        page.wait_for_selector(OPEN)
        cell = ",".join(map(str, mistake["choices"][choice]["choice"]["cell"]))
        page.wait_for_selector(f'.stage [data-cell="{cell}"][data-can="target"]')
        tap(page, cell)
        page.wait_for_selector(f'[data-stage="{stage}"] [data-why]')
        # Puzzles of one's own are explained as all others are, and change no rating.
        assert page.locator("[data-why] p").count() >= 2
        assert page.locator("[data-worth] tr").count() == 5
        if stage == "missed":
            assert marks in page.locator("[data-worth] tr.chosen").inner_text()
        page.locator("[data-again]").click()
    assert page.evaluate("() => localStorage.getItem('taupes.practice')") is None


def test_with_few_games_nothing_is_claimed(server: Server, opened: Any) -> None:
    page = opened(server.address)
    put_reviews(page, games=4)
    page.goto(f"{server.address}/habits")
    page.wait_for_selector("[data-too-few]")
    assert page.locator("[data-group]").count() == 0
    page.evaluate("() => { localStorage['taupes.reviews'] = '{bad'; }")
    page.reload()
    page.wait_for_selector('[data-habits="0"]')


def test_the_end_of_a_game_leads_to_its_costly_choices(server: Server, opened: Any) -> None:
    page = opened(server.address, size="phone")
    page.locator("[data-play]").click()
    assert wait_for_turn(page)
    play_to_the_end(page)
    page.wait_for_selector("[data-luck-by-board]")
    kept = json.loads(page.evaluate("localStorage['taupes.reviews']"))
    assert len(kept["reviews"]) == 1
    assert len(kept["mistakes"]) <= 3
    if kept["mistakes"]:
        page.locator("[data-to-mistakes]").click()
        page.wait_for_selector(OPEN)
        check_fit(page)


def test_a_choice_of_a_deleted_game_goes_with_it(server: Server, opened: Any) -> None:
    page = opened(server.address)
    mistake = put_reviews(page)
    page.evaluate(
        "(game) => { localStorage['taupes.reviews'] ="
        " localStorage['taupes.reviews'].replaceAll(game, 'nosuchgamenosuchgame00'); }",
        mistake["game"],
    )
    page.goto(f"{server.address}/habits")
    page.locator("[data-retry]").click()
    page.wait_for_function("() => !localStorage['taupes.reviews'].includes('nosuchgame')")


def test_it_fits(server: Server, opened: Any) -> None:
    page = opened(server.address, size="phone")
    put_reviews(page)
    page.goto(f"{server.address}/habits")
    page.wait_for_selector("[data-retry]")
    check_sizes(page, check_with_axe)
    page.locator("[data-retry]").click()
    page.wait_for_selector(OPEN)
    check_sizes(page, check_with_axe)
