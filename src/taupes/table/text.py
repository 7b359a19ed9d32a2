"""Words that people type: cleaned, limited, and never trusted."""

import unicodedata
from collections.abc import Iterable
from itertools import chain
from typing import Final

PHRASES: Final = (
    "hello",
    "good_luck",
    "your_turn",
    "one_moment",
    "nice_move",
    "oops",
    "lucky",
    "unlucky",
    "thanks",
    "well_played",
    "again",
    "bye",
)
"""The ready phrases; pages have their words."""


_BLANK: Final = frozenset(
    chain(
        "\u2800\U0001d159",  # a Braille cell without dots, a note without a head
        "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\U00016fe4",  # joiners and fillers
        map(chr, range(0x180B, 0x1810)),  # variants of Mongolian letters
        map(chr, range(0xFE00, 0xFE10)),  # variants of other letters
        map(chr, range(0xE0100, 0xE01F0)),  # and more of them
    )
)
"""Characters that Python counts as printable and nobody sees."""

_MARKS: Final = 4
"""Marks on one letter; no writing needs more, and a hundred of them cover the lines above."""


def clean_text(text: str, longest: int) -> str:
    r"""A text without control, invisible or direction-changing characters; may become empty.

    >>> clean_text("  A\u202ed\u0000a  ", 40)
    'Ada'
    >>> clean_text("\u3164\u2800", 40)
    ''
    """
    seen = (c for c in unicodedata.normalize("NFC", text) if c.isprintable() and c not in _BLANK)
    # Composed once more: what was taken out may have kept a letter and its mark apart.
    kept = unicodedata.normalize("NFC", _with_few_marks(seen))
    return " ".join(kept.split())[:longest].strip()


def _with_few_marks(text: Iterable[str]) -> str:
    """A text whose marks stand on something, and not too many on one letter."""
    kept, room = [], 0
    for character in text:
        if unicodedata.category(character).startswith("M"):
            room -= 1
        else:
            room = 0 if character.isspace() else _MARKS
        if room >= 0:
            kept.append(character)
    return "".join(kept)
