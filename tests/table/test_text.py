"""Words that people type."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taupes.table.text import PHRASES, clean_text


@pytest.mark.parametrize(
    ("typed", "clean"),
    [
        ("Ada", "Ada"),
        ("  Ada   L. ", "Ada L."),
        ("A\u202ed\u0000a\u200b", "Ada"),
        ("A\nda\t", "Ada"),
        ("\u0000\u202e", ""),
        ("e\u0301te\u0301", "été"),
        ("<b>", "<b>"),
        ("", ""),
        # What nobody sees is no name: fillers, blank cells, variants and marks of nothing.
        ("\u3164", ""),
        ("\u2800\u2800", ""),
        ("\u115f\u1160\uffa0\u17b4\u034f\u180e\ufe0f\U000e0101\U0001d159", ""),
        ("\u2066\u202a\u200f\ufeff\u00ad\u2060", ""),
        ("\u0301\u0302", ""),
        (" \u0301 \u20dd", ""),
        ("A\u3164da \u2800B", "Ada B"),
        ("\u0301Ada", "Ada"),
        ("a \u0301 b", "a b"),
        ("x" + "\u0335" * 30, "x" + "\u0335" * 4),
        ("e\u3164\u0301", "é"),
        ("a\u180b\u180f b\ufe00\ufe0f c\U000e0100\U000e01ef", "a b c"),
        # What people are called stays.
        ("\u1810 \ufe10", "\u1810 \ufe10"),
        ("Nguyễn Zoë Øystein", "Nguyễn Zoë Øystein"),
        ("עַמִּיחַי", unicodedata.normalize("NFC", "עַמִּיחַי")),
        ("ประยุทธ์ 김 🦔", "ประยุทธ์ 김 🦔"),
    ],
)
def test_a_text_is_cleaned(typed: str, clean: str) -> None:
    assert clean_text(typed, 40) == clean


def test_a_text_is_as_long_as_it_may_be() -> None:
    assert clean_text("x" * 40, 40) == "x" * 40
    assert clean_text("x" * 41, 40) == "x" * 40
    # Cut between two words, it does not end in a space.
    assert clean_text("ab cd", 3) == "ab"


@settings(max_examples=50, deadline=None)
@given(
    st.text(max_size=60) | st.text("ae \u0301\u0335\u3164\u200b", max_size=30), st.integers(1, 50)
)
def test_a_clean_text_is_short_printable_and_stays_as_it_is(typed: str, longest: int) -> None:
    clean = clean_text(typed, longest)
    assert len(clean) <= longest
    assert clean.isprintable()
    assert clean == clean.strip()
    assert clean_text(clean, longest) == clean
    assert unicodedata.normalize("NFC", clean) == clean


def test_phrases_are_few_and_different() -> None:
    assert len(set(PHRASES)) == len(PHRASES) == 12
