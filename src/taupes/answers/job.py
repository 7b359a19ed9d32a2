"""Jobs: functions from bytes to bytes, named by their module, that anybody can be let do.

The modules of this room hold the types that are sent and answered as well, so that a route can
describe them; what takes long to load is loaded by the work itself.
"""

import traceback
from collections.abc import Callable
from importlib import import_module
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from taupes.table.refusals import Refusal

T = TypeVar("T")


class Extent(Struct, frozen=True):
    """How much may be asked for at once."""

    record_events: int = 5_000
    """The longest record that is replayed."""
    answer_bytes: int = 4_000_000
    """The longest answer."""


Work = Callable[[bytes, Extent], bytes | tuple[bytes, bytes]]
"""A job: what was sent becomes the answer, or the answer and what the keeper wants to know."""


class RequestRefused(Exception):
    """Ends a job or another request with a refusal."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


class JobResult(Struct, frozen=True, array_like=True):
    """What came of it: an answer, a refusal, or a failure."""

    data: bytes = b""
    extra: bytes = b""
    """What else the keeper wants to know, beside the answer."""
    refusal: Refusal | None = None
    failure: str = ""
    """The kind of the error and its place in the program: nothing that anybody typed."""
    resident: int = 0
    """Bytes of memory that the process holds now, if it has one to itself."""


JOBS: Final = frozenset(
    {
        "analysis.weigh",
        "boards.check",
        "boards.preview",
        "booklet.draw",
        "cards.draw",
        "companion.rule",
        "puzzles.judge",
        "puzzles.judge_own",
        "puzzles.list_all",
        "puzzles.of_day",
        "puzzles.show",
        "records.check",
        "records.keep",
        "records.notation",
        "replay.attempt",
        "replay.positions",
        "thinking.think",
    }
)
"""All jobs, by module and function."""


def read(data: bytes, kind: type[T]) -> T:
    """What was sent, as one of our types; RequestRefused if it is none."""
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise RequestRefused(Refusal("bad_message", str(error)[:300])) from error


def job_of(name: str) -> Work:
    """The function of a job, loaded now; KeyError if there is no such job."""
    if name not in JOBS:
        raise KeyError(name)
    module, _, function = name.partition(".")
    work: Work = getattr(import_module(f"taupes.answers.{module}"), function)
    return work


def perform(job: str, data: bytes, extent: Extent) -> JobResult:
    """What comes of a job, whatever happens."""
    try:
        found = job_of(job)(data, extent)
    except RequestRefused as error:
        return JobResult(refusal=error.refusal)
    except Exception as error:  # noqa: BLE001 - whatever it is, the next job is another one's
        return JobResult(failure=f"{type(error).__name__} at {place_of(error)}")
    answer, extra = found if isinstance(found, tuple) else (found, b"")
    if len(answer) > extent.answer_bytes:
        most = f"an answer of {len(answer)} bytes, at most {extent.answer_bytes}"
        return JobResult(refusal=Refusal("too_large", most))
    return JobResult(answer, extra)


def place_of(error: BaseException) -> str:
    """Where in the program something went wrong: nothing that people typed."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{frames[-1].filename}:{frames[-1].lineno}" if frames else "?"
