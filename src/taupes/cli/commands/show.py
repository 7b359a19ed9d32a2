"""`taupes show`: a position of a recorded game, drawn and told."""

from pathlib import Path
from typing import Annotated, Any, Final

import typer

from taupes.cli.console import out
from taupes.cli.files import position_at, read_record
from taupes.cli.lines import print_json, say
from taupes.cli.naming import teller_of
from taupes.cli.options import At, File, Json, Language, Which, new_file, speak
from taupes.drawing import draw_svg, draw_text
from taupes.rules import (
    Record,
    State,
    format_event,
    format_notation,
    format_state,
    legal_actions,
)
from taupes.words.language import Words

MOMENT: Final = 16
"""Events that lead to a moment: about two turns of each of four players."""


def show(
    record: File,
    at: At = None,
    game: Which = 1,
    svg: Annotated[
        Path | None,
        typer.Option("--svg", metavar="FILE", callback=new_file, help="Write a drawing."),
    ] = None,
    clip: Annotated[
        Path | None,
        typer.Option(
            "--clip",
            metavar="FILE",
            callback=new_file,
            help="Write the game as an animated WebP; with --at, the moves that led there.",
        ),
    ] = None,
    notation: Annotated[bool, typer.Option("--notation", help="Print the game as text.")] = False,
    names: Annotated[bool, typer.Option("--names", help="Show the cells' names.")] = False,
    json: Json = False,
    language: Language = "",
) -> None:
    """Show a position of a recorded game."""
    words = speak(language)
    whole = read_record(record, game)
    number, state = position_at(whole, at, record)
    if notation:
        typer.echo(format_notation(whole.upto(number)), nl=False)
    elif json:
        print_json(describe(whole, state, number))
    else:
        say(draw_text(state, names=names, colour=out.is_terminal))
        for line in status_lines(whole, state, words):
            say(line)
    if svg:
        colours = tuple(team.colour for team in whole.teams)
        svg.write_text(draw_svg(state, names=names, teams=colours), encoding="utf-8")
    if clip:
        from taupes.raster import draw_clip  # noqa: PLC0415 - Pillow is loaded only for this

        clip.write_bytes(draw_clip(whole.upto(number), 0 if at is None else max(0, at - MOMENT)))


def describe(record: Record, state: State, number: int) -> dict[str, Any]:
    """A position as plain data."""
    position = format_state(state)
    return {
        "event": number,
        "stack": state.game.stack.code,
        "level": state.level,
        "board": state.game.stack.levels[state.level].name,
        "phase": position["phase"],
        "turn": None if state.outcome else state.turn,
        "disc": position["disc"],
        "face_down": position["discs"],
        "moles": [[state.game.name(c) for c in state.cells(s)] for s in range(state.game.seats)],
        "legal": [format_event(action, state.turn) for action in legal_actions(state)],
        "names": [team.name for team in record.teams],
        "over": state.outcome is not None,
        "position": position,
    }


def status_lines(record: Record, state: State, words: Words) -> list[str]:
    """Which board is in play, who has what, and who is to act or has won."""
    teller = teller_of(record, words)
    boards = {"number": state.level + 1, "count": state.game.stack.last + 1}
    lines = [words("cli.show.board", board=teller.board(state.level), **boards)]
    lines += [teller.seat(state, seat) for seat in range(state.game.seats)]
    if state.outcome:
        return [*lines, words("game.asked.over"), *teller.ending(state)]
    return [*lines, teller.asked(state, teller.names[state.turn])]
