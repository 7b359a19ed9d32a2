"""What is done for seats that no person decides for."""

from random import Random

from taupes.answers.driving import any_action, level_of_seat, only_reply, seed_of_thought, with_slot
from taupes.answers.hints import seed_of_hint
from taupes.rules import Phase
from taupes.table.actions import PassAction, TurnAction
from taupes.table.decide import decide_action, decide_driven
from taupes.table.decision import Decision
from taupes.table.refusals import Refusal
from taupes.table.setup import BotSeat, MySeat, Setup
from tests.table.desk import new_desk, pair_desk


def test_a_bot_plays_its_seat_and_the_stand_in_all_others() -> None:
    desk = new_desk(Setup(stand_in="greedy"), [MySeat(), BotSeat("pup")])
    assert [level_of_seat(desk.table, seat) for seat in (0, 1)] == ["greedy", "pup"]


def test_chance_follows_from_the_seed_and_the_moment() -> None:
    desk = pair_desk()
    first = seed_of_thought(desk.table), seed_of_hint(desk.table)
    assert first == (seed_of_thought(desk.replayed()), seed_of_hint(desk.replayed()))
    desk.play_on(Random(1), steps=1)
    assert len({*first, seed_of_thought(desk.table), seed_of_hint(desk.table)}) == 4


def test_any_action_is_legal_to_the_end_of_a_game() -> None:
    desk = pair_desk()
    kinds = set()
    while desk.table.awaited is not None:
        action = any_action(desk.table, desk.play)
        assert action == any_action(desk.replayed(), desk.replayed().play or desk.play)
        kinds.add(type(action).__name__)
        if len(desk.log) > 60:
            break
        desk.happen(decide_action(desk.table, desk.table.awaited, action, "auto"))
    assert {"PlaceAction", "TurnAction", "MoveAction"} <= kinds


def test_a_disc_is_turned_where_one_is_face_down() -> None:
    desk = pair_desk()
    while desk.play.state.phase is not Phase.DRAW or not any(desk.play.rows[desk.play.state.turn]):
        desk.play_on(Random(2), steps=1)
    row = desk.play.rows[desk.play.state.turn]
    found = with_slot(TurnAction(0), desk.play)
    assert isinstance(found, TurnAction)
    assert not row[found.slot]
    assert with_slot(PassAction(), desk.play) == PassAction()


def test_nobody_is_asked_when_there_is_nothing_to_decide() -> None:
    desk = pair_desk()
    assert only_reply(desk.play.state) is None
    while desk.play.state.phase is not Phase.DRAW:
        desk.play_on(Random(2), steps=1)
    only = only_reply(desk.play.state)
    assert only is not None
    assert isinstance(only.action, TurnAction)
    assert [one.action for one in only.choices] == [only.action]


def test_who_has_come_back_decides_themselves() -> None:
    desk = pair_desk()
    seat = desk.play.state.turn
    action = any_action(desk.table, desk.play)
    events = len(desk.play.events)
    late = decide_driven(desk.table, seat, "stand_in", action, "stand_in", events)
    assert late == Refusal("stale")
    right = decide_driven(desk.table, seat, "person", action, "person", events)
    assert isinstance(right, Decision)
    assert decide_driven(desk.table, seat, "person", action, "person", 99) == Refusal("stale")
