"""`taupes legal`, `check` and `show`: what records say."""

from pathlib import Path
from typing import Annotated, Any

import typer

from taupes.cli.console import (
    Json,
    Language,
    note,
    out,
    parse_language,
    print_json,
    read_text,
    split_records,
)
from taupes.drawing import draw_svg, draw_text
from taupes.rules import (
    BadNotation,
    BadRecord,
    Draw,
    Record,
    State,
    format_event,
    format_notation,
    legal_actions,
    read_game,
)

File = Annotated[str, typer.Argument(metavar="FILE", help="A file, or - for standard input.")]
Files = Annotated[
    list[str], typer.Argument(metavar="FILE…", help="Files, or - for standard input.")
]


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
            out.print(f"{answer['file']}: good", markup=False)
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
    at: Annotated[
        int | None, typer.Option("--at", min=0, help="After so many events; else at the end.")
    ] = None,
    game: Annotated[int, typer.Option("--game", min=1, help="Which record of the file.")] = 1,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Write a drawing.")
    ] = None,
    notation: Annotated[bool, typer.Option("--notation", help="Print the game as text.")] = False,
    names: Annotated[bool, typer.Option("--names", help="Show the cells' names.")] = False,
    json: Json = False,
    lang: Language = "en",
) -> None:
    """Show a position of a recorded game."""
    parse_language(lang)
    texts = split_records(read_text(record))
    if game > len(texts):
        raise BadRecord(record, f"no record {game}: the file has {len(texts)}")
    whole = read_game(texts[game - 1])
    number = len(whole.events) if at is None else at
    if number > len(whole.events):
        raise BadRecord(record, f"no event {number}: the record has {len(whole.events)}")
    state = whole.at(number)
    if notation:
        typer.echo(format_notation(whole.upto(number)), nl=False)
    elif json:
        print_json(describe(whole, state, number))
    else:
        out.print(draw_text(state, names=names, colour=out.is_terminal), markup=False)
        for line in status_lines(whole, state):
            out.print(line, markup=False)
    if svg:
        colours = tuple(team.colour for team in whole.teams)
        svg.write_text(draw_svg(state, names=names, teams=colours), encoding="utf-8")


def describe(record: Record, state: State, number: int) -> dict[str, Any]:
    """A position as plain data."""
    board = state.game.stack.levels[state.level]
    return {
        "event": number,
        "stack": state.game.stack.code,
        "level": state.level,
        "board": board.name,
        "phase": state.phase.name.lower(),
        "turn": None if state.outcome else state.turn,
        "disc": state.disc or None,
        "face_down": [list(discs) for discs in state.discs],
        "moles": [[state.game.name(c) for c in state.cells(s)] for s in range(state.game.seats)],
        "legal": [format_event(action, state.turn) for action in legal_actions(state)],
        "names": [team.name for team in record.teams],
        "over": state.outcome is not None,
    }


def status_lines(record: Record, state: State) -> list[str]:
    """Who has what, and who is to move, in words."""
    board = state.game.stack.levels[state.level]
    lines = [f"{board.name}, level {state.level + 1} of {state.game.stack.last + 1}"]
    for seat, team in enumerate(record.teams):
        moles = state.moles[seat]
        home = (moles & state.ground.holes).bit_count()
        lines.append(
            f"{'ABCD'[seat]} {team.name} ({team.colour}): {moles.bit_count()} moles, {home} home, "
            f"face down {' '.join(map(str, state.discs[seat])) or 'none'}"
        )
    if state.outcome:
        winners = " and ".join(record.teams[seat].name for seat in state.outcome.winners)
        lines.append(f"over ({state.outcome.reason}): {winners or 'nobody'} won")
    else:
        shown = f", disc {state.disc}" if state.disc else ""
        waits = ", to turn a disc" if any(isinstance(a, Draw) for a in legal_actions(state)) else ""
        lines.append(f"to act: {record.teams[state.turn].name}{shown}{waits}")
    return lines
