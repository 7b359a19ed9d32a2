"""How fast somebody may ask: a bucket of tokens, refilled all the time and never above its brim."""

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

Clock = Callable[[], float]
"""Seconds that never go back."""

_MOST: Final = 10_000
"""Buckets kept by key; the one used longest ago goes first, and starts again full."""


_HOUR: Final = 3600

_OWED: Final = 10.0
"""Seconds that anybody has to wait at most: who shares a bucket must not pay for ever."""


class Bucket:
    """A rate on average, with bursts."""

    __slots__ = ("_burst", "_clock", "_per_second", "_since", "_tokens")

    def __init__(self, per_second: float, burst: float, clock: Clock = time.monotonic) -> None:
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._tokens = burst
        self._since = clock()

    def take(self, count: float = 1) -> float:
        """Take tokens, be there any or not; the seconds until there are none owed any more.

        >>> bucket = Bucket(2, 1, clock=lambda: 0.0)
        >>> [bucket.take() for _ in range(3)]
        [0.0, 0.5, 1.0]
        """
        tokens = self._tokens = self._refilled() - count
        if tokens >= 0:
            return 0.0
        self._tokens = max(tokens, -_OWED * self._per_second)
        return -self._tokens / self._per_second

    def allows(self) -> bool:
        """Whether there is a token, which is taken then.

        >>> times = iter((0, 0, 0, 0, 1))
        >>> bucket = Bucket(1, 2, clock=lambda: next(times))
        >>> [bucket.allows() for _ in range(4)]
        [True, True, False, True]
        """
        self._tokens = tokens = self._refilled()
        if tokens < 1:
            return False
        self._tokens -= 1
        return True

    def _refilled(self) -> float:
        """The tokens that are there by now."""
        since, self._since = self._since, self._clock()
        tokens = self._tokens + (self._since - since) * self._per_second
        return tokens if tokens < self._burst else self._burst


class Buckets:
    """A bucket for each key, of those that were used lately."""

    def __init__(
        self, per_second: float, burst: float, most: int = _MOST, clock: Clock = time.monotonic
    ) -> None:
        self._per_second = per_second
        self._burst = burst
        self._most = most
        self._clock = clock
        self._by_key: OrderedDict[str, Bucket] = OrderedDict()

    def allows(self, key: str) -> bool:
        """Whether one more is allowed to somebody now; it counts if it is."""
        return self.of(key).allows()

    def of(self, key: str) -> Bucket:
        """Somebody's own."""
        bucket = self._by_key.get(key)
        if bucket is None:
            bucket = self._by_key[key] = Bucket(self._per_second, self._burst, self._clock)
            if len(self._by_key) > self._most:
                self._by_key.popitem(last=False)
        self._by_key.move_to_end(key)
        return bucket

    def __len__(self) -> int:
        return len(self._by_key)


def hourly(each: int, clock: Clock = time.monotonic) -> Buckets:
    """So many in an hour for each key."""
    return Buckets(each / _HOUR, each, clock=clock)


class Quota:
    """So many in an hour for each key, and so many for all of them together."""

    def __init__(self, each: int, together: int, clock: Clock = time.monotonic) -> None:
        self._each = hourly(each, clock)
        self._together = Bucket(together / _HOUR, together, clock)

    def allows(self, key: str) -> bool:
        """Whether one more is allowed to somebody now; it counts if it is.

        >>> quota = Quota(1, 2, clock=lambda: 0.0)
        >>> [quota.allows(name) for name in ("a", "a", "b", "c")]
        [True, False, True, False]
        """
        return self._each.allows(key) and self._together.allows()
