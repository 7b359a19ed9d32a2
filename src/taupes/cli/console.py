"""What all commands share: where words go, how options are read, how files are opened."""

import json
import sys
from pathlib import Path
from random import Random
from typing import Annotated, Any, Final

import typer
from rich.console import Console

from taupes.rules import (
    DEFAULT_BOARDS,
    DEFAULT_PRESET,
    LANGUAGES,
    SHIPPED,
    BadBoard,
    BadRecord,
    BoardSet,
    Problem,
    Stack,
    parse_option_text,
    parse_orientations,
    shuffled_stack,
)

out: Final = Console(highlight=False, soft_wrap=True, emoji=False)
"""Standard output; colours only when it is a terminal."""

err: Final = Console(highlight=False, soft_wrap=True, emoji=False, stderr=True)

MAX_TEXT: Final = 100_000_000
"""No file of records that fits a person's machine well is larger."""

Players = Annotated[
    int, typer.Option("--players", "-p", min=2, max=4, help="How many sit at the table.")
]
Preset = Annotated[
    str, typer.Option("--preset", help="Whose rules; `taupes rules` lists the presets.")
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="Change an option of the preset."),
]
Boards = Annotated[
    str, typer.Option("--boards", help=f"A board set ({', '.join(SHIPPED)}) or a board file.")
]
Orientations = Annotated[
    str,
    typer.Option(
        "--orientations", metavar="DIGITS|random", help="How the boards lie, such as 0351."
    ),
]
Seed = Annotated[int, typer.Option("--seed", help="The same seed gives the same games.")]
Json = Annotated[bool, typer.Option("--json", help="Write JSON for programs.")]
Language = Annotated[
    str, typer.Option("--lang", envvar="TAUPES_LANG", help=f"One of {', '.join(LANGUAGES)}.")
]

PRESET: Final = DEFAULT_PRESET
BOARDS: Final = DEFAULT_BOARDS


def note(words: object) -> None:
    """Say something beside the output, such as an error."""
    err.print(str(words), style="bold red", markup=False)


def print_json(data: Any) -> None:
    """One line of JSON."""
    typer.echo(json.dumps(data, ensure_ascii=False))


def parse_options(options: list[str] | None) -> dict[str, Any]:
    """Rule options as they were typed."""
    return dict(map(parse_option_text, options or []))


def parse_language(language: str) -> str:
    """A language we speak, or a usage error."""
    if language not in LANGUAGES:
        raise typer.BadParameter(f"{language!r} is none of {', '.join(LANGUAGES)}")
    return language


def make_stack(boards: BoardSet, orientations: str, rng: Random) -> Stack:
    """A stack with the orientations asked for, or drawn."""
    if orientations == "random":
        return shuffled_stack(boards, rng)
    try:
        return Stack(boards, parse_orientations(orientations))
    except ValueError as error:
        raise BadBoard(boards.name, (Problem("", str(error), "or the word random"),)) from error


def read_text(path: str) -> str:
    """The text of a file, or of standard input for `-`."""
    try:
        data = sys.stdin.buffer.read(MAX_TEXT) if path == "-" else _read_bytes(Path(path))
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadRecord(path, f"not a text in UTF-8 ({error.reason})") from error
    except OSError as error:
        raise BadRecord(path, f"cannot be read: {error.strerror}") from error


def _read_bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        data = file.read(MAX_TEXT + 1)
    if len(data) > MAX_TEXT:
        raise BadRecord(str(path), f"larger than {MAX_TEXT} bytes")
    return data


def split_records(text: str) -> list[str]:
    """The records of a text: one JSON object, one per line, or a game in notation."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1 and _is_object(lines[0]):
        return lines
    return [text]


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False
