"""Something to be said, before it is known in which language."""

from collections.abc import Mapping
from dataclasses import dataclass

from taupes.words.language import DEFAULT, Words


@dataclass(frozen=True, slots=True)
class Saying:
    """The name of a text and its values, sayings themselves perhaps; as a string, in English.

    >>> str(saying("game.did.pass", name="Ada")), saying("game.did.pass", name="Ada").told("fr")
    ('Ada passes.', 'Ada passe.')
    """

    name: str
    values: Mapping[str, object]

    def told(self, language: str) -> str:
        """The text in a language."""
        values = {
            name: value.told(language) if isinstance(value, Saying) else value
            for name, value in self.values.items()
        }
        return Words(language)(self.name, **values)

    def __str__(self) -> str:
        return self.told(DEFAULT)


def saying(name: str, /, **values: object) -> Saying:
    """What a text says of these values."""
    return Saying(name, values)


class Mistake(ValueError):
    """Something that people can put right, with what they are told of it."""

    def __init__(self, name: str, /, **values: object) -> None:
        self.saying = saying(name, **values)
        super().__init__(str(self.saying))
