"""Answers kept for those who ask the same again: so many bytes of them and no more."""

from collections import OrderedDict


class Cache:
    """Bytes by key; when they weigh too much, what was asked for longest ago goes first.

    >>> cache = Cache(10)
    >>> for key in ("a", "b", "a", "c"):
    ...     cache.put(key, b"1234")
    >>> cache.get("a"), cache.get("b"), cache.weight
    (b'1234', None, 8)
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self.weight = 0
        """Bytes that are kept."""

    def get(self, key: str) -> bytes | None:
        """What was kept, if it still is."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def put(self, key: str, data: bytes) -> None:
        """Keep something; what is larger than all there is room for is not."""
        if len(data) > self._most:
            return
        self.weight += len(data) - len(self._kept.pop(key, b""))
        self._kept[key] = data
        while self.weight > self._most:
            _, gone = self._kept.popitem(last=False)
            self.weight -= len(gone)

    def __len__(self) -> int:
        return len(self._kept)
