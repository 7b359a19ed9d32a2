"""What people are shown, in the names that pages know."""

from random import Random

import msgspec
import pytest

from taupes.table.projection import plain_position, position_of, table_view, update_of
from taupes.table.setup import Setup
from taupes.table.view import PlainPosition, Position, TableView, Update
from tests.table.desk import ADA, new_desk, pair_desk

PLAIN = {"phase", "turn", "level", "disc", "moles", "face_down", "stall", "points"}


def names(kind: type[msgspec.Struct]) -> set[str]:
    return {field.encode_name for field in msgspec.structs.fields(kind)}


def test_a_position_at_a_table_is_one_of_a_record_and_more() -> None:
    assert names(PlainPosition) == PLAIN
    assert names(Position) == PLAIN | {
        "events",
        "rows",
        "shuffles",
        "result",
        "legal",
        "skill",
        "equal",
    }
    desk = new_desk()
    desk.play_on(Random(1), steps=30)
    shown = msgspec.json.decode(msgspec.json.encode(position_of(desk.play)))
    plain = msgspec.json.decode(msgspec.json.encode(plain_position(desk.play.state)))
    assert {key: shown[key] for key in PLAIN} == plain


def test_what_is_shown_can_be_read_again() -> None:
    desk = pair_desk(Setup(preset="shop-points"))
    desk.play_on(Random(1), steps=30)
    text = msgspec.json.encode(table_view(desk.table, ADA))
    view = msgspec.json.decode(text, type=TableView)
    assert msgspec.json.encode(view) == text
    assert view.position is not None
    assert view.position.event_count == 30


def test_an_update_has_at_least_one_entry_and_leaves_out_what_it_does_not_say() -> None:
    desk = pair_desk()
    bare = Update("T", 5, [], "playing")
    assert set(msgspec.to_builtins(bare)) == {"type", "table", "time", "entries", "stage"}
    text = msgspec.json.encode(update_of(None, desk.table, desk.log, 5))
    assert len(msgspec.json.decode(text, type=Update).entries) == desk.table.number
    with pytest.raises(msgspec.ValidationError, match="length >= 1"):
        msgspec.json.decode(msgspec.json.encode(bare), type=Update)
