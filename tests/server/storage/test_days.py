"""The board of a day, on SQLite and on PostgreSQL."""

from collections.abc import Iterator

import pytest

from taupes.server.storage import Storage, rows
from taupes.server.storage.days import UNKNOWN, Days
from taupes.server.storage.deletions import Deletions
from taupes.table.day import DAYS_KEPT, DayResult, day_before
from taupes.table.facts import DayRow
from tests.server.storage.test_storage import Writer

DAY = "2026-11-19"
WON, LOST = True, False


@pytest.fixture
def storage(database: str) -> Iterator[Storage]:
    with Writer(database) as writer:
        yield writer.storage


def put(
    storage: Storage,
    person: str,
    result: DayResult,
    day: str = DAY,
    at: int = 1,
) -> str:
    table = f"{person}-{day}"
    row = DayRow(table, day, person, person.title(), at, result)
    storage.run_all([rows.result_statement(row)])
    return table


def test_the_best_come_first_and_equals_share_a_place(storage: Storage) -> None:
    days = Days(storage)
    put(storage, "lost", DayResult(LOST, 10, [(3, 4)]))
    put(storage, "slow", DayResult(WON, 30, [(4, 4), (3, 4)]))
    put(storage, "few", DayResult(WON, 20, [(2, 4), (2, 2)]))
    put(storage, "many", DayResult(WON, 20, [(3, 4), (2, 3)]), at=9)
    put(storage, "same", DayResult(WON, 20, [(3, 4), (2, 3)]), at=3)
    put(storage, "other", DayResult(WON, 1, [(4, 4)]), day=day_before(DAY))
    days.weigh(f"many-{DAY}", 50)
    board = days.board(DAY, 10)
    assert [row.person for row in board] == ["many", "same", "few", "slow", "lost"]
    assert [days.place(DAY, row) for row in board] == [1, 1, 3, 4, 5]
    assert [row.person for row in days.board(DAY, 2)] == ["many", "same"]
    assert board[0].result == DayResult(WON, 20, [(3, 4), (2, 3)])
    assert (board[0].lost, board[1].lost, board[0].name) == (50, None, "Many")
    assert days.count(DAY) == 5
    own = days.of(DAY, "few")
    assert own is not None
    assert own.result.holes == 4
    assert days.of(DAY, "nobody") is None


def test_what_is_not_weighed_is_found_oldest_first(storage: Storage) -> None:
    days = Days(storage)
    assert days.unweighed() is None
    first = put(storage, "first", DayResult(WON, 5, []), at=1)
    second = put(storage, "second", DayResult(WON, 5, []), at=2)
    assert days.unweighed() == first
    days.weigh(first, UNKNOWN)
    assert days.unweighed() == second
    days.weigh(second, 120)
    assert days.unweighed() is None


def test_a_result_is_kept_once_and_a_day_holds_only_so_many(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    days = Days(storage)
    put(storage, "ada", DayResult(WON, 5, []))
    put(storage, "ada", DayResult(WON, 1, []))
    assert [row.result.turns for row in days.board(DAY, 9)] == [5]
    monkeypatch.setattr(rows, "MOST_RESULTS", 3)
    for number in range(6):
        put(storage, f"guest{number}", DayResult(WON, 5, []))
    assert days.count(DAY) == 3
    put(storage, "bob", DayResult(WON, 5, []), day=day_before(DAY))
    assert days.count(day_before(DAY)) == 1


def test_days_long_past_are_forgotten(storage: Storage) -> None:
    days = Days(storage)
    kept, gone = day_before(DAY, DAYS_KEPT - 1), day_before(DAY, DAYS_KEPT)
    for day in (DAY, kept, gone):
        put(storage, "ada", DayResult(WON, 5, []), day=day)
    days.clean(DAY)
    assert [days.count(day) for day in (DAY, kept, gone)] == [1, 1, 0]


def test_nothing_is_left_of_who_was_deleted_and_nothing_comes(storage: Storage) -> None:
    days = Days(storage)
    put(storage, "ada", DayResult(WON, 5, []))
    put(storage, "bob", DayResult(WON, 5, []))
    Deletions(storage).add("ada", 1)
    assert [row.person for row in days.board(DAY, 9)] == ["bob"]
    put(storage, "ada", DayResult(WON, 5, []), day=day_before(DAY))
    assert days.count(day_before(DAY)) == 0
    Deletions(storage).erase_table(f"bob-{DAY}", b"{}", (2, b"{}"))
    assert days.count(DAY) == 0
