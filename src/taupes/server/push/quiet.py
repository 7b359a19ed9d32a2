"""Quiet hours: when somebody may be told, by the clock where they are."""

import re
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from taupes.server.storage.subscriptions import QuietHours

DAY: Final = 24 * 60
"""Minutes."""

_NAME: Final = re.compile(r"[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*", re.ASCII)


class BadZone(ValueError):
    """A time zone that nobody knows."""


def zone_of(name: str) -> ZoneInfo:
    """A time zone by its name; BadZone if there is none."""
    if not _NAME.fullmatch(name):
        raise BadZone(name)
    try:
        return ZoneInfo(name)
    except (ValueError, KeyError, OSError) as error:
        raise BadZone(name) from error


def loud_at(quiet: QuietHours | None, now: int) -> int:
    """When somebody may be told: now, or at the end of their quiet hours; in milliseconds."""
    if quiet is None or quiet.begins == quiet.ends:
        return now
    try:
        zone = zone_of(quiet.zone)
    except BadZone:
        # It was known when it was stored; a machine without it tells people rather than not.
        return now
    there = datetime.fromtimestamp(now / 1000, zone)
    minute = there.hour * 60 + there.minute
    # Counted from the beginning of the quiet, so that midnight is no matter.
    if (minute - quiet.begins) % DAY >= (quiet.ends - quiet.begins) % DAY:
        return now
    day = there.date() + timedelta(days=int(quiet.ends <= minute))
    end = datetime(
        day.year, day.month, day.day, *divmod(quiet.ends % DAY, 60), tzinfo=zone
    ).timestamp()
    return max(now, int(end * 1000))
