"""One loader for the sentences of all rooms: `ROOM/LANGUAGE.toml` beside this file."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from taupes.rules import LANGUAGES


@cache
def catalogue(room: str, language: str) -> Mapping[str, Any]:
    """Everything that a room says in one language.

    >>> catalogue("bots", "de")["pup"]["name"]
    'Welpe'
    """
    if language not in LANGUAGES:
        raise ValueError(f"no language {language!r:.60}; there are {', '.join(LANGUAGES)}")
    text = files("taupes.words").joinpath(room, f"{language}.toml").read_text("utf-8")
    return tomllib.loads(text)
