"""The messages that a table has applied, so that none is applied twice."""


class _Marks:
    """By sender and by their own mark of a message, the number of the entry it led to."""

    __slots__ = ("last", "people")

    def __init__(self) -> None:
        self.people: dict[str, dict[str, int]] = {}
        self.last = -1
        """The number of the last entry in it."""

    def until(self, number: int) -> "_Marks":
        """Another one, without what came after an entry."""
        marks = _Marks()
        for person, known in self.people.items():
            marks.people[person] = {mark: n for mark, n in known.items() if n <= number}
        return marks


class Applied:
    """What was applied of whom, for as long as the table lives.

    Nobody can tell it from frozen data: one more message gives another `Applied`. It grows without
    being copied, as a `History` does, and is bounded as a table's log is (`decide.MOST_ASIDE`).

    >>> before = Applied()
    >>> after = before.plus("ada", "m1", 5)
    >>> after.answer_to("ada", "m1"), after.answer_to("bob", "m1"), before.answer_to("ada", "m1")
    (5, None, None)
    """

    __slots__ = ("_last", "_marks")

    def __init__(self) -> None:
        self._marks = _Marks()
        self._last = -1

    def plus(self, person: str, message: str, number: int) -> "Applied":
        """With one more message, which led to the entry of that number: a later one than all."""
        marks = self._marks
        if self._last < 0 or marks.last != self._last:
            # Somebody else goes on from here, or did: they share nothing but the beginning.
            marks = marks.until(self._last)
        marks.people.setdefault(person, {})[message] = number
        marks.last = number
        longer = Applied()
        longer._marks, longer._last = marks, number
        return longer

    def answer_to(self, person: str, message: str) -> int | None:
        """The entry that a person's message led to."""
        number = self._marks.people.get(person, {}).get(message)
        return number if number is not None and number <= self._last else None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Applied):
            return NotImplemented
        mine, theirs = self._marks.until(self._last), other._marks.until(other._last)
        return {p: m for p, m in mine.people.items() if m} == {
            p: m for p, m in theirs.people.items() if m
        }

    __hash__ = None  # type: ignore[assignment]
