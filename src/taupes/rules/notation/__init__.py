"""The text notation: a record for people, one line per turn (docs/notation.md)."""

from taupes.rules.notation.reading import BadNotation, parse_notation, read_game
from taupes.rules.notation.writing import format_notation

__all__ = ["BadNotation", "format_notation", "parse_notation", "read_game"]
