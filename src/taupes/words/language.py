"""What is said in one language: texts by their names, numbers and typed words as it has them."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from taupes.rules import LANGUAGES
from taupes.words.catalogue import catalogue

DEFAULT: Final = "en"


@dataclass(frozen=True, slots=True)
class Words:
    """The texts of one language, each by its room, its table there and its name.

    >>> Words("fr")("game.did.pass", name="Ada")
    'Ada passe.'
    """

    language: str

    def __call__(self, text_name: str, /, **values: object) -> str:
        """A text with its values filled in; one with forms takes that for `count`."""
        room, table, name = text_name.split(".")
        text = catalogue(room, self.language)[table][name]
        if isinstance(text, dict):
            text = text["one" if self._is_one(values["count"]) else "other"]
        return str(text).format(**values)

    def figures(self, text: str) -> str:
        """Numbers, written as programs write them, as the language does.

        >>> Words("de").figures(f"{0.528:.1%}") == "52,8\N{NARROW NO-BREAK SPACE}%"
        True
        """
        if self.language == DEFAULT:
            return text
        return text.replace(".", ",").replace("%", "\N{NARROW NO-BREAK SPACE}%")

    def command(self, table_name: str, word: str) -> str | None:
        """Which command of a table a typed word is: in English always, and in this language.

        >>> Words("fr").command("terminal.prompt", "plateau")
        'board'
        """
        room, table = table_name.split(".")
        english, spoken = catalogue(room, DEFAULT)[table], catalogue(room, self.language)[table]
        return next((str(name) for name in english if word in (english[name], spoken[name])), None)

    def _is_one(self, count: object) -> bool:
        return count == 1 or (count == 0 and self.language == "fr")


def locale_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the environment asks for, if we speak it.

    >>> locale_language({"LANG": "de_AT.UTF-8"}), locale_language({"LANG": "C"})
    ('de', 'en')
    """
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if said := environment.get(variable):
            return said[:2] if said[:2] in LANGUAGES else DEFAULT
    return DEFAULT
