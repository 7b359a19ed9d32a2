"""What tables and records are named by: how an id begins says who keeps what it names.

The page asks whoever it says (`web/src/protocol/keeper.ts`, which must agree).
"""

from typing import Final

_DEVICE: Final = "d-"


def device_id(rest: str) -> str:
    """The id of something that a device keeps.

    >>> device_id("day-2026-11-20")
    'd-day-2026-11-20'
    """
    return _DEVICE + rest


def is_on_device(name: str) -> bool:
    """Whether this is the id of something that a device keeps."""
    return name.startswith(_DEVICE)
