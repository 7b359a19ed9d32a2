"""Records worked through: is one good, are its discs proved, how is it written."""

from typing import Any

import msgspec
from msgspec import Struct

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
from taupes.server.workers.jobs import JobRefused
from taupes.server.workers.pipe import Orders
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


def check(data: bytes, orders: Orders) -> bytes:
    """Whether a record is good, and its discs are proved."""
    try:
        record = _read(data, orders)
    except JobRefused as error:
        cause = error.__cause__
        event = cause.event if isinstance(cause, BadRecord) else None
        why = error.refusal.detail
        found = RecordCheck(ok=False, error=why, event=event, fair=None, proof=None)
    else:
        proof = verify(record)
        found = RecordCheck(ok=True, error=None, event=None, fair=proof.fair, proof=proof.what)
    return msgspec.json.encode(found)


def keep(data: bytes, orders: Orders) -> tuple[bytes, bytes]:
    """A good record as it is kept, and as a list shows it."""
    record = _read(data, orders)
    return dump_record(record).encode(), record_summary(record).encode()


def notation(data: bytes, _: Orders) -> bytes:
    """A kept record as text."""
    return format_notation(load_record(data.decode())).encode()


def record_of(data: Any, orders: Orders) -> Record:
    """A record that came as plain data; JobRefused if it is bad or too long."""
    try:
        _bound(data, orders)
        return parse_record(data)
    except (BadRecord, RecursionError) as error:
        raise JobRefused(Refusal("bad_record", str(error)[:300])) from error


def _read(data: bytes, orders: Orders) -> Record:
    """A record in either form; JobRefused if it is bad or too long."""
    try:
        text = data.decode("utf-8-sig")
        record = read_game(text)
    except (BadRecord, BadNotation, UnicodeDecodeError, RecursionError) as error:
        raise JobRefused(Refusal("bad_record", str(error)[:300])) from error
    if len(record.events) > orders.record_events:
        raise _too_long(orders)
    try:
        # What is kept is handed out again as JSON, which knows fewer things than a record may hold.
        msgspec.json.decode(dump_record(record))
    except msgspec.DecodeError as error:
        what = "numbers must be finite, and characters whole"
        raise JobRefused(Refusal("bad_record", what)) from error
    return record


def _bound(data: Any, orders: Orders) -> None:
    """Refuse a record that is too long before it is replayed."""
    events = data.get("events") if isinstance(data, dict) else None
    if isinstance(events, list) and len(events) > orders.record_events:
        raise _too_long(orders)


def _too_long(orders: Orders) -> JobRefused:
    return JobRefused(Refusal("too_large", f"at most {orders.record_events} events"))
