"""Actions and events on the wire: the record's words there and back."""

from typing import Any

import msgspec
import pytest

from taupes.bots import TURN, Choice
from taupes.rules import (
    Action,
    Blocked,
    Consequence,
    Decline,
    Draw,
    Eliminate,
    Hex,
    Lift,
    Move,
    Pass,
    Place,
    format_event,
)
from taupes.table.actions import (
    BlockedAction,
    DeclineAction,
    GameEvent,
    MoveAction,
    PassAction,
    PlaceAction,
    PlayerAction,
    TurnAction,
    action_of,
    rules_action,
    rules_event,
    wire_event,
)

EVENTS: list[tuple[int | None, Action | Consequence]] = [
    (0, Place(Hex(1, -2))),
    (1, Draw(3)),
    (2, Move(Hex(1, -1), Hex(-1, 2))),
    (3, Blocked()),
    (0, Pass()),
    (1, Decline()),
    (None, Lift(2)),
    (2, Eliminate(2)),
]


@pytest.mark.parametrize(("seat", "event"), EVENTS)
def test_an_event_is_sent_as_the_record_writes_it(
    seat: int | None, event: Action | Consequence
) -> None:
    sent = msgspec.json.decode(msgspec.json.encode(wire_event(seat, event)))
    assert sent == format_event(event, seat)


@pytest.mark.parametrize(("seat", "event"), EVENTS)
def test_an_event_comes_back_as_it_was(seat: int | None, event: Action | Consequence) -> None:
    text = msgspec.json.encode(wire_event(seat, event))
    assert rules_event(msgspec.json.decode(text, type=GameEvent)) == (seat, event)


def test_only_a_disc_says_from_which_slot() -> None:
    assert wire_event(0, Draw(3), 5).slot == 5
    assert [wire_event(seat, event, 5).slot for seat, event in EVENTS].count(5) == 1


def test_who_is_out_need_not_be_who_acted() -> None:
    assert wire_event(0, Eliminate(2)).player == 2


@pytest.mark.parametrize(
    ("event", "right"),
    [
        (GameEvent("place", 0), (0, Place(Hex(0, 0)))),
        (GameEvent("move", 0), (0, Move(Hex(0, 0), Hex(0, 0)))),
        (GameEvent("draw", 0), (0, Draw(0))),
        (GameEvent("lift"), (None, Lift(0))),
        (GameEvent("eliminate"), (None, Eliminate(0))),
    ],
)
def test_what_is_left_out_stands_for_what_the_rules_will_judge(
    event: GameEvent, right: Any
) -> None:
    assert rules_event(event) == right


ACTIONS: list[tuple[PlayerAction, Action, Choice]] = [
    (PlaceAction((1, -2)), Place(Hex(1, -2)), Place(Hex(1, -2))),
    (MoveAction((1, -1), (0, 3)), Move(Hex(1, -1), Hex(0, 3)), Move(Hex(1, -1), Hex(0, 3))),
    (TurnAction(4), Draw(2), TURN),
    (BlockedAction(), Blocked(), Blocked()),
    (PassAction(), Pass(), Pass()),
    (DeclineAction(), Decline(), Decline()),
]


@pytest.mark.parametrize(("action", "meant", "choice"), ACTIONS)
def test_an_action_is_what_the_rules_know_and_what_a_bot_may_choose(
    action: PlayerAction, meant: Action, choice: Choice
) -> None:
    assert rules_action(action, 2) == meant
    assert action_of(choice, 4) == action


def test_without_a_disc_or_a_slot_it_is_none_and_the_first() -> None:
    assert rules_action(TurnAction(4)) == Draw(0)
    assert action_of(TURN) == TurnAction(0)


@pytest.mark.parametrize(
    ("text", "is_read"),
    [
        ('{"type":"turn","slot":0}', True),
        ('{"type":"turn","slot":5}', True),
        ('{"type":"turn","slot":-1}', False),
        ('{"type":"turn","slot":6}', False),
        ('{"type":"place","cell":[0]}', False),
        ('{"type":"move","from":[0,1],"to":[0,2]}', True),
        ('{"type":"move","from":[0,1]}', False),
    ],
)
def test_actions_are_read_if_they_can_be_meant(text: str, is_read: bool) -> None:
    assert reads(text, PlayerAction) == is_read


@pytest.mark.parametrize(("disc", "is_read"), [(0, False), (1, True), (4, True), (5, False)])
def test_a_disc_is_a_value_from_1_to_4(disc: int, is_read: bool) -> None:
    assert reads(f'{{"type":"draw","player":0,"disc":{disc}}}', GameEvent) == is_read


def reads(text: str, kind: Any) -> bool:
    try:
        msgspec.json.decode(text, type=kind)
    except msgspec.ValidationError:
        return False
    return True
