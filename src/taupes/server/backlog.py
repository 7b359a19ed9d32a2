"""What clients have not read yet, of all together: when it is too much, the slowest are cut."""

from typing import Protocol


class Reader(Protocol):
    """A client that does not read as fast as we write."""

    @property
    def unread(self) -> int:
        """Bytes that wait for it."""

    def cut(self) -> None:
        """End its connection at once."""


class Backlog:
    """Everybody who is behind, and how far.

    Whoever keeps up costs nothing here. Sizes are as they were last told, and taken anew before
    anybody is cut.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._sizes: dict[Reader, int] = {}
        self.total = 0
        """Bytes that wait, at most."""

    def __len__(self) -> int:
        return len(self._sizes)

    def note(self, reader: Reader) -> None:
        """Take down how far somebody is behind."""
        size = reader.unread
        self.total += size - self._sizes.get(reader, 0)
        self._sizes[reader] = size
        if self.total > self._most:
            self._shrink()

    def forget(self, reader: Reader) -> None:
        """Somebody has caught up, or is gone."""
        self.total -= self._sizes.pop(reader, 0)

    def _shrink(self) -> None:
        self._sizes = {reader: reader.unread for reader in self._sizes}
        self.total = sum(self._sizes.values())
        if self.total <= self._most:
            return
        for reader in sorted(self._sizes, key=self._sizes.__getitem__, reverse=True):
            # A little more than has to be: the next one to write should not have to count again.
            if self.total <= self._most * 3 // 4:
                break
            self.forget(reader)
            reader.cut()
