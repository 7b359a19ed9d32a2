"""What processes say to each other fits into notices, and arrives as it was meant."""

from taupes.server.storage.postgres.notices import (
    BODY,
    CHANNEL,
    format_notes,
    numbered,
    parse_notice,
)
from taupes.server.storage.rows import Append

LIMIT = 8_000
"""Bytes that PostgreSQL takes in one notice, and not one more."""


def entry(number: int, size: int) -> Append:
    return Append("T" * 64, number, 0, b"x" * size, None, lambda _: None)


def test_notes_arrive_in_order_in_as_few_notices_as_hold_them() -> None:
    notes = [f"!{number}:" + "a" * 1_000 for number in range(20)]
    payloads = format_notes("origin", notes)
    assert all(len(payload.encode()) < LIMIT for payload in payloads)
    assert len(payloads) == 3
    heard = [parse_notice(payload) for payload in payloads]
    assert {notice.origin for notice in heard} == {"origin"}
    assert [note for notice in heard for note in notice.notes] == notes
    assert not any(notice.news for notice in heard)


def test_nothing_to_say_is_no_notice() -> None:
    assert format_notes("origin", []) == []


def test_news_and_notes_are_told_apart() -> None:
    heard = parse_notice('origin\nT:7:{"a":"b:c"}\n?T\nU:8:\n~ada')
    assert heard.news == [("T", 7, b'{"a":"b:c"}'), ("U", 8, None)]
    assert heard.notes == ["?T", "~ada"]


def test_entries_that_go_out_together_fit_into_their_notice() -> None:
    rows = numbered([entry(number, 400 * number) for number in range(1, 21)])
    assert [row[1] for row in rows] == list(range(1, 21))
    for notice in {row[-1] for row in rows}:
        # A body that is too long is not sent along.
        lines = [
            f"\n{table}:{number}:" + (body.decode() if len(body) <= BODY else "")
            for table, number, _, body, one in rows
            if one == notice
        ]
        assert len(CHANNEL + "".join(lines)) < LIMIT
    assert rows[0][-1] == 0
    assert rows[-1][-1] < len(rows) - 1
