"""Messages that were applied: none twice, however long ago."""

from taupes.table import messages
from taupes.table.applied import Applied
from taupes.table.decision import Decision
from tests.table.desk import ADA, BOB, EVE, new_desk, pair_desk


def test_a_message_is_known_by_its_sender_and_its_mark() -> None:
    applied = Applied().plus(ADA, "m1", 5).plus(BOB, "m1", 6).plus(ADA, "m2", 7)
    assert [applied.answer_to(ADA, mark) for mark in ("m1", "m2", "m3")] == [5, 7, None]
    assert [applied.answer_to(BOB, mark) for mark in ("m1", "m2")] == [6, None]
    assert applied.answer_to(EVE, "m1") is None


def test_what_is_known_never_changes() -> None:
    before = Applied().plus(ADA, "m1", 5)
    one, other = before.plus(ADA, "m2", 6), before.plus(ADA, "m3", 6)
    assert before == Applied().plus(ADA, "m1", 5)
    assert before.answer_to(ADA, "m2") is None
    assert (one.answer_to(ADA, "m2"), one.answer_to(ADA, "m3")) == (6, None)
    assert (other.answer_to(ADA, "m2"), other.answer_to(ADA, "m3")) == (None, 6)


def test_no_message_is_ever_forgotten() -> None:
    applied = Applied()
    for n in range(2_000):
        applied = applied.plus((ADA, BOB)[n % 2], f"m{n}", n)
    assert [applied.answer_to((ADA, BOB)[n % 2], f"m{n}") for n in range(2_000)] == list(
        range(2_000)
    )
    assert applied.answer_to(ADA, "m1") is None


def test_however_many_people_there_were() -> None:
    applied = Applied()
    for n in range(100):
        applied = applied.plus(f"p{n}", "m", n)
    assert [applied.answer_to(f"p{n}", "m") for n in range(100)] == list(range(100))


def test_a_message_that_could_not_be_stored_is_not_known() -> None:
    before = Applied().plus(ADA, "m1", 5)
    failed = before.plus(ADA, "m2", 6)
    other = before.plus(BOB, "b1", 6).plus(ADA, "m3", 7)
    assert [other.answer_to(ADA, mark) for mark in ("m1", "m2", "m3")] == [5, None, 7]
    assert (failed.answer_to(BOB, "b1"), failed.answer_to(ADA, "m2")) == (None, 6)
    assert other == Applied().plus(ADA, "m1", 5).plus(BOB, "b1", 6).plus(ADA, "m3", 7)
    assert other != failed


def test_what_others_said_later_makes_no_difference_to_either_side() -> None:
    one, other = Applied().plus(ADA, "m1", 5), Applied().plus(ADA, "m1", 5)
    one.plus(BOB, "b1", 6)
    assert one == other
    assert other == one
    assert (one == "m1") is False


def test_it_grows_without_being_copied_until_somebody_else_goes_on() -> None:
    empty = Applied()
    one = empty.plus(ADA, "m1", 0)
    assert one._marks is not empty._marks
    assert one.plus(BOB, "m1", 1)._marks is one._marks
    assert one.plus(EVE, "m1", 1)._marks is not one._marks


def test_tables_share_no_messages() -> None:
    one, other = new_desk().table, new_desk().table
    assert one.applied.plus(ADA, "m1", 5).answer_to(ADA, "m1") == 5
    assert other.applied.plus(ADA, "m2", 9).answer_to(ADA, "m1") is None


def test_an_id_is_applied_once_whatever_else_was_said() -> None:
    desk = pair_desk()
    desk.tell(ADA, messages.Say("T", 0, "once", id="first"))
    for n in range(200):
        desk.tell(ADA, messages.SetChat("T", "phrases" if n % 2 else "all", id=f"{n}"))
    number = desk.table.number
    assert desk.tell(ADA, messages.Say("T", 0, "once", id="first")) == Decision([])
    assert desk.table.number == number
    assert desk.replayed() == desk.table
