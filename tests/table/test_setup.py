"""Set-ups: what may be chosen, and what is chosen for those who choose nothing."""

from typing import Any

import msgspec
import pytest

from taupes.table.setup import (
    BotSeat,
    Clock,
    DaysClock,
    FischerClock,
    MoveClock,
    MySeat,
    Name,
    NoClock,
    Nonce,
    OpenSeat,
    SeatNumber,
    Seats,
    Setup,
)


def reads(data: Any, kind: Any) -> bool:
    try:
        msgspec.convert(data, kind)
    except msgspec.ValidationError:
        return False
    return True


def test_who_chooses_nothing_plays_the_default_without_a_clock() -> None:
    assert msgspec.to_builtins(Setup()) == {
        "title": "",
        "preset": "web",
        "options": {},
        "boards": "classic",
        "orientations": "random",
        "first": "random",
        "moles": None,
        "clock": {"kind": "none"},
        "public": False,
        "spectators": True,
        "chat": "all",
        "hints": False,
        "stand_in": "auto",
        "away_after": None,
    }


@pytest.mark.parametrize(
    ("clock", "right"),
    [
        ({"kind": "none"}, NoClock()),
        ({"kind": "move", "seconds": 30}, MoveClock(30)),
        ({"kind": "fischer", "seconds": 60, "increment": 5}, FischerClock(60, 5)),
        ({"kind": "fischer", "seconds": 60}, FischerClock(60, 0)),
        ({"kind": "days", "days": 3}, DaysClock(3)),
    ],
)
def test_clocks(clock: Any, right: Clock) -> None:
    assert msgspec.convert(clock, Clock) == right


LIMITS: list[tuple[Any, int, int, Any]] = [
    ("seconds for every turn", 5, 3600, lambda n: ({"kind": "move", "seconds": n}, Clock)),
    ("seconds for a game", 10, 10_800, lambda n: ({"kind": "fischer", "seconds": n}, Clock)),
    (
        "seconds after a turn",
        0,
        300,
        lambda n: ({"kind": "fischer", "seconds": 60, "increment": n}, Clock),
    ),
    ("days", 1, 30, lambda n: ({"kind": "days", "days": n}, Clock)),
    ("a seat", 0, 3, lambda n: (n, SeatNumber)),
    ("a seat that begins", 0, 3, lambda n: ({"first": n}, Setup)),
    ("an orientation", 0, 5, lambda n: ({"orientations": [n, n]}, Setup)),
    ("boards", 2, 8, lambda n: ({"orientations": [0] * max(n, 0)}, Setup)),
    ("seats", 2, 4, lambda n: ([{"who": "open"}] * n, Seats)),
    ("seconds away", 10, 86_400, lambda n: ({"away_after": n}, Setup)),
    ("letters of a name", 1, 40, lambda n: ("x" * n, Name)),
    ("letters of a title", 0, 40, lambda n: ({"title": "x" * max(n, 0)}, Setup)),
    ("digits of a nonce", 16, 64, lambda n: ("a" * n, Nonce)),
]


@pytest.mark.parametrize(("least", "most", "data"), [limit[1:] for limit in LIMITS],
                         ids=[limit[0] for limit in LIMITS])  # fmt: skip
def test_what_may_be_chosen_has_limits(least: int, most: int, data: Any) -> None:
    assert reads(*data(least))
    assert reads(*data(most))
    assert least == 0 or not reads(*data(least - 1))
    assert not reads(*data(most + 1))


def test_numbers_of_seats_and_orientations_are_not_below_0() -> None:
    assert not reads(-1, SeatNumber)
    assert not reads({"orientations": [0, -1]}, Setup)
    assert not reads({"kind": "fischer", "seconds": 60, "increment": -1}, Clock)


@pytest.mark.parametrize("key", ["preset", "boards", "stand_in"])
def test_names_in_a_set_up_are_short(key: str) -> None:
    assert reads({key: "x" * 40}, Setup)
    assert not reads({key: "x" * 41}, Setup)


def test_a_level_is_short() -> None:
    assert reads([{"who": "bot", "level": "x" * 40}, {"who": "open"}], Seats)
    assert not reads([{"who": "bot", "level": "x" * 41}, {"who": "open"}], Seats)


def test_a_nonce_is_of_small_hexadecimal_digits() -> None:
    assert reads("0123456789abcdef", Nonce)
    assert not reads("0123456789abcdeF", Nonce)
    assert not reads("0123456789abcdeg", Nonce)


def test_what_is_not_known_is_not_taken_for_something_else() -> None:
    assert not reads({"colour": "red"}, Setup)


def test_a_seat_is_mine_anybodys_or_a_bots() -> None:
    wishes = [
        {"who": "me", "name": "Ada"},
        {"who": "open", "team": "red"},
        {"who": "bot", "level": "pup", "name": "Bo"},
    ]
    assert msgspec.convert(wishes, Seats) == [
        MySeat("Ada", None),
        OpenSeat("red"),
        BotSeat("pup", "Bo", None),
    ]


@pytest.mark.parametrize(
    ("moles", "right"),
    [
        (None, True),
        ([10, 8], True),
        ("fair-start", True),
        ("fair", False),
        ([1, 500, 3, 4], True),
        ([10], False),
        ([1, 2, 3, 4, 5], False),
        ([0, 3], False),
        ([-1, 3], False),
        ([501, 3], False),
        ([True, 3], False),
        (["3", 3], False),
        ([3.5, 3], False),
        ([[3], 3], False),
        (10, False),
        ("10,8", False),
        ({}, False),
    ],
    ids=str,
)
def test_a_handicap_is_a_list_of_moles_by_seat_or_a_fair_start(moles: Any, right: bool) -> None:
    assert reads({"moles": moles}, Setup) is right
