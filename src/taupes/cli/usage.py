"""What was typed: in whose language an answer is wanted, and what cannot be used."""

import os
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import typer

from taupes.cli.lines import note
from taupes.rules import LANGUAGES
from taupes.words.language import locale_language
from taupes.words.saying import Saying, saying


def asked_language(typed: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language that was asked for, even by words that cannot be used otherwise.

    >>> asked_language(["taupes", "show", "--lang", "de", "--clip"], {"LANG": "fr_FR.UTF-8"})
    'de'
    """
    for word, following in zip(typed, (*typed[1:], ""), strict=True):
        name, equals, value = word.partition("=")
        if name in ("--language", "--lang"):
            asked = value if equals else following
            break
    else:
        asked = environment.get("TAUPES_LANG", "")
    return asked if asked in LANGUAGES else locale_language(environment)


def told(said: Saying) -> str:
    """What is said, in the language that was asked for."""
    return said.told(asked_language(sys.argv, os.environ))


class Unusable(typer.BadParameter):
    """Something typed that cannot be used; why is said in the language that was asked for."""

    def __init__(self, said: Saying) -> None:
        super().__init__(str(said))
        self.saying = said

    def show(self, file: Any = None) -> None:
        """Say it, and nothing else."""
        note(told(self.saying))


def unusable(name: str, /, **values: object) -> Unusable:
    """What is raised of something typed that cannot be used."""
    return Unusable(saying(f"cli.usage.{name}", **values))
