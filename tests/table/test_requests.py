"""Undo, pause, coming back, giving up: who is asked, and when it is granted."""

from random import Random

import pytest

from taupes.table import messages
from taupes.table.actions import PlaceAction, TurnAction
from taupes.table.decide import decide_gone
from taupes.table.decision import Decision
from taupes.table.entries import (
    Answered,
    Asked,
    CameBack,
    Closed,
    Paused,
    Resigned,
    Resumed,
    Undone,
)
from taupes.table.setup import BotSeat, MySeat, OpenSeat, Setup
from tests.table.desk import ADA, BOB, EVE, SEED, Desk, code, first_choice, new_desk, pair_desk

CID = "cid"


def three() -> Desk:
    """Ada, Bob and Cid; Ada begins."""
    desk = new_desk(Setup(first=0), [MySeat("Ada"), OpenSeat(), OpenSeat()], start=False)
    desk.tell(BOB, messages.Sit("T", 1, "Bob"))
    desk.tell(CID, messages.Sit("T", 2, "Cid"))
    desk.tell(ADA, messages.Start("T"))
    return desk


def happened(desk: Desk) -> list[object]:
    """What the last entry holds."""
    return list(desk.log[-1].happenings)


# Asking.


def test_an_undo_is_granted_when_the_other_agrees() -> None:
    desk = pair_desk(Setup(first=0))
    empty = desk.play.state
    desk.act(first_choice(desk))
    assert desk.tell(ADA, messages.Ask("T", 0, "undo")) == Decision([Asked(0, "undo")])
    assert desk.play.state != empty
    desk.tell(BOB, messages.Answer("T", 1, yes=True))
    assert happened(desk) == [Answered(1, yes=True), Undone(0, 0)]
    assert (desk.play.state, list(desk.play.events)) == (empty, [])


def test_a_pause_is_granted_when_everybody_agrees() -> None:
    desk = three()
    desk.tell(BOB, messages.Ask("T", 1, "pause"))
    desk.tell(ADA, messages.Answer("T", 0, yes=True))
    assert happened(desk) == [Answered(0, yes=True)]
    assert desk.stage == "playing"
    desk.tell(CID, messages.Answer("T", 2, yes=True))
    assert happened(desk) == [Answered(2, yes=True), Paused()]
    assert desk.stage == "paused"


def test_one_no_is_enough() -> None:
    desk = three()
    desk.tell(BOB, messages.Ask("T", 1, "pause"))
    desk.tell(ADA, messages.Answer("T", 0, yes=True))
    desk.tell(CID, messages.Answer("T", 2, yes=False))
    assert happened(desk) == [Answered(2, yes=False)]
    assert (desk.stage, desk.table.ask) == ("playing", None)


def test_nobody_to_ask_means_granted_at_once() -> None:
    desk = new_desk(Setup(first=0), [MySeat("Ada"), BotSeat("pup")])
    desk.act(first_choice(desk))
    verdict = desk.tell(ADA, messages.Ask("T", 0, "undo"))
    assert verdict == Decision([Asked(0, "undo"), Undone(0, 0)])
    verdict = desk.tell(ADA, messages.Ask("T", 0, "pause"))
    assert verdict == Decision([Asked(0, "pause"), Paused()])


def test_seats_of_one_person_do_not_ask_each_other() -> None:
    desk = new_desk()
    assert desk.tell(ADA, messages.Ask("T", 1, "pause")) == Decision([Asked(1, "pause"), Paused()])


def test_who_has_resigned_is_not_asked() -> None:
    desk = three()
    desk.tell(BOB, messages.Resign("T", 1))
    desk.tell(CID, messages.Resign("T", 2))
    assert desk.tell(ADA, messages.Ask("T", 0, "pause")) == Decision([Asked(0, "pause"), Paused()])


def test_only_one_thing_is_asked_at_a_time_by_a_seat_of_ones_own_while_it_is_played() -> None:
    desk = pair_desk()
    assert code(desk.tell(EVE, messages.Ask("T", 0, "pause"))) == "not_your_seat"
    desk.tell(ADA, messages.Ask("T", 0, "pause"))
    assert code(desk.tell(BOB, messages.Ask("T", 1, "pause"))) == "something_asked"
    desk.tell(BOB, messages.Answer("T", 1, yes=True))
    assert code(desk.tell(BOB, messages.Ask("T", 1, "undo"))) == "paused"
    assert code(desk.tell(BOB, messages.Ask("T", 1, "pause"))) == "paused"


# How far an undo goes.


def test_there_is_nothing_to_undo_before_one_has_acted() -> None:
    desk = pair_desk(Setup(first=0))
    assert code(desk.tell(ADA, messages.Ask("T", 0, "undo"))) == "nothing_to_undo"
    desk.act(first_choice(desk))
    assert code(desk.tell(BOB, messages.Ask("T", 1, "undo"))) == "nothing_to_undo"


def test_an_undo_leads_to_before_the_askers_last_action() -> None:
    desk = new_desk(Setup(first=0))
    desk.play_on(Random(1), steps=5)
    desk.tell(ADA, messages.Ask("T", 1, "undo"))
    assert happened(desk)[-1] == Undone(1, 3)
    desk.tell(ADA, messages.Ask("T", 0, "undo"))
    assert happened(desk)[-1] == Undone(0, 2)
    assert len(desk.play.events) == 2


def test_an_undo_never_goes_past_a_disc() -> None:
    desk = pair_desk(Setup(first=0))
    desk.play_on(Random(3), steps=20)
    desk.act(TurnAction(0))
    for person, seat in ((ADA, 0), (BOB, 1)):
        assert code(desk.tell(person, messages.Ask("T", seat, "undo"))) == "nothing_to_undo"
    before = desk.play
    desk.act(first_choice(desk))
    desk.tell(ADA, messages.Ask("T", 0, "undo"))
    desk.tell(BOB, messages.Answer("T", 1, yes=True))
    assert (desk.play.state, desk.play.rows) == (before.state, before.rows)
    assert desk.replayed() == desk.table


# Answering.


def test_nobody_answers_what_was_not_asked() -> None:
    desk = pair_desk()
    assert code(desk.tell(BOB, messages.Answer("T", 1, yes=True))) == "nothing_asked"
    assert code(desk.tell(EVE, messages.Answer("T", 1, yes=True))) == "not_your_seat"


def test_who_asked_can_only_withdraw() -> None:
    desk = pair_desk()
    desk.tell(ADA, messages.Ask("T", 0, "pause"))
    assert code(desk.tell(ADA, messages.Answer("T", 0, yes=True))) == "already_answered"
    assert code(desk.tell(ADA, messages.Answer("T", 0, yes=False))) is None
    assert desk.table.ask is None


def test_nobody_answers_twice() -> None:
    desk = three()
    desk.tell(BOB, messages.Ask("T", 1, "pause"))
    desk.tell(ADA, messages.Answer("T", 0, yes=True))
    assert code(desk.tell(ADA, messages.Answer("T", 0, yes=True))) == "already_answered"
    assert code(desk.tell(ADA, messages.Answer("T", 0, yes=False))) == "already_answered"


def test_one_answer_is_for_all_seats_of_a_person() -> None:
    desk = new_desk(seats=[MySeat("A"), MySeat("B"), OpenSeat()], start=False)
    desk.tell(BOB, messages.Sit("T", 2, "Bob"))
    desk.tell(ADA, messages.Start("T"))
    desk.tell(BOB, messages.Ask("T", 2, "pause"))
    desk.tell(ADA, messages.Answer("T", 1, yes=True))
    assert happened(desk) == [Answered(1, yes=True), Paused()]


def test_a_request_lapses_when_somebody_acts() -> None:
    desk = pair_desk(Setup(first=0))
    desk.act(first_choice(desk))
    desk.tell(ADA, messages.Ask("T", 0, "undo"))
    desk.act(first_choice(desk))
    assert code(desk.tell(BOB, messages.Answer("T", 1, yes=True))) == "nothing_asked"


# Resuming and coming back.


def test_a_pause_ends_when_anybody_says_so() -> None:
    desk = new_desk()
    assert code(desk.tell(ADA, messages.Resume("T", 0))) == "not_paused"
    desk.tell(ADA, messages.Ask("T", 0, "pause"))
    assert code(desk.tell(EVE, messages.Resume("T", 0))) == "not_your_seat"
    assert desk.tell(ADA, messages.Resume("T", 1)) == Decision([Resumed(1)])
    assert desk.stage == "playing"


def test_who_was_away_takes_the_seat_back() -> None:
    desk = pair_desk(Setup(first=0, away_after=30))
    assert code(desk.tell(ADA, messages.Back("T", 0))) == "not_away"
    desk.happen(decide_gone(desk.table, 0))
    assert code(desk.tell(BOB, messages.Back("T", 0))) == "not_your_seat"
    assert code(desk.tell(BOB, messages.Back("T", 1))) == "not_away"
    assert desk.tell(ADA, messages.Back("T", 0)) == Decision([CameBack(0)])


# Giving up.


def test_resigning_hands_the_seat_to_the_stand_in() -> None:
    desk = pair_desk(Setup(first=0, stand_in="greedy"))
    assert code(desk.tell(EVE, messages.Resign("T", 0))) == "not_your_seat"
    assert desk.tell(ADA, messages.Resign("T", 0)) == Decision([Resigned(0)])
    assert (desk.table.awaited, desk.table.driver(0)) == (0, "stand_in")
    for message in (
        messages.Act("T", 0, PlaceAction((0, 0))),
        messages.Back("T", 0),
        messages.Ask("T", 0, "undo"),
        messages.Answer("T", 0, yes=True),
        messages.Resign("T", 0),
    ):
        assert code(desk.tell(ADA, message)) == "has_resigned"


def test_the_table_closes_when_the_last_person_resigns() -> None:
    desk = pair_desk()
    desk.tell(ADA, messages.Resign("T", 0))
    desk.tell(BOB, messages.Resign("T", 1))
    assert happened(desk) == [Resigned(1), Closed("resigned", SEED)]
    assert desk.stage == "closed"


def test_a_person_with_two_seats_is_left_with_one() -> None:
    desk = new_desk()
    assert desk.tell(ADA, messages.Resign("T", 0)) == Decision([Resigned(0)])


def test_resigning_ends_a_pause() -> None:
    desk = pair_desk()
    desk.tell(ADA, messages.Ask("T", 0, "pause"))
    desk.tell(BOB, messages.Answer("T", 1, yes=True))
    assert desk.tell(ADA, messages.Resign("T", 0)) == Decision([Resigned(0), Resumed(0)])
    assert desk.stage == "playing"


def test_what_only_the_one_who_resigns_had_to_answer_is_granted() -> None:
    desk = three()
    desk.tell(ADA, messages.Ask("T", 0, "pause"))
    assert desk.tell(BOB, messages.Resign("T", 1)) == Decision([Resigned(1)])
    assert desk.stage == "playing"
    assert desk.tell(CID, messages.Resign("T", 2)) == Decision([Resigned(2), Paused()])
    assert desk.stage == "paused"


def test_what_the_one_who_resigns_has_asked_is_off() -> None:
    desk = three()
    desk.tell(ADA, messages.Ask("T", 0, "pause"))
    assert desk.tell(ADA, messages.Resign("T", 0)) == Decision([Resigned(0)])
    assert desk.table.ask is None


@pytest.mark.parametrize(
    "message",
    [
        messages.Ask("T", 0, "pause"),
        messages.Answer("T", 0, yes=True),
        messages.Resume("T", 0),
        messages.Back("T", 0),
        messages.Resign("T", 0),
    ],
)
def test_there_is_nothing_to_ask_around_a_game_that_is_not_played(
    message: messages.TableMessage,
) -> None:
    assert code(new_desk(start=False).tell(ADA, message)) == "not_playing"
