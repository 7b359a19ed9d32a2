"""Where the words of all commands go."""

import codecs
import json
import sys
import unicodedata
from collections.abc import Mapping
from io import TextIOWrapper
from typing import Any, Final

import typer
from rich.console import Console

out: Final = Console(highlight=False, soft_wrap=True, emoji=False)
"""Standard output; colours only when it is a terminal."""

err: Final = Console(highlight=False, soft_wrap=True, emoji=False, stderr=True)


def speak_plainly() -> None:
    """Write signs that the output's encoding has not as their nearest in ASCII, or as `?`."""
    codecs.register_error("nearest", _nearest)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="nearest")


def _nearest(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    unknown = unicodedata.normalize("NFKD", error.object[error.start : error.end])
    return unknown.encode("ascii", "ignore").decode("ascii") or "?", error.end


def note(words: object) -> None:
    """Say something beside the output, such as an error."""
    err.print(str(words), style="bold red", markup=False)


def say(words: str) -> None:
    """Say a line, whatever signs are in it."""
    out.print(words, markup=False)


def ask(prompt: str) -> str:
    """Ask for a line; one that nobody has typed here is shown, so that what follows makes sense."""
    try:
        answer = input(prompt)
    except (EOFError, KeyboardInterrupt):
        say("")  # whatever is said next begins a line of its own
        raise
    if not sys.stdin.isatty():
        say(answer)
    return answer


def print_json(data: Any) -> None:
    """One line of JSON."""
    typer.echo(json.dumps(data, ensure_ascii=False))


def is_capable(environment: Mapping[str, str]) -> bool:
    """Whether there is a terminal on all sides that can show a full screen."""
    # Textual draws on the third: its output is not mixed with that of pipes.
    is_open = all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    return is_open and environment.get("TERM") not in ("dumb", "") and encoding == "utf8"


def is_colourless(console: Console, environment: Mapping[str, str]) -> bool:
    """Whether colours are unwelcome, or too few to tell the cells of a board apart."""
    return bool(environment.get("NO_COLOR")) or console.color_system not in ("256", "truecolor")
