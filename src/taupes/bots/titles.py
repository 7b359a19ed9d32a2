"""What the levels are called and how they play, in every language, from the files in `titles/`."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


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
    text = files("taupes.bots").joinpath(f"titles/{language}.toml").read_text("utf-8")
    return {level: Title(**words) for level, words in tomllib.loads(text).items()}
