"""`taupes …`: the command line."""

import sys
from typing import Annotated, Final

import typer

from taupes import __version__
from taupes.cli.index import Index
from taupes.cli.lines import note, speak_plainly

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

MISTAKES: Final = {
    "taupes.rules": ("BadBoard", "BadGame", "BadNotation", "BadRecord", "BadRules"),
    "taupes.bots": ("BadBot", "UnknownBot"),
    "taupes.server.storage": ("BadDatabase",),
}
"""What people can get wrong, by the room that says so."""


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
    except BrokenPipeError:
        # The reader of a pipe has seen enough: not an error. Nothing more can be written.
        sys.stderr.close()
        sys.exit(0)
    except Exception as error:
        if not is_mistake(error):
            raise
        note(words_of(error))
        sys.exit(2)


def is_mistake(error: Exception) -> bool:
    """Whether an error is one that people can put right; of a room that was loaded, or none's."""
    rooms = ((sys.modules[room], names) for room, names in MISTAKES.items() if room in sys.modules)
    kinds = [getattr(room, name) for room, names in rooms for name in names]
    return isinstance(error, (OSError, *kinds))


def words_of(error: Exception) -> str:
    """An error as people read it: of one of the system's, the file and what is the matter."""
    if isinstance(error, OSError) and error.filename and error.strerror:
        return f"{error.filename}: {error.strerror}"
    return str(error)
