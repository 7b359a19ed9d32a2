"""Messages of clients: what is read, and what is not."""

from typing import Any, get_args

import msgspec
import pytest

from taupes.table import messages
from taupes.table.actions import TurnAction
from taupes.table.messages import AtTable, ClientMessage, TableMessage


def reads(**data: Any) -> bool:
    try:
        msgspec.convert(data, ClientMessage)
    except msgspec.ValidationError:
        return False
    return True


def test_a_message_is_read_with_all_it_carries() -> None:
    text = b'{"type":"act","table":"T","seat":1,"action":{"type":"turn","slot":2},"at":7,"id":"m1"}'
    right = messages.Act("T", 1, TurnAction(2), 7, id="m1")
    assert msgspec.json.decode(text, type=ClientMessage) == right


@pytest.mark.parametrize(("length", "is_read"), [(0, False), (1, True), (64, True), (65, False)])
def test_marks_and_tables_have_1_to_64_characters(length: int, is_read: bool) -> None:
    assert reads(type="ping", id="x" * length) == is_read
    assert reads(type="look", table="x" * length) == is_read


@pytest.mark.parametrize(("length", "is_read"), [(200, True), (201, False)])
def test_a_token_has_at_most_200_characters(length: int, is_read: bool) -> None:
    assert reads(type="hello", token="x" * length) == is_read


@pytest.mark.parametrize(("length", "is_read"), [(0, False), (1, True), (200, True), (201, False)])
def test_a_text_has_1_to_200_characters(length: int, is_read: bool) -> None:
    assert reads(type="say", table="T", seat=0, text="x" * length) == is_read


@pytest.mark.parametrize(("length", "is_read"), [(40, True), (41, False)])
def test_phrases_and_levels_have_at_most_40_characters(length: int, is_read: bool) -> None:
    assert reads(type="say", table="T", seat=0, phrase="x" * length) == is_read
    assert reads(type="seat_bot", table="T", seat=0, level="x" * length) == is_read


@pytest.mark.parametrize(("number", "is_read"), [(-1, False), (0, True), (10**9, True)])
def test_numbers_of_entries_and_events_count_from_0(number: int, is_read: bool) -> None:
    assert reads(type="join", table="T", since=number) == is_read
    act = {"type": "act", "table": "T", "seat": 0, "action": {"type": "pass"}}
    assert reads(**act, at=number) == is_read


def test_what_is_left_out_is_nothing() -> None:
    hello = msgspec.convert({"type": "hello"}, ClientMessage)
    assert hello == messages.Hello(token=None, language="en", id=None)
    assert messages.Join("T").since is None
    assert messages.Act("T", 0, TurnAction(0)).at is None


def test_a_languages_must_be_ours() -> None:
    assert reads(type="hello", language="de")
    assert not reads(type="hello", language="xx")


def test_the_version_is_1() -> None:
    assert messages.PROTOCOL == 1


def test_kinds_of_messages_are_parts_of_each_other() -> None:
    assert set(get_args(TableMessage)) < set(get_args(AtTable)) < set(get_args(ClientMessage))


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        (b"", None),
        (b"{", None),
        (b"[]", None),
        (b"\xff", None),
        (b"[" * 5000, None),
        (b'{"type": "fly", "id": "m1"}', "m1"),
        (b'{"type": "act", "id": 7}', None),
        (b'{"type": "fly", "id": "' + b"x" * 64 + b'"}', "x" * 64),
        (b'{"type": "fly", "id": "' + b"x" * 65 + b'"}', None),
    ],
)
def test_what_is_no_message_is_said_with_its_mark(text: bytes, mark: str | None) -> None:
    with pytest.raises(messages.BadMessage) as caught:
        messages.read_message(text)
    assert caught.value.mark == mark
    assert caught.value.detail


def test_a_message_is_read_from_its_bytes() -> None:
    assert messages.read_message(b'{"type": "ping", "id": "p"}') == messages.Ping(id="p")
