"""Who waits takes turns, and nobody fills the queue for others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taupes.server.workers.queue import Asker, FairQueue, Full


def taken(queue: FairQueue[str]) -> list[str]:
    found = []
    while (item := queue.take()) is not None:
        found.append(item)
    assert len(queue) == 0
    return found


def test_houses_take_turns_and_people_in_a_house_too() -> None:
    queue = FairQueue[str](100, 100, 100)
    for n in range(3):
        queue.put(f"a{n}", Asker("club", "ada"))
    queue.put("b0", Asker("club", "bob"))
    queue.put("c0", Asker("home", "cyd"))
    queue.put("c1", Asker("home", "cyd"))
    assert taken(queue) == ["a0", "c0", "b0", "c1", "a1", "a2"]


def test_those_who_are_waited_for_come_first() -> None:
    queue = FairQueue[str](100, 100, 100)
    queue.put("alone", Asker("x", "x", rank=2))
    queue.put("expected", Asker("y", "y", rank=1))
    queue.put("waited for", Asker("z", "z", rank=0))
    assert taken(queue) == ["waited for", "expected", "alone"]


def test_one_asker_cannot_fill_it() -> None:
    queue = FairQueue[str](10, 4, 2)
    ada, bob, cyd = Asker("h", "ada"), Asker("h", "bob"), Asker("h", "cyd")
    for asker in (ada, ada, bob, bob):
        assert queue.put("x", asker) is None
    with pytest.raises(Full):
        queue.put("x", ada)
    with pytest.raises(Full):
        queue.put("x", cyd)
    assert queue.put("x", Asker("elsewhere", "ada")) is None


def test_a_newcomer_takes_the_place_of_those_who_have_most() -> None:
    queue = FairQueue[str](4, 4, 4)
    for n in range(4):
        queue.put(f"greedy {n}", Asker("greedy"))
    assert queue.put("modest", Asker("modest")) == "greedy 3"
    assert queue.put("modest too", Asker("modest")) == "greedy 2"
    with pytest.raises(Full):
        queue.put("no more than the others", Asker("modest"))
    assert taken(queue) == ["greedy 0", "modest", "greedy 1", "modest too"]


def test_whoever_goes_last_gives_way_first() -> None:
    queue = FairQueue[str](2, 2, 2)
    queue.put("alone", Asker("x", rank=2))
    queue.put("here", Asker("y"))
    assert queue.put("here too", Asker("y")) == "alone"
    with pytest.raises(Full):
        queue.put("alone again", Asker("x", rank=2))


def test_what_is_not_wanted_any_more_is_taken_out() -> None:
    queue = FairQueue[str](10, 10, 10)
    queue.put("a", Asker("h"))
    queue.put("b", Asker("h"))
    assert queue.remove("a", Asker("h"))
    assert not queue.remove("a", Asker("h"))
    assert not queue.remove("b", Asker("elsewhere"))
    assert taken(queue) == ["b"]


askers = st.builds(
    Asker,
    house=st.sampled_from("abc"),
    person=st.sampled_from("xy"),
    rank=st.integers(0, 2),
)


@given(st.lists(askers | st.none(), max_size=60))
def test_nothing_is_lost_and_nothing_comes_twice(steps: list[Asker | None]) -> None:
    queue = FairQueue[int](8, 5, 3)
    inside: set[int] = set()
    for number, asker in enumerate(steps):
        if asker is None:
            item = queue.take()
            assert (item is None) == (not inside)
            inside.discard(-1 if item is None else item)
        else:
            try:
                displaced = queue.put(number, asker)
            except Full:
                continue
            inside.add(number)
            if displaced is not None:
                inside.remove(displaced)
        assert len(queue) == len(inside) <= 8
