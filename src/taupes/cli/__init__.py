"""`taupes …`: the command line."""

import sys
from collections.abc import Callable, Mapping
from typing import Annotated, Final

import typer

from taupes import __version__
from taupes.bots import BadBot, UnknownBot
from taupes.cli.commands import (
    analyse,
    arena,
    boards,
    bot,
    bots,
    companion,
    doctor,
    endgame,
    play,
    records,
    rules,
    serve,
    simulate,
    verify,
)
from taupes.cli.commands import print as printing
from taupes.cli.console import note, speak_plainly
from taupes.cli.help import Command, Group
from taupes.rules import BadBoard, BadGame, BadNotation, BadRecord, BadRules
from taupes.server.storage import BadDatabase

__all__ = ["app", "main"]

app = typer.Typer(
    name="taupes",
    cls=Group,
    help="Taupes: moles race down a stack of boards for the golden shovel.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

ROOMS: Final[Mapping[str, Mapping[str, typer.Typer | Callable[..., None]]]] = {
    "Play": {
        "play": play.play,
        "companion": companion.companion,
        "serve": serve.serve,
        "print": printing.print_game,
    },
    "Recorded games": {
        "show": records.show,
        "check": records.check,
        "legal": records.legal,
        "analyse": analyse.analyse,
        "endgame": endgame.endgame,
        "verify": verify.verify,
    },
    "Bots": {
        "bots": bots.bots,
        "simulate": simulate.simulate,
        "arena": arena.app,
        "bot": bot.app,
    },
    "More": {"rules": rules.rules, "boards": boards.app, "doctor": doctor.doctor},
}
"""Every command under its heading, in the order of the help."""

for _room, _commands in ROOMS.items():
    for _name, _command in _commands.items():
        if isinstance(_command, typer.Typer):
            app.add_typer(_command, name=_name, rich_help_panel=_room)
        else:
            app.command(_name, cls=Command, rich_help_panel=_room)(_command)


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
    except (
        BadBoard,
        BadBot,
        BadDatabase,
        BadGame,
        BadNotation,
        BadRecord,
        BadRules,
        UnknownBot,
        OSError,
    ) as error:
        if isinstance(error, BrokenPipeError):
            # The reader of a pipe has seen enough: not an error. Nothing more can be written.
            sys.stderr.close()
            sys.exit(0)
        note(words_of(error))
        sys.exit(2)


def words_of(error: Exception) -> str:
    """An error as people read it: of one of the system's, the file and what is the matter."""
    if isinstance(error, OSError) and error.filename and error.strerror:
        return f"{error.filename}: {error.strerror}"
    return str(error)
