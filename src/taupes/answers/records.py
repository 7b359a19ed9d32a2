"""Records worked through: is one good, are its discs proved, how is it written."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from taupes.answers.job import Extent, RequestRefused
from taupes.rules import (
    BadNotation,
    BadRecord,
    Record,
    dump_record,
    format_notation,
    load_record,
    parse_record,
    read_game,
)
from taupes.table.facts import record_summary
from taupes.table.fairness import verify
from taupes.table.refusals import Refusal


class RecordCheck(Struct, frozen=True):
    """What checking a record found."""

    ok: bool
    error: str | None
    event: int | None
    """The index of the event at fault."""
    fair: bool | None
    """Whether every disc is as the committed seed says; null without a proof."""
    proof: str | None
    """The same in words."""


class RecordLine(Struct, frozen=True):
    """A record in a list."""

    record: str
    created: int
    boards: str
    players: list[dict[str, str]]
    events: int
    result: dict[str, Any] | None
    you: list[int] = []
    """The seats of whoever asks; none if the game was not played here."""


class Kept(Struct, frozen=True):
    """Where an uploaded record is."""

    record: str


def record_line(
    record: str, created: int, summary: str | bytes, you: Sequence[int] = ()
) -> RecordLine:
    """A record in somebody's list, from what was stored of it for lists."""
    return RecordLine(record, created, **msgspec.json.decode(summary), you=list(you))


def check(data: bytes, extent: Extent) -> bytes:
    """Whether a record is good, and its discs are proved."""
    try:
        record = _read(data, extent)
    except RequestRefused as error:
        cause = error.__cause__
        event = cause.event if isinstance(cause, BadRecord) else None
        why = error.refusal.detail
        found = RecordCheck(ok=False, error=why, event=event, fair=None, proof=None)
    else:
        proof = verify(record)
        found = RecordCheck(ok=True, error=None, event=None, fair=proof.fair, proof=str(proof.what))
    return msgspec.json.encode(found)


def keep(data: bytes, extent: Extent) -> tuple[bytes, bytes]:
    """A good record as it is kept, and as a list shows it."""
    record = _read(data, extent)
    return dump_record(record).encode(), record_summary(record).encode()


def notation(data: bytes, _: Extent) -> bytes:
    """A kept record as text."""
    return format_notation(load_record(data.decode())).encode()


def record_of(data: Any, extent: Extent) -> Record:
    """A record that came as plain data; RequestRefused if it is bad or too long."""
    try:
        _bound(data, extent)
        return parse_record(data)
    except (BadRecord, RecursionError) as error:
        raise RequestRefused(Refusal("bad_record", str(error)[:300])) from error


def _read(data: bytes, extent: Extent) -> Record:
    """A record in either form; RequestRefused if it is bad or too long."""
    try:
        text = data.decode("utf-8-sig")
        record = read_game(text)
    except (BadRecord, BadNotation, UnicodeDecodeError, RecursionError) as error:
        raise RequestRefused(Refusal("bad_record", str(error)[:300])) from error
    if len(record.events) > extent.record_events:
        raise _too_long(extent)
    try:
        # What is kept is handed out again as JSON, which knows fewer things than a record may hold.
        msgspec.json.decode(dump_record(record))
    except msgspec.DecodeError as error:
        what = "numbers must be finite, and characters whole"
        raise RequestRefused(Refusal("bad_record", what)) from error
    return record


def _bound(data: Any, extent: Extent) -> None:
    """Refuse a record that is too long before it is replayed."""
    events = data.get("events") if isinstance(data, dict) else None
    if isinstance(events, list) and len(events) > extent.record_events:
        raise _too_long(extent)


def _too_long(extent: Extent) -> RequestRefused:
    return RequestRefused(Refusal("too_large", f"at most {extent.record_events} events"))
