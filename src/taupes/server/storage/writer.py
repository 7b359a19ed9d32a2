"""The one thread that writes, in groups: all that is waiting goes into one transaction."""

import queue
import threading
import time
from collections.abc import Callable, Sequence
from typing import Final

from taupes.server.storage.rows import Append, Outcome

GROUP: Final = 512
"""The most appends in one transaction."""

_BUSY: Final = 2_000
"""Entries a second from which on the writer waits for more: each transaction costs as much as
several entries, and its thread takes the interpreter from the others."""

_ENOUGH: Final = 32
"""Entries that it waits for then."""

_PATIENCE: Final = 0.005
"""Seconds that it waits at most."""

_LATE: Final = 0.2
"""Seconds over which the rate is taken."""

_PAUSE_AFTER_FAILURE: Final = 0.2
"""Seconds; nobody is served faster by asking a full disk again and again."""

Store = Callable[[Sequence[Append]], Sequence[bool]]
"""Stores a group, on disk when it returns; for each entry, whether its number was free."""

Deliver = Callable[[Sequence[Append], Sequence[Outcome]], None]
"""Takes the outcomes of a group back to the event loop."""


class Writer:
    """Stores entries soon and in order, and says how that went."""

    def __init__(self, store: Store, deliver: Deliver) -> None:
        self._store = store
        self._deliver = deliver
        self._waiting: queue.SimpleQueue[Append | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="taupes-writer", daemon=True)
        self.put = self._waiting.put
        """Take an entry; None is the last."""
        self.groups = 0
        """Transactions so far."""
        self.last_failure = ""
        """Why the last group that failed could not be stored."""
        self._rate = 0.0
        """Entries a second, of late."""
        self._counted = time.monotonic()

    def start(self) -> None:
        """Begin to write."""
        self._thread.start()

    def stop(self) -> None:
        """Write what is waiting, then end."""
        self.put(None)
        self._thread.join()

    def _run(self) -> None:
        is_open = True
        while is_open:
            group, is_open = self._next_group()
            if group:
                self._deliver(group, self._stored(group))

    def _next_group(self) -> tuple[list[Append], bool]:
        """All that is waiting, at least one; and whether more may come."""
        waiting = self._waiting
        group: list[Append] = []
        while not group or (len(group) < GROUP and not waiting.empty()):
            item = waiting.get()
            if item is None:
                return group, False
            group.append(item)
            if len(group) == 1 and self._rate > _BUSY and waiting.qsize() < _ENOUGH:
                time.sleep(min(_PATIENCE, _ENOUGH / self._rate))
        now = time.monotonic()
        # Groups weigh by the time they took: two that come close together are no rush.
        passed = max(now - self._counted, 1e-6)
        self._rate += min(1.0, passed / _LATE) * (len(group) / passed - self._rate)
        self._counted = now
        return group, True

    def _stored(self, group: Sequence[Append]) -> Sequence[Outcome]:
        try:
            stored = self._store(group)
        except Exception as error:  # noqa: BLE001 - whatever it is, the writer must go on
            self.last_failure = str(error)
            threading.Event().wait(_PAUSE_AFTER_FAILURE)
            return [Outcome.FAILED] * len(group)
        self.groups += 1
        return [Outcome.STORED if is_stored else Outcome.TAKEN for is_stored in stored]
