"""Plain lines in and out: what commands say, ask and write for programs."""

import codecs
import json
import sys
import unicodedata
from io import TextIOWrapper
from typing import Any

import typer


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
    from taupes.cli.console import err  # noqa: PLC0415 - nothing else here waits for Rich

    err.print(str(words), style="bold red", markup=False)


def say(words: str) -> None:
    """Say a line, whatever signs are in it."""
    typer.echo(words)


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
