"""What cannot be done is said in the reader's language."""

from typing import Any

import pytest

from tests.browser.environment import ROOT, Server
from tests.browser.player import create

RECORDS = {
    "fr-FR": (
        "Ce fichier est vide. Choisis-en un autre.",
        "Ce n’est pas une partie enregistrée lisible.",
        "le résultat",
    ),
    "en-GB": (
        "There is nothing in this file. Choose another one.",
        "This is not a recorded game that can be read.",
        "the result",
    ),
    "de-DE": (
        "In dieser Datei steht nichts. Wähle eine andere.",
        "Das ist keine lesbare Aufzeichnung eines Spiels.",
        "das ergebnis",
    ),
}
BOARDS = {
    "fr-FR": "la ligne 2 est illisible",
    "en-GB": "line 2 cannot be read",
    "de-DE": "Zeile 2 ist nicht lesbar",
}
MISSING = {
    "fr-FR": ("Cette table n’existe pas.", "Cette partie enregistrée n’existe pas."),
    "en-GB": ("There is no such table.", "There is no such record."),
    "de-DE": ("Diesen Tisch gibt es nicht.", "Diese Aufzeichnung gibt es nicht."),
}


def drop(page: Any, name: str, content: str) -> str:
    """Open a file, and what is said of it."""
    file = {"name": name, "mimeType": "text/plain", "buffer": content.encode()}
    page.locator("input[type=file]").set_input_files(file)
    page.wait_for_selector("[role=alert]")
    said: str = page.locator("[role=alert]").inner_text()
    return said


@pytest.mark.parametrize("locale", RECORDS)
def test_a_bad_record_is_refused_in_the_readers_language(
    server: Server, opened: Any, locale: str
) -> None:
    page = opened(f"{server.address}/replay", locale=locale)
    page.wait_for_selector('[data-library="ready"]')
    empty, nonsense, result = RECORDS[locale]
    assert drop(page, "game.json", "") == empty
    page.reload()
    page.wait_for_selector('[data-library="ready"]')
    assert drop(page, "game.json", "{nonsense") == nonsense
    record = (ROOT / "tests" / "golden" / "preset-web.json").read_text("utf-8")
    changed = record.replace('"winners": [0]', '"winners": [1]')
    if changed == record:
        changed = record.replace('"winners": [1]', '"winners": [0]')
    page.reload()
    page.wait_for_selector('[data-library="ready"]')
    assert drop(page, "game.json", changed).lower().startswith(result)


@pytest.mark.parametrize("locale", BOARDS)
def test_a_bad_board_file_is_refused_in_the_readers_language(
    server: Server, opened: Any, locale: str
) -> None:
    page = opened(f"{server.address}/boards", locale=locale)
    page.wait_for_selector('[data-gallery]:not([data-gallery="0"])')
    said = drop(page, "boards.toml", 'name = "x"\nlevels = ?\n')
    assert BOARDS[locale] in said
    assert "Invalid" not in said


@pytest.mark.parametrize("locale", MISSING)
def test_an_address_of_nothing_says_so_at_once(server: Server, opened: Any, locale: str) -> None:
    page = opened(f"{server.address}/table/AAAAAAAAAAAAAAAAAAAAAA", locale=locale)
    table, record = MISSING[locale]
    page.locator("h1", has_text=table).wait_for()
    assert page.locator("[data-arriving]").count() == 0
    page.goto(f"{server.address}/replay/AAAAAAAAAAAAAAAAAAAAAA")
    page.locator("h1", has_text=record).wait_for()


def test_a_table_that_is_deleted_while_one_looks_is_said_to_be_gone(
    server: Server, opened: Any
) -> None:
    page = opened(server.address)
    table = create(page, [{"who": "me", "name": "Ada"}, {"who": "open"}])
    page.goto(f"{server.address}/table/{table}")
    page.wait_for_selector("[data-invitation]")
    page.evaluate(
        "() => fetch('/api/me', {method: 'DELETE',"
        " headers: {Authorization: `Bearer ${localStorage['taupes.guest']}`}})"
    )
    page.locator("h1", has_text=MISSING["en-GB"][0]).wait_for()


def test_a_browser_that_cannot_run_the_page_is_told_which_can(server: Server, opened: Any) -> None:
    page = opened(None)
    page.route("**/assets/index-*.js", lambda route: route.abort())
    page.goto(server.address)
    for language in ("", "[lang=fr]", "[lang=de]"):
        said = page.locator(f".late p{language}").first
        said.wait_for(state="visible")
        assert "Safari\N{NO-BREAK SPACE}16.4" in said.inner_text()
    # Or only the network failed, as in a tunnel.
    page.unroute("**/assets/index-*.js")
    page.locator(".late a", has_text="Réessayer").click()
    page.wait_for_selector("[data-play]")
    where_it_runs = opened(server.address)
    where_it_runs.wait_for_selector("[data-play]")
    assert where_it_runs.locator(".late").count() == 0
