"""The server's sentences in every language, from the files in `sentences/`."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from taupes.rules import LANGUAGES


@cache
def catalogue(language: str) -> Mapping[str, Mapping[str, Any]]:
    """Everything in one language: `refusals` and `problems`, each by code."""
    if language not in LANGUAGES:
        raise ValueError(f"no language {language!r}; there are {', '.join(LANGUAGES)}")
    text = files("taupes.server").joinpath(f"sentences/{language}.toml").read_text("utf-8")
    return tomllib.loads(text)
