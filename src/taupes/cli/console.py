"""Where the words of all commands go."""

import json
import sys
from typing import Any, Final

import typer
from rich.console import Console

out: Final = Console(highlight=False, soft_wrap=True, emoji=False)
"""Standard output; colours only when it is a terminal."""

err: Final = Console(highlight=False, soft_wrap=True, emoji=False, stderr=True)


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
