"""The schema, the page about it and the code say the same."""

import re
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any, get_args

import jsonschema
import msgspec
import pytest

from taupes.table import messages, replies
from taupes.table.entries import Happening
from taupes.table.projection import table_view, update_of
from taupes.table.refusals import CODES
from taupes.table.schema import FILE, format_schema, load_schema
from tests.table.desk import ADA, pair_desk

DOCS = Path(__file__).parents[2] / "docs"


def tags(union: Any) -> set[str]:
    return {str(msgspec.inspect.type_info(kind).tag) for kind in get_args(union)}  # type: ignore[attr-defined]


def validator(name: str) -> jsonschema.Draft202012Validator:
    schema = load_schema()
    return jsonschema.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]})


def test_schema_file_is_up_to_date() -> None:
    text = files("taupes.table").joinpath(FILE).read_text("utf-8")
    right = "python -c 'from taupes.table.schema import *; print(format_schema(), end=\"\")'"
    assert text == format_schema(), f"make it anew with {right}"
    jsonschema.Draft202012Validator.check_schema(load_schema())


@pytest.mark.parametrize(
    "kinds", [messages.ClientMessage, replies.ServerMessage, Happening], ids=["in", "out", "log"]
)
def test_every_message_and_event_is_documented(kinds: Any) -> None:
    words = set(re.findall(r"`([a-z_]+)`", (DOCS / "protocol.md").read_text("utf-8")))
    assert tags(kinds) <= words


def test_every_socket_refusal_is_documented() -> None:
    page = (DOCS / "protocol.md").read_text("utf-8")
    words = set(re.findall(r"`([a-z_]+)`", page))
    only_http = {"bad_boards", "bad_record", "bad_rules", "not_found"}
    only_http |= {"no_such_puzzle", "no_such_record"}
    only_http |= {"bad_host", "bad_origin", "busy", "fault", "gave_up", "people_needed"}
    only_http |= {"bad_subscription", "no_push", "no_server", "too_fast", "too_slow"}
    assert set(CODES) - only_http <= words


def test_what_is_sent_is_of_the_schema() -> None:
    check = validator("ServerMessage").validate
    desk = pair_desk()
    rng = Random(5)
    while desk.table.awaited is not None:
        before = desk.table
        desk.play_on(rng, steps=1)
        if desk.table.number % 9 == 0 or desk.table.awaited is None:
            check(plain(update_of(before, desk.table, desk.log[-1:], 1)))
            check(plain(replies.Shown(1, table_view(desk.table, ADA), "id")))
    check(plain(update_of(None, desk.table, desk.log, 1)))


def plain(message: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(message))


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"hello"}',
        '{"type":"act","table":"T","seat":0,"action":{"type":"move","from":[0,1],"to":[0,2]}}',
        '{"type":"act","table":"T","seat":4,"action":{"type":"pass"}}',
        '{"type":"act","table":"T","seat":0,"action":{"type":"turn","slot":6}}',
        '{"type":"act","table":"T","seat":0,"action":{"type":"fly"}}',
        '{"type":"sit","table":"T","seat":0,"name":"Ada","nonce":"xyz"}',
        '{"type":"sit","table":"T","seat":0,"name":""}',
        '{"type":"say","table":"T","seat":0,"text":"hi","id":""}',
        '{"type":"nothing"}',
        "{}",
        "[]",
    ],
)
def test_the_schema_and_the_reader_agree(text: str) -> None:
    try:
        msgspec.json.decode(text, type=messages.ClientMessage)
    except msgspec.ValidationError:
        is_read = False
    else:
        is_read = True
    assert validator("ClientMessage").is_valid(msgspec.json.decode(text)) == is_read
