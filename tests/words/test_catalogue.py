"""Every language says the same, in every room: nothing left out, nothing left untranslated."""

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import taupes.words
from taupes.rules import LANGUAGES
from taupes.words.catalogue import catalogue

FOLDER = Path(taupes.words.__file__).parent
ROOMS = sorted(path.name for path in FOLDER.iterdir() if list(path.glob("*.toml")))


def flat(told: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text with its way down through tables and lists."""
    if isinstance(told, str):
        yield path, told
        return
    for name, inner in told.items() if isinstance(told, dict) else enumerate(told):
        yield from flat(inner, f"{path}.{name}" if path else str(name))


def texts(room: str, language: str) -> dict[str, str]:
    return dict(flat(catalogue(room, language)))


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_all_rooms_are_found() -> None:
    assert ROOMS == [
        "arena",
        "bots",
        "cli",
        "game",
        "paper",
        "puzzles",
        "server",
        "table",
        "terminal",
    ]


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_speaks_all_languages_and_no_other(room: str) -> None:
    assert {path.stem for path in (FOLDER / room).iterdir()} == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", ROOMS)
def test_every_language_says_the_same(room: str, language: str) -> None:
    english, other = texts(room, "en"), texts(room, language)
    assert list(other) == list(english)
    for name, text in other.items():
        assert text.strip(), name
        assert fields(text) == fields(english[name]), name


@pytest.mark.parametrize("language", ["fr", "de"])
@pytest.mark.parametrize("room", ROOMS)
def test_texts_are_translated(room: str, language: str) -> None:
    english, other = texts(room, "en"), texts(room, language)
    same = [name for name, text in other.items() if text == english[name]]
    assert [name for name in same if len(re.sub(r"{\w+}", "", english[name])) > 12] == []


def test_a_language_that_nobody_speaks_is_refused() -> None:
    with pytest.raises(ValueError, match="no language 'it'; there are en, fr, de"):
        catalogue("game", "it")
