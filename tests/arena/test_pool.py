"""Workers: results in order or as they come, no more work than is asked for, and loss in words."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from threading import Event

import pytest

from taupes.arena import BadArena, Pool, open_pool

WHO = "__import__('os').getpid()"
"""Evaluated by a worker: new processes know no functions of this file."""


def test_results_come_in_order_or_as_they_are_done() -> None:
    for in_order, expected in ((True, [0, 1, 2]), (False, [1, 2, 0])):
        gate, last = Event(), Event()

        def work(task: int, gate: Event = gate, last: Event = last) -> int:
            if task == 0:
                assert gate.wait(30)
            if task == 2:
                last.set()
            return task

        def tasks(
            gate: Event = gate, last: Event = last, *, ordered: bool = in_order
        ) -> Iterator[int]:
            yield from range(3)
            assert last.wait(30)
            if ordered:
                gate.set()

        with ThreadPoolExecutor(3) as executor:
            results = []
            for result in Pool(executor, 3).map(work, tasks(), in_order=in_order):
                results.append(result)
                if len(results) == 2:
                    gate.set()
        assert results[-1] == expected[-1]
        assert sorted(results) == [0, 1, 2]
        if in_order:
            assert results == expected


@pytest.mark.parametrize("in_order", [True, False])
def test_who_stops_listening_stops_the_work(in_order: bool) -> None:
    handed = []

    def tasks() -> Iterator[int]:
        for number in count():
            handed.append(number)
            yield number

    with ThreadPoolExecutor(2) as executor:
        results = Pool(executor, 2).map(abs, tasks(), in_order=in_order)
        assert next(results) >= 0
    assert len(handed) <= 6


def test_one_worker_is_the_caller() -> None:
    with open_pool(1) as pool:
        assert list(pool.map(eval, [WHO] * 2)) == [os.getpid()] * 2


def test_processes_are_others() -> None:
    with open_pool(2) as pool:
        assert os.getpid() not in set(pool.map(eval, [WHO] * 4))


def test_a_worker_that_dies_is_told_in_words() -> None:
    with pytest.raises(BadArena, match="a worker process has died; with --out, finished games"):  # noqa: SIM117
        with open_pool(2) as pool:
            list(pool.map(os._exit, [3]))
