"""Puzzles in a file: found by id, theme, step and day, and refused when they are none."""

from collections import Counter
from datetime import date, timedelta

import pytest

from taupes.puzzles import STEPS, THEMES, BadPuzzle, PuzzleStore, shipped
from taupes.puzzles.store import WEEK, parse_line, read_lines

LINE = str(shipped().lines[0])
DAYS = [date(2026, 11, 16) + timedelta(days) for days in range(400)]  # the first is a Monday


def test_a_line_is_read_and_written_again() -> None:
    for line in shipped().lines:
        assert parse_line(str(line)) == line


def test_a_puzzle_is_found_by_its_id() -> None:
    for line in shipped().lines[::100]:
        puzzle = shipped().load(line.id)
        assert (puzzle.id, puzzle.step, puzzle.themes) == (line.id, line.step, line.themes)
        assert puzzle.state.game.seats == line.seats


@pytest.mark.parametrize("name", ["", "nobody", "x" * 10_000, "../shipped"])
def test_an_id_that_nobody_has_is_refused(name: str) -> None:
    with pytest.raises(BadPuzzle, match=r"^no puzzle '.{0,40}$"):
        shipped().load(name)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (LINE, "half of it"),
        (LINE.split()[1], "hard"),
        (LINE.split()[2], "sleeping"),
        (f" {LINE.split()[4]} ", " ? "),
    ],
)
def test_a_line_that_is_none_is_refused(old: str, new: str) -> None:
    with pytest.raises(BadPuzzle):
        parse_line(LINE.replace(old, new, 1))


@pytest.mark.parametrize(
    "setting", ["classic-0351/web/2", "nowhere-0000/web/2/0", "classic-0/web/9/0", "a/b/c/d"]
)
def test_a_game_that_cannot_be_is_refused(setting: str) -> None:
    line = parse_line(LINE.replace(LINE.split()[3], setting, 1))
    with pytest.raises(BadPuzzle, match=line.id):
        line.puzzle()


def test_a_code_that_is_cut_short_is_refused_or_is_another_game() -> None:
    line = shipped().lines[0]
    for length in range(0, len(line.code), 7):
        cut = parse_line(str(line).replace(line.code, line.code[:length] or "A", 1))
        try:
            assert cut.puzzle().record.events != line.puzzle().record.events or length > 0
        except BadPuzzle:
            continue


def test_what_is_wished_for_is_found() -> None:
    store = shipped()
    assert store.find() == store.lines
    assert sum(len(store.find(step=step)) for step in STEPS) == len(store)
    for theme in THEMES:
        assert all(theme in line.themes for line in store.find(theme))
    found = store.find("home", 2, 3)
    assert found
    assert all((line.step, line.seats) == (2, 3) for line in found)
    assert store.find("no such theme") == ()


def test_a_day_has_the_same_puzzle_for_all_in_whatever_order_they_have_them() -> None:
    other = PuzzleStore(tuple(reversed(shipped().lines)))
    for day in DAYS[:30]:
        assert shipped().of_day(day) == other.of_day(day)


def test_the_puzzle_of_the_day_gets_harder_through_the_week() -> None:
    for day in DAYS[:28]:
        assert shipped().of_day(day).step == WEEK[day.weekday()]


def test_days_have_many_puzzles() -> None:
    seen = Counter(shipped().of_day(day).id for day in DAYS)
    assert len(seen) > 300
    assert max(seen.values()) <= 4


def test_new_puzzles_change_few_days() -> None:
    fewer = PuzzleStore(shipped().lines[: len(shipped()) * 9 // 10])
    same = sum(fewer.of_day(day) == shipped().of_day(day) for day in DAYS)
    assert same > 0.8 * len(DAYS)


def test_where_there_are_no_puzzles_no_day_has_one() -> None:
    with pytest.raises(BadPuzzle, match="there are no puzzles"):
        PuzzleStore(()).of_day(DAYS[0])


def test_comments_and_empty_lines_are_passed_over() -> None:
    assert len(read_lines(["# games 8", "", "\n", LINE])) == 1
