"""The stack of the day: begun from the first screen, played once, compared and proved."""

import json
import sqlite3
import time
from contextlib import closing
from typing import Any
from urllib.request import urlopen

import pytest

from taupes.table.day import day_before
from tests.browser.checks import check_fit, check_with_axe, plain, resize, show_all
from tests.browser.environment import PATIENCE, SIZES, Server
from tests.browser.player import play_to_the_end, wait_for_turn

WORDS = {
    "en-GB": ("Stack of the day", "Place 1 of 4."),
    "fr-FR": ("La pile du jour", "Place\u202f: 1 sur 4."),
    "de-DE": ("Stapel des Tages", "Platz 1 von 4."),
}
MIDNIGHT = {"en-GB": "before midnight", "fr-FR": "avant minuit", "de-DE": "bis Mitternacht"}
TODAY = "() => fetch('/api/days/today').then((answer) => answer.json())"
PERSON = "() => localStorage['taupes.guest']?.split('.')[1] ?? ''"


def put_results(server: Server, day: str, person: str | None = None) -> None:
    """Results of others for a day, and of one person."""
    rows = [
        ("Émile", 1, 24, 11, "[[4,5],[3,4],[3,3],[1,3]]", 61),
        ("A name that is forty letters long, or so", 1, 31, 9, "[[4,5],[3,4],[2,3]]", None),
        (None, 0, 19, 4, "[[3,5],[1,3]]", 380),
    ]
    with closing(sqlite3.connect(server.folder / "taupes.sqlite")) as database, database:
        database.execute("DELETE FROM day_results WHERE day = ?", (day,))
        for number, row in enumerate(rows):
            insert(database, f"{day}-{number:011}", day, f"other{number}", *row)
        if person:
            best = ("Ada", 1, 18, 12, "[[5,5],[4,5],[3,4],[1,3]]", 12)
            insert(database, f"{day}-ada-000000", day, person, *best)


def insert(database: sqlite3.Connection, table: str, day: str, person: str, *row: Any) -> None:
    database.execute(
        "INSERT INTO day_results (table_id, day, person, name, at, won, turns, holes, course, lost)"
        " VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?, ?)",
        (table, day, person, *row),
    )


@pytest.fixture
def day(server: Server) -> str:
    """The day that it is, which is not over before the test is."""
    while (found := today(server))["ends"] - found["now"] < PATIENCE:
        time.sleep((found["ends"] - found["now"]) / 1000)
    return str(found["day"])


def today(server: Server) -> dict[str, Any]:
    """What the server says of the day."""
    with urlopen(f"{server.address}/api/days/today") as answer:  # noqa: S310
        found: dict[str, Any] = json.load(answer)
    return found


def test_a_game_of_the_day_from_the_first_screen_to_its_end(
    server: Server, opened: Any, day: str
) -> None:
    page = opened(server.address, size="phone")
    page.locator('a[href$="/day"]').click()
    page.locator("[data-play-day]").click()
    assert wait_for_turn(page)
    assert page.locator('[data-act="undo"]').count() == 0
    assert page.locator("[data-hint]").count() == 0
    table = page.evaluate("location.pathname")
    # Another tab, or another tap, leads to the same table.
    page.goto(f"{server.address}/day")
    page.locator("[data-play-day]", has_text="Continue").click()
    assert wait_for_turn(page)
    assert page.evaluate("location.pathname") == table
    play_to_the_end(page)
    page.locator("[data-to-day]").click()
    page.wait_for_selector("[data-own]")
    assert page.locator(".you").count() == 1
    assert page.locator("[data-play-day]").count() == 0
    page.locator("[data-own] a").click()
    page.wait_for_selector("[data-replay], .room")


@pytest.mark.parametrize("locale", WORDS)
def test_a_result_is_compared_shared_and_proved(
    server: Server, opened: Any, day: str, locale: str
) -> None:
    page = opened(server.address, locale=locale, size="phone")
    page.evaluate("() => fetch('/api/guests', { method: 'POST' })")
    page.goto(f"{server.address}/day")
    page.locator("[data-play-day]").click()
    assert wait_for_turn(page)
    put_results(server, day, page.evaluate(PERSON))
    put_results(server, day_before(day))
    page.add_init_script(
        "Object.defineProperty(navigator, 'share',"
        " { value: async (what) => { window.shared = what.text; } })"
    )
    page.goto(f"{server.address}/day")
    title, place = WORDS[locale]
    page.wait_for_selector('[data-own="won"]')
    assert page.locator("h1").inner_text() == title
    assert place in page.locator("[data-own]").inner_text()
    page.locator("[data-share-day]").click()
    page.wait_for_function("() => window.shared")
    lines = page.evaluate("window.shared").split("\n")
    assert lines[0] == f"{title} {day} 🏆"
    assert lines[1:5] == ["🟢🟢🟢🟢🟢", "🟢🟢🟢🟢⚪", "🟢🟢🟢⚪", "🟢⚪⚪"]
    assert lines[-1] == f"{server.address}/day"
    page.locator("[data-yesterday] summary").click()
    page.wait_for_selector('[data-proof="good"]')
    assert page.locator("[data-best]").get_attribute("href")
    today = page.locator("[data-day-board]").first
    assert [row.split("\t")[0] for row in today.locator("tbody tr").all_inner_texts()] == [
        *("1", "2", "3", "4")
    ]
    # The games of others are shown when the day is over, and not before.
    assert today.locator("tbody a").count() == 1


@pytest.mark.parametrize("sizes", [("phone", "small"), ("desktop", "wide")], ids=" and ".join)
def test_it_fits(server: Server, opened: Any, day: str, sizes: tuple[str, str]) -> None:
    put_results(server, day)
    put_results(server, day_before(day))
    page = opened(f"{server.address}/day", sizes[0])
    page.wait_for_selector("[data-yesterday]")
    for size in sizes:
        resize(page, SIZES[size])
        check_fit(page)
    show_all(page)
    for size in sizes:
        resize(page, SIZES[size])
        check_fit(page)
        check_with_axe(page)


@pytest.mark.parametrize("locale", WORDS)
def test_until_when_a_game_counts_is_said_by_the_readers_clock(
    server: Server, opened: Any, locale: str
) -> None:
    page = opened(None, locale=locale)
    line = page.context.new_cdp_session(page)
    line.send("Emulation.setTimezoneOverride", {"timezoneId": "Europe/Berlin"})
    page.goto(f"{server.address}/day")
    page.wait_for_selector('[data-day="ready"]')
    style = "{dateStyle: 'medium', timeStyle: 'short'}"
    ends = page.evaluate(TODAY)["ends"]
    said = page.evaluate(
        f"([locale, ends]) => new Intl.DateTimeFormat(locale, {style}).format(ends)",
        [locale, ends],
    )
    counts = page.locator("[data-counts]")
    assert plain(said) in plain(counts.inner_text())
    # Where the day ends at the reader's midnight, that says more than date and time.
    line.send("Emulation.setTimezoneOverride", {"timezoneId": "UTC"})
    page.reload()
    counts.wait_for()
    assert MIDNIGHT[locale] in counts.inner_text()
    assert "00" not in counts.inner_text()


def test_nobody_is_awaited_on_a_day_that_is_over(server: Server, opened: Any, day: str) -> None:
    with closing(sqlite3.connect(server.folder / "taupes.sqlite")) as database, database:
        database.execute("DELETE FROM day_results")
    page = opened(f"{server.address}/day")
    page.wait_for_selector("[data-yesterday]")
    today, before = page.locator("[data-day-board]").all_inner_texts()
    assert "Nobody has finished yet." in today
    assert "Nobody finished it." in before


def test_what_cannot_be_is_said(server: Server, opened: Any) -> None:
    page = opened(server.address)
    page.route("**/api/days/**", lambda route: route.abort())
    page.goto(f"{server.address}/day")
    assert page.locator('.page [role="alert"]').inner_text()
