"""The application's own texts in three languages; sentences of the rules come from taupes.rules."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from taupes.rules import LANGUAGES
from taupes.words.catalogue import catalogue

DEFAULT: Final = "en"


@dataclass(frozen=True, slots=True)
class Words:
    """The texts of one language, by name.

    >>> Words("fr")("table.thinks", name="Ada")
    'Ada réfléchit …'
    """

    language: str

    def __call__(self, text_name: str, /, **values: object) -> str:
        """A text with its values filled in; one with forms takes that for `count`."""
        room, _, rest = text_name.partition(".")
        text = texts(self.language)[room][rest]
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

    def command(self, room: str, word: str) -> str | None:
        """Which of a room's commands a typed word is: in English always, and in this language.

        >>> Words("fr").command("desk", "plateau"), Words("fr").command("desk", "board")
        ('board', 'board')
        """
        for name in texts(DEFAULT)[room]:
            if word in (texts(DEFAULT)[room][name], texts(self.language)[room][name]):
                return str(name)
        return None

    def _is_one(self, count: object) -> bool:
        return count == 1 or (count == 0 and self.language == "fr")


def texts(language: str) -> Mapping[str, Any]:
    """All texts of one language: tables by room."""
    return catalogue("terminal", language)


def locale_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the environment asks for, if we speak it.

    >>> locale_language({"LANG": "de_AT.UTF-8"}), locale_language({"LANG": "C"})
    ('de', 'en')
    """
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if said := environment.get(variable):
            return said[:2] if said[:2] in LANGUAGES else DEFAULT
    return DEFAULT
