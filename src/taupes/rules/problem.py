"""One thing that is wrong with a board set: its code and its values as data, and in words."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

WORDS: Final[Mapping[str, tuple[str, str]]] = {
    # What keeps a file from being read.
    "bad_orientations": ("{value}", "or the word random"),
    "no_such_set": ("no such board set", "give {known}"),
    "not_text": ("not a text file ({value})", "write it in UTF-8"),
    "not_toml": ("not TOML: {value}", "see docs/boards.md for an example"),
    "too_large": ("the file is too large", "at most {most} bytes"),
    "unreadable": ("cannot be read: {value}", "check the path"),
    # What keeps plain data from being a board set.
    "bad_cell": ("{list} has {value}", "expected a cell such as [0, -4]"),
    "bad_cells": ("{list} is no list", "expected cells such as [[0, -4], [1, -3]]"),
    "bad_description": ("the description is not a text", "write it in quotes"),
    "bad_name": ("name {value}", "expected a text of 1 to 40 printable characters"),
    "bad_radius": ("radius {value}", "expected a whole number from 1 to {most}"),
    "bad_solid": ("solid is {value}", "expected a list of directions from 0 to 5"),
    "no_levels": ("no list of levels", "2 to {most} boards, top to bottom"),
    "no_name": ("no name", "a text of 1 to 40 printable characters"),
    "not_a_board": ("not a table", "a board has a name, a radius and holes"),
    "not_a_set": ("not a table", "a board set has a name and levels"),
    "unknown_key": ("unknown key {value} is ignored", "the known ones are {known}"),
    # What keeps a board set from being played on.
    "bad_paths": (
        "solid paths {value}",
        "expected three that alternate with the dotted ones: [0, 2, 4] or [1, 3, 5]",
    ),
    "hole_below": (
        "over a hole of the board below when that is turned by {turn}",
        "a mole would drop through both; move one of them to another ring",
    ),
    "holes_decrease": (
        "{holes} holes and {below} on the board below",
        "the number of holes decreases from board to board",
    ),
    "larger_below": (
        "the board below is larger (radius {below} under {radius})",
        "boards never grow downwards",
    ),
    "little_room": (
        "room for {room} moles only",
        "with fewer than {most} free cells some numbers of players do not fit",
    ),
    "named_twice": ("{kind} where there is a {other} already", "name it once"),
    "no_holes": ("no holes", "every board needs at least one"),
    "not_one_hole": ("not its single hole in the centre", "the last board has one hole, [0, 0]"),
    "nothing_below": (
        "no cell under this hole",
        "the board below reaches {below} steps from the centre",
    ),
    "off_board": (
        "{kind} off the board",
        "it is {steps} steps from the centre, at most {radius} are right",
    ),
    "paths_above": ("has solid paths", "only the last board has paths"),
    "special_on_top": ("special cell on the top board", "only the lower boards have any"),
    "too_many_cells": (
        "{count} cells in {list}",
        "at most {most}, as many as the largest board has",
    ),
    "too_many_holes": (
        "{holes} holes, more than two players have moles",
        "at most {most}, or the board can never fill",
    ),
}
"""By code, what is wrong and what would be right, with marks for the values."""

WARNINGS: Final = frozenset({"hole_below", "little_room", "unknown_key"})
"""The problems of sets that can be played on all the same."""


@dataclass(frozen=True, slots=True)
class Where:
    """Which board of a set; without a level, the set as a whole."""

    level: int | None = None
    name: str = ""
    """What the board is called, where that could be read."""

    def __str__(self) -> str:
        if self.level is None:
            return ""
        return f"board {self.level + 1} ({self.name})" if self.name else f"board {self.level + 1}"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a board set."""

    code: str
    """Which kind of problem it is: a key of `WORDS`."""
    values: Mapping[str, int | str] = field(default_factory=dict)
    """What varies in its words."""
    where: Where = Where()
    cell: tuple[int, int] | None = None

    @property
    def what(self) -> str:
        """What is wrong."""
        return WORDS[self.code][0].format(**self.values)

    @property
    def right(self) -> str:
        """What would be right."""
        return WORDS[self.code][1].format(**self.values)

    @property
    def is_warning(self) -> bool:
        """Whether the set can be played on all the same."""
        return self.code in WARNINGS

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where.level is not None else ""
        at = f"cell [{self.cell[0]}, {self.cell[1]}]: " if self.cell else ""
        return f"{place}{at}{self.what}; {self.right}"
