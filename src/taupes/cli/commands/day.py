"""`taupes day`: the stack of the day at one terminal, once, for oneself."""

import os
import time
from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from taupes.answers.day import share_text
from taupes.cli.console import is_colourless, out
from taupes.cli.files import parse_game, read_text
from taupes.cli.lines import ask, say
from taupes.cli.options import PACE, Language, Name, Pace, Plain, speak
from taupes.cli.screen import has_screen
from taupes.cli.usage import unusable
from taupes.folders import data_folder
from taupes.rules import Record
from taupes.table.day import day_at, result_of
from taupes.terminal.game.bots import TableBots
from taupes.terminal.game.day import DaySession, begin_day, resume_day
from taupes.terminal.game.setup import GameSetup
from taupes.words.language import Words


def day(
    when: Annotated[
        str,
        typer.Option("--date", metavar="DATE", help="Another day's stack, such as 2026-11-18."),
    ] = "",
    name: Name = None,
    pace: Pace = PACE,
    plain: Plain = False,
    language: Language = "",
) -> None:
    """Play the stack of the day: the same game for everybody who plays it without a server."""
    words = speak(language)
    played = when or day_at(time.time_ns() // 1_000_000)
    if not _is_date(played):
        raise unusable("date", date=played[:40])
    path = data_folder() / "days" / f"{played}.json"
    record = _kept(path)
    if record is None or record.outcome is None:
        who = name or words("terminal.menu.person", number=1)
        session = begin_day(played, who) if record is None else resume_day(record, played)
        _play(session, words, path, pace, plain=plain or not has_screen(words))
        record = _kept(path)
    if record is None or record.outcome is None:
        say(words("cli.day.unfinished"))
        return
    result = result_of(record)
    turns = words("cli.day.turns", count=result.turns)
    holes = words("cli.day.holes", count=result.holes)
    title = f"{words('cli.day.title')} {played}"
    say(share_text(result, title, f"{turns} · {holes}"))


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _kept(path: Path) -> Record | None:
    """The game of a day as it was left, if it was begun."""
    return parse_game(read_text(str(path)), str(path)) if path.exists() else None


def _play(session: DaySession, words: Words, path: Path, pace: float, *, plain: bool) -> None:
    bots = TableBots()
    if plain:
        from taupes.terminal.plain.game import PlainGame  # noqa: PLC0415 - loaded as it is wanted

        PlainGame(session, words, path, say, ask, bots, colour=out.is_terminal).play()
        return
    from taupes.terminal.app import TaupesApp  # noqa: PLC0415 - as above

    setup = GameSetup(session.chairs)
    is_plain = is_colourless(out, os.environ)
    folder = path.parent.parent / "games"
    TaupesApp(
        setup, words, folder, session=session, path=path, bots=bots, pace=pace, no_colour=is_plain
    ).run()
