"""Words that people type: cleaned, limited, and never trusted."""

import unicodedata
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


def clean_text(text: str, longest: int) -> str:
    r"""A text without control, invisible or direction-changing characters; may become empty.

    >>> clean_text("  A\u202ed\u0000a  ", 40)
    'Ada'
    """
    kept = "".join(c for c in unicodedata.normalize("NFC", text) if c.isprintable())
    return " ".join(kept.split())[:longest].strip()
