"""`taupes doctor`: what is installed, what works, and where things lie."""

import os
import platform
from dataclasses import asdict
from typing import Any, Final

import typer
from rich.table import Table
from rich.text import Text

from taupes import __version__
from taupes.cli.console import out
from taupes.cli.examination import HERE, Condition, Diagnosis, examine
from taupes.cli.lines import print_json, say
from taupes.cli.options import Json, Language, speak
from taupes.cli.places import Location, find_places, format_size
from taupes.words.language import Words


def doctor(json: Json = False, language: Language = "") -> None:
    """Say what is installed, which parts work, and where things lie."""
    words = speak(language)
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
                "parts": [_part(diagnosis) for diagnosis in diagnoses],
                "places": [_place(place) for place in places],
            }
        )
    else:
        cores = words("cli.doctor.cores", count=os.cpu_count() or 1)
        system = f"{platform.system()} {platform.machine()}, {cores}"
        out.print(f"taupes {__version__} · Python {platform.python_version()} · {system}")
        say(words("cli.doctor.installed", folder=HERE))
        _tell(diagnoses, words)
        _tell_places(places, words)
        _sum_up(diagnoses, words, is_sound=is_sound)
    if not is_sound:
        raise typer.Exit(1)


def _part(diagnosis: Diagnosis) -> dict[str, Any]:
    """A diagnosis for programs, which read English everywhere."""
    advice = str(diagnosis.advice or "")
    return {
        "part": diagnosis.part,
        "health": diagnosis.health,
        "what": str(diagnosis.what),
        "advice": advice,
    }


def _place(place: Location) -> dict[str, Any]:
    return asdict(place) | {"what": str(place.what)}


STYLES: Final = {"ok": "green", "missing": "yellow", "broken": "bold red"}


def _tell(diagnoses: list[Diagnosis], words: Words) -> None:
    table = _table(words("cli.doctor.works"))
    for diagnosis in diagnoses:
        health = Text(words(f"cli.doctor.{diagnosis.health}"), STYLES[diagnosis.health])
        title, what = diagnosis.title.told(words.language), diagnosis.what.told(words.language)
        if diagnosis.advice:
            what += f"\n→ {diagnosis.advice.told(words.language)}"
        table.add_row(health, title, Text(what))
    out.print(table)


def _tell_places(places: list[Location], words: Words) -> None:
    table = _table(words("cli.doctor.places"))
    for place in places:
        table.add_row(place.what.told(words.language), Text(_describe(place, words)))
    out.print(table)


def _sum_up(diagnoses: list[Diagnosis], words: Words, *, is_sound: bool) -> None:
    missing = [
        diagnosis.title.told(words.language)
        for diagnosis in diagnoses
        if diagnosis.health == "missing"
    ]
    if not is_sound:
        out.print("\n" + words("cli.doctor.something_broken"), style="bold red")
    elif missing:
        out.print("\n" + words("cli.doctor.some_missing", parts=", ".join(missing)))
    else:
        out.print("\n" + words("cli.doctor.all_well"))


def _describe(place: Location, words: Words) -> str:
    if "://" in place.path:
        return place.path
    if not place.files:
        return f"{place.path}\n{words('cli.doctor.nothing')}"
    files = words("cli.doctor.files", count=place.files)
    size = format_size(place.bytes, words)
    again = f"\n{words('cli.doctor.made_again')}" if place.is_made_again else ""
    return f"{place.path}\n{files}, {size}{again}"


def _table(title: str) -> Table:
    out.print(f"\n{title}", style="bold")
    return Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
