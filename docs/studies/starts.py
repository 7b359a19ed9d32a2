"""Ways to begin a game that might be fairer: who places when, with how many moles, and what then.

A start is data; `startplay` plays it. Seat 0 takes the first turn in all of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from taupes.rules import MOLES


@dataclass(frozen=True, slots=True)
class Start:
    """One way to begin."""

    name: str
    order: tuple[int, ...]
    """Who places each mole."""
    moles: tuple[int, ...]
    """By seat, how many there are to place."""
    disc: int = 0
    """What the first turn is moved by; 0 is whatever disc comes."""
    is_barred: bool = False
    """Whether no mole may enter a hole in the first turn."""
    swaps: bool = False
    """Whether the second of two may take the first's place when all moles are placed."""


def in_rounds(moles: Sequence[int], seats: Sequence[int], first: Sequence[int]) -> tuple[int, ...]:
    """The order of placing in rounds, of which the first gives each seat so many moles.

    >>> in_rounds((3, 3), (0, 1), (1, 1)), in_rounds((3, 3), (0, 1), (2, 1))
    ((0, 1, 0, 1, 0, 1), (0, 0, 1, 0, 1, 1))
    """
    order: list[int] = []
    left, now = list(moles), list(first)
    while any(left):
        for seat in seats:
            many = min(left[seat], now[seat])
            order += [seat] * many
            left[seat] -= many
        now = [1] * len(left)
    return tuple(order)


def to_and_fro(moles: int, seats: int) -> tuple[int, ...]:
    """The order of placing when every round runs against the one before.

    >>> to_and_fro(3, 2)
    (0, 1, 1, 0, 0, 1)
    """
    there = list(range(seats))
    return tuple(seat for n in range(moles) for seat in (there if n % 2 == 0 else there[::-1]))


FEWER: Final = {2: (1, 2, 3, 4), 3: (1, 2, 3), 4: (1, 2, 3)}
"""How many moles fewer are tried, by the number of seats."""


def starts(seats: int) -> Iterator[Start]:
    """All that are compared, the usual one first."""
    many = MOLES[seats]
    each, turns = (many,) * seats, range(seats)
    once = (1,) * seats
    usual = in_rounds(each, turns, once)
    yield Start("as it is", usual, each)
    yield Start("placed in reverse", in_rounds(each, turns[::-1], once), each)
    yield Start("placed to and fro", to_and_fro(many, seats), each)
    yield Start("first places two at first", in_rounds(each, turns, (2, *once[1:])), each)
    last = seats - 1
    # One ahead of two players is placing in reverse.
    for ahead in range(2 if seats == 2 else 1, 6):
        order = (last,) * ahead + in_rounds((*each[1:], many - ahead), turns, once)
        yield Start(f"last places {ahead} before all", order, each)
    yield Start("one after the other", in_rounds(each, turns, each), each)
    yield Start("one after the other, last first", in_rounds(each, turns[::-1], each), each)
    for fewer in FEWER[seats]:
        moles = (many - fewer, *each[1:])
        yield Start(f"first has {fewer} fewer", in_rounds(moles, turns, once), moles)
    for short in range(2, seats):
        moles = (many - 1,) * short + each[short:]
        yield Start(f"first {short} have 1 fewer", in_rounds(moles, turns, once), moles)
    for disc in (1, 2):
        yield Start(f"first moves by {disc}", usual, each, disc=disc)
    yield Start("first turn enters no hole", usual, each, is_barred=True)
    if seats == 2:
        yield Start("second may swap", usual, each, swaps=True)
