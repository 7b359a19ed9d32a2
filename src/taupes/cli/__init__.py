"""`taupes …`: the command line."""

import sys
from typing import Annotated

import typer

from taupes import __version__
from taupes.cli.index import Index
from taupes.cli.lines import note, speak_plainly
from taupes.cli.mistakes import is_closed_pipe, words_for

__all__ = ["app", "main"]

app = typer.Typer(
    name="taupes",
    cls=Index,
    help="Taupes: moles race down a stack of boards for the golden shovel.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"taupes {__version__}")
        raise typer.Exit


@app.callback()
def options(
    _: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Taupes: moles race down a stack of boards for the golden shovel."""


def main() -> None:
    """Run the command line; what people get wrong is said in words, never as a traceback."""
    speak_plainly()
    try:
        app()
    except Exception as error:
        if is_closed_pipe(error):
            sys.stderr.close()  # nothing more can be written, and that is no error
            sys.exit(0)
        words = words_for(error)
        if words is None:
            raise
        note(words)
        sys.exit(2)
