"""`taupes puzzles`: found in games between bots, selected, and printed for programs."""

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import Progress
from rich.table import Table

from taupes.cli.console import err, out
from taupes.cli.help import Command, Group
from taupes.cli.lines import print_json, say
from taupes.cli.options import Json, Language, Seed, new_file, speak
from taupes.cli.sentences import BadFile
from taupes.cli.usage import unusable
from taupes.puzzles import STEPS, THEMES, BadPuzzle, PuzzleLine, PuzzleStore, shipped
from taupes.puzzles.store import read_lines
from taupes.words.language import Words
from taupes.words.saying import saying

if TYPE_CHECKING:
    from taupes.arena import Pool
    from taupes.puzzles.mining.output import Vein

app = typer.Typer(cls=Group, add_completion=False, no_args_is_help=True)

Out = Annotated[
    Path,
    typer.Option(
        "--out", metavar="FILE", callback=new_file, help="Where to; resumes what is there."
    ),
]
Count = Annotated[
    int, typer.Option("--count", "-n", metavar="N", min=1, help="How many puzzles, at least.")
]
Jobs = Annotated[
    int,
    typer.Option("--jobs", "-j", metavar="N", min=0, help="Processes; 0 is one per core."),
]
Cluster = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help="Mine on the Dask cluster at this address."),
]
Step = Annotated[
    int | None, typer.Option("--step", metavar="1-5", min=1, max=5, help="Only those of a step.")
]
About = Annotated[
    str | None,
    typer.Option("--theme", metavar="NAME", help=f"Only those about: {', '.join(THEMES)}."),
]
Wanted = Annotated[
    list[str] | None,
    typer.Option("--theme", metavar="NAME", help="Only puzzles about this; may be repeated."),
]
Source = Annotated[
    Path | None,
    typer.Argument(metavar="FILE", help="What was mined; else the puzzles of the package."),
]
Sources = Annotated[list[Path], typer.Argument(metavar="FILE...", help="What was mined.")]
New = Annotated[
    Path, typer.Option("--out", metavar="FILE", callback=new_file, help="Where to; written anew.")
]
Simulations = Annotated[
    int,
    typer.Option(
        "--simulations",
        metavar="N",
        min=0,
        help="Judge each once more by so many; 0 trusts what was mined.",
    ),
]


@app.callback()
def puzzles() -> None:
    """Puzzles: find them in games between bots, and print them for programs."""


@app.command(cls=Command)
def mine(
    out_file: Out,
    count: Count = 1000,
    seed: Seed = 0,
    theme: Wanted = None,
    jobs: Jobs = 0,
    cluster: Cluster = None,
    json: Json = False,
    language: Language = "",
) -> None:
    """Look through games between bots for decisions that one choice is clearly best for."""
    from taupes.arena import open_pool  # noqa: PLC0415 - printing needs no compiled code
    from taupes.cli.contest import words_for_errors  # noqa: PLC0415 - likewise
    from taupes.puzzles.mining.output import ForeignFile, Vein, read_mined  # noqa: PLC0415 - likewise

    words = speak(language)
    vein = Vein(seed, tuple(map(known_theme, theme or ())))
    try:
        read_mined(out_file, vein)
    except ForeignFile as error:
        raise BadFile(
            str(out_file), saying("cli.puzzles.foreign", head=vein.head.strip())
        ) from error
    with words_for_errors(), open_pool(jobs or os.cpu_count() or 1, cluster) as pool:
        _dig(out_file, vein, count, pool, words)
    mined = read_mined(out_file, vein)
    if json:
        print_json({"games": mined.games, "puzzles": len(mined.lines), **_tally(mined.lines)})
        return
    say(words("cli.puzzles.mined", count=len(mined.lines), games=mined.games))
    _print_tally(mined.lines, words)


def known_theme(name: str) -> str:
    """A theme by its name; a usage error if there is none."""
    if name not in THEMES:
        raise unusable("no_theme", theme=f"{name:.40}", known=", ".join(THEMES))
    return name


def _dig(path: Path, vein: "Vein", wanted: int, pool: "Pool", words: Words) -> None:
    from taupes.puzzles.mining.output import mine as dig  # noqa: PLC0415 - as above

    with Progress(console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task(words("cli.puzzles.mining"), total=wanted)
        for found in dig(path, vein, wanted, pool):
            bar.update(task, completed=min(found, wanted))


@app.command(cls=Command)
def select(
    files: Sources,
    out_file: New,
    simulations: Simulations = 60_000,
    jobs: Jobs = 0,
    cluster: Cluster = None,
    json: Json = False,
    language: Language = "",
) -> None:
    """Choose among mined puzzles those that hold, say why, and are not too much alike."""
    from taupes.arena import open_pool  # noqa: PLC0415 - printing needs no compiled code
    from taupes.cli.contest import words_for_errors  # noqa: PLC0415 - likewise
    from taupes.puzzles.mining.selection import select as choose  # noqa: PLC0415 - likewise

    words = speak(language)
    mined = [line for file in files for line in _stored(file).lines]
    kept: list[PuzzleLine] = []
    bar = Progress(console=err, transient=True, disable=not err.is_terminal)
    with words_for_errors(), open_pool(jobs or os.cpu_count() or 1, cluster) as pool, bar:
        task = bar.add_task(words("cli.puzzles.selecting"), total=len({line.id for line in mined}))
        for line in choose(mined, simulations, pool):
            bar.advance(task)
            kept += [line] if line else []
    kept.sort(key=lambda line: line.id)
    out_file.write_text("".join(f"{line}\n" for line in kept), "utf-8")
    if json:
        print_json({"mined": len(mined), "puzzles": len(kept), **_tally(kept)})
        return
    say(words("cli.puzzles.selected", count=len(kept), mined=len(mined)))
    _print_tally(kept, words)


@app.command(cls=Command)
def export(file: Source = None, step: Step = None, theme: About = None) -> None:
    """Print puzzles, each as one line of JSON: a record up to a decision, and what is best."""
    for line in _stored(file).find(known_theme(theme) if theme else None, step):
        print_json(line.puzzle().as_dict())


def _stored(file: Path | None) -> PuzzleStore:
    if file is None:
        return shipped()
    try:
        return read_lines(file.read_text("utf-8").splitlines())
    except (BadPuzzle, UnicodeDecodeError) as error:
        raise BadFile(str(file), saying("cli.puzzles.unread", error=error)) from error


def _tally(lines: Sequence[PuzzleLine]) -> dict[str, dict[str, int]]:
    """How many there are of each step and about each theme."""
    steps = Counter(line.step for line in lines)
    themes = Counter(theme for line in lines for theme in line.themes)
    return {
        "steps": {str(step): steps[step] for step in STEPS},
        "themes": {theme: themes[theme] for theme in THEMES},
    }


def _print_tally(lines: Sequence[PuzzleLine], words: Words) -> None:
    table = Table()
    table.add_column(words("cli.puzzles.theme"))
    for step in STEPS:
        table.add_column(words("cli.puzzles.step", step=step), justify="right")
    for theme in THEMES:
        steps = Counter(line.step for line in lines if theme in line.themes)
        counts = (str(steps[step] or "") for step in STEPS)
        table.add_row(words(f"puzzles.themes.{theme}"), *counts)
    table.add_section()
    every = Counter(line.step for line in lines)
    table.add_row(words("cli.puzzles.all"), *(str(every[step]) for step in STEPS))
    out.print(table)
