"""`taupes legal`, `check` and `show`: what records say."""

from pathlib import Path
from typing import Annotated, Any

import typer

from taupes.cli.console import note, out, print_json, say
from taupes.cli.files import event_number, read_record, read_text, split_records
from taupes.cli.naming import teller_of
from taupes.cli.options import At, File, Files, Json, Language, Which, new_file, speak
from taupes.drawing import draw_svg, draw_text
from taupes.rules import (
    BadNotation,
    BadRecord,
    Record,
    State,
    format_event,
    format_notation,
    format_state,
    legal_actions,
    read_game,
)
from taupes.words.language import Words


def legal(file: File = "-") -> None:
    """Answer each record, one per line, with the actions legal at its end."""
    bad = False
    for number, line in enumerate(read_text(file).splitlines(), 1):
        if not line.strip():
            continue
        try:
            state = final_state(read_game(line))
        except (BadRecord, BadNotation) as error:
            print_json({"error": f"line {number}: {error}"})
            bad = True
        else:
            print_json([format_event(action, state.turn) for action in legal_actions(state)])
    if bad:
        raise typer.Exit(1)


def final_state(record: Record) -> State:
    """The position at the end of a record."""
    return record.at(len(record.events))


def check(files: Files, json: Json = False) -> None:
    """Validate records; one answer per file, and exit code 1 if any is bad."""
    answers = [_check_file(file) for file in files]
    for answer in answers:
        if json:
            print_json(answer)
        elif answer["ok"]:
            say(f"{answer['file']}: good")
        else:
            note(f"{answer['file']}: {answer['error']}")
    if not all(answer["ok"] for answer in answers):
        raise typer.Exit(1)


def _check_file(file: str) -> dict[str, Any]:
    answer: dict[str, Any] = {"file": file, "ok": False, "event": None, "error": None}
    try:
        texts = split_records(read_text(file))
    except BadRecord as error:
        return answer | {"error": error.what}
    for number, text in enumerate(texts, 1):
        line = f"record {number}: " if len(texts) > 1 else ""
        try:
            read_game(text)
        except BadRecord as error:
            return answer | {"event": error.event, "error": f"{line}{error}"}
        except BadNotation as error:
            return answer | {"error": f"{line}{error}"}
    return answer | {"ok": True}


def show(
    record: File,
    at: At = None,
    game: Which = 1,
    svg: Annotated[
        Path | None,
        typer.Option("--svg", metavar="FILE", callback=new_file, help="Write a drawing."),
    ] = None,
    notation: Annotated[bool, typer.Option("--notation", help="Print the game as text.")] = False,
    names: Annotated[bool, typer.Option("--names", help="Show the cells' names.")] = False,
    json: Json = False,
    language: Language = "",
) -> None:
    """Show a position of a recorded game."""
    words = speak(language)
    whole = read_record(record, game)
    number = event_number(whole, at, record)
    state = whole.at(number)
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
