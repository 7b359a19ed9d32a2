"""Histories: each is what it was, however others go on from it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taupes.table.history import History


def test_two_continuations_of_one_beginning_know_nothing_of_each_other() -> None:
    begun = History("ab")
    one, other = begun.plus("c"), begun.plus("de")
    assert (list(begun), list(one), list(other)) == (list("ab"), list("abc"), list("abde"))
    again = one.plus("f")
    assert (list(one), list(again), list(other.plus("g"))) == (
        list("abc"),
        list("abcf"),
        list("abdeg"),
    )


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 9), st.lists(st.integers(0, 9), max_size=3)), max_size=9))
def test_it_is_like_a_tuple_whatever_is_built_on_what(steps: list[tuple[int, list[int]]]) -> None:
    histories: list[History[int]] = [History()]
    tuples: list[tuple[int, ...]] = [()]
    for which, items in steps:
        source = which % len(histories)
        histories.append(histories[source].plus(items))
        tuples.append((*tuples[source], *items))
    for history, right in zip(histories, tuples, strict=True):
        assert tuple(history) == right
        assert len(history) == len(right)
        assert [history[i] for i in range(len(right))] == list(right)


def test_the_longest_grows_without_being_copied() -> None:
    begun = History("ab")
    longer = begun.plus("c")
    assert longer._items is begun._items
    assert longer.plus("d")._items is begun._items
    assert begun.plus("e")._items is not begun._items


def test_it_ends_where_it_ends() -> None:
    begun = History("ab")
    begun.plus("c")
    assert (begun[-1], begun[1], begun[:], begun[-1:]) == ("b", "b", ["a", "b"], ["b"])
    with pytest.raises(IndexError):
        begun[2]
    assert "c" not in begun


def test_equal_histories_hold_the_same() -> None:
    begun = History("ab")
    begun.plus("c")
    assert begun == History("ab")
    assert begun != History("abc")
    assert begun != ["a", "b"]
    with pytest.raises(TypeError):
        hash(begun)
