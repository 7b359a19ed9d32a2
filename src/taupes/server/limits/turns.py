"""One after the other: what several ask for at the same time is done once, and the rest find it."""

import asyncio
from weakref import WeakValueDictionary


class Turns:
    """A lock for everything that is being done now."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def of(self, key: str) -> asyncio.Lock:
        """Hold it from looking whether something was done until it is."""
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        return lock

    def __len__(self) -> int:
        return len(self._locks)
