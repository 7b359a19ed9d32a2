"""A page of help: its sections one below the other, each a list of names and what they mean."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from rich.console import Group as Lines
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from taupes.cli.console import out

WIDTH: Final = 100
"""Longer lines are hard to read."""


def lay_out(usage: str, about: str, sections: Mapping[str, Iterable[tuple[str, str]]]) -> str:
    """The page as wide as the terminal, without its empty sections."""
    parts: list[Any] = [usage, "", about]
    for title, rows in sections.items():
        if rows:
            parts += ["", Text(title, "bold"), _table(rows)]
    with out.capture() as captured:
        out.print(Lines(*parts), width=min(out.width, WIDTH), soft_wrap=False, markup=False)
    return "".join(f"{line.rstrip()}\n" for line in captured.get().splitlines())


def _table(rows: Iterable[tuple[str, str]]) -> Padding:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(style="cyan", no_wrap=True)
    table.add_column()
    for name, about in rows:
        table.add_row(Text(name), Text(about))
    return Padding(table, (0, 0, 0, 2))
