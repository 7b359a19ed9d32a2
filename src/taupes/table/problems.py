"""What is wrong with a board set, for people: a code, the level, a sentence in their language."""

import re
from collections.abc import Mapping

from msgspec import Struct

from taupes.rules import Problem
from taupes.words.catalogue import catalogue


class ProblemView(Struct, frozen=True):
    """One thing that is wrong with a set."""

    code: str
    """Which kind of problem it is."""
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
    words, where = catalogue("table", language)["problems"], problem.where
    sentence = _told(problem, words)
    if where.level is not None:
        place = words["where" if where.name else "where_unnamed"]
        sentence = f"{place.format(number=where.level + 1, name=where.name)}: {sentence}"
    return ProblemView(
        problem.code,
        where.level,
        sentence,
        str(where),
        problem.what,
        problem.right,
        problem.cell,
    )


def _told(problem: Problem, words: Mapping[str, str]) -> str:
    """What is wrong; of a file that is no TOML, where its reader stopped."""
    if problem.code != "not_toml":
        return words[problem.code].format(**problem.values)
    line = re.search(r"line (\d+)", str(problem.values.get("value", "")))
    return words["not_toml"].format(line=line[1]) if line else words["not_toml_end"]
