"""A sequence that grows, for frozen data: each table keeps its own length of a common list."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

T = TypeVar("T")


class History(Sequence[T]):
    """What happened so far. Grows without being copied: an earlier one is a beginning of it.

    Nobody can tell it from an immutable sequence. A history never looks beyond its own length,
    and only the longest one of a list appends to it: two that go on differently from the same
    beginning (after an undo, or when an entry could not be stored) share nothing but that.

    >>> begun = History("ab")
    >>> list(begun.plus("c")), list(begun.plus("de")), list(begun)
    (['a', 'b', 'c'], ['a', 'b', 'd', 'e'], ['a', 'b'])
    """

    __slots__ = ("_count", "_items")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = list(items)
        self._count = len(self._items)

    def plus(self, items: Iterable[T]) -> "History[T]":
        """A longer history: this one and what comes next."""
        longer: History[T] = History.__new__(History)
        longer._items = self._items if len(self._items) == self._count else list(self)
        longer._items.extend(items)
        longer._count = len(longer._items)
        return longer

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return self._items[: self._count][index]
        return self._items[range(self._count)[index]]

    def __iter__(self) -> Iterator[T]:
        return iter(self._items[: self._count])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, History) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]
