"""The messages that a table has applied of late, so that none is applied twice."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

KEPT: Final = 32
"""Messages that are remembered of each person: nobody is forgotten because of somebody else."""

PEOPLE: Final = 16
"""People whose messages are remembered; in a game only those at the table lead to entries."""


class Applied(Struct, frozen=True):
    """What was applied of whom. Never changed: one more message gives another `Applied`.

    >>> before = Applied()
    >>> after = before.plus("ada", "m1", 5)
    >>> after.answer_to("ada", "m1"), after.answer_to("bob", "m1"), before.answer_to("ada", "m1")
    (5, None, None)
    """

    people: Mapping[str, Mapping[str, int]] = {}
    """By sender and by their own mark of a message, the number of the entry it led to; the oldest
    of both come first. A copy of 32 is faster than a search among them, and there is one a move.
    """

    def plus(self, person: str, message: str, number: int) -> "Applied":
        """With one more message, which led to the entry of that number."""
        people = {**self.people}
        marks = {**people.pop(person, {}), message: number}
        if len(marks) > KEPT:
            del marks[next(iter(marks))]
        people[person] = marks
        if len(people) > PEOPLE:
            del people[next(iter(people))]
        return Applied(people)

    def answer_to(self, person: str, message: str) -> int | None:
        """The entry that a person's message led to."""
        marks = self.people.get(person)
        return None if marks is None else marks.get(message)
