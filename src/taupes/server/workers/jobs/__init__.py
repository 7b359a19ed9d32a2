"""What workers can work out: functions from bytes to bytes, named by their module.

The modules hold the types that are sent and answered as well, so that a route can describe them;
what takes long to load is loaded by the work itself.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Final, TypeVar

import msgspec

from taupes.server.workers.pipe import Orders
from taupes.table.refusals import Refusal

T = TypeVar("T")

Work = Callable[[bytes, Orders], bytes | tuple[bytes, bytes]]
"""A job: what was sent becomes the answer, or the answer and what the server wants to know."""


class JobRefused(Exception):
    """Ends a job with a refusal."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


def read(data: bytes, kind: type[T]) -> T:
    """What was sent, as one of our types; JobRefused if it is none."""
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise JobRefused(Refusal("bad_message", str(error)[:300])) from error


JOBS: Final = frozenset(
    {
        "analysis.weigh",
        "boards.check",
        "boards.preview",
        "booklet.draw",
        "cards.draw",
        "companion.rule",
        "records.check",
        "records.keep",
        "records.notation",
        "replay.attempt",
        "replay.positions",
        "thinking.think",
    }
)
"""All jobs, by module and function."""


def job_of(name: str) -> Work:
    """The function of a job, loaded now; KeyError if there is no such job."""
    if name not in JOBS:
        raise KeyError(name)
    module, _, function = name.partition(".")
    work: Work = getattr(import_module(f"{__name__}.{module}"), function)
    return work
