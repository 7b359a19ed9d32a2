"""Messages that were applied: none twice, and nobody's forgotten because of somebody else."""

from taupes.table.applied import KEPT, PEOPLE, Applied
from tests.table.desk import ADA, BOB, EVE


def filled(person: str, count: int, applied: Applied | None = None) -> Applied:
    applied = applied or Applied()
    for n in range(count):
        applied = applied.plus(person, f"m{n}", n)
    return applied


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


def test_the_last_messages_of_each_person_are_kept() -> None:
    assert KEPT == 32
    full = filled(ADA, KEPT)
    assert full.answer_to(ADA, "m0") == 0
    more = full.plus(ADA, "one more", 99)
    assert [more.answer_to(ADA, mark) for mark in ("m0", "m1", "one more")] == [None, 1, 99]


def test_nobody_is_forgotten_because_somebody_else_talks_a_lot() -> None:
    applied = filled(BOB, 10 * KEPT, Applied().plus(ADA, "m1", 5))
    assert applied.answer_to(ADA, "m1") == 5


def test_the_people_heard_last_are_kept() -> None:
    assert PEOPLE == 16
    applied = Applied()
    for n in range(PEOPLE):
        applied = applied.plus(f"p{n}", "m", n)
    assert applied.answer_to("p0", "m") == 0
    applied = applied.plus("p0", "again", 50).plus("one more", "m", 51)
    assert applied.answer_to("p1", "m") is None
    assert [applied.answer_to(person, "m") for person in ("p0", "p2", "one more")] == [0, 2, 51]
