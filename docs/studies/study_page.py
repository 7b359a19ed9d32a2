"""The tables of the page, between its markers; the words around them are written by hand."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from plots import LABELS

Figures = Mapping[str, Any]

SEATS: Final = ("1st", "2nd", "3rd", "4th")
PLAYERS: Final = {"look": "look one ahead", "search": "search 100", "master": "master"}
VERDICTS: Final = {True: "yes", False: "no", None: "not known"}
QUICK: Final = "**A quick run: too few games to say anything. To be replaced by the full one.**\n\n"


class BadPage(ValueError):
    """A page without the place for a table."""


def fill_page(page: str, tables: Mapping[str, str]) -> str:
    """The page with these tables brought up to date."""
    for name, table in tables.items():
        start, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
        before, has_start, rest = page.partition(start)
        _, has_end, after = rest.partition(end)
        if not has_start or not has_end:
            raise BadPage(
                f"no place for the table {name!r} on the page: expected a line "
                f"{start.strip()} and after it a line {end}"
            )
        page = before + start + table + end + after
    return page


def draw_tables(figures: Figures) -> dict[str, str]:
    """The tables about seats and stacks, by name."""
    note = QUICK if figures["budget"] == "quick" else ""
    tables = {
        "seats": _seat_table(figures["seats"]),
        "stacks": _stack_table(figures["layout"]),
        "choices": _choice_table(figures["choices"]),
        "checks": _check_table(figures["checks"]),
    }
    return {name: note + table for name, table in tables.items()}


def draw_starts(figures: Figures) -> dict[str, str]:
    """The tables about other ways to begin, by name."""
    note = QUICK if figures["budget"] == "quick" else ""
    return {
        "starts": note + _start_table(figures["tried"]),
        "starts anew": note + _anew_table(figures["anew"]),
    }


def _start_table(rows: Sequence[Figures]) -> str:
    lines = [
        (f"{row['players']}", row["start"], f"{row['games']:,}", *_seat_cells(row)) for row in rows
    ]
    return table(("players", "how it begins", "games", *SEATS), lines)


def _anew_table(rows: Sequence[Figures]) -> str:
    head = ("players", "how it begins", "who plays", "games", *SEATS, "all within a point")
    lines = [
        (
            f"{row['players']}",
            row["start"],
            PLAYERS[row["kind"]],
            f"{row['games']:,}",
            *_seat_cells(row),
            VERDICTS[row["fair"]],
        )
        for row in rows
    ]
    return table(head, lines)


def _seat_table(rows: Sequence[Figures]) -> str:
    head = ("players", "rules", "games", *SEATS, "by chance")
    lines = [
        (
            f"{row['players']}",
            ", ".join(f"`{name}`" for name in row["presets"]),
            f"{row['games']:,}",
            *_seat_cells(row),
            format_chance(row["chance"]),
        )
        for row in rows
    ]
    return table(head, lines)


def _seat_cells(row: Figures) -> list[str]:
    cells = [
        format_share(share, limits)
        for share, limits in zip(row["wins"], row["intervals"], strict=True)
    ]
    return cells + [""] * (len(SEATS) - len(cells))


def _stack_table(layout: Figures) -> str:
    means = [mean for mean, _ in layout["stacks"].values()]
    lines = [
        ("stacks that are really different", f"{len(means)}"),
        ("games", f"{layout['games']:,}"),
        ("first player on the worst and on the best, as seen", _pair(min(means), max(means))),
        ("chi-square", f"{layout['chi_square']} at {layout['freedom']} degrees of freedom"),
        ("so much or more by chance alone", format_chance(layout["chance"])),
        ("spread of the stacks that chance does not explain", _points(layout["spread"])),
        ("standard error of one stack", _points(layout["noise"])),
    ]
    return table(("what", "figure"), lines)


def _choice_table(choices: Sequence[Figures]) -> str:
    found = {row["choice"]: row for row in choices}
    plain = found["as it falls"]["first"]
    lines = [
        (
            words,
            format_share(found[name]["first"], found[name]["interval"]),
            "" if name == "as it falls" else f"{100 * (found[name]['first'] - plain):+.1f}",
        )
        for name, words in LABELS.items()
    ]
    return table(("who may do what", "first player wins", "points moved"), lines)


def _check_table(checks: Sequence[Figures]) -> str:
    lines = [
        (
            f"`{row['stack']}`",
            f"the {row['for']} player",
            f"{row['games']:,}",
            format_share(row["wins"][0], row["intervals"][0]),
        )
        for row in checks
    ]
    return table(("stack", "best for, by quick games", "games", "first player wins"), lines)


def table(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    rows = [head, ["---"] * len(head), *lines]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _pair(low: float, high: float) -> str:
    return f"{low:.1%} and {high:.1%}".replace("%", " %")


def _points(share: float) -> str:
    return f"{100 * share:.1f} points"


def format_share(share: float, limits: Sequence[float]) -> str:
    """A share with its interval.

    >>> format_share(0.5231, (0.51, 0.5349))
    '52.3 % (51.0 to 53.5)'
    """
    return f"{100 * share:.1f} % ({100 * limits[0]:.1f} to {100 * limits[1]:.1f})"


def format_chance(chance: float) -> str:
    """How likely something is by chance.

    >>> format_chance(0.2345), format_chance(0.0123), format_chance(0.00004)
    ('23 %', '1.2 %', 'below 0.1 %')
    """
    if chance < 0.001:
        return "below 0.1 %"
    return f"{100 * chance:.{1 if chance < 0.1 else 0}f} %"
