"""One word per thing: no catalogue says something else than the glossary of its language."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from taupes.rules import LANGUAGES
from tests.test_typography import ROOT, catalogues, read
from tests.words.test_catalogue import flat

GLOSSARY = ROOT / "docs" / "glossary"


def glossary(language: str) -> dict[str, dict[str, Any]]:
    return tomllib.loads((GLOSSARY / f"{language}.toml").read_text("utf-8"))


def forbidden(language: str) -> list[tuple[str, re.Pattern[str]]]:
    return [
        (entry["word"], re.compile(pattern, re.IGNORECASE))
        for entry in glossary(language).values()
        for pattern in entry["never"]
    ]


def test_there_is_a_glossary_for_every_language() -> None:
    assert {path.stem for path in GLOSSARY.glob("*.toml")} == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_says_what_it_means_and_what_is_not_said(language: str) -> None:
    entries = glossary(language)
    assert list(entries) == sorted(entries)
    for name, entry in entries.items():
        assert set(entry) == {"word", "means", "never"}, name
        assert all(entry.values()), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_forbidden_by_another(language: str) -> None:
    words = [entry["word"] for entry in glossary(language).values()]
    assert [
        (word, no) for no, pattern in forbidden(language) for word in words if pattern.search(word)
    ] == []


CASES = [(language, path) for language in LANGUAGES for path in catalogues(language)]


@pytest.mark.parametrize(("language", "path"), CASES, ids=lambda case: getattr(case, "stem", case))
def test_every_catalogue_keeps_to_the_glossary(language: str, path: Path) -> None:
    wrong = [
        f"{name}: {found[0]!r} in {text!r}; the word is {word!r}"
        for name, text in flat(read(path))
        for word, pattern in forbidden(language)
        if (found := pattern.search(text))
    ]
    assert wrong == []
