"""`taupes play`: people and bots at one terminal."""

import os
import secrets
from pathlib import Path
from typing import Annotated, Final

import typer

from taupes.cli.bundle import unbundled
from taupes.cli.console import is_colourless, out
from taupes.cli.files import parse_game, read_text
from taupes.cli.lines import ask, say
from taupes.cli.options import PACE, Language, Name, Pace, Plain, TableOptions, speak
from taupes.cli.screen import has_screen
from taupes.cli.seats import bot_names, seat_names, split_names
from taupes.cli.usage import unusable
from taupes.folders import data_folder
from taupes.terminal.game import savefile
from taupes.terminal.game.bots import TableBots
from taupes.terminal.game.session import Chair, Session
from taupes.terminal.game.session import resume as resume_game
from taupes.terminal.game.setup import GameSetup, bot_chair, mingled, parse_chair
from taupes.words.language import Words

SHAPING: Final = (
    *("players", "bot", "seats", "name", "preset", "option", "boards", "orientations", "seed"),
    *("moles_text", "save", "resume"),
)
"""Whoever gives one of these options knows what to play and is shown no menu."""


@unbundled
def play(
    context: typer.Context,
    bot: Annotated[
        str, typer.Option("--bot", metavar="NAME[,NAME…]", help="One bot for all, or one each.")
    ] = "greedy",
    seats: Annotated[
        str | None,
        typer.Option("--seats", metavar="NAME,NAME…", help="Everybody by name: bots and people."),
    ] = None,
    *,
    table: TableOptions,
    name: Name = None,
    seed: Annotated[
        str, typer.Option("--seed", metavar="TEXT", help="Repeat a game's chances.")
    ] = "",
    save: Annotated[
        Path | None,
        typer.Option(
            "--save", metavar="FILE", help="Keep the game here; else in your data folder."
        ),
    ] = None,
    resume: Annotated[
        str | None, typer.Option("--resume", metavar="FILE", help="Go on with a recorded game.")
    ] = None,
    pace: Pace = PACE,
    plain: Plain = False,
    language: Language = "",
) -> None:
    """Play against bots, or several people at one keyboard, in the terminal."""
    words = speak(language)
    if seats is None:
        person = Chair(name or words("terminal.menu.person", number=1))
        others = [bot_chair(each) for each in seat_names(bot, table.players - 1)]
        # Whoever names each of them gets those.
        chairs = (person, *(mingled(others) if len(bot_names(bot)) == 1 else others))
    else:
        chairs = tuple(parse_chair(each) for each in split_names(seats))
        if not 2 <= len(chairs) <= 4:
            raise unusable("chairs", count=len(chairs))
    if save and save.is_dir():
        raise unusable("save_folder", path=save)
    setup = GameSetup(
        chairs,
        table.boards,
        table.orientations,
        table.preset,
        table.options,
        table.moles_text or "",
        seed,
    )
    session = _resumed(resume, bot) if resume else setup.begin()
    bots = TableBots(data_folder() / "growth.json")
    bots.prepare(session.chairs)
    folder = data_folder() / "games"
    path = save or (Path(resume) if resume and resume != "-" else None)
    if plain or not has_screen(words):
        _play_plainly(session, words, path or savefile.new_path(folder), bots)
        return
    sources = map(context.get_parameter_source, SHAPING)
    is_decided = any(source and source.name == "COMMANDLINE" for source in sources)
    # Imported late: the plain prompt and other commands start faster without it.
    from taupes.terminal.app import TaupesApp  # noqa: PLC0415

    app = TaupesApp(
        setup,
        words,
        folder,
        session=session if is_decided else None,
        path=path,
        bots=bots,
        pace=pace,
        no_colour=is_colourless(out, os.environ),
    )
    app.run()
    if app.path:
        say(words("terminal.plain.kept", path=app.path))


def _resumed(file: str, bot: str) -> Session:
    return resume_game(
        parse_game(read_text(file), file), str(secrets.randbelow(10**9)), split_names(bot)
    )


def _play_plainly(session: Session, words: Words, path: Path, bots: TableBots) -> None:
    from taupes.terminal.plain.game import PlainGame  # noqa: PLC0415 - as above

    PlainGame(session, words, path, say, ask, bots, colour=out.is_terminal).play()
