"""Rates on average, with bursts, and never more memory than is allowed."""

from hypothesis import given
from hypothesis import strategies as st

from taupes.server.limits.bucket import Bucket, Buckets


class Time:
    """A clock that somebody else moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_and_then_the_rate() -> None:
    time = Time()
    bucket = Bucket(8, 3, time)
    assert [bucket.allows() for _ in range(5)] == [True, True, True, False, False]
    time.now += 0.125
    assert [bucket.allows() for _ in range(2)] == [True, False]
    time.now += 1000
    assert [bucket.allows() for _ in range(4)] == [True, True, True, False]


def test_what_is_owed_has_to_be_waited_for() -> None:
    time = Time()
    bucket = Bucket(8, 2, time)
    assert [bucket.take() for _ in range(4)] == [0, 0, 0.125, 0.25]
    time.now += 0.25
    assert bucket.take() == 0.125
    time.now += 0.375
    assert [bucket.take() for _ in range(3)] == [0, 0, 0.125]


@given(st.lists(st.floats(0, 2), max_size=60))
def test_never_more_than_burst_and_rate(pauses: list[float]) -> None:
    time = Time()
    bucket = Bucket(5, 4, time)
    allowed = 0
    for pause in pauses:
        time.now += pause
        allowed += bucket.allows()
    assert allowed <= 4 + 5 * (time.now - 100) + 1e-6


def test_each_key_has_its_own() -> None:
    buckets = Buckets(1, 1, clock=Time())
    assert [buckets.allows(key) for key in "abab"] == [True, True, False, False]


def test_only_so_many_are_kept_and_those_in_use_stay() -> None:
    buckets = Buckets(1, 1, most=3, clock=Time())
    for number in range(100):
        assert buckets.allows("busy") == (number == 0)
        assert buckets.allows(f"stranger {number}")
    assert len(buckets) == 3
