"""How fast somebody may ask: a bucket of tokens for each."""

import time
from collections import OrderedDict
from typing import Final

_MOST: Final = 10_000
"""Addresses remembered; the oldest are forgotten, and start again with a full bucket."""


class Pace:
    """A rate on average, with bursts, for each key."""

    def __init__(self, per_second: float, burst: int) -> None:
        self.per_second = per_second
        self.burst = float(burst)
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, key: str, now: float | None = None) -> bool:
        """Whether one more is allowed now; it counts if it is.

        >>> pace = Pace(1, 2)
        >>> [pace.allows("a", now) for now in (0.0, 0.0, 0.0, 1.0)]
        [True, True, False, True]
        """
        moment = time.monotonic() if now is None else now
        tokens, since = self._buckets.pop(key, (self.burst, moment))
        tokens = min(self.burst, tokens + (moment - since) * self.per_second)
        is_allowed = tokens >= 1
        self._buckets[key] = (tokens - is_allowed, moment)
        if len(self._buckets) > _MOST:
            self._buckets.popitem(last=False)
        return is_allowed
