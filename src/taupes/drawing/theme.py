"""Colours and small ornaments of the four grounds: meadow, clay, sand and rock.

A board takes its theme from its depth in the stack, whatever its name.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Theme:
    """How one kind of ground looks."""

    name: str
    light: str
    """The ground where the light falls, at the top."""
    dark: str
    """The ground at the bottom."""
    rim: str
    """The bevelled edge of the board."""
    side: str
    """The thickness of the board, seen from the front."""
    line: str
    """The lines of the lattice."""
    cell: str
    edge: str
    """The border of a cell."""
    heap: str
    """The earth thrown up around a hole, in the light."""
    crumb: str
    """The same earth in the shade."""
    ornaments: tuple[str, ...]
    """Small things that lie between the cells, each within 12 units of its middle."""


MEADOW: Final = Theme(
    name="meadow",
    light="#a5d65f",
    dark="#72b43c",
    rim="#c3e88a",
    side="#4b8a2b",
    line="#518f2d",
    cell="#dcf3ab",
    edge="#5b9a33",
    heap="#a8744a",
    crumb="#6e4528",
    ornaments=(
        (
            '<path d="M-7 5q1-8-3-11q6 3 6 11zM-1 5q-2-9 1-14q3 5 2 14zM5 5q-1-7 4-10q-2 4-1 10z" '
            'fill="#4f962b"/>'
        ),
        '<path d="M-6 4q1-6-3-9q5 3 5 9zM3 4q-1-6 3-9q-1 4 0 9z" fill="#5aa032"/>',
        (
            '<g fill="#fff"><circle cy="-4.4" r="2.9"/><circle cx="4.2" cy="-1.4" r="2.9"/>'
            '<circle cx="2.6" cy="3.6" r="2.9"/><circle cx="-2.6" cy="3.6" r="2.9"/>'
            '<circle cx="-4.2" cy="-1.4" r="2.9"/></g><circle r="2.7" fill="#ffc93c"/>'
        ),
    ),
)

CLAY: Final = Theme(
    name="clay",
    light="#dd8b63",
    dark="#b9603d",
    rim="#f0ae87",
    side="#8a3f26",
    line="#8f452a",
    cell="#f6cdb0",
    edge="#98492c",
    heap="#a04d2c",
    crumb="#66290f",
    ornaments=(
        (
            '<path d="M-8 2q0-6 7-6t8 5q0 5-8 5t-7-4z" fill="#a9573a"/>'
            '<path d="M-5 0q2-3 6-2" fill="none" stroke="#e3a07c" stroke-width="1.6"/>'
        ),
        (
            '<path d="M-10 2c3-7 6-7 8-1s5 5 10-3" fill="none" stroke="#e08a80" stroke-width="3.6" '
            'stroke-linecap="round"/>'
        ),
        (
            '<g fill="#a4533a"><circle cx="-5" cy="2" r="2.6"/><circle cx="3" cy="-3" r="2"/>'
            '<circle cx="5" cy="4" r="1.6"/></g>'
        ),
    ),
)

SAND: Final = Theme(
    name="sand",
    light="#f6e3b1",
    dark="#e2bf7c",
    rim="#fff3d2",
    side="#b58a45",
    line="#b08a49",
    cell="#fffaf0",
    edge="#b58f4e",
    heap="#cfa05a",
    crumb="#8c6227",
    ornaments=(
        (
            '<path d="M-10-2q5-5 10 0t10 0M-8 4q4-4 8 0t8 0" fill="none" stroke="#cba45f" '
            'stroke-width="1.8" stroke-linecap="round"/>'
        ),
        (
            '<path d="M0 0q1-3 3-1t-2 4t-6-2t3-8t9 3t-2 10t-11 0" fill="none" stroke="#c0965a" '
            'stroke-width="2" stroke-linecap="round"/>'
        ),
        (
            '<g fill="#c8a25f"><circle cx="-6" cy="-1" r="1.6"/><circle cx="0" cy="4" r="1.3"/>'
            '<circle cx="2" cy="-5" r="1.3"/><circle cx="7" cy="1" r="1.7"/></g>'
        ),
    ),
)

ROCK: Final = Theme(
    name="rock",
    light="#93b7dc",
    dark="#5f88b8",
    rim="#bcd8f2",
    side="#365a86",
    line="#46699a",
    cell="#dcecfb",
    edge="#41648f",
    heap="#7088a6",
    crumb="#33475f",
    ornaments=(
        (
            '<path d="M-9-4l5 3l3-3l4 5l6 1M-1-4l1-4" fill="none" stroke="#4c72a2" '
            'stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/>'
        ),
        (
            '<path d="M-6 5l-2-7l4-6l4 5v8z" fill="#d5ebff"/><path d="M-4-8l4 5v8l-3 0z" '
            'fill="#9cc3ea"/><path d="M1 6l0-6l4-4l4 5l-2 5z" fill="#b8d9f7"/>'
        ),
        (
            '<path d="M-7 3l3-6l7-1l5 5l-4 4h-8z" fill="#5379a8"/><path d="M-4-3l7-1l-2 3z" '
            'fill="#8fb0d4"/>'
        ),
    ),
)


def mix(one: str, other: str, share: float) -> str:
    """A colour between two, by the share of the second.

    >>> mix("#000000", "#ffffff", 0.5)
    '#808080'
    """
    pairs = ((int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def theme_of(level: int, levels: int) -> Theme:
    """The ground of a board at this depth of a stack of so many boards.

    >>> [theme_of(level, 5).name for level in range(5)]
    ['meadow', 'clay', 'clay', 'sand', 'rock']
    """
    if not 0 <= level < levels:
        raise ValueError(f"no level {level} in a stack of {levels} boards: they count from 0")
    if level == 0:
        return MEADOW
    return ROCK if level == levels - 1 else SAND if level == levels - 2 else CLAY
