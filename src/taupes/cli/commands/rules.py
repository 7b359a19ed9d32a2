"""`taupes rules`: what each preset plays, where it differs, and whose word it is."""

from typing import Annotated, Any

import typer
from rich.table import Table

from taupes.cli.console import out
from taupes.cli.lines import print_json, say
from taupes.cli.options import Json, Language, speak
from taupes.rules import (
    MOLES,
    OPTIONS,
    PRESETS,
    SOURCES,
    Preset,
    catalogue,
    format_option,
    preset_rules,
)
from taupes.words.language import Words

Name = Annotated[str | None, typer.Argument(metavar="PRESET", help="All about one of them.")]


def rules(preset: Name = None, json: Json = False, language: Language = "") -> None:
    """Show what the presets play, where they differ, and the source of each point."""
    labels = speak(language)
    words = catalogue(labels.language)
    if preset is not None:
        preset_rules(preset, 2)
    chosen = [PRESETS[preset]] if preset else list(PRESETS.values())
    if json:
        print_json([_describe(one, words) for one in chosen])
    elif preset:
        _print_preset(chosen[0], words, labels)
    else:
        _print_overview(words, labels)


def values(preset: Preset, option: str) -> tuple[str, str]:
    """An option's value with two players, and with three or four."""
    return (
        format_option(getattr(preset.pair, option)),
        format_option(getattr(preset.more, option)),
    )


def differing(preset: Preset, option: str) -> list[str]:
    """The other presets that play an option differently."""
    mine = values(preset, option)
    return [other.name for other in PRESETS.values() if values(other, option) != mine]


def _describe(preset: Preset, words: Any) -> dict[str, Any]:
    return {
        "preset": preset.name,
        "source": preset.source,
        "about": words["presets"][preset.name],
        "rules": {str(players): preset.rules(players).as_dict() for players in MOLES},
        "options": {
            option: {
                "about": words["options"][option]["about"],
                "values": [
                    {"value": v, "source": SOURCES[option].get(v, "ruling")}
                    for v in dict.fromkeys(values(preset, option))
                ],
                "differs_from": differing(preset, option),
            }
            for option in OPTIONS
        },
    }


def _print_overview(words: Any, labels: Words) -> None:
    table = Table()
    table.add_column(labels("cli.rules.preset"), no_wrap=True)
    table.add_column(labels("cli.rules.source"), no_wrap=True)
    table.add_column(labels("cli.rules.about"))
    for preset in PRESETS.values():
        table.add_row(preset.name, preset.source, words["presets"][preset.name])
    out.print(table)
    say(labels("cli.rules.books"))


def _print_preset(preset: Preset, words: Any, labels: Words) -> None:
    out.print(f"{preset.name} ({preset.source})", style="bold", markup=False)
    say(words["presets"][preset.name])
    for option in OPTIONS:
        texts = words["options"][option]
        out.print(f"\n{option}: {texts['about']}", style="bold", markup=False)
        pair, more = values(preset, option)
        cases = [("", pair)]
        if pair != more:
            cases = [
                (f"{labels('cli.rules.pair')}: ", pair),
                (f"{labels('cli.rules.more')}: ", more),
            ]
        for case, value in cases:
            said = f" ({texts[value]})" if value in texts else ""
            source = SOURCES[option].get(value, labels("cli.rules.ruling"))
            say(f"  {case}{value}{said} [{source}]")
        if others := differing(preset, option):
            say(f"  {labels('cli.rules.otherwise', presets=', '.join(others))}")
