import re
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import taupes
from taupes.rules import LANGUAGES, OPTIONS, TEAMS, Victory, load_boards
from taupes.rules.why import RULE_OF
from taupes.terminal.game.form import RESUME, SEATS, START, Form
from taupes.words.words import Words, locale_language, texts
from tests.terminal.driver import wishes

SLUG = str.maketrans(" -", "__")
SOURCES = Path(taupes.__file__).parent
CODE = "\n".join(
    path.read_text("utf-8")
    for room in ("terminal", "cli", "words")
    for path in sorted((SOURCES / room).rglob("*.py"))
)
ASKED = set(re.findall(r"""words\(\s*["']([a-z_]+\.[a-z_]+)["']""", CODE))
QUOTED = set(re.findall(r"""["']([a-z]+\.[a-z_]+)["']""", CODE))
ROWS = {"seat", START, RESUME, *Form(wishes(), Words("en")).rows()} - set(SEATS)
COMPUTED = (
    {f"board.{board.name}" for board in load_boards("classic").boards}
    | {f"team.{team}" for team in TEAMS}
    | {f"form.{row}" for row in ROWS}
    | {f"form.about_{row}" for row in ROWS - {"seat", "preset"} - set(OPTIONS)}
    | {f"{room}.{word}" for room in ("desk", "prompt") for word in texts("en")[room]}
    | {f"reason.{reason}" for reason in ("last_team", "stalemate", *map(str, Victory))}
    | {f"rule.{place.partition(', ')[0].lower().translate(SLUG)}" for place in RULE_OF.values()}
)
"""Names that are known only while the program runs."""


def flat(language: str) -> dict[str, Any]:
    return {
        f"{room}.{name}": text
        for room, table in texts(language).items()
        for name, text in table.items()
    }


def fields(text: Any) -> set[str]:
    forms = text.values() if isinstance(text, dict) else [text]
    return {name for form in forms for _, name, _, _ in Formatter().parse(form) if name}


def test_every_message_asked_for_is_there() -> None:
    assert ASKED
    assert (ASKED | COMPUTED) - set(flat("en")) == set()


def test_every_message_is_used() -> None:
    assert set(flat("en")) - QUOTED - COMPUTED == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_same(language: str) -> None:
    english, other = flat("en"), flat(language)
    assert set(other) == set(english)
    for name, text in other.items():
        assert fields(text) == fields(english[name]), name
        assert isinstance(text, dict) == isinstance(english[name], dict), name


@pytest.mark.parametrize("language", ["fr", "de"])
def test_messages_are_translated(language: str) -> None:
    english, other = flat("en"), flat(language)
    same = [n for n, text in other.items() if text == english[n] and len(str(text)) > 12]
    assert [name for name in same if fields(english[name]) != {"count"}] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["help.table", "help.companion"])
def test_help_fits_on_the_smallest_screen(name: str, language: str) -> None:
    lines = Words(language)(name).strip("\n").split("\n")
    assert len(lines) <= 22
    assert max(map(len, lines)) <= 76


@pytest.mark.parametrize("room", ["desk", "prompt"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_is_found_by_its_word_and_listed(room: str, language: str) -> None:
    words = Words(language)
    listed = words("companion.commands" if room == "desk" else "plain.commands").lower()
    for name in texts("en")[room]:
        word = words(f"{room}.{name}")
        assert words.command(room, word) == words.command(room, name) == name
        # `?` is listed for what is possible, and whoever reads the list has found `help`.
        assert word in re.findall(r"[\w-]+", listed) or name in ("possible", "help")
    assert words.command(room, "nonsense") is None


def test_a_number_chooses_the_form() -> None:
    assert Words("en")("panel.points", count=0) == "0 points"
    assert Words("fr")("panel.points", count=0) == "0 point"
    assert Words("de")("panel.points", count=1) == "1 Punkt"


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
