"""One step of a table: stored by whoever keeps it, dropped if it cannot be."""

from functools import partial
from random import Random

from msgspec.structs import replace

from taupes.table import messages
from taupes.table.decide import decide
from taupes.table.decision import Decision
from taupes.table.refusals import Refusal
from taupes.table.step import TableStep, step_of
from tests.table.desk import ADA, BOB, pair_desk

SAY = messages.Say("T", 0, text="hello", id="m1")


def test_a_wish_becomes_the_next_entry_and_the_table_after_it() -> None:
    desk = pair_desk()
    seat = desk.play.state.turn
    person = desk.table.seats[seat].person or ""
    wish = messages.Act("T", seat, desk.choose(Random(1)), id="m1")
    step = step_of(desk.table, partial(decide, message=wish, person=person), person, "m1", 9)
    assert isinstance(step, TableStep)
    assert step.entry.number == step.after.number == desk.table.number + 1
    assert step.entry.secrets is not None
    assert (step.entry.secrets.person, step.entry.secrets.message) == (person, "m1")
    # The clock was set back meanwhile: time does not run backwards at a table.
    assert step.entry.at == desk.table.touched > 9
    assert step.facts is not None
    assert desk.table.number == step.after.number - 1


def test_the_time_is_the_keepers_when_it_is_later() -> None:
    desk = pair_desk()
    later = desk.table.touched + 5
    step = step_of(desk.table, partial(decide, message=SAY, person=ADA), ADA, None, later)
    assert isinstance(step, TableStep)
    assert step.entry.at == later
    # Lists need not know of a word.
    assert step.facts is None


def test_nobody_asked_for_what_happens_by_itself() -> None:
    desk = pair_desk()
    step = step_of(desk.table, partial(decide, message=SAY, person=ADA), None, None, 1)
    assert isinstance(step, TableStep)
    assert step.entry.secrets is None


def test_a_message_sent_again_is_answered_with_its_entry() -> None:
    desk = pair_desk()
    desk.tell(ADA, SAY)
    number = desk.table.number
    desk.tell(BOB, messages.Say("T", 1, text="hello", id="m1"))
    wish = partial(decide, message=SAY, person=ADA)
    assert step_of(desk.table, wish, ADA, "m1", 1) == number
    assert isinstance(step_of(desk.table, wish, ADA, "m2", 1), TableStep)
    assert isinstance(step_of(desk.table, wish, ADA, None, 1), TableStep)


def test_what_changes_nothing_is_no_step() -> None:
    desk = pair_desk()
    assert step_of(desk.table, lambda _: Decision([]), ADA, "m1", 1) == desk.table.number
    assert step_of(desk.table, lambda _: Refusal("stale"), ADA, "m1", 1) == Refusal("stale")


def test_nothing_happens_at_a_table_that_is_gone() -> None:
    gone = replace(pair_desk().table, is_erased=True)
    assert step_of(gone, lambda _: Decision([]), ADA, "m1", 1) == Refusal("no_such_table")
