"""The server's time."""

import time
from collections.abc import Callable
from functools import partial
from typing import Final

Nanoseconds = Callable[[], int]

_MS: Final = 1_000_000
_DAY: Final = 24 * 3600 * 1000

_BOOT: Final[int | None] = getattr(time, "CLOCK_BOOTTIME", None)
"""On Linux, whose other clocks stand still while the machine sleeps."""


_steady: Final[Nanoseconds] = (
    time.monotonic_ns if _BOOT is None else partial(time.clock_gettime_ns, _BOOT)
)
"""Nanoseconds that go on evenly, also while the machine sleeps."""


class Clock:
    """Milliseconds since 1970, as the machine's clock says at the start and evenly from then on.

    Whoever sets that clock later, back or forward, makes nobody's time longer or shorter.
    """

    def __init__(self, wall: Nanoseconds = time.time_ns, steady: Nanoseconds = _steady) -> None:
        self._steady = steady
        self._ahead = wall() - steady()

    def now(self) -> int:
        """What time it is."""
        return (self._steady() + self._ahead) // _MS

    def hear(self, at: int) -> None:
        """Go on from a time that was stored, if it is later than ours.

        So time does not run backwards when the machine's clock was set back before a restart, and
        processes agree on it. Whoever is more than a day ahead is not believed.
        """
        behind = at - self.now()
        if 0 < behind <= _DAY:
            self._ahead += behind * _MS


CLOCK: Final = Clock()
"""The clock of this process."""

now_ms: Final = CLOCK.now
