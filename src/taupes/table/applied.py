"""The messages that a table has applied of late, so that none is applied twice."""

from typing import Final

KEPT: Final = 32
"""Messages that are remembered."""


class Applied(dict[str, int]):
    """The number of the entry that each message led to, by its sender and their mark of it.

    One for all versions of a table, never copied. A version that came to nothing, because its
    entry could not be stored, may have left something here: it has a number that its table never
    reached, is not believed until then, and goes as soon as an entry of that number is noted.

    >>> heard = Applied()
    >>> heard.note(5, "ada", "m1")
    >>> heard.answer_to("ada", "m1", 4), heard.answer_to("ada", "m1", 5)
    (None, 5)
    >>> heard.note(5, None, None)
    >>> heard.answer_to("ada", "m1", 5)
    """

    __slots__ = ()

    def note(self, number: int, person: str | None, message: str | None) -> None:
        """An entry was made, perhaps because of a message."""
        while self and next(reversed(self.values())) >= number:
            self.popitem()
        if person and message:
            self[f"{person} {message}"] = number
            if len(self) > KEPT:
                del self[next(iter(self))]

    def answer_to(self, person: str, message: str, latest: int) -> int | None:
        """The entry that a message led to, among those up to the latest."""
        number = self.get(f"{person} {message}", latest + 1)
        return number if number <= latest else None
