"""When somebody may be told, by the clock where they are."""

from datetime import UTC, datetime

import pytest

from taupes.server.push.quiet import BadZone, loud_at, zone_of
from taupes.server.storage.subscriptions import QuietHours

NIGHT = (22 * 60, 8 * 60)


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


@pytest.mark.parametrize(
    ("zone", "hours", "now", "loud"),
    [
        ("UTC", NIGHT, "2026-01-10T12:00", "2026-01-10T12:00"),
        ("UTC", NIGHT, "2026-01-10T21:59", "2026-01-10T21:59"),
        ("UTC", NIGHT, "2026-01-10T22:00", "2026-01-11T08:00"),
        ("UTC", NIGHT, "2026-01-10T23:30", "2026-01-11T08:00"),
        ("UTC", NIGHT, "2026-01-11T00:00", "2026-01-11T08:00"),
        ("UTC", NIGHT, "2026-01-11T07:59", "2026-01-11T08:00"),
        ("UTC", NIGHT, "2026-01-11T08:00", "2026-01-11T08:00"),
        # The same moment is day in one place and night in another.
        ("Europe/Paris", NIGHT, "2026-01-10T21:30", "2026-01-11T07:00"),
        ("Asia/Tokyo", NIGHT, "2026-01-10T21:30", "2026-01-10T23:00"),
        ("America/New_York", NIGHT, "2026-01-10T21:30", "2026-01-10T21:30"),
        ("Asia/Kathmandu", NIGHT, "2026-01-10T20:00", "2026-01-11T02:15"),
        # Quiet in the middle of a day.
        ("UTC", (9 * 60, 17 * 60), "2026-01-10T10:00", "2026-01-10T17:00"),
        ("UTC", (9 * 60, 17 * 60), "2026-01-10T17:00", "2026-01-10T17:00"),
        ("UTC", (8 * 60, 0), "2026-01-10T12:00", "2026-01-11T00:00"),
        # The clocks are changed in that night: eight o'clock is an hour sooner, or later.
        ("Europe/Paris", NIGHT, "2026-03-28T23:00", "2026-03-29T06:00"),
        ("Europe/Paris", NIGHT, "2026-10-24T22:00", "2026-10-25T07:00"),
        # The end is in the hour that is left out.
        ("Europe/Paris", (22 * 60, 150), "2026-03-28T23:00", "2026-03-29T01:30"),
        ("UTC", (600, 600), "2026-01-10T10:00", "2026-01-10T10:00"),
    ],
)
def test_quiet_hours(zone: str, hours: tuple[int, int], now: str, loud: str) -> None:
    assert loud_at(QuietHours(zone, *hours), at(now)) == at(loud)


def test_without_them_it_is_never_quiet() -> None:
    assert loud_at(None, 5) == 5


def test_a_zone_that_the_machine_has_lost_keeps_nobody_from_being_told() -> None:
    assert loud_at(QuietHours("Nowhere/At_All", *NIGHT), at("2026-01-10T23:00")) == at(
        "2026-01-10T23:00"
    )


@pytest.mark.parametrize(
    "name", ["", "Nowhere", "../../etc/passwd", "/etc/localtime", "Europe", "Europe/", "É", "a\0b"]
)
def test_zones_that_there_are_not(name: str) -> None:
    with pytest.raises(BadZone):
        zone_of(name)
