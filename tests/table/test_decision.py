"""Who may speak for a seat, and when."""

from random import Random

import pytest

from taupes.table import messages
from taupes.table.decision import Decision, game_refusal, seat_refusal
from taupes.table.refusals import Refusal
from tests.table.desk import ADA, BOB, EVE, new_desk, pair_desk


def test_a_seat_is_spoken_for_by_its_person() -> None:
    table = pair_desk().table
    assert seat_refusal(table, 0, ADA) is None
    assert seat_refusal(table, 0, BOB) == Refusal("not_your_seat")
    assert seat_refusal(table, 1, EVE) == Refusal("not_your_seat")


def test_a_seat_in_the_game_is_not_somebody_elses() -> None:
    assert game_refusal(pair_desk().table, 0, ADA) is None
    assert game_refusal(pair_desk().table, 0, BOB) == Refusal("not_your_seat")


@pytest.mark.parametrize("what", ["open", "over", "closed"])
def test_there_is_no_game_before_the_start_and_after_the_end(what: str) -> None:
    desk = new_desk(start=what != "open")
    if what == "over":
        desk.play_on(Random(1))
    elif what == "closed":
        desk.tell(ADA, messages.Close("T"))
    assert desk.stage == what
    assert game_refusal(desk.table, 0, ADA) == Refusal("not_playing")


def test_a_pause_is_part_of_the_game() -> None:
    desk = new_desk()
    desk.tell(ADA, messages.Ask("T", 0, "pause"))
    assert desk.stage == "paused"
    assert game_refusal(desk.table, 0, ADA) is None


def test_who_has_resigned_has_no_say() -> None:
    desk = pair_desk()
    desk.tell(ADA, messages.Resign("T", 0))
    assert game_refusal(desk.table, 0, ADA) == Refusal("has_resigned")
    assert game_refusal(desk.table, 1, BOB) is None


def test_a_decision_foresees_nothing_unless_the_game_goes_on() -> None:
    assert Decision([]).foreseen is None
