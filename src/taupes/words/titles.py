"""What the levels are called and how they play, in every language."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from taupes.words.catalogue import catalogue


@dataclass(frozen=True, slots=True)
class Title:
    """A level for people."""

    name: str
    description: str


@cache
def titles(language: str) -> Mapping[str, Title]:
    """The title of every level, by its name in the registry.

    >>> titles("de")["pup"].name
    'Welpe'
    """
    return {level: Title(**words) for level, words in catalogue("bots", language).items()}
