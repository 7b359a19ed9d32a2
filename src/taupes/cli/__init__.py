"""`taupes …`: the command line."""

import sys
from typing import Annotated

import typer

from taupes import __version__
from taupes.bots import BadBot, UnknownBot
from taupes.cli import (
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
from taupes.cli import print as printing
from taupes.cli.console import note
from taupes.rules import BadBoard, BadGame, BadNotation, BadRecord, BadRules
from taupes.server.storage import BadDatabase

__all__ = ["app", "main"]

app = typer.Typer(
    name="taupes",
    help="Taupes: moles race down a stack of boards for the golden shovel.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(play.play)
app.command()(companion.companion)
app.command()(serve.serve)
app.command()(simulate.simulate)
app.command()(records.legal)
app.command()(records.check)
app.command()(records.show)
app.command()(verify.verify)
app.add_typer(boards.app, name="boards")
app.command("print")(printing.print_game)
app.command()(rules.rules)
app.command()(bots.bots)
app.command()(endgame.endgame)
app.command()(analyse.analyse)
app.add_typer(bot.app, name="bot")
app.add_typer(arena.app, name="arena")
app.command()(doctor.doctor)


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
        note(error)
        sys.exit(2)
