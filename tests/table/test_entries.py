"""Entries: as they are stored, and as everybody may see them."""

from typing import Any, get_args

import msgspec
import pytest

from taupes.table.entries import (
    Driver,
    Entry,
    Happening,
    PublicEntry,
    Said,
    Secrets,
    Stood,
    Undone,
    public,
)
from tests.table.desk import SEED, pair_desk


def test_entries_keep_their_secrets_to_themselves() -> None:
    entry = pair_desk().log[0]
    assert entry.secrets is not None
    assert entry.secrets.seed == SEED
    assert public(entry) == PublicEntry(entry.number, entry.at, entry.happenings)
    assert b"secrets" not in msgspec.json.encode(public(entry))


def test_an_entry_is_stored_in_the_words_it_always_had() -> None:
    entry = Entry(7, 5, [Undone(1, 42)], Secrets("ada", "m1"))
    assert msgspec.json.decode(msgspec.json.encode(entry)) == {
        "number": 7,
        "at": 5,
        "events": [{"type": "undone", "seat": 1, "events": 42}],
        "secrets": {"person": "ada", "message": "m1"},
    }
    assert msgspec.json.decode(msgspec.json.encode(public(entry))) == {
        "number": 7,
        "at": 5,
        "events": [{"type": "undone", "seat": 1, "events": 42}],
    }
    assert msgspec.json.decode(msgspec.json.encode(Entry(7, 5, [Stood(1)]))) == {
        "number": 7,
        "at": 5,
        "events": [{"type": "stood", "seat": 1}],
    }


def test_every_entry_of_a_game_is_read_as_it_was_written() -> None:
    desk = pair_desk()
    for entry in desk.log:
        assert msgspec.json.decode(msgspec.json.encode(entry), type=Entry) == entry


@pytest.mark.parametrize(("length", "is_read"), [(200, True), (201, False)])
def test_a_line_of_chat_has_at_most_200_characters(length: int, is_read: bool) -> None:
    assert reads({"type": "said", "seat": 0, "text": "x" * length}) == is_read


def test_what_was_not_said_is_not_stored() -> None:
    assert msgspec.to_builtins(Said(0, phrase="oops")) == {
        "type": "said",
        "seat": 0,
        "phrase": "oops",
    }


def test_drivers_are_told_apart_by_their_first_letter() -> None:
    drivers = get_args(Driver)
    assert len({driver[0] for driver in drivers}) == len(drivers)


def reads(data: Any) -> bool:
    try:
        msgspec.convert(data, Happening)
    except msgspec.ValidationError:
        return False
    return True
