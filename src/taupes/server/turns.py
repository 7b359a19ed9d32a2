"""One after the other: what somebody does at the same time is done in turn, and so is counted."""

import asyncio
from weakref import WeakValueDictionary


class Turns:
    """A lock for everybody who is doing something now."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def of(self, person: str) -> asyncio.Lock:
        """Hold it from looking how many they have until they have one more."""
        lock = self._locks.get(person)
        if lock is None:
            lock = self._locks[person] = asyncio.Lock()
        return lock

    def __len__(self) -> int:
        return len(self._locks)
