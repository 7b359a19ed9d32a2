"""What is wrong with a board set, for people: a code, the level, a sentence in their language.

The rules say it in English; here each of their sentences is known by its form, and what varies in
it is put into the sentence of the catalogue. A test finds every one of them.
"""

import re
from typing import Final

from msgspec import Struct

from taupes.rules import Problem
from taupes.server.catalogue import catalogue

_FORMS: Final = {
    "bad_cell": r"(?P<list>holes|specials) has (?P<value>.*)",
    "bad_cells": r"(?P<list>holes|specials) is no list",
    "bad_description": r"the description is not a text",
    "bad_name": r"name (?P<value>.*)",
    "bad_paths": r"solid paths (?P<value>.*)",
    "bad_radius": r"radius (?P<value>.*)",
    "bad_solid": r"solid is (?P<value>.*)",
    "hole_below": r"over a hole of the board below when that is turned by (?P<turn>\d)",
    "holes_decrease": r"(?P<holes>\d+) holes and (?P<below>\d+) on the board below",
    "larger_below": r"the board below is larger \(radius (?P<below>\d+) under (?P<radius>\d+)\)",
    "little_room": r"room for (?P<room>-?\d+) moles only",
    "named_twice": r".* where there is a .* already",
    "no_holes": r"no holes",
    "no_levels": r"no list of levels",
    "not_a_set": r"not a table",
    "not_one_hole": r"not its single hole in the centre",
    "not_toml": r"not TOML: (?P<value>.*)",
    "nothing_below": r"no cell under this hole",
    "off_board": r".* off the board",
    "paths_above": r"has solid paths",
    "special_on_top": r"special cell on the top board",
    "too_many_holes": r"(?P<holes>\d+) holes, more than two players have moles",
    "unknown_key": r"unknown key (?P<value>.*) is ignored",
}
"""By code, how the rules put it."""

_PATTERNS: Final = {code: re.compile(form, re.DOTALL) for code, form in _FORMS.items()}

_BOARD: Final = re.compile(r"board (?P<number>\d+)(?: \((?P<name>.*)\))?", re.DOTALL)


class ProblemView(Struct, frozen=True):
    """One thing that is wrong with a set."""

    code: str
    """Which kind of problem it is; `other` if it is none of the usual ones."""
    level: int | None
    """The board's place from 0, or null for the set as a whole."""
    sentence: str
    """Where it is, what is wrong and what would be right, in the language asked for."""
    board: str
    what: str
    right: str
    cell: tuple[int, int] | None


def problem_view(problem: Problem, language: str) -> ProblemView:
    """A problem as it is shown."""
    words = catalogue(language)["problems"]
    code, values = code_of(problem)
    sentence = words[code].format(**values) if code in words else f"{problem.what}; {problem.right}"
    board = _BOARD.fullmatch(problem.board)
    level = None
    if board is not None:
        level = int(board["number"]) - 1
        where = words["where" if board["name"] else "where_unnamed"].format(**board.groupdict())
        sentence = f"{where}: {sentence}"
    return ProblemView(
        code, level, sentence, problem.board, problem.what, problem.right, problem.cell
    )


def code_of(problem: Problem) -> tuple[str, dict[str, str]]:
    """The kind of a problem, and what varies in it."""
    for code, pattern in _PATTERNS.items():
        found = pattern.fullmatch(problem.what)
        if found is not None:
            is_board = code == "not_a_set" and problem.board
            return "not_a_board" if is_board else code, found.groupdict()
    return "other", {}
