"""Texts are set as people set them who read their language."""

import json
import re
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "taupes"
NARROW = "\N{NARROW NO-BREAK SPACE}"


def catalogues(language: str) -> Iterator[Path]:
    yield SOURCES / "rules" / "sentences" / f"{language}.toml"
    yield from sorted((SOURCES / "words").glob(f"*/{language}.toml"))
    yield from sorted((ROOT / "web" / "src" / "messages" / language).glob("*.json"))


def texts(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        yield from chain.from_iterable(map(texts, data.values()))
    elif isinstance(data, list):
        yield from chain.from_iterable(map(texts, data))


def read(path: Path) -> Any:
    text = path.read_text("utf-8")
    return json.loads(text) if path.suffix == ".json" else tomllib.loads(text)


@pytest.mark.parametrize("path", [*catalogues("fr")], ids=lambda path: str(path.relative_to(ROOT)))
def test_french_signs_stand_off_by_a_narrow_space(path: Path) -> None:
    # A single space that may be broken; what stands in columns is further apart.
    loose = re.compile(rf"(?<=\S)(?!{NARROW})\s(?=[:;!?»](?!\w))|« ")
    assert [text for text in texts(read(path)) if loose.search(text)] == []


@pytest.mark.parametrize("path", [*catalogues("en")], ids=lambda path: str(path.relative_to(ROOT)))
def test_english_apostrophes_are_typographic(path: Path) -> None:
    straight = re.compile(r"(?<=[a-z}])'(?=[a-z])")
    assert [text for text in texts(read(path)) if straight.search(text)] == []


@pytest.mark.parametrize("path", [*catalogues("de")], ids=lambda path: str(path.relative_to(ROOT)))
def test_german_quotes_are_german(path: Path) -> None:
    assert [text for text in texts(read(path)) if '"' in text or "“" in text.split("„")[0]] == []


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_what_goes_on_ends_as_its_language_has_it(language: str) -> None:
    # German sets the sign apart, where a line may not end; the others do not.
    off = re.compile(r"(?<=\w)…(?!\w)| …" if language == "de" else r"\s…(?!\s?\w)")
    wrong = [
        text for path in catalogues(language) for text in texts(read(path)) if off.search(text)
    ]
    assert wrong == []


STRAIGHT_ON = (
    r"(?:of|is|are|to|for|on|the|at|and|or|in|not|may|as|instead"
    r"|de|du|des|sur|est|sont|et|ou|en|à|au|par|dessus|peut"
    r"|von|der|und|oder|bis|sind|ist|auf|für|zu|statt|zeigen|aufgedeckt|deiner|zuoberst)\b"
)
"""What may stand on the next line: no number is told of it."""
NUMBER = r"(?:(?<![\w.])\d+|\{(?:boards|count|moles|points|turns)\}\*?)"
TORN = {
    "a number and what is counted": rf"{NUMBER} (?!{STRAIGHT_ON})[^\W\d]",
    "an amount and its unit": r"[\d}] (?:mm|cm|h|s|min|Min|sec|Sek|Std|Uhr|kB|MB|Mo)\b(?!’)",
    "a number and another": rf"{NUMBER} (?:to|or|and|à|ou|et|bis|oder|und) {NUMBER}(?!\w)",
    "a range": r"\d[-–]\d",
    "a row of numbers": r"(?<!\[)\b\d, \d(?!.*\])",
}
PLAIN = ("arena", "cli", "server", "terminal")
"""Rooms whose lines nothing breaks, and in which people search."""


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("what", TORN)
def test_numbers_stay_with_what_they_belong_to(language: str, what: str) -> None:
    torn = re.compile(TORN[what])
    wrong = [
        text
        for path in catalogues(language)
        if path.parent.name not in PLAIN
        for text in texts(read(path))
        if torn.search(text)
    ]
    assert wrong == []
