"""`taupes legal`: what may come next at the end of each record."""

import typer

from taupes.cli.files import read_lines
from taupes.cli.lines import print_json
from taupes.cli.options import File
from taupes.rules import (
    BadNotation,
    BadRecord,
    Record,
    State,
    format_event,
    legal_actions,
    read_game,
)


def legal(file: File = "-") -> None:
    """Answer each record, one per line, with the actions legal at its end."""
    bad = False
    for number, line in enumerate(read_lines(file), 1):
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
