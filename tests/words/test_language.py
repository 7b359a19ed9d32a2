import re

import pytest

from taupes.rules import LANGUAGES
from taupes.words.catalogue import catalogue
from taupes.words.language import Words, locale_language


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["terminal.help.table", "terminal.help.companion"])
def test_help_fits_on_the_smallest_screen(name: str, language: str) -> None:
    lines = Words(language)(name).strip("\n").split("\n")
    assert len(lines) <= 22
    assert max(map(len, lines)) <= 76


@pytest.mark.parametrize(
    ("table", "listing"),
    [
        ("terminal.query", "terminal.companion.commands"),
        ("terminal.prompt", "terminal.plain.commands"),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_is_found_by_its_word_and_listed(
    table: str, listing: str, language: str
) -> None:
    words = Words(language)
    listed = re.findall(r"[\w-]+", words(listing).lower())
    for name in catalogue("terminal", "en")[table.partition(".")[2]]:
        word = words(f"{table}.{name}")
        assert words.command(table, word) == words.command(table, name) == name
        # `?` is listed for what is possible, and whoever reads the list has found `help`.
        assert word in listed or name in ("possible", "help")
    assert words.command(table, "nonsense") is None


def test_a_number_chooses_the_form() -> None:
    assert Words("en")("terminal.panel.points", count=0) == "0 points"
    assert Words("fr")("terminal.panel.points", count=0) == "0 point"
    assert Words("de")("terminal.panel.points", count=1) == "1 Punkt"


@pytest.mark.parametrize("name", ["thinks", "table.thinks", "terminal.table.sings", "nobody.a.b"])
def test_a_text_that_is_not_there_is_an_error(name: str) -> None:
    with pytest.raises((KeyError, ValueError, FileNotFoundError)):
        Words("en")(name)


def test_figures_are_written_as_the_language_does() -> None:
    assert Words("en").figures("52.8%") == "52.8%"
    assert Words("fr").figures("52.8%") == "52,8\N{NARROW NO-BREAK SPACE}%"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "fr_FR", "LC_ALL": "de_DE"}, "de"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "it_IT"}, "en"),
        ({"LANG": "", "LC_ALL": ""}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_is_the_systems(environment: dict[str, str], language: str) -> None:
    assert locale_language(environment) == language
