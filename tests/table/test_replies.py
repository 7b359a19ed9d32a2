"""Replies: what is not there is left out, and the names on the wire are as they always were."""

from typing import Any

import msgspec
import pytest

from taupes.table import replies
from taupes.table.actions import PassAction, TurnAction
from taupes.table.projection import table_view
from tests.table.desk import new_desk


def sent(message: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(message))


@pytest.mark.parametrize(
    ("message", "right"),
    [
        (
            replies.Welcome(1, 5, "t", "fr"),
            {"type": "welcome", "protocol": 1, "time": 5, "token": "t", "language": "fr"},
        ),
        (
            replies.Welcome(1, 5, "t", "en", new=True, id="m"),
            {
                "type": "welcome",
                "protocol": 1,
                "time": 5,
                "token": "t",
                "language": "en",
                "new": True,
                "id": "m",
            },
        ),
        (replies.Pong(5), {"type": "pong", "time": 5}),
        (replies.Done("m", "T", 7), {"type": "done", "id": "m", "table": "T", "number": 7}),
        (replies.Done(), {"type": "done"}),
        (replies.Refused("stale", "No."), {"type": "refused", "code": "stale", "sentence": "No."}),
        (
            replies.Explained("T", legal=False, reasons=[]),
            {"type": "explained", "table": "T", "legal": False, "reasons": []},
        ),
        (
            replies.Presence("T", [True, False], 3),
            {"type": "presence", "table": "T", "here": [True, False], "spectators": 3},
        ),
        (
            replies.Bye("restart", "Soon.", 500),
            {"type": "bye", "code": "restart", "sentence": "Soon.", "retry": 500},
        ),
        (
            replies.Bye("idle", "Bye."),
            {"type": "bye", "code": "idle", "sentence": "Bye.", "retry": None},
        ),
        (
            replies.HintGiven("T", 1, 42, PassAction(), [replies.Weighed(TurnAction(0), 0.5)]),
            {
                "type": "hint",
                "table": "T",
                "seat": 1,
                "events": 42,
                "action": {"type": "pass"},
                "choices": [{"action": {"type": "turn", "slot": 0}, "chance": 0.5}],
            },
        ),
        (replies.Weighed(PassAction()), {"action": {"type": "pass"}}),
        (
            replies.Reason("off_board", "Rule", "No."),
            {"code": "off_board", "rule": "Rule", "sentence": "No."},
        ),
    ],
)
def test_a_reply_is_sent_in_the_words_it_always_had(message: Any, right: Any) -> None:
    assert sent(message) == right


def test_a_whole_table_is_sent_with_the_id_of_the_question_if_it_had_one() -> None:
    view = table_view(new_desk().table, None)
    assert set(sent(replies.Shown(5, view))) == {"type", "time", "view"}
    assert sent(replies.Shown(5, view, "m"))["id"] == "m"


@pytest.mark.parametrize(
    ("chance", "is_read"), [(-0.1, False), (0, True), (0.5, True), (1, True), (1.1, False)]
)
def test_a_chance_is_a_number_from_0_to_1(chance: float, is_read: bool) -> None:
    try:
        msgspec.convert({"action": {"type": "pass"}, "chance": chance}, replies.Weighed)
    except msgspec.ValidationError:
        assert not is_read
    else:
        assert is_read
