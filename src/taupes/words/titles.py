"""What the levels and the temperaments are called and how they play, in every language."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from taupes.bots.levels import level_of, temperament_of
from taupes.words.catalogue import catalogue

TEMPERAMENT: Final = "temperament"
"""The part of the catalogue that is not about levels."""


@dataclass(frozen=True, slots=True)
class Title:
    """A level or a temperament for people."""

    name: str
    description: str


@cache
def titles(language: str) -> Mapping[str, Title]:
    """The title of every level, by its name in the registry.

    >>> titles("de")["pup"].name
    'Welpe'
    """
    told = catalogue("bots", language)
    return {level: Title(**words) for level, words in told.items() if level != TEMPERAMENT}


@cache
def temperaments(language: str) -> Mapping[str, Title]:
    """What a bot of each temperament is called, and what it likes.

    >>> temperaments("de")["bold"].name
    'Draufgänger'
    """
    told = catalogue("bots", language)[TEMPERAMENT]
    return {temperament: Title(**words) for temperament, words in told.items()}


def title_of(bot: str, language: str) -> Title:
    """The title of a bot by its name: that of its temperament, or else that of its level.

    >>> title_of("pup", "en").name, title_of("pup/bold", "en").name
    ('Pup', 'Daredevil')
    """
    temperament = temperament_of(bot)
    if temperament is None:
        return titles(language)[level_of(bot).name]
    return temperaments(language)[temperament]
