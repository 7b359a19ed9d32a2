"""The words are complete in every language and say what the presets play."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from taupes.paper.words import board_title, preset_row, preset_table, words
from taupes.rules import LANGUAGES, PRESETS, Board, BoardSet, Hex, Stack, load_stack


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, list):
        for i, part in enumerate(value):
            yield from leaves(part, f"{path}[{i}]")
    else:
        for key, part in value.items():
            yield from leaves(part, f"{path}.{key}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_languages_say_the_same_things(language: str) -> None:
    english, other = dict(leaves(words("en"))), dict(leaves(words(language)))
    assert other.keys() == english.keys()
    for path, text in other.items():
        gaps = set(re.findall(r"{\w+}", text))
        assert gaps == set(re.findall(r"{\w+}", english[path])), path
        assert text.strip() == text, path
        assert text.count("*") % 2 == 0, path
        # What Typst would take for markup; emphasis is meant.
        assert not set("#$@<>`~\\'") & set(text), path


def test_french_spaces_do_not_break() -> None:
    for path, text in leaves(words("fr")):
        assert not re.search(r" [:;!?»%]|« ", text), path


def test_unknown_languages_are_refused() -> None:
    with pytest.raises(ValueError, match="there are en, fr, de"):
        words("nl")


def test_the_table_of_presets() -> None:
    table = preset_table("en")
    assert [row[0] for row in table[1:]] == list(PRESETS)
    assert preset_row(PRESETS["web"], "en") == [
        "web",
        "no",
        "you may pass",
        "2\xa0players: solid paths; 3–\u20604: all paths",
        "the shovel",
    ]
    assert preset_row(PRESETS["shop-points"], "de")[2:] == [
        "du setzt aus",
        "alle Wege",
        "die Punkte",
    ]
    assert preset_row(PRESETS["web-pro"], "fr")[1:4] == [
        "oui",
        "tu peux passer",
        "chemins continus",
    ]


def test_titles_of_boards() -> None:
    stack = load_stack("classic-0000")
    assert board_title(stack, 0, "fr") == "La prairie"
    assert board_title(stack, 3, "de") == "Der blaue Fels"
    own = Board("Jardin", 2, (Hex(1, 0), Hex(0, 1)))
    last = Board("rock", 2, (Hex(0, 0),), (), (0, 2, 4))
    stack = Stack(BoardSet("own", (own, last)), (0, 0))
    assert [board_title(stack, level, "en") for level in (0, 1)] == ["Jardin", "The blue rock"]
