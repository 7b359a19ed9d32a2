"""`taupes doctor`: what is installed, what works, and where things lie."""

import os
import platform
from dataclasses import asdict
from typing import Final

import typer
from rich.filesize import decimal
from rich.table import Table
from rich.text import Text

from taupes import __version__
from taupes.cli.console import out
from taupes.cli.examination import HERE, Condition, Diagnosis, examine
from taupes.cli.lines import print_json, say
from taupes.cli.options import Json
from taupes.cli.places import Location, find_places


def doctor(json: Json = False) -> None:
    """Say what is installed, which parts work, and where things lie."""
    diagnoses, places = list(examine()), list(find_places(os.environ))
    is_sound = all(diagnosis.health is not Condition.BROKEN for diagnosis in diagnoses)
    if json:
        print_json(
            {
                "ok": is_sound,
                "taupes": __version__,
                "python": platform.python_version(),
                "platform": platform.platform(),
                "installed": str(HERE),
                "parts": [asdict(diagnosis) for diagnosis in diagnoses],
                "places": [asdict(place) for place in places],
            }
        )
    else:
        system = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
        out.print(f"taupes {__version__} · Python {platform.python_version()} · {system}")
        say(f"installed in {HERE}")
        _tell(diagnoses)
        _tell_places(places)
        _sum_up(diagnoses, is_sound=is_sound)
    if not is_sound:
        raise typer.Exit(1)


STYLES: Final = {"ok": "green", "missing": "yellow", "broken": "bold red"}


def _tell(diagnoses: list[Diagnosis]) -> None:
    table = _table("What works")
    for diagnosis in diagnoses:
        health = Text(diagnosis.health, STYLES[diagnosis.health])
        advice = f"\n→ {diagnosis.advice}" if diagnosis.advice else ""
        table.add_row(health, diagnosis.part, Text(diagnosis.what + advice))
    out.print(table)


def _tell_places(places: list[Location]) -> None:
    table = _table("Where things lie")
    for place in places:
        table.add_row(place.what, Text(_describe(place)))
    out.print(table)


def _sum_up(diagnoses: list[Diagnosis], *, is_sound: bool) -> None:
    missing = [diagnosis.part for diagnosis in diagnoses if diagnosis.health == "missing"]
    if not is_sound:
        out.print("\nSomething is broken: see above.", style="bold red")
    elif missing:
        out.print(f"\nAll that is needed works. Missing: {', '.join(missing)}.")
    else:
        out.print("\nEverything works.")


def _describe(place: Location) -> str:
    if "://" in place.path:
        return place.path
    if not place.files:
        return f"{place.path}\nnothing yet"
    files = "1 file" if place.files == 1 else f"{place.files} files"
    advice = f"; {place.advice}" if place.advice else ""
    return f"{place.path}\n{files}, {decimal(place.bytes)}{advice}"


def _table(title: str) -> Table:
    out.print(f"\n{title}", style="bold")
    return Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
